import AdhanSupport
import AdhanCore
import AdhanWeb

/// A text or a picture of the mosque's, as the page gets it.
struct Slide: Equatable, Sendable {
    /// On this server. What is there never changes.
    let path: String
    let isPicture: Bool
    let settings: SlideConfiguration
}

/// What is in a folder of slides, in the order of the names. One that is wrong is left out and said; the others stay.
struct SlideFolder {
    /// Of those that the page can show.
    static let mostFiles = 200
    /// Of all that are in the folder.
    private static let mostNames = 2000
    /// Other systems put these into folders by themselves.
    private static let passedOver: Set = ["thumbs.db", "desktop.ini"]
    static let mostSlides = 60

    private(set) var slides: [Slide] = []
    private(set) var answers: [String: WebAnswer] = [:]
    /// The file of each picture and text, by its path on this server.
    private(set) var names: [String: String] = [:]
    private(set) var found = FileProblems()
    private let folder: String
    private let lookup: ResourceLookup

    /// Reads it. It may block.
    ///
    /// - Parameters:
    ///   - mayBeMissing: whether it need not be there.
    ///   - now: seconds since 1970.
    init(_ folder: String, mayBeMissing: Bool, _ files: inout MosqueFiles, now: Int64, lookup: ResourceLookup = .none) {
        (self.folder, self.lookup) = (folder, lookup)
        let names: [String]
        do {
            names = shown(try lookup.allNames(in: folder, limit: Self.mostNames).filter { !$0.hasPrefix(".") })
        } catch {
            if error.isMissing && mayBeMissing { return }
            found.add("\(error)\(MosqueFiles.advice(folder, error, isFolder: true))")
            return
        }
        var texts: [(name: String, bytes: [UInt8])] = []
        var pictures: [String: MosqueFiles.Picture] = [:]
        for name in names {
            let isPicture = PictureType.endings.contains(Self.ending(name))
            switch files.read(file(name), isPicture: isPicture, followsLink: false, now: now) {
            case .text(let bytes): texts.append((name, bytes))
            case .picture(let picture): pictures[name] = picture
            case .fault(let words): found.add(words)
            case nil: break
            }
        }
        sayLost(names)
        read(texts, pictures)
        if slides.count > Self.mostSlides {
            found.add("\(folder): it has \(slides.count) slides, of which the first \(Self.mostSlides) are shown")
            slides.removeLast(slides.count - Self.mostSlides)
        }
    }

    /// Where the file of that name is: in a mirror, or in the folder itself.
    private func file(_ name: String) -> String { lookup.find(name, in: folder).path }

    /// The files that the page can show. The others are said, but for folders, whose names have no ending.
    private mutating func shown(_ names: [String]) -> [String] {
        var (files, others): ([String], [String]) = ([], [])
        for name in names where !Self.passedOver.contains(name.lowercased()) {
            let ending = Self.ending(name)
            if ["md", "toml"].contains(ending) || PictureType.endings.contains(ending) {
                files.append(name)
            } else if !ending.isEmpty {
                others.append(name)
            }
        }
        if let first = others.first {
            found.add(
                "\(file(first)): the page shows PNG, JPEG, WebP and SVG pictures, and texts in Markdown that end "
                    + "in .md; save it as one of these, or take it away",
                count: others.count
            )
        }
        if files.count > Self.mostFiles {
            found.add("\(folder): it has \(files.count) files, of which the first \(Self.mostFiles) are looked at")
        }
        return Array(files.prefix(Self.mostFiles))
    }

    /// Says which settings belong to no picture.
    private mutating func sayLost(_ names: [String]) {
        let pictures = names.filter { PictureType.endings.contains(Self.ending($0)) }
        let stems = Set(pictures.map(Self.stem))
        for name in names where Self.ending(name) == "toml" && !stems.contains(Self.stem(name)) {
            let stem = Self.stem(name)
            // Written behind the whole name, or in another case.
            let meant =
                pictures.first { $0 == stem } ?? pictures.first { Self.stem($0).lowercased() == stem.lowercased() }
            let advice =
                meant.map { "name it \(Self.stem($0)).toml, for \($0)" }
                ?? "give it the name of one, as hall.toml for hall.jpg, or take it away"
            found.add("\(file(name)): it belongs to no picture; \(advice)")
        }
    }

    private mutating func read(_ texts: [(name: String, bytes: [UInt8])], _ pictures: [String: MosqueFiles.Picture]) {
        var shown: [String: Slide] = [:]
        var settings: [String: SlideConfiguration?] = [:]
        var within: Set<String> = []
        for (name, bytes) in texts {
            let file = file(name)
            do {
                if Self.ending(name) == "toml" {
                    settings[Self.stem(name)] = .some(nil)
                    settings[Self.stem(name)] = try SlideConfiguration(bytes[...], file: file)
                } else {
                    shown[name] = try slide(bytes, file, pictures, &within)
                }
            } catch let error as ConfigError {
                found.add(error.faults)
            } catch {
                found.add("\(file): \(error)")
            }
        }
        for (name, picture) in pictures {
            (answers[picture.path], names[picture.path]) = (picture.answer, file(name))
            // What a text shows is no slide of its own, and one whose settings are wrong might be shown on wrong days.
            guard !within.contains(name), let known = settings[Self.stem(name), default: SlideConfiguration()] else {
                continue
            }
            shown[name] = Slide(path: picture.path, isPicture: true, settings: known)
        }
        slides = shown.sorted { $0.key < $1.key }.map(\.value)
    }

    private mutating func slide(
        _ bytes: [UInt8],
        _ file: String,
        _ pictures: [String: MosqueFiles.Picture],
        _ within: inout Set<String>
    ) throws -> Slide {
        let text = try SlideText(bytes, file: file)
        var shown: Set<String> = []
        let markdown = Markdown(text.text, language: text.settings.language) { address in
            // A space in a name is written %20.
            let name = (address.hasPrefix("./") ? String(address.dropFirst(2)) : address).replacing("%20", with: " ")
            guard let picture = pictures[name] else { return nil }
            shown.insert(name)
            return picture.path
        }
        within.formUnion(shown)
        for problem in markdown.problems {
            let spot = SourceLocation(file: file, line: problem.line + text.firstLine - 1)
            found.add("\(spot): \(problem.words)", count: problem.count)
        }
        guard !markdown.isEmpty else {
            let spot = SourceLocation(file: file, line: text.firstLine)
            throw ConfigError(faults: [ConfigFault(spot, "the page would be empty; write a text here")])
        }
        let html = Array(markdown.html.utf8)
        let path = "/slides/\(try Digest.hex(.sha256, of: html).prefix(32)).html"
        (answers[path], names[path]) = (WebAnswer(lasting: "text/html; charset=utf-8", html), file)
        return Slide(path: path, isPicture: false, settings: text.settings)
    }

    private static func ending(_ name: String) -> String {
        name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
    }

    private static func stem(_ name: String) -> String { name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name }
}
