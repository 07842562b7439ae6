import AdhanCaller
import AdhanCore
import AdhanSupport
import AdhanWeb
import Logging
import Synchronization

/// The recordings of the page *Sound*: uploaded, heard in the browser, heard in the mosque, removed.
extension PanelService {
    /// The most bytes of an upload: 13 minutes at the highest bit rate of MP3.
    static let largestRecording = 32 << 20
    /// How long an order to play waits for the daemon's word on the device.
    private static let patience = AuxiliaryPlayback.patience + .seconds(1)

    private struct Uploaded: Encodable {
        let file, title: String
        let facts: CheckedRecording
        let remarks: [CheckedRecording.Remark]
    }

    func upload(_ call: PanelCall) throws -> WebAnswer {
        let (member, bytes) = (try call.member, call.web.body)
        guard !bytes.isEmpty else { throw PanelRefusal.badBody }
        let facts = try recordingCheck.check(bytes)
        let given = OneLine.of((call.web.argument("name") ?? "").visibleName ?? "", limit: 100)
        let (file, title) = try recordingTurn.withLock { _ in
            let file = try settings.files.keep(bytes, .recording, ending: RecordingName.ending(of: given))
            let title = "\(RecordingName(file, sha256: nil))"
            let who = member.account.name
            guard try store.add(UploadedRecording(file: file, title: title, who: who, at: now, facts: facts)) else {
                _ = try settings.files.remove(file, .recording)
                throw PanelRefusal.tooManyRecordings
            }
            return (file, title)
        }
        log.notice("\(member.account.name) has uploaded the recording \(file)")
        return try json(Uploaded(file: file, title: title, facts: facts, remarks: facts.remarks))
    }

    private struct Named: Decodable { let file: String }

    /// Takes the recording out of the list. Its file stays as long as a kept state of the settings names it.
    func removeRecording(_ call: PanelCall) throws -> WebAnswer {
        let (member, given): (PanelSession, Named) = (try call.member, try call.body())
        try recordingTurn.withLock { _ in
            guard settings.files.path(given.file, .recording) != nil else { throw PanelRefusal.noRecording }
            let choices = SoundChoices(of: try settings.draft().tables)
            guard !choices.recordings.values.contains(given.file) else { throw PanelRefusal.inUse }
            try store.removeRecording(given.file)
            let kept = Set(try store.recordings().map(\.file))
            // Also those that an earlier state had, which is forgotten by now.
            for file in settings.files.names(.recording) where !kept.contains(file) {
                _ = try settings.files.remove(file, .recording)
            }
        }
        log.notice("\(member.account.name) has removed the recording \(given.file)")
        return try soundAnswer()
    }

    func recordingAnswer(_ call: PanelCall) throws -> WebAnswer {
        guard let path = settings.files.path(call.web.argument("file") ?? "", .recording) else {
            throw PanelRefusal.noRecording
        }
        // The name has the digest of its bytes, so they never change. Only this browser may keep them.
        let headers = [("Cache-Control", "private, max-age=3600")]
        return try WebAnswer.file(path, "audio/mpeg", range: call.web.header("Range"), headers)
    }

    private struct Trial: Decodable {
        /// With whose volume; nil for the usual one.
        let prayer: Prayer?
        /// A recording of the panel's, or `tone` for the short tone that comes with adhand; nil for the prayer's own.
        let file: String?
    }

    private struct Begun: Encodable {
        /// The daemon's last words; nil where it has said nothing yet.
        let words: String?
        /// Whether a device has accepted its first sample.
        let isSounding: Bool
        /// Whether it has ended already, unheard.
        let hasEnded: Bool
    }

    /// Has the daemon play a recording in the mosque. It refuses that while a prayer is near, and ends it for one.
    func playSound(_ call: PanelCall) throws -> WebAnswer {
        let (name, given): (String, Trial) = (try call.member.account.name, try call.body())
        guard given.prayer.map(Prayer.called.contains) ?? (given.file != nil) else { throw PanelRefusal.badBody }
        let file = try given.file.map { file in
            if file == "tone" { return settings.locations.tone }
            guard let path = settings.files.path(file, .recording) else { throw PanelRefusal.noRecording }
            return path
        }
        try checkRate(.play, of: try call.member.account)
        log.notice("\(name) tests the sound: \(given.prayer?.rawValue ?? "the usual volume")")
        return try asked {
            let events = try control.follow(DaemonEvent.self)
            let request = ControlRequest(.play, prayer: given.prayer, file: file, person: name)
            let begun = try control.ask(request, for: TrialBegun.self)
            let word = try word(of: begun.id, events)
            return try json(
                Begun(words: word?.words, isSounding: word?.isSounding == true, hasEnded: word?.isWhole == false)
            )
        }
    }

    /// The event of the trial that says on which device it sounds or why on none; the last one where none does in time.
    private func word(of trial: Int, _ events: ControlEvents<DaemonEvent>) throws -> DaemonEvent? {
        let deadline = BootClock.now() + Self.patience
        var last: DaemonEvent?
        while true {
            let rest = deadline - BootClock.now()
            guard rest > .zero, case .event(let event) = try events.next(within: rest) else { return last }
            if event.trial == trial { last = event }
            if event.trial == trial, event.isSounding == true || event.isWhole != nil { return event }
        }
    }
}

extension PanelRefusal {
    static let fixed = PanelRefusal(403, "fixed", "the config of the box does not let the panel change this")
    static let noCard = PanelRefusal(409, "no-card", "the box has no such card now")
    static let noRecording = PanelRefusal(404, "no-recording", "there is no such recording any more")
    static let inUse = PanelRefusal(409, "in-use", "this recording is in use; choose another one first")
    static let tooManyRecordings = PanelRefusal(409, "too-many-recordings", "there are 40 recordings; remove one first")
}
