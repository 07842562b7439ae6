import AdhanCore
import Glibc

extension DisplayConfiguration {
    /// A picture that the config names: a slide, or for after the prayer.
    package struct Picture: Sendable {
        /// The times at which it is shown.
        package enum Place: String, CaseIterable, Sendable {
            case slides
            case afterPrayer = "after-prayer"
        }

        package var path: String
        package var place: Place
        package var settings: SlideConfiguration

        /// Nil where it is wrong; the table has the fault.
        fileprivate init?(_ table: ConfigTable) {
            place = table.choice("place", default: .slides)
            settings = SlideConfiguration(pictureIn: table)
            if table.spot(of: "file") == nil, let spot = table.spot {
                table.fault(spot, "\(table.header) needs a file")
            }
            guard let found = table.string("file")?.path else { return nil }
            path = found
        }
    }

    /// The mosque's own files for the page: where they are, and when they are shown.
    package struct Files: Sendable {
        /// The folders; nil without a config file beside which they could be.
        package var slides, adhkar: String?
        package var logo: String?
        /// A picture behind the day.
        package var background: String?
        /// In their order, before those of the folders.
        package var pictures: [Picture] = []
        /// How long a slide stays that does not say so itself.
        package var slideLength: Duration = .seconds(15)
        /// The slides are shown for `slidesLength` of every `slidesEvery`.
        package var slidesLength: Duration = .minutes(2)
        package var slidesEvery: Duration = .minutes(10)
        /// How long the adhkar are shown after a prayer.
        package var adhkarLength: Duration = .minutes(5)
        /// The files and folders that the config names, by their keys.
        private var named: [(key: String, path: String, isFolder: Bool)] = []

        /// - Parameter config: the main config file, beside which the folders are by default.
        init(_ table: ConfigTable, beside config: String?) {
            func path(_ key: String, isFolder: Bool) -> String? {
                guard let path = table.string(key)?.path else { return nil }
                named.append(("display.\(key)", path, isFolder))
                return path
            }
            let folder = config.map { file in file.lastIndex(of: "/").map { String(file[...$0]) } ?? "" }
            slides = path("slides", isFolder: true) ?? folder.map { $0 + "slides" }
            adhkar = path("adhkar", isFolder: true) ?? folder.map { $0 + "adhkar" }
            if config != nil {
                for key in ["slides", "adhkar"] { table.noteDefault(key, .text(key)) }
            }
            logo = path("logo", isFolder: false)
            background = path("background", isFolder: false)
            pictures = table.tables("pictures").compactMap(Picture.init)
            named += pictures.map { ("display.pictures", $0.path, false) }
            slideLength = table.duration("slide_length", in: SlideConfiguration.lengths, default: slideLength)
            let length = table.duration("slides_length", in: .seconds(10)...(.hours(1)))
            table.noteDefault("slides_length", .text(DurationText.format(slidesLength)))
            slidesLength = length?.value ?? slidesLength
            slidesEvery = table.duration("slides_every", in: .minutes(1)...(.hours(6)), default: slidesEvery)
            if slidesLength > slidesEvery, let spot = length?.spot ?? table.spot {
                let advice = "make it shorter, or equal to show slides all the time"
                table.fault(spot, "slides_length is longer than slides_every; \(advice)")
            }
            adhkarLength = table.duration("adhkar_length", in: .minutes(1)...(.minutes(30)), default: adhkarLength)
        }

        package var namedFiles: [String] { named.filter { !$0.isFolder }.map(\.path) }

        package var namedFolders: Set<String> { Set(named.filter(\.isFolder).map(\.path)) }

        /// What the config names and is not there, in the mirrors neither. It may block.
        package func problems(_ lookup: ResourceLookup = .none) -> [(key: String, words: String)] {
            named.compactMap { key, path, isFolder in
                let name = key.dropFirst("display.".count)
                var status = stat()
                if isFolder ? lookup.hasFolder(path) : lookup.find(path).mirror != nil { return nil }
                guard stat(path, &status) == 0 else {
                    // Who may not look cannot tell.
                    if errno == EACCES { return nil }
                    return (
                        key,
                        "[display] \(name): \(path): \(String(cString: strerror(errno))); make it, or correct the path"
                    )
                }
                guard (status.st_mode & S_IFMT) == (isFolder ? S_IFDIR : S_IFREG) else {
                    return (key, "[display] \(name): \(path) is no \(isFolder ? "folder" : "file"); correct the path")
                }
                return nil
            }
        }
    }
}
