import AdhanCore
import AdhanSupport

/// What the page would say of files for its slides, before they are published.
package enum SlideCheck {
    /// - Parameter files: with their names, without folders. What they show besides must be among them.
    /// - Returns: sentences that begin with the name; none where all can be shown.
    /// - Throws: where they cannot be written into a temporary folder.
    package static func problems(of files: [(name: String, bytes: [UInt8])]) throws -> [String] {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for (name, bytes) in files { try AtomicFile.replace("\(folder.path)/\(name)", with: bytes) }
        var read = OwnFiles()
        // Long after they were written, so that none of them counts as half copied.
        let later = LinuxClock().wall().seconds + 3600
        let slides = SlideFolder(folder.path, mayBeMissing: false, &read, now: later)
        return slides.found.sentences.map {
            $0.replacing(folder.path + "/", with: "").replacing(folder.path, with: "the slides")
        }
    }
}
