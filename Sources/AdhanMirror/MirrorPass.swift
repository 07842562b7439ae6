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
    private lazy var disk = WholeDisk(of: folder.path)

    private var memory: MirrorMemory
    private var isMemoryOld = false
    private var savedAt = BootClock.now()
    private(set) var summary = MirrorSummary()
    private(set) var refused: [MirrorStatus.Refusal] = []
    private(set) var withheld: [String] = []
    /// Whether an object was another by the time that it was fetched, so that the listing is old.
    private(set) var sawChange = false
    /// The first thing that went wrong with a file.
    private var fault: MirrorFault?
    /// How many fetches have failed one after another.
    private var failures = 0

    /// Whole parts that have not got their names yet.
    private var ready: [(download: MirrorPlan.Download, part: String, md5: String)] = []

    /// How often what is known of the files is written while they come.
    private static let saveInterval: Duration = .seconds(2)
    /// How many files, or bytes, get their names together: a disk takes as long to settle a few files as one.
    private static let batch = (files: 64, bytes: 16 << 20)
    /// After so many failures in a row the server, the network or the disk is at fault, and not the object.
    private static let mostFailures = 3
    /// What is left of the disk for the ledger and the rest, in bytes.
    private static let reserve = 64 << 20
    /// After this a refused content is looked at again, in seconds: the config may be another.
    private static let rejectionHolds: Int64 = 86_400

    init(
        _ mirror: MirrorConfiguration.Mirror,
        _ client: S3Client,
        _ check: ContentCheck,
        until end: BootInstant,
        now: @escaping () -> Int64,
        tell: @escaping (MirrorEvent) -> Void
    ) {
        (self.mirror, self.client, self.check, self.end) = (mirror, client, check, end)
        (self.now, self.tell) = (now, tell)
        folder = MirrorFolder(path: mirror.directory)
        memory = MirrorMemory.load(mirror.directory)
    }

    /// - Parameters:
    ///   - before: the state after the last pass.
    ///   - again: whether contents that were refused are fetched and checked again.
    /// - Throws: `MirrorFault` where not all could be done. What could be, is.
    func run(_ before: MirrorStatus, again: Bool) throws(MirrorFault) {
        let present = try present()
        memory.files = present
        let listing: [BucketObject]
        do throws(FetchFault) {
            listing = try client.list(prefix: mirror.prefix, until: end)
        } catch {
            summarise()
            throw .fetch(error)
        }
        // What is no path by now was removed from the state by hand.
        let gone = Set(before.withheld.compactMap { try? MirrorPath($0) })  // reason: see above
        let plan = MirrorPlan(prefix: mirror.prefix, listing, present: present, gone: gone, limits: mirror.limits)
        if plan.hasNewMemory { memory.files.merge(plan.kept) { $1 } }
        isMemoryOld = isMemoryOld || plan.hasNewMemory
        withheld = plan.withheld.map(\.text).sorted()
        for refusal in plan.refusals { refuse(refusal.key, refusal.reason, before) }
        if !withheld.isEmpty, withheld != before.withheld {
            tell(.withheld(count: withheld.count, isEmpty: listing.isEmpty))
        }
        let downloads = wanted(plan, listing, before, again: again)
        let (blocking, others) = Self.split(plan.deletions, downloads)
        remove(blocking)
        try checkRoom(for: downloads)
        fetch(downloads, before)
        // The bucket may have the file under another name that could not be fetched.
        if fault == nil { remove(others) }
        summarise()
        if isMemoryOld { try save() }
        if let fault { throw fault }
    }

    /// The files on the disk, with what is known of each. Where somebody has changed one, or nothing is known, its bytes are looked at.
    private func present() throws(MirrorFault) -> [MirrorPath: MirroredFile] {
        let found = try folder.scan()
        var present: [MirrorPath: MirroredFile] = [:]
        present.reserveCapacity(found.count)
        for (path, stamp) in found {
            let known = memory.files[path]
            if let known, known.stamp == stamp {
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
        _ before: MirrorStatus,
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
            refuse(download.object.key, rejection.reason, before)
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

    private func checkRoom(for downloads: [MirrorPlan.Download]) throws(MirrorFault) {
        let needed = downloads.reduce(0) { $0 + $1.object.size }
        guard needed > 0, let free = folder.free, needed + Self.reserve > free else { return }
        summarise()
        throw .full(folder: folder.path, free: free >> 20, needed: needed >> 20)
    }

    private func fetch(_ downloads: [MirrorPlan.Download], _ before: MirrorStatus) {
        let parts = downloads.map { "\(folder.parts)/\(Self.partName($0.object))" }
        folder.clear(keeping: Set(parts))
        guard !downloads.isEmpty else { return }
        disk = WholeDisk(of: folder.path)
        let wanted = zip(downloads, parts).map { S3Download($0.object, part: $1) }
        client.download(wanted, until: end) { index, outcome in
            guard downloads.indices.contains(index) else { return false }
            let (download, part) = (downloads[index], parts[index])
            switch outcome {
            case .whole(let md5):
                failures = 0
                take(download, part, md5, before)
            case .changed:
                sawChange = true
                unlink(part)
            case .failed(let reason):
                fault = fault ?? .fetch(reason)
                failures += 1
            }
            return failures < Self.mostFailures
        }
        place()
    }

    /// The name of a part says which version of which object it belongs to.
    private static func partName(_ object: BucketObject) -> String {
        let text = "\(object.key)\0\(object.etag)\0\(object.size)"
        // Without SHA-256 nothing is resumed.
        let name = try? Digest.hex(.sha256, of: Array(text.utf8))  // reason: see above
        return name ?? String(UInt64.random(in: 0...UInt64.max), radix: 36)
    }

    private func take(_ download: MirrorPlan.Download, _ part: String, _ md5: String, _ before: MirrorStatus) {
        if let reason = check.objection(to: download.path, at: part) {
            unlink(part)
            let object = download.object
            memory.rejected[object.key] = MirrorMemory.Rejection(etag: object.etag.text, reason: reason, at: now())
            isMemoryOld = true
            return refuse(object.key, reason, before)
        }
        ready.append((download, part, md5))
        let bytes = ready.reduce(0) { $0 + $1.download.object.size }
        if ready.count >= Self.batch.files || bytes >= Self.batch.bytes { place() }
    }

    private func place() {
        guard !ready.isEmpty else { return }
        let results = folder.place(ready.map { ($0.part, $0.download.path) }, disk)
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
                failures += 1
            }
        }
        ready = []
        // A process that is killed has then little to look at again. At the end a failure is said.
        if BootClock.now() - savedAt > Self.saveInterval { try? save() }  // reason: see above
    }

    private func remove(_ paths: [MirrorPath]) {
        guard !paths.isEmpty else { return }
        for path in folder.remove(paths) {
            memory.files[path] = nil
            isMemoryOld = true
            summary.removed += 1
            tell(.removed(path))
        }
    }

    private func refuse(_ key: String, _ reason: String, _ before: MirrorStatus) {
        let refusal = MirrorStatus.Refusal(key: key, reason: reason)
        refused.append(refusal)
        summary.refused += 1
        // What the last pass has said is not said again.
        if !before.refused.contains(refusal) { tell(.refused(key: key, reason: reason)) }
    }

    private func summarise() {
        summary.files = memory.files.count
        summary.size = memory.files.values.reduce(0) { $0 + $1.size }
    }

    private func save() throws(MirrorFault) {
        try memory.save(mirror.directory)
        (isMemoryOld, savedAt) = (false, BootClock.now())
    }
}
