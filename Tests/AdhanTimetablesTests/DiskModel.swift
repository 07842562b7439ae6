/// A model of a folder on a disk that keeps only synced data in a power cut.
///
/// It is as bad as a disk may be: bytes without an fsync may be lost, torn or zeroed, and each name may refer to
/// anything it referred to since the folder's last fsync, independently of other names.
struct DiskModel {
    private struct File {
        var bytes: [UInt8] = []
        var synced: [UInt8] = []

        /// The possible contents after a power cut.
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
    /// What each name referred to since the folder's last fsync; nil is no file.
    private var since: [String: Set<Int?>] = [:]
    /// The operations, for tests of their order.
    private(set) var operations: [String] = []

    /// - Parameter contents: the files in the folder, all synced.
    init(_ folder: String, _ contents: [String: [UInt8]]) {
        self.folder = folder
        for (name, bytes) in contents {
            files.append(File(bytes: bytes, synced: bytes))
            lead(name, to: files.count - 1)
        }
        settle()
    }

    /// Applies a system call to the folder; unrelated calls are ignored.
    ///
    /// - Throws: `Unknown` for a call that the model does not support.
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
            operations.append("write \(name)")
        case "fsync":
            if let file = names[name] { files[file].synced = files[file].bytes } else { settle() }
            operations.append(name.isEmpty ? "fsync of the folder" : "fsync of \(name)")
        case "rename", "renameat", "renameat2":
            guard let from = paths.first(where: { $0 != folder })?.dropFirst(folder.count + 1), from != name else {
                throw Unknown(call: call)
            }
            lead(name, to: names[String(from)])
            lead(String(from), to: nil)
            operations.append("rename \(from) to \(name)")
        case "unlink", "unlinkat":
            lead(name, to: nil)
            operations.append("remove \(name)")
        case "openat", "close", "flock", "fchmod", "fchown", "fstat", "newfstatat", "statx", "fcntl", "execve", "mkdir",
            "getdents64", "statfs",
            "access", "faccessat", "faccessat2", "lseek":
            break
        default: throw Unknown(call: call)
        }
    }

    /// The possible states of the folder after a power cut now.
    var remains: Set<[String: [UInt8]]> {
        var folders: Set<[String: [UInt8]]> = [[:]]
        for (name, candidates) in since {
            folders = folders.reduce(into: []) { found, folder in
                for candidate in candidates {
                    guard let candidate else {
                        found.insert(folder)
                        continue
                    }
                    for bytes in files[candidate].remains { found.insert(folder.merging([name: bytes]) { $1 }) }
                }
            }
        }
        return folders
    }

    private mutating func lead(_ name: String, to file: Int?) {
        names[name] = file
        since[name, default: [nil]].insert(file)
    }

    private mutating func settle() { since = since.reduce(into: [:]) { $0[$1.key] = [names[$1.key]] } }
}

extension SystemCall {
    fileprivate var flags: String {
        arguments.compactMap { if case .other(let text) = $0 { text } else { nil } }.joined(separator: ",")
    }
}
