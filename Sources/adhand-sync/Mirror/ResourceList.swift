import AdhanSupport
import AdhanCore
import Glibc

/// Which file is used for each name.
package struct ResourceList {
    package struct Resource: Codable, Equatable {
        package let name: String
        /// The mirror that it comes from; nil for the original.
        package let mirror: String?
        package let path: String
        /// In bytes; nil where there is no such file.
        package let size: Int?
        package let md5: String?
        /// In UTC, as ISO 8601.
        package let changed: String?
    }

    /// Sorted by their names.
    package let resources: [Resource]

    /// Looks at the disk, and may block for long.
    ///
    /// - Throws: `FileFault` where a mirror may not be read.
    package init(_ configuration: Configuration, _ locations: Locations) throws(FileFault) {
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
            let memory = MirrorMemory.load(mirror.directory)
            // One that is not there, or cannot be listed, has no files that could be used.
            let files = (try? MirrorFolder(path: mirror.directory).scan(cleaning: false)) ?? []  // reason: see above
            for (path, stamp) in MirrorFolder.stamps(files) where names.insert(path.text).inserted {
                let file = "\(mirror.directory)/\(path.text)"
                guard let known = memory.files[path], known.stamp == stamp else {
                    found.append(Self.resource(path.text, mirror.name, file))
                    continue
                }
                found.append(
                    Resource(
                        name: path.text,
                        mirror: mirror.name,
                        path: file,
                        size: known.size,
                        md5: known.md5,
                        changed: Self.text(known.changedAt)
                    )
                )
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
        let files = configuration.audio.files + timetables + [display.logo].compactMap(\.self)
        let slides = [display.slides, display.adhkar].compactMap(\.self).flatMap { folder in
            // A folder that is not there has no names.
            let names = (try? lookup.allNames(in: folder, limit: 2000)) ?? []  // reason: see above
            return names.filter { !$0.hasPrefix(".") }.map { name in
                ("\(lookup.name(of: folder) ?? folder)/\(name)", lookup.find(name, in: folder))
            }
        }
        return files.map { (lookup.name(of: $0) ?? $0, lookup.find($0)) } + slides
    }

    private static func resource(_ name: String, _ mirror: String?, _ path: String) -> Resource {
        var status = stat()
        guard stat(path, &status) == 0 else {
            return Resource(name: name, mirror: mirror, path: path, size: nil, md5: nil, changed: nil)
        }
        let bytes = try? BoundedFile.read(path, limit: 256 << 20)  // reason: a file that cannot be read has no MD5 here
        return Resource(
            name: name,
            mirror: mirror,
            path: path,
            size: Int(status.st_size),
            md5: bytes.flatMap { try? Digest.hex(.md5, of: $0) },  // reason: see above
            changed: text(Int64(status.st_mtim.tv_sec))
        )
    }

    private static func text(_ seconds: Int64) -> String {
        ZoneRules.utc.formatted(Instant(seconds: seconds)).replacing("+00:00", with: "Z")
    }
}
