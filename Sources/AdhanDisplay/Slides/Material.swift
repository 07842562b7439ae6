import AdhanSupport

/// What the mosque's own files give the page.
package struct Material: Sendable {
    var slides: [Slide] = []
    var adhkar: [Slide] = []
    /// A path on this server.
    var logo: String?
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
    ///   - lookup: finds them in the mirrors.
    init(
        _ places: DisplayConfiguration.Files,
        _ files: inout OwnFiles,
        now: Int64,
        lookup: ResourceLookup = .none
    ) {
        files.begin()
        defer { files.end() }
        var found = FileProblems()
        // The logo first: it is on the page all day.
        let logoFile = places.logo.map { lookup($0) }
        switch logoFile.flatMap({ files.read($0, isPicture: true, followsLink: true, now: now) }) {
        case .picture(let picture):
            (logo, answers[picture.path], names[picture.path]) = (picture.path, picture.answer, logoFile)
        case .fault(let words): found.add(words)
        case .text, nil: break
        }
        slides = take(places.slides, places, lookup, &files, &found, now)
        adhkar = take(places.adhkar, places, lookup, &files, &found, now)
        problems = found.short
    }

    private mutating func take(
        _ path: String?,
        _ places: DisplayConfiguration.Files,
        _ lookup: ResourceLookup,
        _ files: inout OwnFiles,
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
