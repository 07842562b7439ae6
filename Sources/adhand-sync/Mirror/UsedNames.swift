import AdhanSupport
import AdhanCore
import AdhanTimetables

/// The names of the files of a mirror or its bucket that a config uses.
struct UsedNames: Sendable {
    private let files: [String]
    /// Those that may contain `{year}`: of the bundle, and of `[timetable.s3]` where that has the mirror's bucket.
    private let patterns: [String]
    private let folders: [String]

    init(_ configuration: Configuration, _ lookup: ResourceLookup, _ mirror: MirrorConfiguration.Mirror) {
        let display = configuration.display.files
        let others = [configuration.timetable.file].compactMap(\.self) + display.namedFiles
        files = (configuration.audio.files + others).compactMap(lookup.name)
        let object = configuration.timetable.s3.flatMap { Self.name($0.settings, in: mirror) }
        patterns = [configuration.timetable.bundle.flatMap(lookup.name), object].compactMap(\.self)
        folders = [display.slides, display.adhkar].compactMap(\.self).compactMap(lookup.name)
    }

    /// Whether it lies in a folder of slides or adhkar.
    func isSlide(_ path: MirrorPath) -> Bool { folders.contains { path.folders.last == $0 } }

    func contains(_ path: MirrorPath) -> Bool {
        isSlide(path) || files.contains(path.text)
            || patterns.contains { TimetablePeriod.name(path.text, fits: $0) }
    }

    /// The name, below the mirror's prefix, of the timetable's object; nil where it lies elsewhere.
    private static func name(_ settings: S3Settings, in mirror: MirrorConfiguration.Mirror) -> String? {
        guard settings.origin == .bucket(mirror.bucket.name, endpoint: mirror.bucket.endpoint),
            settings.key.hasPrefix(mirror.prefix)
        else { return nil }
        return String(settings.key.dropFirst(mirror.prefix.count))
    }

    /// All names, for a message.
    var words: String {
        (Set(files + patterns).sorted() + Set(folders).sorted().map { "\($0)/…" }).joined(separator: ", ")
    }
}
