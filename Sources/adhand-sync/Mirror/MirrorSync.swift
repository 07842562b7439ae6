import AdhanSupport
import AdhanCore
import Synchronization

/// Brings a mirror in line with its bucket. A kill at any moment leaves whole files only,
/// and the next pass goes on from there.
package final class MirrorSync: Sendable {
    /// - goesOn: whether what it fetches is still wanted.
    package typealias ClientMaker =
        @Sendable (MirrorConfiguration.Mirror, _ goesOn: @escaping @Sendable () -> Bool) throws(FetchFault) -> S3Client

    package let mirror: MirrorConfiguration.Mirror
    private let check: ContentCheck
    private let isUsed: @Sendable (MirrorPath) -> Bool
    private let client: ClientMaker
    private let isStopped = Atomic(false)
    private let now: @Sendable () -> Int64
    private let tell: @Sendable (MirrorEvent) -> Void

    /// How long a pass may take.
    package static let patience: Duration = .hours(2)
    /// How often a pass begins anew because the bucket was changed meanwhile.
    private static let rounds = 3

    /// - Parameters:
    ///   - isUsed: whether the config asks for a file of the mirror.
    ///   - client: makes the client of a pass.
    ///   - now: seconds since 1970.
    ///   - tell: gets what happens, at once.
    package init(
        _ mirror: MirrorConfiguration.Mirror,
        _ check: ContentCheck,
        isUsed: @escaping @Sendable (MirrorPath) -> Bool,
        client: @escaping ClientMaker = { mirror, goesOn throws(FetchFault) in
            try MirrorSync.client(of: mirror, goesOn: goesOn)
        },
        now: @escaping @Sendable () -> Int64 = { LinuxClock().wall().seconds },
        tell: @escaping @Sendable (MirrorEvent) -> Void
    ) {
        (self.mirror, self.check, self.isUsed, self.client) = (mirror, check, isUsed, client)
        (self.now, self.tell) = (now, tell)
    }

    /// The client of a mirror, which reads the keys again and again.
    package static func client(
        of mirror: MirrorConfiguration.Mirror,
        goesOn: @escaping @Sendable () -> Bool = { true }
    ) throws(FetchFault) -> S3Client {
        let keys = S3KeyFile(mirror.credentials)
        let settings = S3Client.Settings(mirror.bucket, table: mirror.table)
        return try S3Client(settings, version: Release.version, goesOn: goesOn) { () throws(FetchFault) in
            try keys.read(within: .seconds(5))
        }
    }

    /// Makes one pass; it blocks.
    ///
    /// - Parameters:
    ///   - again: whether contents that were refused are fetched and checked again.
    ///   - byHand: whether a person asked for it. What two listings lack is then removed,
    ///     however soon one follows the other.
    /// - Returns: how the mirror is then; its `error` says why the pass failed.
    package func run(again: Bool = false, byHand: Bool = false) -> MirrorStatus {
        let lock: LockFile
        do throws(MirrorFault) { lock = try lockFolder() } catch { return failed(lastStatus, error) }
        // Only now: another may have ended a pass while the lock was awaited.
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

    /// How the last pass left it.
    private var lastStatus: MirrorStatus { MirrorStatus.load(mirror.directory) ?? MirrorStatus() }

    /// Ends the pass in progress, and each later one: the config is another.
    package func stop() { isStopped.store(true, ordering: .relaxed) }

    private var goesOn: Bool { !isStopped.load(ordering: .relaxed) }

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
            let client = try client(mirror) { [self] in goesOn }
            var summary = MirrorSummary()
            var gone: Set<MirrorPath>?
            for round in 1...Self.rounds {
                let pass = MirrorPass(
                    mirror,
                    client,
                    check,
                    isUsed: isUsed,
                    after: status,
                    until: end,
                    goesOn: { [self] in goesOn },
                    isOurs: { lock.isAt(path) },
                    now: now,
                    tell: tell
                )
                do throws(MirrorFault) {
                    fault = nil
                    try pass.run(gone: gone, again: again && round == 1, byHand: byHand)
                } catch {
                    fault = error
                }
                // What the first round withholds waits for the next pass, and not for the next round.
                gone = pass.lackedBefore
                summary.add(pass.summary)
                if let withheld = pass.withheld {
                    (status.refused, status.refusedCount) = (pass.refused, pass.summary.refused)
                    status.withheldCount = withheld.count
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
        // In a folder that somebody has put there meanwhile, a state would make a mirror of it.
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
        // Not before the state: where it is lost, all is compared again.
        settled?.save(mirror.directory)
        // Who hears of it finds the state.
        if let done { tell(.finished(done)) }
    }
}
