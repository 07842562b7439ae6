import AdhanCore
import Glibc

/// Finds the mosque's files by their names: in the mirrors first, then in the originals, at each use. An original is
/// never copied into a mirror, so a newer one of a package shows at once wherever the mirrors have none.
///
/// The name of a file below the config's folder, or of one that came with adhand, is the rest of its path; of any other
/// file it is the last part: a mirror's `adhan.mp3` stands for `/srv/adhan/adhan.mp3`, too.
package struct ResourceLookup: Sendable, Hashable {
    /// A mirror's folder, and the mirror's name.
    package struct Mirror: Sendable, Hashable {
        package let name: String
        package let directory: String

        package init(name: String, directory: String) { (self.name, self.directory) = (name, directory) }

        /// Whether `adhand mirror` uses the folder. It refuses one that has other files, and none of those is
        /// used. It may block.
        package var isMade: Bool { Self.isMade(directory) }

        static func isMade(_ directory: String) -> Bool {
            var status = stat()
            return lstat("\(directory)/\(MirrorPath.ownFolder)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        }
    }

    /// The first that has a file wins.
    package let mirrors: [Mirror]
    /// The folders of the originals, each with a slash at its end.
    package let roots: [String]

    /// No mirrors: each path is the file itself.
    package static let none = ResourceLookup(mirrors: [], roots: [])

    package init(mirrors: [Mirror], roots: [String]) {
        self.mirrors = mirrors
        self.roots = roots.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
    }

    /// The same without mirrors whose folder does not answer within three seconds; what hangs is not waited for again.
    ///
    /// For callers that accept any file: a command, and a recording of which nothing was read yet. A caller that has
    /// read a mirror's file before waits for its disk and keeps what it has read: the original may be an old timetable.
    package var answering: ResourceLookup {
        let there = mirrors.filter { mirror in
            TimeLimit.run(.seconds(3), on: mirror.directory) { mirror.isMade } != nil
        }
        return ResourceLookup(mirrors: there, roots: roots)
    }

    /// A file that was found.
    package struct Found: Sendable, Hashable {
        package let path: String
        /// The mirror that has it; nil for the original.
        package let mirror: String?
    }

    /// The name of a file or folder; nil where it has none, as a file of a mirror that the config names by its path.
    package func name(of path: String) -> String? {
        guard !mirrors.contains(where: { path.hasPrefix($0.directory + "/") }) else { return nil }
        let name =
            if let root = roots.first(where: { path.hasPrefix($0) }) { path.dropFirst(root.count) } else {
                path.hasPrefix("/") ? path[path.index(after: path.lastIndex(of: "/") ?? path.startIndex)...] : path[...]
            }
        // What could not be a mirrored file's name is none.
        return (try? MirrorPath(String(name)))?.text  // reason: see above
    }

    /// The file to use for a path of the config. It looks at the disk, and may block.
    package func find(_ path: String) -> Found { find(name(of: path), path) }

    /// The file to use for a name in a folder of the config, as those of `allNames`; the same.
    package func find(_ name: String, in folder: String) -> Found {
        find(self.name(of: folder).map { "\($0)/\(name)" }, "\(folder)/\(name)")
    }

    private func find(_ name: String?, _ path: String) -> Found {
        guard let name else { return Found(path: path, mirror: nil) }
        for mirror in mirrors {
            let file = "\(mirror.directory)/\(name)"
            var status = stat()
            if lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, mirror.isMade {
                return Found(path: file, mirror: mirror.name)
            }
        }
        return Found(path: path, mirror: nil)
    }

    /// The files that may play for a path: a mirror's, then the original, which stands in for one that is broken.
    /// As `find`.
    package func candidates(_ path: String) -> [String] {
        let found = self(path)
        return found == path ? [path] : [found, path]
    }

    /// The path of the file to use; as `find`.
    package func callAsFunction(_ path: String) -> String { mirrors.isEmpty ? path : find(path).path }

    /// The names in a folder of the config, of mirrors and originals, sorted. It may block.
    ///
    /// - Throws: `FileFault` where one cannot be read, where there is none, and where there are more names.
    package func allNames(in folder: String, limit: Int) throws(FileFault) -> [String] {
        var names: Set<String> = []
        var isThere = false
        for place in folders(folder) {
            do throws(FileFault) {
                names.formUnion(try Folder.allNames(in: place, limit: limit))
                isThere = true
            } catch {
                guard error.isMissing, place != folder || isThere else { throw error }
            }
        }
        guard names.count <= limit else {
            throw FileFault(
                path: folder,
                reason: "with the mirrors it has more than \(limit) files, more than are needed"
            )
        }
        return names.sorted()
    }

    /// Whether a mirror has a folder of that name. It may block.
    package func hasFolder(_ path: String) -> Bool {
        folders(path).dropLast().contains { folder in
            var status = stat()
            return lstat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        }
    }

    /// The folders that may hold files of a folder of the config; the original is the last.
    private func folders(_ path: String) -> [String] {
        guard let name = name(of: path) else { return [path] }
        return mirrors.filter(\.isMade).map { "\($0.directory)/\(name)" } + [path]
    }
}

extension Configuration {
    /// Where the files that this config names are looked for.
    package func lookup(_ locations: Locations) -> ResourceLookup {
        let folder = file.flatMap { file in file.lastIndex(of: "/").map { String(file[...$0]) } }
        return ResourceLookup(
            mirrors: mirror.mirrors.map { ResourceLookup.Mirror(name: $0.name, directory: $0.directory) },
            roots: [folder, locations.resources].compactMap(\.self)
        )
    }
}
