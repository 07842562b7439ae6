import AdhanCore
import AdhanSetup
import AdhanSupport
import Glibc

/// The mosque's files that the service could not read where they are: on a USB stick, or in a person's home.
struct SetupCopies {
    private struct Copy {
        let key: String
        let from: String
        let target: String
    }

    /// The folders of which the service reads files.
    private static let kept = ["/etc/", "/srv/", "/usr/", "/opt/", "/var/lib/"]
    /// The largest file, in bytes: that of a recording of hours.
    private static let sizeLimit = 64 << 20

    private let copies: [Copy]

    init(_ plan: SetupPlan, to folder: String = "/srv/adhan") {
        copies = plan.files.compactMap { key, file in
            guard !Self.kept.contains(where: { file.hasPrefix($0) }) else { return nil }
            return Copy(key: key, from: file, target: "\(folder)/\(PathName.name(of: file))")
        }
    }

    var changes: [ConfigChange] { copies.map { ConfigChange(key: $0.key, to: .text($0.target)) } }

    /// Makes the copies.
    ///
    /// - Throws: `Ending` where one cannot be made, or another file has its name.
    func make() throws {
        for copy in copies {
            do {
                let bytes = try BoundedFile.read(copy.from, limit: Self.sizeLimit)
                if access(copy.target, F_OK) == 0 {
                    guard try BoundedFile.read(copy.target, limit: Self.sizeLimit) == bytes else {
                        let words = "\(copy.target) is there already, and is another file than \(copy.from)"
                        throw Ending(EX_CANTCREAT, "\(words): rename one of them")
                    }
                    continue
                }
                try AtomicFile.replace(copy.target, with: bytes, leavesReserve: true, folderMode: Folder.serviceMode)
                say("\(copy.from) is copied to \(copy.target), where the service can read it.")
            } catch let fault as FileFault {
                throw Ending(EX_NOINPUT, "\(fault)")
            } catch let fault as AtomicFile.Fault {
                throw Ending(EX_CANTCREAT, "\(fault)")
            }
        }
    }
}
