import AdhanSupport
import AdhanCore
import AdhanTimetables

/// The files of the daemon itself.
extension DaemonParts {
    /// The path of the control socket.
    package func socket() -> String { locations.runtime + "/adhand.sock" }

    func mutes() -> MuteStore { MuteStore(file: locations.state + "/mute.json") }

    package func preferences() -> PreferenceStore { Self.preferences(locations) }

    package static func preferences(_ locations: Locations) -> PreferenceStore {
        PreferenceStore(file: locations.state + "/settings.json")
    }

    func congregations() -> CongregationStore {
        CongregationStore(file: locations.state + "/congregations.json")
    }

    /// What an earlier daemon, or the running one, holds of its days' congregations, by the rules of the config that it
    /// accepted last. It may block.
    ///
    /// - Throws: what keeps it from being read.
    func pinned() throws -> PinnedCongregations? {
        let days = try congregations().load()
        guard !days.isEmpty, let texts = try configs().load() else { return nil }
        let before = try Configuration.parse(texts, locations)
        return PinnedCongregations(days, by: before.rules, in: try before.place.zone.get().rules)
    }

    package func timetables() -> TimetableStore { TimetableStore(locations) }

    package func places() -> PlaceStore { PlaceStore(locations) }

    func zones() -> ZoneStore { ZoneStore(locations) }

    package func configs() -> ConfigStore { ConfigStore(locations) }

    /// The file that says that an `after` hook is owed.
    var hookMark: HookMark { HookMark(file: locations.state + "/hook.json") }

    package func marks() -> PendingRowFiles { PendingRowFiles(folder: locations.runtime + "/marks") }

    /// Makes the folders that the daemon writes to. It may block.
    package func makeFolders() {
        for file in [socket(), mutes().file, configuration.ledger.file] { Folder.make(PathName.folder(of: file)) }
    }
}
