import AdhanCore
import AdhanSupport
import AdhanWeb

/// What the mosque's own files give the page.
struct Material: Sendable {
    var slides: [Slide] = []
    var adhkar: [Slide] = []
    /// Paths on this server.
    var logo, background: String?
    /// By their paths.
    var answers: [String: WebAnswer] = [:]
    /// What is wrong with the files, with what to do; bounded.
    private(set) var problems: [String] = []
    /// The name of each picture's and text's file, by its path on this server.
    private(set) var names: [String: String] = [:]

    init() {}

    /// Looks at all files. It may block.
    ///
    /// - Parameters:
    ///   - now: seconds since 1970.
    init(_ places: DisplayConfiguration.Files, _ files: inout MosqueFiles, now: Int64, lookup: ResourceLookup = .none) {
        files.begin()
        defer { files.end() }
        var found = FileProblems()
        // These first: they are on the page all day.
        logo = picture(places.logo, lookup, &files, &found, now)
        background = picture(places.background, lookup, &files, &found, now)
        for one in places.pictures {
            guard let path = picture(one.path, lookup, &files, &found, now) else { continue }
            let slide = Slide(path: path, isPicture: true, settings: one.settings)
            switch one.place {
            case .slides: slides.append(slide)
            case .afterPrayer: adhkar.append(slide)
            }
        }
        slides += slides(in: places.slides, places, lookup, &files, &found, now)
        adhkar += slides(in: places.adhkar, places, lookup, &files, &found, now)
        problems = found.short
    }

    /// - Returns: the path on this server of a picture that the config names.
    private mutating func picture(
        _ named: String?,
        _ lookup: ResourceLookup,
        _ files: inout MosqueFiles,
        _ found: inout FileProblems,
        _ now: Int64
    ) -> String? {
        guard let file = named.map({ lookup($0) }) else { return nil }
        switch files.read(file, isPicture: true, followsLink: true, now: now) {
        case .picture(let picture):
            (answers[picture.path], names[picture.path]) = (picture.answer, file)
            return picture.path
        case .fault(let words): found.add(words)
        case .text, nil: break
        }
        return nil
    }

    private mutating func slides(
        in path: String?,
        _ places: DisplayConfiguration.Files,
        _ lookup: ResourceLookup,
        _ files: inout MosqueFiles,
        _ found: inout FileProblems,
        _ now: Int64
    ) -> [Slide] {
        guard let path else { return [] }
        let isOptional = !places.namedFolders.contains(path)
        let folder = SlideFolder(path, mayBeMissing: isOptional, &files, now: now, lookup: lookup)
        answers.merge(folder.answers) { first, _ in first }
        names.merge(folder.names) { first, _ in first }
        found.add(folder.found)
        return folder.slides
    }
}

/// What is wrong with the mosque's own files, in sentences: one for each file and kind, so that a broken folder fills
/// no answer and no journal.
struct FileProblems {
    /// How many sentences there are at most; one more says how many are left out.
    static let most = 50
    /// The longest sentence, in bytes. The name of a file has up to 255.
    private static let longest = 600

    private(set) var sentences: [String] = []

    mutating func add(_ words: String, count: Int = 1, more: String = "more like it") {
        let rest = count > 1 ? " (and \(count - 1) \(more))" : ""
        sentences.append(OneLine.of(words, limit: Self.longest) + rest)
    }

    /// The first fault of a file.
    mutating func add(_ faults: [ConfigFault]) {
        guard let first = faults.first else { return }
        add(first.description, count: faults.count, more: "more in this file")
    }

    mutating func add(_ other: FileProblems) { sentences += other.sentences }

    /// At most `most` of them, with one more that counts the rest.
    var short: [String] {
        let rest = sentences.count - Self.most
        guard rest > 0 else { return sentences }
        let more =
            "and \(rest) more \(rest == 1 ? "problem" : "problems") with the mosque's own files; mend these first"
        return sentences.prefix(Self.most) + [more]
    }
}
