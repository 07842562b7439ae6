import AdhanConfig
import AdhanControl
import AdhanCore
import AdhanRemote
import AdhanSystem
import Glibc

/// One comparison of a mirror with its bucket, and what follows from it. Whoever makes it holds the mirror's lock.
final class MirrorPass {
    private let mirror: MirrorConfiguration.Mirror
    private let folder: MirrorFolder
    private let client: S3Client
    private let check: ContentCheck
    private let now: () -> Int64
    private let tell: (MirrorEvent) -> Void
    private let end: BootInstant
    private let goesOn: () -> Bool
    private let isOurs: () -> Bool
    private lazy var disk = WholeDisk(of: folder.path)

    private lazy var memory = MirrorMemory.load(mirror.directory)
    private var isMemoryOld = false
    private var savedAt = BootClock.now()
    private(set) var summary = MirrorSummary()
    /// The first of those that were refused; `summary` counts all.
    private(set) var refused: [MirrorStatus.Refusal] = []
    /// What an earlier listing lacked and was kept; nil until the listing has come.
    private(set) var lackedBefore: Set<MirrorPath>?
    /// Files that are gone from the bucket and stay; nil until all is compared.
    private(set) var withheld: Set<MirrorPath>?
    /// The first object that was another by the time that it was fetched, or gone: the listing is old.
    private(set) var changed: String?
    /// The first thing that went wrong with a file.
    private var fault: MirrorFault?
    /// How many fetches have failed one after another, each for a reason of its own, and how many for one that all share.
    private var (failures, outages) = (0, 0)
    /// What the last pass has refused, and said.
    private let known: Set<MirrorStatus.Refusal>
    /// How many the last pass has refused.
    private let countBefore: Int
    /// Whether the last pass failed.
    private let isRepeated: Bool
    /// Whether the last pass has left its state. Without that all is compared.
    private let hasState: Bool
    /// What there is now, if nothing is left to do; nil where that is on record already. It is to be saved after the mirror's state.
    private(set) var settled: MirrorInventory?

    /// Whole parts that have not got their names yet.
    private var ready: [(download: MirrorPlan.Download, part: String, md5: String)] = []

    /// How often what is known of the files is written while they come.
    private static let saveInterval: Duration = .seconds(2)
    /// How many files, or bytes, get their names together: a disk takes as long to settle a few files as one.
    private static let batch = (files: 64, bytes: 16 << 20)
    /// After so many failures in a row the server, the network or the disk is at fault, and not the object.
    private static let mostOutages = 3
    /// After so many objects in a row that cannot be read, most cannot.
    private static let mostFailures = 50
    /// What is left of the disk for the ledger and the rest, in bytes.
    private static let reserve = 64 << 20
    /// In bytes.
    private static let longestReason = 1000
    /// After this a refused content is looked at again, in seconds: the config may be another.
    private static let rejectionHolds: Int64 = 86_400

    /// - Parameters:
    ///   - before: the state after the last pass.
    ///   - goesOn: whether the pass is still wanted.
    ///   - isOurs: whether the folder is still that which is locked.
    init(
        _ mirror: MirrorConfiguration.Mirror,
        _ client: S3Client,
        _ check: ContentCheck,
        after before: MirrorStatus,
        until end: BootInstant,
        goesOn: @escaping () -> Bool,
        isOurs: @escaping () -> Bool,
        now: @escaping () -> Int64,
        tell: @escaping (MirrorEvent) -> Void
    ) {
        (self.mirror, self.client, self.check, self.end) = (mirror, client, check, end)
        (self.goesOn, self.isOurs, self.now, self.tell) = (goesOn, isOurs, now, tell)
        (known, countBefore, isRepeated) = (Set(before.refused), before.refusedCount, before.error != nil)
        hasState = before.lastSuccess != nil
        (summary.files, summary.size) = (before.files, before.size)
        folder = MirrorFolder(path: mirror.directory)
    }

