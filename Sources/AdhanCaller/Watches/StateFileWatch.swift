import AdhanSupport
import AdhanCore

/// Looks whether the daemon's own files, of which the log tells only once, can be read: the status names them until
/// they are mended.
struct StateFileWatch: Sendable {
    package static let interval: Duration = .seconds(10)

    let mutes: MuteStore
    let preferences: PreferenceStore
    /// Nil where no `after` hook is configured, which could be owed.
    let mark: HookMark?

    /// The folder of the ledger.
    let folder: String

    /// With less, SQLite can write no row: it needs a page and a journal. In bytes.
    private static let leastFree = 64 << 10

    /// What follows from a mute that cannot be read.
    static let mute = ", so a start takes no mute from it"
    /// What follows from settings that cannot be read.
    static let settings = ", so a start takes only the config"
    /// What follows from a mark that cannot be read.
    static let hook = "; an after hook may be owed, and what it switches off, such as an amplifier, may be on"

    /// What is wrong with the files. It may block.
    package func problems() -> [StatusReport.Problem] {
        [
            full,
            problem(Self.mute, "mute again, or end the mute: adhand unmute") { () throws(FileFault) in
                _ = try mutes.load()
            },
            problem(Self.settings, "set them again: adhand set; what was set: adhand settings") {
                () throws(FileFault) in
                _ = try preferences.load()
            },
            mark.flatMap { mark in
                let advice = "run both hooks: adhand play; or switch it off by hand, then: sudo rm "
                return problem(Self.hook, advice + shellWord(mark.file)) { () throws(FileFault) in _ = try mark.load() }
            },
        ].compactMap(\.self)
    }

    /// A row is written only at the next prayer, and a full disk is to be known before.
    private var full: StatusReport.Problem? {
        guard let free = FreeSpace.of(folder), free < Self.leastFree else { return nil }
        return .init(
            .state,
            "disk",
            what: "the disk of \(folder) is full: the ledger gets no row, and the adhan sounds all the same",
            advice: "make room, for example among old logs: sudo journalctl --vacuum-size=50M"
        )
    }

    private func problem(
        _ consequence: String,
        _ advice: String,
        _ load: () throws(FileFault) -> Void
    ) -> StatusReport.Problem? {
        do throws(FileFault) {
            try load()
            return nil
        } catch {
            return .init(.state, PathName.name(of: error.path), what: "\(error)\(consequence)", advice: advice)
        }
    }
}
