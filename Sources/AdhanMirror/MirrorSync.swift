import AdhanConfig
import AdhanControl
import AdhanCore
import AdhanRemote
import AdhanSystem

/// Brings a mirror in line with its bucket. A kill at any moment leaves whole files only, and the next pass goes on from there.
package struct MirrorSync: Sendable {
    package typealias ClientMaker = @Sendable (MirrorConfiguration.Mirror) throws(FetchFault) -> S3Client

    package let mirror: MirrorConfiguration.Mirror
    private let check: ContentCheck
    private let client: ClientMaker
    private let now: @Sendable () -> Int64
    private let tell: @Sendable (MirrorEvent) -> Void

    /// How long a pass may take.
    package static let patience: Duration = .hours(2)
    /// How often a pass begins anew because the bucket was changed meanwhile.
    private static let rounds = 3

    /// - Parameters:
    ///   - client: makes the client of a pass.
    ///   - now: seconds since 1970.
    ///   - tell: gets what happens, at once.
    package init(
        _ mirror: MirrorConfiguration.Mirror,
        _ check: ContentCheck,
        client: @escaping ClientMaker = { mirror throws(FetchFault) in try MirrorSync.client(of: mirror) },
        now: @escaping @Sendable () -> Int64 = { LinuxClock().wall().seconds },
        tell: @escaping @Sendable (MirrorEvent) -> Void
    ) {
        (self.mirror, self.check, self.client, self.now, self.tell) = (mirror, check, client, now, tell)
    }

    /// The client of a mirror, which reads the keys again and again.
    package static func client(of mirror: MirrorConfiguration.Mirror) throws(FetchFault) -> S3Client {
        let keys = S3KeyFile(mirror.credentials)
        let settings = S3Client.Settings(mirror.bucket, table: mirror.table)
        return try S3Client(settings, version: Release.version) { () throws(FetchFault) in
            try keys.read(within: .seconds(5))
        }
    }

    /// Makes one pass; it blocks.
    ///
    /// - Parameter again: whether contents that were refused are fetched and checked again.
    /// - Returns: how the mirror is then; its `error` says why the pass failed.
    package func run(again: Bool = false) -> MirrorStatus {
        let folder = MirrorFolder(path: mirror.directory)
        var status = MirrorStatus.load(mirror.directory) ?? MirrorStatus()
        do throws(MirrorFault) {
            try folder.make()
            let lock: LockFile
            do throws(LockFault) { lock = try LockFile("\(folder.own)/lock") } catch { throw .lock(error) }
            try withExtendedLifetime(lock) { () throws(MirrorFault) in try passes(&status, again: again) }
        } catch {
            // Of a mirror at which another is at work, that one writes the state.
            if case .lock = error { status.error = "\(error)" }
            if status.error == nil { status.error = "\(error)" }
            tell(.failed(reason: "\(error)"))
        }
        return status
    }

    private func passes(_ status: inout MirrorStatus, again: Bool) throws(MirrorFault) {
        // Another may have ended a pass while the lock was awaited.
        status = MirrorStatus.load(mirror.directory) ?? MirrorStatus()
        let end = BootClock.now() + Self.patience
        var fault: MirrorFault?
        do throws(FetchFault) {
            let client = try client(mirror)
            for round in 1...Self.rounds {
                let pass = MirrorPass(mirror, client, check, until: end, now: now, tell: tell)
                do throws(MirrorFault) {
                    fault = nil
                    try pass.run(status, again: again && round == 1)
                    (status.refused, status.withheld) = (pass.refused, pass.withheld)
                } catch {
                    fault = error
                }
                (status.files, status.size) = (pass.summary.files, pass.summary.size)
                guard pass.sawChange, fault == nil, round < Self.rounds else {
                    if fault == nil { tell(.finished(pass.summary)) }
                    break
                }
            }
        } catch {
            fault = .fetch(error)
        }
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
    }
}
