import AdhanSupport
import Glibc

/// The temporary ledger and marks of rehearsals, named by the process. What a killed one leaves is removed by the next
/// rehearsal and by the next start of the daemon.
struct RehearsalFiles: Sendable {
    /// The temporary ledger's path without its ending.
    let ledger: String
    /// The folder for marks.
    let runtime: String

    private static let infix = "rehearsal-"

    package func ledger(of process: pid_t) -> String { "\(ledger).\(Self.infix)\(process)" }
    package func marks(of process: pid_t) -> String { "\(runtime)/\(Self.infix)\(process)" }

    package func remove(of process: pid_t) {
        let temporary = ledger(of: process)
        for path in [temporary, temporary + "-journal", marks(of: process)] {
            // Another user's file is removed by that user or the daemon.
            Folder.remove(path)
        }
    }

    /// Removes the files of processes that have ended. It may block.
    func removeLeftovers() {
        let places = [
            (PathName.folder(of: ledger), "\(PathName.name(of: ledger)).\(Self.infix)"), (runtime, Self.infix),
        ]
        for (folder, prefix) in places {
            // A bound far above what such a folder has.
            for name in Folder.names(in: folder, limit: 10_000) where name.hasPrefix(prefix) {
                let digits = name.dropFirst(prefix.count).prefix { $0.isASCII && $0.isNumber }
                if let process = pid_t(digits), process > 0, kill(process, 0) != 0, errno == ESRCH {
                    remove(of: process)
                }
            }
        }
    }
}

extension RehearsalFiles {
    /// - Parameter locations: the folders of the process that rehearses.
    init(_ locations: Locations) { self.init(ledger: locations.state + "/ledger.sqlite", runtime: locations.runtime) }
}
