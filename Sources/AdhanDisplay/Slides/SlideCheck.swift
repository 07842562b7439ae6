import AdhanCore
import AdhanSystem
import Foundation

/// What the page would say of files for its slides, before they are published.
package enum SlideCheck {
    /// - Parameter files: with their names, without folders. What they show besides must be among them.
    /// - Returns: sentences that begin with the name; none where all can be shown.
    /// - Throws: where no temporary folder can be made.
    package static func problems(of files: [(name: String, bytes: [UInt8])]) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "adhand-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }  // reason: it is in the folder for temporary files
        for (name, bytes) in files {
            try Data(bytes).write(to: folder.appending(path: name))
        }
        var read = OwnFiles()
        // Long after they were written, so that none of them counts as half copied.
        let later = LinuxClock().wall().seconds + 3600
        let slides = SlideFolder(folder.path, mayBeMissing: false, &read, now: later)
        return slides.found.sentences.map {
            $0.replacing(folder.path + "/", with: "").replacing(folder.path, with: "the slides")
        }
    }
}
