import AdhanCore
import AdhanTimetables

/// Carries out what a person asks of the loop.
extension DaemonLoop {
    /// A trial begins only where the next adhan is further away than this.
    static let trialMargin: Duration = .seconds(30)

    /// - Parameter isUrgent: whether the network sources are asked at once, without this box's delay.
    /// - Returns: when they are asked; nil where there are none.
    package func refresh(askedAt now: Instant, isUrgent: Bool) -> Instant? {
        refresh(.asked, now)
        return fetches?.ask(now, today: today(now), isUrgent: isUrgent)
    }

    /// Fades out what sounds.
    ///
    /// - Returns: what was stopped, in words; nil where nothing sounds.
    func stopSound(by who: String) -> String? {
        completed = nil
        if let auxiliary {
            stopAuxiliary(by: who)
            return auxiliary.name
        }
        guard let current, case .audible = current.stage else { return nil }
        self.current?.stage = .audible(isStopped: true)
        player.stop(current.request.id, by: who)
        return "\(current.due.key)"
    }

    /// Mutes what the order covers from now on, beside what is muted already, and fades out what sounds of it.
    package func mute(_ order: Mute, _ now: Instant) {
        saved.mute = saved.mute?.adding(order) ?? order
        let isSounding = current.map { order.who(mutes: $0.due, at: now) != nil } ?? false
        if isSounding || order.covers(now) { _ = stopSound(by: order.who) }
        tell(.muted(order))
    }

    package func unmute(by who: String) {
        guard saved.mute != nil else { return }
        saved.mute = nil
        tell(.unmuted(by: who))
    }

    /// Takes over what a person has set, and writes it to the ledger.
    func prefer(_ change: Preferences.Change, _ now: Instant) {
        saved.preferences.apply(change)
        tell(.preferred(change, isRecorded: writer.record(SettingChange(change))))
        if timetable != nil { refresh(.settingChanged, now) }
    }

    /// Takes over what people had set before the start, where their disk was late.
    func adopt(_ preferences: Preferences, _ now: Instant) {
        saved.preferences = preferences
        if timetable != nil { refresh(.settingChanged, now) }
    }

    /// Plays a recording now, without a row in the ledger.
    ///
    /// - Returns: the playback's number, by which `Notice.auxiliary` reports on it.
    /// - Throws: `TrialRefused` where something sounds already or an adhan is near.
    func play(_ choice: SoundChoice, by who: String, _ now: Instant) throws(TrialRefused) -> Int {
        if let due = activity.due { throw TrialRefused(reason: "\(due.key) has the sound device") }
        if let auxiliary { throw TrialRefused(reason: "\(auxiliary.name) has the sound device") }
        if let next = timetable?.nextSound(after: now, besides: memory), next.at - now < Self.trialMargin {
            throw TrialRefused(reason: "\(next.words(settings.zone)) is near")
        }
        // One without a recording, too.
        if let khutbah = timetable?.khutbahs.first(where: { $0.begin - Self.trialMargin < now && now < $0.end }) {
            throw TrialRefused(
                reason: "the khutbah of \(khutbah.occasion.name) \(now < khutbah.begin ? "is near" : "lasts")"
            )
        }
        begin(.trial(who: who), choice, at: now)
        return lastSound
    }

    /// The days after the timetable that have the next occasion of each kind, such as the next Eid prayer. It is made
    /// when somebody asks, and kept until the timetable is loaded again; nil where there is no timetable.
    func outlook() -> Timetable? {
        guard let timetable, let last = timetable.days.last?.date else { return nil }
        if let madeOutlook { return madeOutlook }
        let rules = rulesInForce
        let source = MosqueTimetable(source, rules)
        let dates = rules.calendar.outlook(after: last)
        let days = Dictionary(
            dates.flatMap { source.days($0, in: settings.zone) }.map { ($0.date, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        madeOutlook = Timetable(
            zone: settings.zone,
            days: days.values.sorted { $0.date < $1.date },
            window: last...last,
            loadedAt: timetable.loadedAt,
            rules: rules,
            sounds: soundsInForce
        )
        return madeOutlook
    }

    /// The days of any dates, as far as the source has them: those of the timetable as they are pinned, with the iqamas
    /// that the congregation waits for, and the others as the source has them now.
    ///
    /// - Returns: what finds them. It may take long, or hang where the source's file does.
    func findDays() -> @Sendable (ClosedRange<CivilDate>) -> [PrayerDay] {
        let (source, zone) = (MosqueTimetable(source, rulesInForce), settings.zone)
        let pinned = Dictionary((timetable?.days ?? []).map { ($0.date, $0) }) { first, _ in first }
        return { dates in source.days(dates, in: zone).map { pinned[$0.date] ?? $0 } }
    }

    /// The search for changes of iqamas and khutbahs on given dates. It may take long, as `findDays`.
    func findChanges() -> @Sendable (ClosedRange<CivilDate>) -> [TimeChange] {
        let (source, rules, zone) = (source, rulesInForce, settings.zone)
        return { dates in TimeChanges.found(on: dates, by: rules, source, in: zone) }
    }
}

/// Why a trial cannot begin now.
struct TrialRefused: Error {
    package let reason: String
}

extension SoundReport {
    package var isHeardWhole: Bool { state == .completed && file == nil }

    /// The state of a trial or a dua: what went into a file was heard by nobody here, as what a silent device took.
    package var stateHere: LedgerState { state == .completed && !isHeardWhole ? .missed : state }

    /// The WAV file that it was played into; nil where a device played it.
    private var file: String? { OutputDevice(device).file }

    /// The state that the ledger would have for it.
    package var state: LedgerState {
        switch end {
        case .completed: heard > .zero ? .completed : .missed
        case .interrupted: .interrupted
        case .stopped: .stopped
        case .unheard: .missed
        }
    }

    /// How a trial went, in words.
    package var words: String {
        let time = DurationText.format(.milliseconds(heard.wholeMilliseconds))
        return switch end {
        case .completed where heard > .zero && file != nil:
            "nobody heard it here: it was played whole into \(file ?? device), \(time)"
        case .completed where heard > .zero: "heard whole: \(time) on \(device), gap \(gap.wholeMilliseconds) ms"
        case .completed: "kept time in silence: " + (remark ?? "the device is \(device)")
        case .stopped(let who): "stopped by \(who) after \(time)"
        case .interrupted(let reason), .unheard(let reason): "\(reason); \(time) heard"
        }
    }
}
