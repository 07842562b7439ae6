import AdhanCore
import AdhanSupport
import AdhanWeb
import Logging
import Synchronization

/// The page *Sound*: which recording is for which prayer, how loud, and on which card.
extension PanelService {
    static let soundRoutes: [String: Route] = [
        "GET /api/sound": Route(roles: office) { service, call in
            try service.checkRate(.devices, of: call.member.account)
            return try service.soundAnswer()
        },
        "POST /api/sound": Route(roles: [.caretaker]) { try $0.saveSound($1) },
        "POST /api/sound/upload": Route(roles: [.caretaker], limit: largestRecording, type: "application/octet-stream")
        {
            try $0.upload($1)
        },
        "POST /api/sound/remove": Route(roles: [.caretaker]) { try $0.removeRecording($1) },
        "GET /api/sound/recording": Route(roles: office) { try $0.recordingAnswer($1) },
        "POST /api/sound/play": Route(roles: office, lane: .orders) { try $0.playSound($1) },
    ]

    private struct Sound: Encodable {
        struct Recording: Encodable {
            let file, title, who: String
            /// ISO 8601 with the offset of the mosque's zone.
            let at: String
            let facts: CheckedRecording
            let remarks: [CheckedRecording.Remark]
        }
        struct Slot: Encodable {
            let name: String
            /// The recordings in use; empty where there is none.
            let inUse: [RecordingName]
        }
        struct Level: Encodable {
            let name: String
            /// By the config, with what the panel has set.
            let percent: Double
            /// The person who has set another volume by `adhand set`; nil where the config counts.
            let setBy: String?
        }
        struct Card: Encodable { let name, title: String }

        let revision: String
        let isFixed: Bool
        let problems: [String]
        let choices: SoundChoices
        let recordings: [Recording]
        let slots: [Slot]
        let levels: [Level]
        /// The devices of the config, in their order.
        let devices: [String]
        /// The cards that may be chosen.
        let cards: [Card]
        /// Why the cards are not known; nil where they are.
        let away: String?
    }

    func soundAnswer() throws -> WebAnswer {
        let draft = try settings.draft()
        let (audio, choices) = (draft.configuration.audio, SoundChoices(of: draft.tables))
        // reason: without the mosque's zone the times are those of UTC
        let zone = (try? draft.configuration.place.zone.get().rules) ?? .utc
        let files = Set(settings.files.names(.recording))
        let recordings = try store.recordings().filter { files.contains($0.file) }.map { recording in
            Sound.Recording(
                file: recording.file,
                title: recording.title,
                who: recording.who,
                at: zone.formatted(Instant(seconds: recording.at)),
                facts: recording.facts,
                remarks: recording.facts.remarks
            )
        }
        let (cards, away) = cards()
        // reason: without the daemon there is no setting of its own in force
        let set = (try? control.ask(ControlRequest(.settings), for: Settings.self))?.settings ?? []
        return try json(
            Sound(
                revision: draft.revision,
                isFixed: draft.fixed.contains("audio"),
                problems: draft.problems,
                choices: choices,
                recordings: recordings,
                slots: SoundChoices.Slot.allCases.map { slot in
                    let inUse = audio.plan.files(of: slot).map {
                        RecordingName($0, sha256: settings.locations.presumedDigest(of: $0))
                    }
                    return Sound.Slot(name: slot.rawValue, inUse: inUse)
                },
                levels: [(SoundChoices.usual, Prayer?.none)].map { Self.level($0.0, $0.1, audio, set) }
                    + Prayer.called.map { Self.level($0.rawValue, $0, audio, set) },
                devices: audio.devices,
                cards: cards.map { Sound.Card(name: $0.name, title: $0.title) },
                away: away
            )
        )
    }

    private static func level(
        _ name: String,
        _ prayer: Prayer?,
        _ audio: AudioConfiguration,
        _ set: [Settings.Change]
    ) -> Sound.Level {
        let volumes = audio.plan.volumes
        return Sound.Level(
            name: name,
            percent: (prayer.flatMap { volumes.ofPrayers[$0] } ?? volumes.usual).percent,
            setBy: set.first { $0.key == Preferences.Key.volume(prayer).name }?.who
        )
    }

    /// The cards that the daemon sees and the panel may choose. The panel itself has no devices.
    private func cards() -> (cards: [SoundDevices.Name], away: String?) {
        do {
            let devices = try control.ask(ControlRequest(.devices), for: SoundDevices.self)
            return (devices.names.filter { OutputDevice($0.name).isHarmless }, nil)
        } catch {
            return ([], "\(error)")
        }
    }

    private struct SoundChange: Decodable {
        let base: String
        let choices: SoundChoices
    }

    private func saveSound(_ call: PanelCall) throws -> WebAnswer {
        let given: SoundChange = try call.body()
        var draft = try settings.draft()
        guard !draft.fixed.contains("audio") else { throw PanelRefusal.fixed }
        let before = SoundChoices(of: draft.tables)
        func isSound() -> Bool { given.choices.isSound(Set(settings.files.names(.recording)).contains) }
        guard isSound() else { throw PanelRefusal.badBody }
        if let device = given.choices.device, device != before.device {
            let (cards, away) = cards()
            if let away { throw PanelRefusal(503, "away", away) }
            guard cards.contains(where: { $0.name == device }) else { throw PanelRefusal.noCard }
        }
        let kept = try recordingTurn.withLock { _ in
            // A recording may have been removed meanwhile.
            guard isSound() else { throw PanelRefusal.badBody }
            given.choices.put(in: &draft.tables, filesHasFajr: SoundChoices.filesHasFajr(draft.texts))
            let changes = given.choices.changes(from: before).joined(separator: ", ")
            return try keep(draft, base: given.base, call, what: "sound: \(changes.isEmpty ? "no change" : changes)")
        }
        return try tell(kept)
    }
}

extension SoundPlan {
    /// The files in use for a slot of the page.
    fileprivate func files(of slot: SoundChoices.Slot) -> [String] {
        switch slot {
        case .adhan: adhan.files
        case .dua: dua?.files ?? []
        case .duaOfFajr: (duaOfFajr ?? dua)?.files ?? []
        case .fajr, .dhuhr, .asr, .maghrib, .isha:
            (Prayer(rawValue: slot.rawValue).flatMap { ofPrayers[$0] } ?? adhan).files
        }
    }
}
