import AdhanSupport
import AdhanCore
import Synchronization

/// Makes a mirror equal to its bucket. A kill at any moment leaves whole files only. The next pass goes on from there.
final class MirrorSync: Sendable {
    /// Makes the client of a pass.
    typealias ClientMaker =
        @Sendable (MirrorConfiguration.Mirror, _ shouldContinue: @escaping @Sendable () -> Bool)
        throws(FetchFault) -> S3Client

    let mirror: MirrorConfiguration.Mirror
    let check: ContentCheck
    let isUsed: @Sendable (MirrorPath) -> Bool
    private let client: ClientMaker
    private let isStopped = Atomic(false)
    let now: @Sendable () -> Int64
    let tell: @Sendable (MirrorEvent) -> Void

    /// How long a pass may take.
    static let patience: Duration = .hours(2)
    /// How often a pass begins anew because the bucket was changed meanwhile.
    private static let rounds = 3

    /// - Parameters:
    ///   - now: seconds since 1970.
    init(
        _ mirror: MirrorConfiguration.Mirror,
        _ check: ContentCheck,
        isUsed: @escaping @Sendable (MirrorPath) -> Bool,
        client: @escaping ClientMaker = { mirror, shouldContinue throws(FetchFault) in
            try MirrorSync.client(of: mirror, shouldContinue: shouldContinue)
        },
        now: @escaping @Sendable () -> Int64 = { LinuxClock().wall().seconds },
        tell: @escaping @Sendable (MirrorEvent) -> Void
    ) {
        (self.mirror, self.check, self.isUsed, self.client) = (mirror, check, isUsed, client)
        (self.now, self.tell) = (now, tell)
    }

    /// The client of a mirror, with the current keys of its key file.
    static func client(
        of mirror: MirrorConfiguration.Mirror,
        shouldContinue: @escaping @Sendable () -> Bool = { true }
    ) throws(FetchFault) -> S3Client {
        let keys = S3KeyFile(mirror.credentials)
        let settings = S3Client.Settings(mirror.bucket, table: mirror.table)
        return try S3Client(settings, version: Release.version, shouldContinue: shouldContinue) {
            () throws(FetchFault) in
            try keys.read(within: .seconds(5))
        }
    }

    /// Makes one pass; it blocks.
    ///
    /// - Parameters:
    ///   - again: whether refused contents are fetched and checked again.
    ///   - byHand: whether a person asked for it: files that two listings lack are then removed, however soon.
    /// - Returns: the state afterwards; its `error` says why the pass failed.
    func run(again: Bool = false, byHand: Bool = false) -> MirrorStatus {
        let lock: LockFile
        do throws(MirrorFault) { lock = try lockFolder() } catch { return failed(lastStatus, error) }
        // Only now: another process may have ended a pass meanwhile.
        var status = lastStatus
        do throws(MirrorFault) {
            try withExtendedLifetime(lock) { () throws(MirrorFault) in try passes(&status, lock, again, byHand) }
        } catch {
            if case .stopped = error { return status }
            return failed(status, error)
        }
        return status
    }

    /// Makes the folder where it is missing.
    private func lockFolder() throws(MirrorFault) -> LockFile {
        if let problem = mirror.folderProblem { throw .other(problem) }
        let folder = MirrorFolder(path: mirror.directory)
        try folder.make()
        do throws(LockFault) { return try LockFile(Self.lockFile(folder)) } catch { throw .lock(error) }
    }

    private static func lockFile(_ folder: MirrorFolder) -> String { "\(folder.own)/lock" }

    private func failed(_ status: MirrorStatus, _ fault: MirrorFault) -> MirrorStatus {
        var status = status
        status.error = "\(fault)"
        tell(.failed(reason: "\(fault)"))
        return status
    }

    private var lastStatus: MirrorStatus { MirrorStatus.load(mirror.directory) ?? MirrorStatus() }

    /// Ends the pass in progress, and each later one: the config has changed.
    func stop() { isStopped.store(true, ordering: .relaxed) }

    var shouldContinue: Bool { !isStopped.load(ordering: .relaxed) }

    private func passes(
        _ status: inout MirrorStatus,
        _ lock: LockFile,
        _ again: Bool,
        _ byHand: Bool
    ) throws(MirrorFault) {
        let path = Self.lockFile(MirrorFolder(path: mirror.directory))
        let end = BootClock.now() + Self.patience
        var fault: MirrorFault?
        var settled: MirrorInventory?
        var done: MirrorSummary?
        do throws(FetchFault) {
            let client = try client(mirror) { [self] in shouldContinue }
            var summary = MirrorSummary()
            var gone: Set<MirrorPath>?
            for round in 1...Self.rounds {
                let pass = MirrorPass(self, client, after: status, until: end) { lock.isAt(path) }
                do throws(MirrorFault) {
                    fault = nil
                    try pass.run(gone: gone, again: again && round == 1, byHand: byHand)
                } catch {
                    fault = error
                }
                // Deletions that the first round defers wait for the next pass, not for the next round.
                gone = pass.lackedBefore
                summary.add(pass.summary)
                if let deferred = pass.deferred {
                    (status.refused, status.refusedCount) = (pass.refused, pass.summary.refused)
                    status.withheldCount = deferred.count
                }
                (status.files, status.size) = (summary.files, summary.size)
                settled = pass.settled
                guard let changed = pass.changed, fault == nil else { break }
                if round == Self.rounds { fault = .changing(key: changed) }
            }
            done = summary
        } catch {
            fault = .fetch(error)
        }
        if case .stopped = fault { throw .stopped }
        // A state file would turn a folder that somebody has put there meanwhile into a mirror.
        guard lock.isAt(path) else { throw fault ?? .replaced(folder: mirror.directory) }
        status.lastPass = now()
        status.error = fault.map { "\($0)" }
        if let fault {
            status.lastFailure = MirrorStatus.Failure(at: status.lastPass, kind: fault.kind, reason: "\(fault)")
        } else {
            status.lastSuccess = status.lastPass
        }
        do { try status.save(mirror.directory) } catch {
            throw .other("the state of the mirror cannot be kept: \(error)")
        }
        if let fault { throw fault }
        // Not before the state: if that is lost, all is compared again.
        settled?.save(mirror.directory)
        // Subscribers then find the state.
        if let done { tell(.finished(done)) }
    }
}
