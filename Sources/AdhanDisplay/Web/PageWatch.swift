import AdhanSupport

/// Finds out whether the page's files have changed: an upgrade may copy them after the display has started.
struct PageWatch {
    private let folder: String
    /// At the last look, and when the files were last read.
    private var seen, taken: [String: FileStamp]

    /// - Parameter files: as they are served.
    init(_ folder: String, _ files: PageFiles) {
        (self.folder, seen, taken) = (folder, files.stamps, files.stamps)
    }

    /// Looks at them. It may block.
    ///
    /// - Returns: the files once they have changed and are the same at two looks,
    ///   since one after the other is copied; else nil.
    /// - Throws: as `PageFiles`; the next look tries again.
    mutating func look() throws -> PageFiles? {
        let now = PageFiles.stamps(folder)
        defer { seen = now }
        guard now != taken, now == seen else { return nil }
        let files = try PageFiles(folder)
        // One was copied meanwhile.
        guard files.stamps == now, PageFiles.stamps(folder) == now else { return nil }
        taken = now
        return files
    }
}
