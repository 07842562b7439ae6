import AdhanSupport
import AdhanCore
import Glibc

/// One comparison of a mirror with its bucket, and the changes that follow. The caller holds the mirror's lock.
final class MirrorPass {
    private let sync: MirrorSync
    private let folder: MirrorFolder
    private let client: S3Client
    private let end: BootInstant
    private let stillLocked: () -> Bool
    private var mirror: MirrorConfiguration.Mirror { sync.mirror }

    private lazy var index = MirrorIndex.load(mirror.directory)
    private var needsSave = false
    private var savedAt = BootClock.now()
    private(set) var summary = MirrorSummary()
    /// The first refusals, those of files that the config uses before the others; `summary` counts all.
    private(set) var refused: [MirrorStatus.Refusal] = []
    /// How many of them are of files that the config uses.
    private var refusedUsed = 0
    /// The files that an earlier listing lacked and that were kept; nil until the listing has come.
    private(set) var lackedBefore: Set<MirrorPath>?
    /// Files that are gone from the bucket and stay; nil until all is compared.
    private(set) var deferred: Set<MirrorPath>?
    /// The first object that had changed when it was fetched: the listing is old.
    private(set) var changed: String?
    /// The first thing that went wrong with a file.
    private var fault: MirrorFault?
    /// The state after the last pass.
    private let before: MirrorStatus
    /// The inventory to save after the mirror's state, once nothing is left to do; nil if it is saved already.
    private(set) var settled: MirrorInventory?

    /// How often the index is saved while files come.
    private static let saveInterval: Duration = .seconds(2)
    /// In bytes.
    private static let longestReason = 1000
    /// After this a refused content is checked again, in seconds: the config may be another.
    private static let rejectionHolds: Int64 = 86_400

    init(
        _ sync: MirrorSync,
        _ client: S3Client,
        after before: MirrorStatus,
        until end: BootInstant,
        stillLocked: @escaping () -> Bool
    ) {
        (self.sync, self.client, self.before) = (sync, client, before)
        (self.end, self.stillLocked) = (end, stillLocked)
        (summary.files, summary.size) = (before.files, before.size)
        folder = MirrorFolder(path: sync.mirror.directory)
    }

    /// - Parameter gone: the files that an earlier listing lacked and that were kept; nil for those of the index.
    /// - Throws: `MirrorFault` if something could not be done. The rest is done.
    func run(gone: Set<MirrorPath>?, again: Bool, byHand: Bool) throws(MirrorFault) {
        let found = try folder.scan()
        let listing: [BucketObject]
        do throws(FetchFault) {
            listing = try client.list(prefix: mirror.prefix, until: end)
        } catch {
            // reason: what no object can be called is another's file
            summarise(found.filter { (try? MirrorPath($0.path)) != nil })
            throw sync.shouldContinue ? .fetch(error) : .stopped
        }
        let last = MirrorInventory.load(folder.path)
        // Without the state of the last pass all is compared.
        if before.lastSuccess != nil, let last, last == inventory(listing, found) {
            summary.refused = before.refusedCount
            return
        }
        if last != nil { try MirrorInventory.remove(folder.path) }
        defer { summarise(index.files.map { MirrorFolder.Found(path: $0.text, stamp: $1.stamp) }) }
        try compare(listing, found, gone ?? (byHand || isOldEnough ? index.deferred : []), again: again)
        if needsSave { try save() }
        if let fault { throw fault }
        if changed == nil, index.rejected.isEmpty, index.deferred.isEmpty { try settle(listing) }
    }

    /// Whether the deletions were deferred long enough: a pass that follows at once, as after a change of the config,
    /// gets the same wrong listing.
    private var isOldEnough: Bool {
        index.deferredSince.map { sync.now() - $0 >= mirror.interval.components.seconds / 2 } ?? true
    }

    private func inventory(_ listing: [BucketObject], _ found: [MirrorFolder.Found]) -> MirrorInventory? {
        MirrorInventory(mirror.prefix, mirror.limits, listing, found)
    }

    /// There is nothing to do until the bucket or the folder is another.
    private func settle(_ listing: [BucketObject]) throws(MirrorFault) {
        let found = try folder.scan()
        // The next pass compares what somebody has changed meanwhile.
        guard MirrorFolder.stamps(found) == index.files.mapValues(\.stamp) else { return }
        settled = inventory(listing, found)
    }

    private func compare(
        _ listing: [BucketObject],
        _ found: [MirrorFolder.Found],
        _ gone: Set<MirrorPath>,
        again: Bool
    ) throws(MirrorFault) {
        let present = try present(found)
        index.files = present
        let plan = MirrorPlan(
            prefix: mirror.prefix,
            listing,
            present: present,
            gone: gone,
            rejected: rejected(listing, again: again),
            limits: mirror.limits,
            isUsed: sync.isUsed
        )
        (lackedBefore, deferred) = (gone, plan.deferred)
        if plan.changesIndex { index.files.merge(plan.kept) { $1 } }
        needsSave = needsSave || plan.changesIndex || plan.deferred != index.deferred
        if !plan.deferred.isEmpty, plan.deferred != index.deferred {
            sync.tell(.deferred(count: plan.deferred.count, isEmpty: listing.isEmpty))
        }
        index.deferred = plan.deferred
        // A clock that was ahead meanwhile does not hold it up for ever.
        index.deferredSince = plan.deferred.isEmpty ? nil : min(index.deferredSince ?? sync.now(), sync.now())
        for refusal in plan.refusals { refuse(refusal.key, refusal.reason) }
        bring(plan)
    }

