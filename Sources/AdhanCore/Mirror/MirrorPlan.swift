/// The work of one pass, after which a mirror equals its bucket.
package struct MirrorPlan: Sendable, Equatable {
    package struct Download: Sendable, Equatable {
        package let path: MirrorPath
        package let object: BucketObject
        /// Whether the mirror has an earlier version.
        package let isUpdate: Bool
    }

    package struct Refusal: Sendable, Equatable {
        package let key: String
        package let reason: String

        package init(key: String, reason: String) { (self.key, self.reason) = (key, reason) }
    }

    /// In the order of their keys.
    package private(set) var downloads: [Download] = []
    /// Files to remove: they are gone from the bucket.
    package private(set) var deletions: [MirrorPath] = []
    /// Files that have the wanted content, with their new index entries.
    package private(set) var kept: [MirrorPath: MirroredFile] = [:]
    /// Whether the index entry of a kept file changes: another ETag, the same content.
    package private(set) var changesIndex = false
    /// Objects that are not mirrored. An earlier file of that name stays.
    package private(set) var refusals: [Refusal] = []
    /// The refused objects whose content was refused before.
    package private(set) var rejected: [Download] = []
    /// Files that are gone from the bucket, and stay until the next listing lacks them too.
    package private(set) var deferred: Set<MirrorPath> = []

    /// - Parameters:
    ///   - listing: all objects of the bucket with that prefix. An incomplete listing must not come here.
    ///   - gone: `deferred` of the last pass.
    ///   - rejected: why the content of an object was refused before, by its key. It is not fetched again.
    ///   - isUsed: whether the config uses a path. Such a path wins over others that differ only in case.
    package init(
        prefix: String,
        _ listing: [BucketObject],
        present: [MirrorPath: MirroredFile],
        gone: Set<MirrorPath> = [],
        rejected: [String: String] = [:],
        limits: MirrorLimits,
        isUsed: (MirrorPath) -> Bool = { _ in false }
    ) {
        let wanted = wantedObjects(prefix, listing, present, isUsed)
        compare(wanted, present, rejected, limits)
        // Mostly all are kept.
        let missing = kept.count == present.count ? [] : present.keys.filter { !wanted.all.contains($0) }
        remove(missing, of: present.count, listed: listing.count, lackedBefore: gone)
    }

    /// Deletions without which a download has no place: a file where it needs a folder, or a folder in its own place.
    package var orderedDeletions: (blocking: [MirrorPath], others: [MirrorPath]) {
        let names = Set(downloads.map(\.path.text))
        let folders = Set(downloads.flatMap(\.path.folders))
        func blocks(_ path: MirrorPath) -> Bool {
            folders.contains(path.text) || path.folders.contains { names.contains($0) }
        }
        return (deletions.filter(blocks), deletions.filter { !blocks($0) })
    }

    /// The objects by their paths.
    private struct Wanted {
        /// In the order of their keys.
        var order: [(path: MirrorPath, object: BucketObject)] = []
        /// The paths of all objects, also of refused ones: a file of such a path is not gone.
        var all: Set<MirrorPath> = []
    }

    private mutating func refuse(_ key: String, _ reason: some CustomStringConvertible) {
        refusals.append(Refusal(key: key, reason: "\(reason)"))
    }

    private mutating func wantedObjects(
        _ prefix: String,
        _ listing: [BucketObject],
        _ present: [MirrorPath: MirroredFile],
        _ isUsed: (MirrorPath) -> Bool
    ) -> Wanted {
        var wanted = Wanted()
        var found: [(path: MirrorPath, fold: String, object: BucketObject)] = []
        found.reserveCapacity(listing.count)
        wanted.all.reserveCapacity(listing.count)
        wanted.order.reserveCapacity(listing.count)
        var folders: Set<String> = []
        for object in listing where !object.isFolderMark {
            do throws(KeyFault) {
                let path = try MirrorPath(key: object.key, below: prefix)
                // A server that names a key twice is not believed twice.
                guard wanted.all.insert(path).inserted else { continue }
                found.append((path, path.fold, object))
                for folder in path.folders { folders.insert(folder.lowercased()) }
            } catch {
                refuse(object.key, error)
            }
        }
        // Of two names that differ only in case, the one that is used wins, then the one that is already there, then
        // the first of them.
        func rank(_ path: MirrorPath) -> Int { (isUsed(path) ? 2 : 0) + (present[path] != nil ? 1 : 0) }
        var taken: [String: MirrorPath] = [:]
        taken.reserveCapacity(found.count)
        for (path, fold, _) in found {
            guard let other = taken[fold] else {
                taken[fold] = path
                continue
            }
            if rank(path) > rank(other) { taken[fold] = path }
        }
        for (path, fold, object) in found {
            if let other = taken[fold], other != path {
                refuse(object.key, KeyFault.sameAs(other.text))
            } else if folders.contains(fold) {
                refuse(object.key, KeyFault.folder(path.text))
            } else {
                wanted.order.append((path, object))
            }
        }
        return wanted
    }

    /// Within the limits, what is there already comes first, then what is new in the order of the keys.
    private mutating func compare(
        _ wanted: Wanted,
        _ present: [MirrorPath: MirroredFile],
        _ rejected: [String: String],
        _ limits: MirrorLimits
    ) {
        var (size, count) = (0, 0)
        var changed: [(path: MirrorPath, object: BucketObject, growth: Int)] = []
        kept.reserveCapacity(wanted.order.count)
        for (path, object) in wanted.order {
            guard let file = present[path] else {
                changed.append((path, object, object.size))
                continue
            }
            // A file stays until it is replaced, and where it is not.
            (size, count) = (size + file.size, count + 1)
            let (isSame, entry) = Self.compare(file, object)
            guard isSame else {
                changed.append((path, object, object.size - file.size))
                continue
            }
            kept[path] = entry
            changesIndex = changesIndex || entry != file
        }
        // What becomes smaller makes room for the others. A file that is replaced needs no further name.
        let updates = changed.filter { present[$0.path] != nil }.sorted { ($0.growth, $0.path) < ($1.growth, $1.path) }
        for (path, object, growth) in updates + changed.filter({ present[$0.path] == nil }) {
            let download = Download(path: path, object: object, isUpdate: present[path] != nil)
            let reason: String? =
                if let reason = rejected[object.key] {
                    reason
                } else if object.size > limits.file {
                    "it has \(Self.megabytes(object.size)) MB, and file_megabytes allows "
                        + "\(Self.megabytes(limits.file)) MB"
                } else if !download.isUpdate, count >= limits.count {
                    "the mirror has \(count) files already, and 'files' allows \(limits.count)"
                } else if growth > max(0, limits.total - size) {
                    "with it the mirror would have more than total_megabytes allows, \(Self.megabytes(limits.total)) MB"
                } else {
                    nil
                }
            if let reason {
                if rejected[object.key] != nil { self.rejected.append(download) }
                refuse(object.key, reason)
                continue
            }
            size += growth
            if !download.isUpdate { count += 1 }
            downloads.append(download)
        }
        downloads.sort { $0.path < $1.path }
    }

    /// Rounded up, as a file that is a byte too large is too large.
    private static func megabytes(_ bytes: Int) -> Int { bytes >> 20 + (bytes & (1 << 20 - 1) == 0 ? 0 : 1) }

    /// Whether the file has the object's content, and its index entry.
    private static func compare(_ file: MirroredFile, _ object: BucketObject) -> (Bool, MirroredFile) {
        guard file.size == object.size else { return (false, file) }
        if file.etag == object.etag { return (true, file) }
        // The same bytes, uploaded again in another way.
        guard object.etag.md5 == file.md5 else { return (false, file) }
        var file = file
        file.etag = object.etag
        return (true, file)
    }

    /// More than half of the files go only when a second listing lacks them, too; all of them never go at once: an
    /// empty listing may be a wrong prefix, or a bucket that somebody is filling anew.
    private mutating func remove(
        _ missing: [MirrorPath],
        of count: Int,
        listed: Int,
        lackedBefore: Set<MirrorPath>
    ) {
        guard listed > 0 else {
            deferred = Set(missing)
            return
        }
        guard missing.count > count / 2 else {
            deletions = missing.sorted()
            return
        }
        deletions = missing.filter { lackedBefore.contains($0) }.sorted()
        deferred = Set(missing).subtracting(deletions)
    }
}
