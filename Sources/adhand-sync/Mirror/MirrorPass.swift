import AdhanSupport
import AdhanCore
import Glibc

/// One comparison of a mirror with its bucket, and what follows from it. Whoever makes it holds the mirror's lock.
final class MirrorPass {
    private let mirror: MirrorConfiguration.Mirror
    private let folder: MirrorFolder
    private let client: S3Client
    private let check: ContentCheck
    private let isUsed: (MirrorPath) -> Bool
    private let now: () -> Int64
    private let tell: (MirrorEvent) -> Void
    private let end: BootInstant
    private let goesOn: () -> Bool
    private let isOurs: () -> Bool

    private lazy var memory = MirrorMemory.load(mirror.directory)
    private var isMemoryOld = false
    private var savedAt = BootClock.now()
    private(set) var summary = MirrorSummary()
    /// Of those that were refused, first those that the config asks for; `summary` counts all.
    private(set) var refused: [MirrorStatus.Refusal] = []
    /// How many of them the config asks for.
    private var refusedUsed = 0
    /// What an earlier listing lacked and was kept; nil until the listing has come.
    private(set) var lackedBefore: Set<MirrorPath>?
    /// Files that are gone from the bucket and stay; nil until all is compared.
    private(set) var withheld: Set<MirrorPath>?
    /// The first object that was another by the time that it was fetched, or gone: the listing is old.
    private(set) var changed: String?
    /// The first thing that went wrong with a file.
    private var fault: MirrorFault?
    /// What the last pass has refused, and said.
    private let known: Set<MirrorStatus.Refusal>
    /// How many the last pass has refused.
    private let countBefore: Int
    /// Whether the last pass failed.
    private let isRepeated: Bool
    /// Whether the last pass has left its state. Without that all is compared.
    private let hasState: Bool
    /// The inventory to save after the mirror's state, once nothing is left to do; nil if it is saved already.
    private(set) var settled: MirrorInventory?

    /// How often what is known of the files is written while they come.
    private static let saveInterval: Duration = .seconds(2)
    /// In bytes.
    private static let longestReason = 1000
    /// After this a refused content is looked at again, in seconds: the config may be another.
    private static let rejectionHolds: Int64 = 86_400

    /// - Parameters:
    ///   - isUsed: whether the config asks for a file.
    ///   - before: the state after the last pass.
    ///   - goesOn: whether the pass is still wanted.
    ///   - isOurs: whether the folder is still that which is locked.
    init(
        _ mirror: MirrorConfiguration.Mirror,
        _ client: S3Client,
        _ check: ContentCheck,
        isUsed: @escaping (MirrorPath) -> Bool,
        after before: MirrorStatus,
        until end: BootInstant,
        goesOn: @escaping () -> Bool,
        isOurs: @escaping () -> Bool,
        now: @escaping () -> Int64,
        tell: @escaping (MirrorEvent) -> Void
    ) {
        (self.mirror, self.client, self.check, self.isUsed, self.end) = (mirror, client, check, isUsed, end)
        (self.goesOn, self.isOurs, self.now, self.tell) = (goesOn, isOurs, now, tell)
        (known, countBefore, isRepeated) = (Set(before.refused), before.refusedCount, before.error != nil)
        hasState = before.lastSuccess != nil
        (summary.files, summary.size) = (before.files, before.size)
        folder = MirrorFolder(path: mirror.directory)
    }

