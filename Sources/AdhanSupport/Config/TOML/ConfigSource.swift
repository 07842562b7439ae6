import Glibc

/// The text of a config on disk: its main file and `conf.d/*.toml` beside it, and what the panel has set, read once.
package struct ConfigSource: Sendable, Equatable {
    /// A file of `conf.d`.
    package struct Addition: Sendable, Equatable {
        /// The name without the folder.
        package let name: String
        package let bytes: [UInt8]
    }

    /// The main file, as given.
    package let file: String
    package let main: [UInt8]
    /// Sorted by name.
    package let additions: [Addition]
    /// The panel's settings; nil where it has set nothing.
    package let panel: PanelFile?
    /// Why they are left out; nil where they are not.
    package internal(set) var panelDoubt: PanelDoubt?
    /// Whether the main file counts without `conf.d` beside it, and without the panel.
    package private(set) var isAlone = false

    package struct PanelFile: Sendable, Equatable {
        package let file: String
        package let bytes: [UInt8]

        /// From now on no link in the file's folder is followed: the settings name files there.
        package init(file: String, bytes: [UInt8]) {
            (self.file, self.bytes) = (file, bytes)
            LinkFreeFolders.add(PathName.folder(of: file))
        }
    }

    /// Why the panel's file is not among the files.
    package struct PanelDoubt: Sendable, Equatable {
        package let words: String
        /// Whether only this user may not read it. Otherwise the daemon refuses it, too.
        package let isDenied: Bool
    }

    /// The maximum size of a config file, in bytes.
    private static let fileLimit = 1 << 20
    /// The maximum size of all files together, in bytes.
    package static let sizeLimit = 4 << 20
    /// The maximum number of config files in `conf.d`, and of all its files.
    private static let (countLimit, nameLimit) = (100, 10_000)

    /// The text of a new main file.
    package static let beginning = """
        # The mosque's own settings. All settings: man 5 adhand-config
        # After a change: sudo adhand check-config && sudo systemctl reload adhand

        """

    package init(file: String, main: [UInt8], additions: [Addition], panel: PanelFile? = nil) {
        (self.file, self.main, self.additions, self.panel) = (file, main, additions, panel)
    }

    /// Reads the files; may block.
    ///
    /// - Parameters:
    ///   - panel: the panel's file; nil for a config that the panel does not change.
    ///   - isAlone: whether `conf.d` beside it is left out.
    ///   - mayBeNew: whether a missing main file counts as an empty one.
    /// - Throws: `FileFault` if one cannot be read or is too large.
    package init(
        reading file: String,
        panel: PanelFile? = nil,
        isAlone: Bool = false,
        mayBeNew: Bool = false
    ) throws(FileFault) {
        let main = mayBeNew && access(file, F_OK) != 0 ? [] : try BoundedFile.read(file, limit: Self.fileLimit)
        let folder = Self.additionsFolder(file)
        var (additions, size): ([Addition], Int) = ([], main.count)
        for name in isAlone ? [] : try Self.additionNames(folder) {
            let bytes = try BoundedFile.read("\(folder)/\(name)", limit: Self.fileLimit)
            size += bytes.count
            guard size <= Self.sizeLimit else {
                throw FileFault(
                    path: folder,
                    reason: "the config and the files in it have more than \(Self.sizeLimit) bytes together"
                )
            }
            additions.append(Addition(name: name, bytes: bytes))
        }
        self.init(file: file, main: main, additions: additions, panel: panel)
        self.isAlone = isAlone
    }

    /// Reads the panel's file; may block.
    ///
    /// - Returns: nil where there is no such file, or no such folder.
    /// - Throws: `FileFault` where it cannot be read, or is too large.
    package static func panelFile(_ path: String) throws(FileFault) -> PanelFile? {
        do {
            return PanelFile(file: path, bytes: try BoundedFile.read(path, limit: fileLimit, followsLink: false))
        } catch {
            guard error.isMissing || error.cause == .system(ENOTDIR) else { throw error }
            return nil
        }
    }

    /// Each file with its bytes, the main file first. Additions by a package or another person come after it and
    /// override it; the panel's file is last.
    package var parts: [(file: String, bytes: [UInt8])] {
        let folder = Self.additionsFolder(file)
        return [(file, main)] + additions.map { ("\(folder)/\($0.name)", $0.bytes) }
            + (panel.map { [($0.file, $0.bytes)] } ?? [])
    }

    package var hasEmptyFile: Bool { parts.contains { Self.isBlank($0.bytes) } }

    /// The paths of the files that have no text and had some in an earlier version.
    func emptied(since earlier: ConfigSource) -> [String] {
        // A name of an addition has no slash.
        let names = [""] + additions.map(\.name) + (panel.map { [$0.file] } ?? [])
        var texts = Dictionary(earlier.additions.map { ($0.name, $0.bytes) }) { first, _ in first }
        if let panel = earlier.panel { texts[panel.file] = panel.bytes }
        return zip(names, parts).filter { name, part in
            let before = name.isEmpty ? earlier.main : texts[name] ?? []
            return Self.isBlank(part.bytes) && !Self.isBlank(before)
        }.map(\.1.file)
    }

    /// Whether there is nothing but white space, NULs and the mark of UTF-8.
    private static func isBlank(_ bytes: [UInt8]) -> Bool {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        return text.allSatisfy { $0 <= 0x20 }
    }

    /// The same config with another path of its main file; relative paths in it are resolved against that file's
    /// folder.
    package func named(_ file: String) -> ConfigSource {
        ConfigSource(file: file, main: main, additions: additions, panel: panel)
    }

    /// This config with other settings of the panel; nil for none.
    package func with(panel: PanelFile?) -> ConfigSource {
        ConfigSource(file: file, main: main, additions: additions, panel: panel)
    }

    /// The paths of the main file and of those in `conf.d` beside it now, without reading them; may block.
    package func files() throws(FileFault) -> [String] {
        let folder = Self.additionsFolder(file)
        return [file] + (isAlone ? [] : try Self.additionNames(folder)).map { "\(folder)/\($0)" }
    }

    /// The files in `conf.d` that are not read, although their names are like those of a config; may block.
    package func unreadFiles() throws(FileFault) -> [String] {
        let folder = Self.additionsFolder(file)
        guard !isAlone, access(folder, F_OK) == 0 else { return [] }
        let unread = try Folder.allNames(in: folder, limit: Self.nameLimit).filter { name in
            let ending = name.lowercased().split(separator: ".").last ?? ""
            return !name.hasPrefix(".") && !name.hasSuffix(".toml") && ["toml", "conf", "txt"].contains(ending)
        }
        return unread.map { "\(folder)/\($0)" }
    }

    private static func additionsFolder(_ file: String) -> String { "\(PathName.folder(of: file))/conf.d" }

    private static func additionNames(_ folder: String) throws(FileFault) -> [String] {
        guard access(folder, F_OK) == 0 || errno == EACCES else { return [] }
        let names = try Folder.allNames(in: folder, limit: nameLimit)
        let files = names.filter { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }
        guard files.count <= countLimit else {
            throw FileFault(path: folder, reason: "it has more than \(countLimit) files")
        }
        return files
    }
}