    /// - Parameters:
    ///   - gone: what an earlier listing lacked and was kept; nil for what is remembered of the last pass.
    ///   - again: whether contents that were refused are fetched and checked again.
    /// - Throws: `MirrorFault` where not all could be done. What could be, is.
    func run(gone: Set<MirrorPath>?, again: Bool) throws(MirrorFault) {
        let found = try folder.scan()
        let listing: [BucketObject]
        do throws(FetchFault) {
            listing = try client.list(prefix: mirror.prefix, until: end)
        } catch {
            summarise(found)
            throw goesOn() ? .fetch(error) : .stopped
        }
        let before = MirrorInventory.load(folder.path)
        if hasState, let before, before == inventory(listing, found) {
            summary.refused = countBefore
            return summarise(found)
        }
        if before != nil { try MirrorInventory.remove(folder.path) }
        defer { summarise(memory.files.map { MirrorFolder.Found(path: $0.text, stamp: $1.stamp) }) }
        try compare(listing, found, gone ?? memory.withheld, again: again)
        guard isOurs() else { throw .replaced(folder: folder.path) }
        if isMemoryOld { try save() }
        if let fault { throw fault }
        if changed == nil, memory.rejected.isEmpty, memory.withheld.isEmpty { try settle(listing) }
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
        let plan = MirrorPlan(prefix: mirror.prefix, listing, present: present, gone: gone, limits: mirror.limits)
        (lackedBefore, withheld) = (gone, plan.withheld)
        if plan.hasNewMemory { memory.files.merge(plan.kept) { $1 } }
        isMemoryOld = isMemoryOld || plan.hasNewMemory || plan.withheld != memory.withheld
        if !plan.withheld.isEmpty, plan.withheld != gone {
            tell(.withheld(count: plan.withheld.count, isEmpty: listing.isEmpty))
        }
        memory.withheld = plan.withheld
        for refusal in plan.refusals { refuse(refusal.key, refusal.reason) }
        bring(plan, wanted(plan, listing, again: again))
    }

    /// Fetches and removes.
    private func bring(_ plan: MirrorPlan, _ downloads: [MirrorPlan.Download]) {
        let (blocking, others) = Self.split(plan.deletions, downloads)
        remove(blocking)
        var shortage = shortage(for: downloads)
        if shortage != nil {
            // What is gone from the bucket gives way to what is new.
            remove(others)
            shortage = self.shortage(for: downloads)
        }
        if let shortage {
            fault = shortage
            // The ledger needs the room more than they do.
            folder.clear(keeping: [])
        } else {
            fetch(downloads)
        }
        guard goesOn() else { return fault = .stopped }
        // A file that was renamed in the bucket stays under its old name until it is here under the new one.
        let missing = Set(plan.downloads.filter { memory.files[$0.path]?.etag != $0.object.etag }.map(\.object.etag))
        remove(others.filter { path in memory.files[path].map { !missing.contains($0.etag) } ?? false })
    }

    /// The files on the disk, with what is known of each. Where somebody has changed one, or nothing is known, its bytes are looked at.
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

    /// The downloads without those whose content was refused before.
    private func wanted(
        _ plan: MirrorPlan,
        _ listing: [BucketObject],
        again: Bool
    ) -> [MirrorPlan.Download] {
        let listed = memory.rejected.isEmpty ? [] : Set(listing.map(\.key))
        let rejections = memory.rejected.filter { key, rejection in
            !again && listed.contains(key) && (0..<Self.rejectionHolds).contains(now() - rejection.at)
        }
        isMemoryOld = isMemoryOld || rejections != memory.rejected
        memory.rejected = rejections
        return plan.downloads.filter { download in
            guard let rejection = rejections[download.object.key], rejection.etag == download.object.etag.text else {
                return true
            }
            refuse(download.object.key, rejection.reason)
            return false
        }
    }

    /// Deletions without which a download has no place: a file where it needs a folder, or a folder in its own place.
    private static func split(
        _ deletions: [MirrorPath],
        _ downloads: [MirrorPlan.Download]
    ) -> (blocking: [MirrorPath], others: [MirrorPath]) {
        let names = Set(downloads.map(\.path.text))
        let folders = Set(downloads.flatMap(\.path.folders))
        func blocks(_ path: MirrorPath) -> Bool {
            folders.contains(path.text) || path.folders.contains { names.contains($0) }
        }
        return (deletions.filter(blocks), deletions.filter { !blocks($0) })
    }

    /// Why there is no room for them; nil if there is.
    private func shortage(for downloads: [MirrorPlan.Download]) -> MirrorFault? {
        var needed = downloads.reduce(0) { $0 + $1.object.size }
        guard needed > 0, let free = folder.free, needed + Self.reserve > free else { return nil }
        // Of what was cut a part is there.
        needed = downloads.reduce(0) { $0 + $1.object.size - min(folder.size(ofPart: part($1.object)), $1.object.size) }
        guard needed + Self.reserve > free else { return nil }
        return .full(
            folder: folder.path,
            free: free >> 20,
            needed: (needed + 1 << 20 - 1) >> 20,
            reserve: Self.reserve >> 20
        )
    }

