import AdhanSupport
import AdhanCore
import Synchronization

extension DaemonParts {
    /// How often the states of the mirrors are read.
    private static let mirrorInterval: Duration = .seconds(30)

    /// The name of the watch of the mirrors.
    static let mirrorsWatch = "mirrors"

    /// Nil where the config names no mirror.
    func mirrorsWatch(_ inbox: Mailbox<LoopEvent>) -> Watch? {
        let mirrors = configuration.mirror.mirrors
        guard !mirrors.isEmpty else { return nil }
        let told = Mutex<[String: MirrorStatus]?>(nil)
        let subject = mirrors.map(\.directory).joined(separator: "\n")
        return Watch(name: Self.mirrorsWatch, subject: subject, every: Self.mirrorInterval) {
            let before = told.withLock { $0 } ?? [:]
            let found = mirrors.reduce(into: [String: MirrorStatus]()) { found, mirror in
                // Where there is one, no pass begins, and none can say so in that folder.
                let problem = mirror.folderProblem
                let status = MirrorStatus.load(mirror.directory)
                found[mirror.name] =
                    problem.map { (status ?? before[mirror.name] ?? MirrorStatus()).failing($0) } ?? status
            }
            let isNew = told.withLock { told in
                defer { told = found }
                return told != found
            }
            if isNew { inbox.post(.service { service, _, _ in service.model.mirrors = found }) }
            return nil
        }
    }
}
