import AdhanConfig
import AdhanCore
import AdhanTimetables

/// The names by which a config asks the mirrors for files.
package struct UsedNames {
    /// May contain `{year}`.
    private let files: [String]
    private let folders: [String]

    package init(_ configuration: Configuration, _ lookup: ResourceLookup) {
        let display = configuration.display.files
        let timetables = [configuration.timetable.file, configuration.timetable.bundle].compactMap(\.self)
        files = (configuration.audio.files + timetables + [display.logo].compactMap(\.self)).compactMap(lookup.name)
        folders = [display.slides, display.adhkar].compactMap(\.self).compactMap(lookup.name)
    }

    /// Whether it lies in a folder of slides or adhkar.
    package func isSlide(_ path: MirrorPath) -> Bool { folders.contains { path.folders.last == $0 } }

    package func contains(_ path: MirrorPath) -> Bool {
        isSlide(path)
            || files.contains { name in
                let parts = name.split(separator: TimetablePeriod.yearMark, omittingEmptySubsequences: false)
                guard let first = parts.first, let last = parts.last, parts.count > 1 else { return path.text == name }
                return path.text.hasPrefix(first) && path.text.hasSuffix(last)
            }
    }

    /// What could be meant, in words.
    package var words: String {
        (Set(files).sorted() + Set(folders).sorted().map { "\($0)/…" }).joined(separator: ", ")
    }
}
