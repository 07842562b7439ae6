import AdhanConfig
import AdhanCore
import AdhanTimetables

/// The names by which a config asks the mirrors for files.
package struct UsedNames {
    private let files: [String]
    /// Of the bundle; may contain `{year}`.
    private let bundle: String?
    private let folders: [String]

    package init(_ configuration: Configuration, _ lookup: ResourceLookup) {
        let display = configuration.display.files
        let others = [configuration.timetable.file, display.logo].compactMap(\.self)
        files = (configuration.audio.files + others).compactMap(lookup.name)
        bundle = configuration.timetable.bundle.flatMap(lookup.name)
        folders = [display.slides, display.adhkar].compactMap(\.self).compactMap(lookup.name)
    }

    /// Whether it lies in a folder of slides or adhkar.
    package func isSlide(_ path: MirrorPath) -> Bool { folders.contains { path.folders.last == $0 } }

    package func contains(_ path: MirrorPath) -> Bool {
        isSlide(path) || files.contains(path.text) || bundle.map { Self.fits(path.text, $0) } == true
    }

    private static func fits(_ name: String, _ pattern: String) -> Bool {
        let parts = pattern.split(separator: TimetablePeriod.yearMark, omittingEmptySubsequences: false)
        guard let first = parts.first, let last = parts.last, parts.count > 1 else { return name == pattern }
        return name.hasPrefix(first) && name.hasSuffix(last)
    }

    /// What could be meant, in words.
    package var words: String {
        (Set(files + [bundle].compactMap(\.self)).sorted() + Set(folders).sorted().map { "\($0)/…" }).joined(
            separator: ", "
        )
    }
}
