import AdhanAudio
import AdhanCore
import AdhanSupport
import Glibc

/// The files and devices of a box that setting it up asks about. Each call may block.
package struct SetupBox: Sendable {
    package let locations: Locations
    package let cities: CityList
    /// The zone that the system's clock shows; nil where it is none of a place.
    package let timezone: String?
    /// The folders in which timetables and recordings are looked for.
    package let folders: [String]
    package let hasDisplay: Bool
    /// Whether the display runs, or will after the next boot.
    package let servesDisplay: Bool
    let reader: any TableReader

    /// A folder with more files is not the mosque's.
    private static let mostFiles = 1000
    /// So many are shown.
    private static let most = 9
    private static let timetableEndings = [".xlsx", ".ods", ".csv", ".tsv", ".ics", ".json"]

    /// - Throws: `FileFault` where the list of cities cannot be read.
    package init(
        _ locations: Locations,
        folders: [String],
        timezone: String?,
        hasDisplay: Bool,
        servesDisplay: Bool,
        _ reader: any TableReader
    ) throws(FileFault) {
        cities = try CityList(in: locations.resources)
        (self.locations, self.folders, self.timezone) = (locations, folders, timezone)
        (self.hasDisplay, self.servesDisplay, self.reader) = (hasDisplay, servesDisplay, reader)
    }

    /// The files in the folders that may be timetables, the newest first.
    func timetables() -> [String] {
        files { name in Self.timetableEndings.contains { name.hasSuffix($0) } }
    }

    /// The MP3 files in the folders, the newest first.
    func recordings() -> [String] { files { $0.hasSuffix(".mp3") } }

    private func files(_ fits: (String) -> Bool) -> [String] {
        let paths = folders.flatMap { folder in
            Folder.names(in: folder, limit: Self.mostFiles).filter { !$0.hasPrefix(".") && fits($0.lowercased()) }
                .map { "\(folder)/\($0)" }
        }
        let dated = paths.compactMap { path -> (path: String, changed: Int)? in
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            return (path, status.st_mtim.tv_sec)
        }
        return dated.sorted { ($1.changed, $0.path) < ($0.changed, $1.path) }.prefix(Self.most).map(\.path)
    }

    /// The sound cards, by the names that stay when they are plugged in otherwise; a USB card, which somebody bought
    /// for this, first.
    func devices() -> [(name: String, title: String)] {
        let cards = SoundCards.all().map { (name: "plughw:CARD=\($0.id)", title: $0.title) }
        let (bought, own) = (cards.filter(Self.isUSB), cards.filter { !Self.isUSB($0) })
        return bought + [(name: "default", title: "the system's own choice")] + own
    }

    private static func isUSB(_ card: (name: String, title: String)) -> Bool { card.title.contains("USB") }
}
