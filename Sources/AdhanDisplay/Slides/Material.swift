import AdhanConfig

/// What the mosque's own files give the page.
package struct Material: Sendable {
    var slides: [Slide] = []
    var adhkar: [Slide] = []
    /// A path on this server.
    var logo: String?
    /// By their paths.
    var answers: [String: WebAnswer] = [:]
    /// What is wrong with the files, with what to do.
    var problems: [String] = []

    init() {}

    /// Looks at all files. It may block.
    ///
    /// - Parameter now: seconds since 1970.
    init(_ places: DisplayConfiguration.Files, _ files: inout OwnFiles, now: Int64) {
        files.begin()
        defer { files.end() }
        // The logo first: it is on the page all day.
        switch places.logo.flatMap({ files.read($0, isPicture: true, followsLink: true, now: now) }) {
        case .picture(let picture): (logo, answers[picture.path]) = (picture.path, picture.answer)
        case .fault(let words): problems.append(words)
        case .text, nil: break
        }
        slides = take(places.slides, places, &files, now)
        adhkar = take(places.adhkar, places, &files, now)
    }

    private mutating func take(
        _ path: String?,
        _ places: DisplayConfiguration.Files,
        _ files: inout OwnFiles,
        _ now: Int64
    ) -> [Slide] {
        guard let path else { return [] }
        let isOptional = !places.namedFolders.contains(path)
        let folder = SlideFolder(path, mayBeMissing: isOptional, &files, now: now)
        answers.merge(folder.answers) { first, _ in first }
        problems += folder.problems
        return folder.slides
    }
}