    /// Fetches and removes.
    private func bring(_ plan: MirrorPlan) {
        let (blocking, others) = plan.orderedDeletions
        let fetch = MirrorFetch(folder, client, sync.check, stillLocked: stillLocked) { [unowned self] in ended($0, $1)
        }
        remove(blocking)
        var shortage = fetch.shortage(for: plan.downloads)
        if shortage != nil {
            // Deleted objects make room for new ones.
            remove(others)
            shortage = fetch.shortage(for: plan.downloads)
        }
        if let shortage {
            fault = shortage
            // The ledger needs the room more than partial files do.
            folder.clear(keeping: [])
        } else {
            fetch.run(plan.downloads, isRepeated: before.error != nil, until: end)
            (changed, fault) = (fetch.changed, fault ?? fetch.fault)
        }
        guard sync.shouldContinue else { return fault = .stopped }
        // A file that was renamed in the bucket stays under its old name until it is here under the new one.
        let unread = (plan.downloads + plan.rejected).filter { index.files[$0.path]?.etag != $0.object.etag }
        let missing = Set(unread.map(\.object.etag))
        remove(others.filter { path in index.files[path].map { !missing.contains($0.etag) } ?? false })
    }

    /// The files on the disk with their index entries. The bytes of new and changed files are read.
    private func present(_ files: [MirrorFolder.Found]) throws(MirrorFault) -> [MirrorPath: MirroredFile] {
        let found = MirrorFolder.stamps(files)
        var present: [MirrorPath: MirroredFile] = [:]
        present.reserveCapacity(found.count)
        for (path, stamp) in found {
            let known = index.files[path]
            if let known, known.stamp == stamp, known.size == stamp.size {
                present[path] = known
                continue
            }
            needsSave = true
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
        needsSave = needsSave || present.count != index.files.count
        return present
    }

    /// Why the content of an object was refused before, by its key.
    private func rejected(_ listing: [BucketObject], again: Bool) -> [String: String] {
        guard !index.rejected.isEmpty else { return [:] }
        let listed = Dictionary(listing.map { ($0.key, $0.etag.text) }) { first, _ in first }
        let standing = index.rejected.filter { key, rejection in
            !again && listed[key] == rejection.etag && (0..<Self.rejectionHolds).contains(sync.now() - rejection.at)
        }
        needsSave = needsSave || standing != index.rejected
        index.rejected = standing
        return standing.mapValues(\.reason)
    }

    private func ended(_ download: MirrorPlan.Download, _ outcome: MirrorFetch.Outcome) {
        let object = download.object
        needsSave = true
        switch outcome {
        case .placed(let md5, let stamp):
            index.files[download.path] = MirroredFile(
                etag: object.etag,
                size: object.size,
                md5: md5,
                changedAt: sync.now(),
                stamp: stamp
            )
            if download.isUpdate { summary.updated += 1 } else { summary.added += 1 }
            sync.tell((download.isUpdate ? MirrorEvent.updated : MirrorEvent.added)(download.path, object.size))
        case .rejected(let reason):
            index.rejected[object.key] = MirrorIndex.Rejection(etag: object.etag.text, reason: reason, at: sync.now())
            refuse(object.key, reason)
        }
        // A killed process then has little to read again. At the end a failure is reported.
        if BootClock.now() - savedAt > Self.saveInterval { try? save() }  // reason: see above
    }

    private func remove(_ paths: [MirrorPath]) {
        guard !paths.isEmpty else { return }
        guard stillLocked() else { return fault = .replaced(folder: folder.path) }
        let (gone, problem) = folder.remove(paths)
        fault = fault ?? problem
        for path in gone {
            index.files[path] = nil
            needsSave = true
            summary.removed += 1
            sync.tell(.removed(path))
        }
    }

    private func refuse(_ key: String, _ reason: String) {
        summary.refused += 1
        // reason: what no file can be called is not asked for
        let isWanted = (try? MirrorPath(key: key, below: mirror.prefix)).map(sync.isUsed) ?? false
        guard refused.count < MirrorStatus.mostRefused || isWanted else { return }
        let refusal = MirrorStatus.Refusal(key: key, reason: OneLine.of(reason, limit: Self.longestReason))
        refused.insert(refusal, at: isWanted ? refusedUsed : refused.count)
        if isWanted { refusedUsed += 1 }
        refused = Array(refused.prefix(MirrorStatus.mostRefused))
        refusedUsed = min(refusedUsed, refused.count)
        if !before.refused.contains(refusal) { sync.tell(.refused(key: key, reason: refusal.reason)) }
    }

    private func summarise(_ files: [MirrorFolder.Found]) {
        (summary.files, summary.size) = (files.count, files.reduce(0) { $0 + $1.stamp.size })
    }

    private func save() throws(MirrorFault) {
        guard stillLocked() else { throw .replaced(folder: folder.path) }
        try index.save(mirror.directory)
        (needsSave, savedAt) = (false, BootClock.now())
    }
}