    /// - Parameters:
    ///   - gone: what an earlier listing lacked and was kept; nil for what is remembered of the last pass.
    ///   - again: whether contents that were refused are fetched and checked again.
    ///   - byHand: whether a person asked for it. What two listings lack is then removed,
    ///     however soon one follows the other.
    /// - Throws: `MirrorFault` where not all could be done. What could be, is.
    func run(gone: Set<MirrorPath>?, again: Bool, byHand: Bool) throws(MirrorFault) {
        let found = try folder.scan()
        let listing: [BucketObject]
        do throws(FetchFault) {
            listing = try client.list(prefix: mirror.prefix, until: end)
        } catch {
            // reason: what no object can be called is another's file
            summarise(found.filter { (try? MirrorPath($0.path)) != nil })
            throw goesOn() ? .fetch(error) : .stopped
        }
        let before = MirrorInventory.load(folder.path)
        if hasState, let before, before == inventory(listing, found) {
            summary.refused = countBefore
            return
        }
        if before != nil { try MirrorInventory.remove(folder.path) }
        defer { summarise(memory.files.map { MirrorFolder.Found(path: $0.text, stamp: $1.stamp) }) }
        try compare(listing, found, gone ?? (byHand || isOldEnough ? memory.withheld : []), again: again)
        if isMemoryOld { try save() }
        if let fault { throw fault }
        if changed == nil, memory.rejected.isEmpty, memory.withheld.isEmpty { try settle(listing) }
    }

    /// Whether what is withheld has been so for a while: a pass that follows at once, as after a change of the config,
    /// sees the same slip.
    private var isOldEnough: Bool {
        memory.withheldAt.map { now() - $0 >= mirror.interval.components.seconds / 2 } ?? true
    }

    private func inventory(_ listing: [BucketObject], _ found: [MirrorFolder.Found]) -> MirrorInventory? {
        MirrorInventory(mirror.prefix, mirror.limits, listing, found)
    }

    /// There is nothing to do until the bucket or the folder is another.
    private func settle(_ listing: [BucketObject]) throws(MirrorFault) {
        let found = try folder.scan()
        // What somebody has changed meanwhile is looked at by the next pass.
        guard MirrorFolder.stamps(found) == memory.files.mapValues(\.stamp) else { return }
        settled = inventory(listing, found)
    }

    private func compare(
        _ listing: [BucketObject],
        _ found: [MirrorFolder.Found],
        _ gone: Set<MirrorPath>,
        again: Bool
    ) throws(MirrorFault) {
        let present = try present(found)
        memory.files = present
        let plan = MirrorPlan(
            prefix: mirror.prefix,
            listing,
            present: present,
            gone: gone,
            rejected: rejected(listing, again: again),
            limits: mirror.limits,
            isUsed: isUsed
        )
        (lackedBefore, withheld) = (gone, plan.withheld)
        if plan.hasNewMemory { memory.files.merge(plan.kept) { $1 } }
        isMemoryOld = isMemoryOld || plan.hasNewMemory || plan.withheld != memory.withheld
        if !plan.withheld.isEmpty, plan.withheld != memory.withheld {
            tell(.withheld(count: plan.withheld.count, isEmpty: listing.isEmpty))
        }
        memory.withheld = plan.withheld
        // A clock that was ahead meanwhile does not hold it up for ever.
        memory.withheldAt = plan.withheld.isEmpty ? nil : min(memory.withheldAt ?? now(), now())
        for refusal in plan.refusals { refuse(refusal.key, refusal.reason) }
        bring(plan)
    }

    /// Fetches and removes.
    private func bring(_ plan: MirrorPlan) {
        let (blocking, others) = plan.orderedDeletions
        let fetch = MirrorFetch(folder, client, check, isOurs: isOurs) { [unowned self] in ended($0, $1) }
        remove(blocking)
        var shortage = fetch.shortage(for: plan.downloads)
        if shortage != nil {
            // What is gone from the bucket gives way to what is new.
            remove(others)
            shortage = fetch.shortage(for: plan.downloads)
        }
        if let shortage {
            fault = shortage
            // The ledger needs the room more than they do.
            folder.clear(keeping: [])
        } else {
            fetch.run(plan.downloads, isRepeated: isRepeated, until: end)
            (changed, fault) = (fetch.changed, fault ?? fetch.fault)
        }
        guard goesOn() else { return fault = .stopped }
        // A file that was renamed in the bucket stays under its old name until it is here under the new one.
        let unread = (plan.downloads + plan.rejected).filter { memory.files[$0.path]?.etag != $0.object.etag }
        let missing = Set(unread.map(\.object.etag))
        remove(others.filter { path in memory.files[path].map { !missing.contains($0.etag) } ?? false })
    }

