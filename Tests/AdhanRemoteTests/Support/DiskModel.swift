/// A folder on a disk that after a power cut has only what it was made to keep.
///
/// It is as bad as a disk may be: bytes that no fsync has asked for may be lost, torn or zeros, and each name may lead to
/// whatever it led to since the folder's last fsync, independently of the other names.
struct DiskModel {
    private struct File {
        var bytes: [UInt8] = []
        var synced: [UInt8] = []

        /// What may be found in it after a power cut.
        var remains: Set<[UInt8]> {
            let half = synced + bytes.dropFirst(synced.count).prefix((bytes.count - synced.count) / 2)
            return [synced, half, bytes, [UInt8](repeating: 0, count: bytes.count)].filter { _ in synced != bytes }
                .reduce(into: [bytes]) { $0.insert($1) }
        }
    }

    struct Unknown: Error { let call: SystemCall }

    private let folder: String
    private var files: [File] = []
    private var names: [String: Int] = [:]
    /// What each name led to since the folder's last fsync; nil is nothing.
    private var since: [String: Set<Int?>] = [:]
    /// What was done to the disk, for a test of the order.
    private(set) var deeds: [String] = []

    /// - Parameter contents: what is in the folder, all of it on the disk for long.
    init(_ folder: String, _ contents: [String: [UInt8]]) {
        self.folder = folder
        for (name, bytes) in contents {
            files.append(File(bytes: bytes, synced: bytes))
            lead(name, to: files.count - 1)
        }
        settle()
    }

    /// Does to the folder what a call did; calls that have nothing to do with it leave it alone.
    ///
    /// - Throws: `Unknown` for a call of which it is not known what it does.
    mutating func apply(_ call: SystemCall) throws {
        let paths = call.paths.filter { $0 == folder || $0.hasPrefix(folder + "/") }
        guard let path = paths.last else { return }
        let name = String(path.dropFirst(folder.count + 1))
        switch call.name {
        case "openat" where call.flags.contains("O_TRUNC"): throw Unknown(call: call)
        case "openat" where call.flags.contains("O_CREAT") && names[name] == nil:
            files.append(File())
            lead(name, to: files.count - 1)
        case "write":
            guard let file = names[name], case .text(let bytes) = call.arguments[1], bytes.count == call.result else {
                throw Unknown(call: call)
            }
            files[file].bytes += bytes
            deeds.append("write \(name)")
        case "fsync":
            if let file = names[name] { files[file].synced = files[file].bytes } else { settle() }
            deeds.append(name.isEmpty ? "fsync of the folder" : "fsync of \(name)")
        case "rename", "renameat", "renameat2":
            guard let from = paths.first(where: { $0 != folder })?.dropFirst(folder.count + 1), from != name else {
                throw Unknown(call: call)
            }
            lead(name, to: names[String(from)])
            lead(String(from), to: nil)
            deeds.append("rename \(from) to \(name)")
        case "unlink", "unlinkat":
            lead(name, to: nil)
            deeds.append("remove \(name)")
        case "openat", "close", "flock", "fchmod", "fchown", "fstat", "newfstatat", "statx", "fcntl", "execve", "mkdir",
            "getdents64",
            "access", "faccessat", "faccessat2", "lseek":
            break
        default: throw Unknown(call: call)
        }
    }

    /// Every folder that may be found after a power cut now.
    var remains: Set<[String: [UInt8]]> {
        var folders: Set<[String: [UInt8]]> = [[:]]
        for (name, candidates) in since {
            folders = folders.reduce(into: []) { found, folder in
                for candidate in candidates {
                    guard let candidate else {
                        found.insert(folder)
                        continue
                    }
                    for bytes in files[candidate].remains {
                        found.insert(folder.merging([name: bytes]) { $1 })
                    }
                }
            }
        }
        return folders
    }

    private mutating func lead(_ name: String, to file: Int?) {
        names[name] = file
        since[name, default: [nil]].insert(file)
    }

    private mutating func settle() {
        since = since.reduce(into: [:]) { $0[$1.key] = [names[$1.key]] }
    }
}

extension SystemCall {
    fileprivate var flags: String {
        arguments.compactMap { if case .other(let text) = $0 { text } else { nil } }.joined(separator: ",")
    }
}
