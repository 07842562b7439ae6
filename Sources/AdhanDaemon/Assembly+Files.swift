import AdhanConfig
import AdhanEngine
import AdhanHooks
import AdhanSystem
import AdhanTimetables

/// The files of the daemon itself.
extension Assembly {
    /// The path of the control socket.
    package func socket() -> String { locations.runtime + "/adhand.sock" }

    package func mutes() -> MuteStore { MuteStore(file: locations.state + "/mute.json") }

    package func preferences() -> PreferenceStore { PreferenceStore(file: locations.state + "/settings.json") }

    package func timetables() -> TimetableStore { TimetableStore(locations) }

    package func places() -> PlaceStore { PlaceStore(locations) }

    package func configs() -> ConfigStore { ConfigStore(locations) }

    /// The file that says that an `after` hook is owed.
    package var hookMark: HookMark { HookMark(file: locations.state + "/hook.json") }

    package func marks() -> RowMarkFiles { RowMarkFiles(folder: locations.runtime + "/marks") }

    /// Makes the folders that the daemon writes to. It may block.
    package func makeFolders() {
        for file in [socket(), mutes().file, configuration.ledger.file] { Self.makeFolder(of: file) }
    }

    /// Makes the file's folder. It may block.
    package static func makeFolder(of file: String) {
        if let slash = file.lastIndex(of: "/") { Folder.make(String(file[..<slash])) }
    }
}
