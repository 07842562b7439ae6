import AdhanCore
import AdhanSupport
import Glibc

/// Fetches objects of a bucket into a mirror's folder.
/// Each gets its name when it is whole and its content has passed the check.
final class MirrorFetch {
    private let folder: MirrorFolder
    private let client: S3Client
    private let contentCheck: ContentCheck
    private let stillLocked: () -> Bool
    private let ended: (MirrorPlan.Download, Outcome) -> Void
    private let disk: DiskSync

    /// What became of an object that was fetched.
    enum Outcome {
        /// It has its name.
        case placed(md5: String, MirrorStamp)
        /// Its content is not used, for this reason.
        case rejected(String)
    }

    /// The first object that was another by the time that it was fetched, or gone: the listing is old.
    private(set) var changed: String?
    /// The first thing that went wrong.
    private(set) var fault: MirrorFault?
    /// Failures in a row: of single objects, of the server, the network or the disk, and of files that got no name.
    private var (failures, outages, unplaced) = (0, 0, 0)

    /// A whole part that has not got its name yet.
    private struct Ready {
        let download: MirrorPlan.Download
        let part: String
        let md5: String
    }

    private var ready: [Ready] = []
    /// When `placeWaiting` last gave names.
    private var placedAt = BootClock.now()

    /// A batch gets its names once it has so many files or bytes: a disk takes as long to settle a few files as one.
    private static let batch = (files: 64, bytes: 16 << 20)
    /// A smaller one gets them after this: a whole file does not wait for an object that comes slowly.
    private static let patience: Duration = .seconds(2)
    /// After so many failures in a row the server, the network or the disk is at fault, and not the object.
    private static let mostOutages = 3
    /// After so many objects in a row that cannot be read, most cannot.
    private static let mostFailures = 50
    /// What is left of the disk for the ledger and the settings, in bytes.
    private let reserve: Int

    /// - Parameters:
    ///   - ended: gets what became of each object. For one that could not be fetched see `fault` and `changed`.
    init(
        _ folder: MirrorFolder,
        _ client: S3Client,
        _ check: ContentCheck,
        stillLocked: @escaping () -> Bool,
        ended: @escaping (MirrorPlan.Download, Outcome) -> Void
    ) {
        (self.folder, self.client, contentCheck) = (folder, client, check)
        (self.stillLocked, self.ended) = (stillLocked, ended)
        disk = DiskSync(of: folder.path)
        reserve = FreeSpace.reserve(of: folder.path)
    }

    /// Why there is no room for them; nil if there is.
    func shortage(for downloads: [MirrorPlan.Download]) -> MirrorFault? {
        var needed = downloads.reduce(0) { $0 + $1.object.size }
        guard needed > 0, let free = FreeSpace.of(folder.path), needed + reserve > free else { return nil }
        // Partial downloads exist already.
        needed = downloads.reduce(0) { $0 + $1.object.size - min(folder.size(ofPart: part($1.object)), $1.object.size) }
        guard needed + reserve > free else { return nil }
        return .full(
            folder: folder.path,
            free: free >> 20,
            needed: (needed + 1 << 20 - 1) >> 20,
            reserve: reserve >> 20
        )
    }

    /// - Parameters:
    ///   - isRepeated: whether the last pass failed. It may have stopped at objects that cannot be read; from another
    ///     beginning the others come.
    func run(_ downloads: [MirrorPlan.Download], isRepeated: Bool, until end: BootInstant) {
        let start = isRepeated && downloads.count > Self.mostOutages ? Int.random(in: downloads.indices) : 0
        let downloads = Array(downloads[start...] + downloads[..<start])
        let parts = downloads.map { part($0.object) }
        folder.clear(keeping: Set(parts))
        guard !downloads.isEmpty else { return }
        let wanted = zip(downloads, parts).map {
            S3Download(object: $0.object, part: $1, mode: MirrorFolder.fileMode, reserve: reserve)
        }
        client.download(wanted, until: end, meanwhile: placeWaiting) { index, outcome in
            guard wanted.indices.contains(index) else { return false }
            let (download, part) = (downloads[index], parts[index])
            switch outcome {
            case .whole(let md5):
                (failures, outages) = (0, 0)
                check(download, part, md5)
            case .changed:
                changed = changed ?? download.object.key
                unlink(part)
            case .failed(let reason):
                fault = fault ?? .fetch(reason)
                if reason.isOfOneObject { failures += 1 } else { outages += 1 }
            }
            return shouldContinue
        }
        place()
        // Another mirror, or something else, may have filled the disk meanwhile.
        if let free = FreeSpace.of(folder.path), free < reserve { folder.clear(keeping: []) }
    }

    private func part(_ object: BucketObject) -> String { "\(folder.parts)/\(Self.partName(object))" }

    /// The name of a part says which version of which object it belongs to.
    private static func partName(_ object: BucketObject) -> String {
        let text = "\(object.key)\0\(object.etag)\0\(object.size)"
        // Without SHA-256 nothing is resumed.
        let name = try? Digest.hex(.sha256, of: Array(text.utf8))  // reason: see above
        return name ?? String(UInt64.random(in: 0...UInt64.max), radix: 36)
    }

    private func check(_ download: MirrorPlan.Download, _ part: String, _ md5: String) {
        if let reason = contentCheck.objection(to: download.path, at: part) {
            unlink(part)
            return ended(download, .rejected(reason))
        }
        ready.append(Ready(download: download, part: part, md5: md5))
        let bytes = ready.reduce(0) { $0 + $1.download.object.size }
        if ready.count >= Self.batch.files || bytes >= Self.batch.bytes { place() }
    }

    private var shouldContinue: Bool {
        outages < Self.mostOutages && unplaced < Self.mostOutages && failures < Self.mostFailures && stillLocked()
    }

    private func placeWaiting() -> Bool {
        let now = BootClock.now()
        guard now - placedAt > Self.patience else { return true }
        placedAt = now
        place()
        return shouldContinue
    }

    private func place() {
        guard !ready.isEmpty else { return }
        guard stillLocked() else { return fault = .replaced(folder: folder.path) }
        let results = folder.place(ready.map { ($0.part, $0.download.path, $0.download.object.size) }, disk)
        for (file, result) in zip(ready, results) {
            switch result {
            case .success(let stamp):
                unplaced = 0
                ended(file.download, .placed(md5: file.md5, stamp))
            case .failure(let reason):
                unplaced += 1
                fault = fault ?? reason
            }
        }
        ready = []
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
