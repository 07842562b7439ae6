import AdhanSupport
import AdhanCore
import Glibc

/// Which file is used for each name.
struct ResourceList {
    struct Resource: Codable, Equatable {
        let name: String
        /// The mirror that it comes from; nil for the original.
        let mirror: String?
        let path: String
        /// In bytes; nil where there is no such file.
        let size: Int?
        let md5: String?
        /// In UTC, as ISO 8601.
        let changed: String?
    }

    /// Sorted by their names.
    let resources: [Resource]

    /// Reads the disk, and may block for long.
    ///
    /// - Throws: `FileFault` if a mirror may not be read.
    init(_ configuration: Configuration, _ locations: Locations) throws(FileFault) {
        let lookup = configuration.lookup(locations).answering
        var (found, used): ([Resource], Set<String>) = ([], [])
        let originals = Self.named(configuration, lookup).compactMap { name, file -> Resource? in
            guard file.mirror == nil, used.insert(file.path).inserted else { return nil }
            return Self.resource(name, nil, file.path)
        }
        var names: Set<String> = []
        for mirror in lookup.mirrors {
            guard access(mirror.directory, R_OK | X_OK) == 0 || errno == ENOENT else {
                throw FileFault(path: mirror.directory, errno: errno)
            }
            guard mirror.isMade else { continue }
            let index = MirrorIndex.load(mirror.directory)
            // A missing or unreadable one has no usable files.
            let files = (try? MirrorFolder(path: mirror.directory).scan(cleaning: false)) ?? []  // reason: see above
            for (path, stamp) in MirrorFolder.stamps(files) where names.insert(path.text).inserted {
                let file = "\(mirror.directory)/\(path.text)"
                let known = index.files[path].flatMap { $0.stamp == stamp ? $0 : nil }
                found.append(Self.resource(path.text, mirror.name, file, known))
            }
        }
        resources = (found + originals).sorted { ($0.name, $0.path) < ($1.name, $1.path) }
    }

    /// The files that the config uses, with their names, where they are found.
    private static func named(
        _ configuration: Configuration,
        _ lookup: ResourceLookup
    ) -> [(name: String, file: ResourceLookup.Found)] {
        let year = ZoneRules.utc.wall(at: LinuxClock().wall()).date.year
        let display = configuration.display.files
        let timetables = [configuration.timetable.file, configuration.timetable.bundle].compactMap(\.self).map {
            $0.replacing(TimetablePeriod.yearMark, with: "\(year)")
        }
        let files = configuration.audio.files + timetables + display.namedFiles
        let slides = [display.slides, display.adhkar].compactMap(\.self).flatMap { folder in
            // A folder that is not there has no names.
            let names = (try? lookup.allNames(in: folder, limit: 2000)) ?? []  // reason: see above
            return names.filter { !$0.hasPrefix(".") }.map { name in
                ("\(lookup.name(of: folder) ?? folder)/\(name)", lookup.find(name, in: folder))
            }
        }
        return files.map { (lookup.name(of: $0) ?? $0, lookup.find($0)) } + slides
    }

    /// - Parameter known: the index's entry for the file, which is then not read.
    private static func resource(
        _ name: String,
        _ mirror: String?,
        _ path: String,
        _ known: MirroredFile? = nil
    ) -> Resource {
        var (size, md5, changedAt) = (known?.size, known?.md5, known?.changedAt)
        var status = stat()
        if known == nil, stat(path, &status) == 0 {
            // reason: a file that cannot be read has no MD5 here
            let bytes = try? BoundedFile.read(path, limit: 256 << 20)
            md5 = bytes.flatMap { try? Digest.hex(.md5, of: $0) }  // reason: see above
            (size, changedAt) = (Int(status.st_size), Int64(status.st_mtim.tv_sec))
        }
        let changed = changedAt.map { ZoneRules.utc.formatted(Instant(seconds: $0)).replacing("+00:00", with: "Z") }
        return Resource(name: name, mirror: mirror, path: path, size: size, md5: md5, changed: changed)
    }
}