    private func fetch(_ downloads: [MirrorPlan.Download]) {
        // Where the last pass failed, it may have come no further than objects that cannot be read. Another beginning brings the others.
        let start = isRepeated && downloads.count > Self.mostOutages ? Int.random(in: downloads.indices) : 0
        let downloads = Array(downloads[start...] + downloads[..<start])
        let parts = downloads.map { part($0.object) }
        folder.clear(keeping: Set(parts))
        guard !downloads.isEmpty else { return }
        disk = WholeDisk(of: folder.path)
        let wanted = zip(downloads, parts).map {
            S3Download($0.object, part: $1, mode: MirrorFolder.fileMode, reserve: Self.reserve)
        }
        client.download(wanted, until: end) { index, outcome in
            guard wanted.indices.contains(index) else { return false }
            let (download, part) = (downloads[index], parts[index])
            switch outcome {
            case .whole(let md5):
                (failures, outages) = (0, 0)
                take(download, part, md5)
            case .changed:
                changed = changed ?? download.object.key
                unlink(part)
            case .failed(let reason):
                fault = fault ?? .fetch(reason)
                if reason.isOfOneObject { failures += 1 } else { outages += 1 }
            }
            return outages < Self.mostOutages && failures < Self.mostFailures && isOurs()
        }
        place()
        // Another mirror, or something else, may have filled the disk meanwhile.
        if let free = folder.free, free < Self.reserve { folder.clear(keeping: []) }
    }

    private func part(_ object: BucketObject) -> String { "\(folder.parts)/\(Self.partName(object))" }

    /// The name of a part says which version of which object it belongs to.
    private static func partName(_ object: BucketObject) -> String {
        let text = "\(object.key)\0\(object.etag)\0\(object.size)"
        // Without SHA-256 nothing is resumed.
        let name = try? Digest.hex(.sha256, of: Array(text.utf8))  // reason: see above
        return name ?? String(UInt64.random(in: 0...UInt64.max), radix: 36)
    }

    private func take(_ download: MirrorPlan.Download, _ part: String, _ md5: String) {
        if let reason = check.objection(to: download.path, at: part) {
            unlink(part)
            let object = download.object
            memory.rejected[object.key] = MirrorMemory.Rejection(etag: object.etag.text, reason: reason, at: now())
            isMemoryOld = true
            return refuse(object.key, reason)
        }
        ready.append((download, part, md5))
        let bytes = ready.reduce(0) { $0 + $1.download.object.size }
        if ready.count >= Self.batch.files || bytes >= Self.batch.bytes { place() }
    }

    private func place() {
        guard !ready.isEmpty else { return }
        guard isOurs() else { return fault = .replaced(folder: folder.path) }
        let results = folder.place(ready.map { ($0.part, $0.download.path, $0.download.object.size) }, disk)
        for ((download, _, md5), result) in zip(ready, results) {
            switch result {
            case .success(let stamp):
                memory.files[download.path] = MirroredFile(
                    etag: download.object.etag,
                    size: download.object.size,
                    md5: md5,
                    changedAt: now(),
                    stamp: stamp
                )
                isMemoryOld = true
                if download.isUpdate { summary.updated += 1 } else { summary.added += 1 }
                tell((download.isUpdate ? MirrorEvent.updated : MirrorEvent.added)(download.path, download.object.size))
            case .failure(let reason):
                fault = fault ?? reason
                outages += 1
            }
        }
        ready = []
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
        guard refused.count < MirrorStatus.mostRefused else { return }
        let refusal = MirrorStatus.Refusal(key: key, reason: OneLine.of(reason, limit: Self.longestReason))
        refused.append(refusal)
        // What the last pass has said is not said again.
        if !known.contains(refusal) { tell(.refused(key: key, reason: refusal.reason)) }
    }

    private func summarise(_ files: [MirrorFolder.Found]) {
        (summary.files, summary.size) = (files.count, files.reduce(0) { $0 + $1.stamp.size })
    }

    private func save() throws(MirrorFault) {
        try memory.save(mirror.directory)
        (isMemoryOld, savedAt) = (false, BootClock.now())
    }
}

extension FetchFault {
    /// Whether it may concern one object only, and the next can be fetched.
    fileprivate var isOfOneObject: Bool {
        switch kind {
        case .absent, .denied, .refused, .server, .tooLarge: true
        case .busy, .unreachable, .untrusted, .here: false
        }
    }
}