    /// The files on the disk, with what is known of each. Where somebody has changed one, or nothing is known, its
    /// bytes are looked at.
    private func present(_ files: [MirrorFolder.Found]) throws(MirrorFault) -> [MirrorPath: MirroredFile] {
        let found = MirrorFolder.stamps(files)
        var present: [MirrorPath: MirroredFile] = [:]
        present.reserveCapacity(found.count)
        for (path, stamp) in found {
            let known = memory.files[path]
            if let known, known.stamp == stamp, known.size == stamp.size {
                present[path] = known
                continue
            }
            isMemoryOld = true
            let md5 = try folder.md5(path)
            if var known, known.md5 == md5 {
                known.stamp = stamp
                present[path] = known
            } else {
                present[path] = MirroredFile(
                    etag: ETag(md5),
                    size: stamp.size,
                    md5: md5,
                    changedAt: stamp.written / 1_000_000_000,
                    stamp: stamp
                )
            }
        }
        isMemoryOld = isMemoryOld || present.count != memory.files.count
        return present
    }

    /// Why the content of an object was refused before, by its key.
    private func rejected(_ listing: [BucketObject], again: Bool) -> [String: String] {
        guard !memory.rejected.isEmpty else { return [:] }
        let listed = Dictionary(listing.map { ($0.key, $0.etag.text) }) { first, _ in first }
        let standing = memory.rejected.filter { key, rejection in
            !again && listed[key] == rejection.etag && (0..<Self.rejectionHolds).contains(now() - rejection.at)
        }
        isMemoryOld = isMemoryOld || standing != memory.rejected
        memory.rejected = standing
        return standing.mapValues(\.reason)
    }

    private func ended(_ download: MirrorPlan.Download, _ outcome: MirrorFetch.Outcome) {
        let object = download.object
        isMemoryOld = true
        switch outcome {
        case .placed(let md5, let stamp):
            memory.files[download.path] = MirroredFile(
                etag: object.etag,
                size: object.size,
                md5: md5,
                changedAt: now(),
                stamp: stamp
            )
            if download.isUpdate { summary.updated += 1 } else { summary.added += 1 }
            tell((download.isUpdate ? MirrorEvent.updated : MirrorEvent.added)(download.path, object.size))
        case .rejected(let reason):
            memory.rejected[object.key] = MirrorMemory.Rejection(etag: object.etag.text, reason: reason, at: now())
            refuse(object.key, reason)
        }
        // A process that is killed has then little to look at again. At the end a failure is said.
        if BootClock.now() - savedAt > Self.saveInterval { try? save() }  // reason: see above
    }

    private func remove(_ paths: [MirrorPath]) {
        guard !paths.isEmpty else { return }
        guard isOurs() else { return fault = .replaced(folder: folder.path) }
        let (gone, problem) = folder.remove(paths)
        fault = fault ?? problem
        for path in gone {
            memory.files[path] = nil
            isMemoryOld = true
            summary.removed += 1
            tell(.removed(path))
        }
    }

    private func refuse(_ key: String, _ reason: String) {
        summary.refused += 1
        // reason: what no file can be called is not asked for
        let isWanted = (try? MirrorPath(key: key, below: mirror.prefix)).map(isUsed) ?? false
        guard refused.count < MirrorStatus.mostRefused || isWanted else { return }
        let refusal = MirrorStatus.Refusal(key: key, reason: OneLine.of(reason, limit: Self.longestReason))
        refused.insert(refusal, at: isWanted ? refusedUsed : refused.count)
        if isWanted { refusedUsed += 1 }
        refused = Array(refused.prefix(MirrorStatus.mostRefused))
        refusedUsed = min(refusedUsed, refused.count)
        // What the last pass has said is not said again.
        if !known.contains(refusal) { tell(.refused(key: key, reason: refusal.reason)) }
    }

    private func summarise(_ files: [MirrorFolder.Found]) {
        (summary.files, summary.size) = (files.count, files.reduce(0) { $0 + $1.stamp.size })
    }

    private func save() throws(MirrorFault) {
        guard isOurs() else { throw .replaced(folder: folder.path) }
        try memory.save(mirror.directory)
        (isMemoryOld, savedAt) = (false, BootClock.now())
    }
}
