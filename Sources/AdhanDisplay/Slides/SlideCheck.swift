import AdhanCore
import AdhanSupport
import Glibc

/// What the page would say of files for its slides, before they are published.
package enum SlideCheck {
    /// - Parameter files: with their names, without folders. What they show besides must be among them.
    /// - Returns: sentences that begin with the name; none where all can be shown.
    /// - Throws: where they cannot be written into a temporary folder.
    package static func problems(of files: [(name: String, bytes: [UInt8])]) throws -> [String] {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for (name, bytes) in files { try AtomicFile.replace("\(folder.path)/\(name)", with: bytes) }
        var read = MosqueFiles()
        // Long after they were written, so that none of them counts as half copied.
        let later = LinuxClock().wall().seconds + 3600
        let slides = SlideFolder(folder.path, mayBeMissing: false, &read, now: later)
        return slides.found.sentences.map {
            $0.replacing(folder.path + "/", with: "").replacing(folder.path, with: "the slides")
        }
    }
}

/// The display's remarks on the mosque's own files, for `check-config`.
package enum MosqueFilesCheck {
    /// Reads all of them. It may block.
    ///
    /// - Parameters:
    ///   - places: those that the config names and that are not there are left out: they are its own objections.
    ///   - now: seconds since 1970.
    /// - Returns: sentences with what to do; bounded.
    package static func problems(_ places: DisplayConfiguration.Files, _ lookup: ResourceLookup, now: Int64) -> [String]
    {
        var places = places
        for missing in places.problems(lookup).map(\.key) {
            switch missing {
            case "display.slides": places.slides = nil
            case "display.adhkar": places.adhkar = nil
            case "display.background": places.background = nil
            case "display.pictures": break
            default: places.logo = nil
            }
        }
        places.pictures.removeAll { access(lookup($0.path), F_OK) != 0 }
        var files = MosqueFiles()
        // A file that has just been written counts once two checks find it the same.
        _ = Material(places, &files, now: now, lookup: lookup)
        return Material(places, &files, now: now, lookup: lookup).problems
    }
}
