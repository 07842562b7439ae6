import AdhanSupport
import AdhanCore
import Glibc
import Logging

/// What people set while the daemon runs.
extension DaemonService {
    func set(
        _ request: ControlRequest,
        _ caller: ControlCaller,
        _ replier: ControlReplier,
        _ loop: DaemonLoop,
        _ now: Instant
    ) {
        let change: Preferences.Change
        do {
            let (key, text) = try Preferences.Key.meant(by: request.key ?? "", request.value ?? "")
            // The form of the state file; a person's claim is checked against the calendar.
            if HijriStart(text) != nil { throw key.refusal(of: text) }
            let value = try Self.hijriStart(key, text, loop, now)?.description ?? text
            change = try Preferences.Change(key.name, value, who: caller.name, at: now)
        } catch HijriFault.wrongLength(let month, let days, _) {
            let why = "because [hijri.starts] in the config has the first day of a month beside it"
            let words = "\(month) would have \(days) days, \(why); correct that, then: adhand reload"
            return replier.refuse(ControlFailure(words, code: EX_USAGE))
        } catch {
            return replier.refuse(ControlFailure("\(error)", code: EX_USAGE))
        }
        loop.prefer(change, now)
        let words =
            Self.hijriWords(change, loop, now)
            ?? "\(change.key.name) is \(change.value?.text ?? "what the config says") from now on"
        let remarks = Self.notes(on: change, loop) + silences(after: change, loop, now)
        let answer = Done(words, remarks: remarks.map(ConfigNote.init))
        guard let earlier = changesBeforeRead else { return save(.settings, loop, then: replier, answer) }
        changesBeforeRead = earlier.filter { $0.key != change.key } + [change]
        let note = "the disk with the saved settings has not answered since the start; the change is saved when it does"
        replier.answer(answer.with(note))
    }

    /// The month's start that a person means by `+1` or `today is 15`; nil where the text says neither.
    ///
    /// - Throws: `HijriFault`, also where the date of now is not known.
    private static func hijriStart(
        _ key: Preferences.Key,
        _ text: String,
        _ loop: DaemonLoop,
        _ now: Instant
    ) throws(HijriFault) -> HijriStart? {
        guard key == .hijriAdjust, let claim = HijriClaim(correction: text) else { return nil }
        let (calendar, today) = (loop.settings.rules.calendar, loop.today(now))
        guard let (day, next) = loop.timetable?.days.followed.first(where: { $0.day.date == today }),
            let shown = calendar.date(at: now, of: day, before: next)
        else { throw .unknown(today) }
        return try calendar.start(by: claim, on: calendar.daylight(at: now, of: day), shown: shown)
    }

    /// What a change of the Hijri date has led to; nil for another setting.
    private static func hijriWords(_ change: Preferences.Change, _ loop: DaemonLoop, _ now: Instant) -> String? {
        guard change.key == .hijriAdjust else { return nil }
        let today = loop.snapshot(now).hijri.map { "today is \($0.words)" } ?? "the Hijri date is not known"
        guard case .hijriStart(let start) = change.value else { return today + ", as the config says" }
        return "\(today), since 1 \(start.month.name) is \(start.date.inWords). "
            + "This ends with the month. To undo: adhand set hijri.adjust default"
    }

    /// Why the adhan that was set stays silent, and what nobody hears because of a change that nobody wants so.
    private func silences(after change: Preferences.Change, _ loop: DaemonLoop, _ now: Instant) -> [String] {
        if case .hijriAdjust = change.key { return [] }
        let (snapshot, zone) = (loop.snapshot(now), loop.settings.zone)
        let adhans = AdhanForecast.all(snapshot.input, model.soundFacts(snapshot, parts)).map {
            StatusReport.Adhan($0, zone)
        }
        let silences = StatusReport.Adhan.silences(adhans, now: zone.formatted(now)) {
            let isOwn = change.key.prayer.map { Occasion.adhan($0).name } == $0.occasion
            return isOwn && $0.isBySetting && $0.who == nil || $0.isSilencedByMistake && $0.who != nil
        }
        return silences.map { "\($0.problem.what): \($0.problem.remedy)" }
            + loop.saved.preferences.faint.map { "\($0.words): \($0.remedy)" }
    }

    /// Which prayers a changed volume does not count for, because they have their own;
    /// and what of the config it counts before.
    private static func notes(on change: Preferences.Change, _ loop: DaemonLoop) -> [String] {
        let settings = loop.settings
        if case .hijriStart(let start) = change.value {
            return settings.rules.calendar.declaration(of: start.month).map {
                ["[hijri.starts] in the config has \($0) for \(start.month); this setting counts instead"]
            } ?? []
        }
        guard case .volume(let prayer) = change.key, case .volume(let volume) = change.value else { return [] }
        func text(_ volume: Volume) -> String { Preferences.Value.volume(volume).text }
        let config = settings.sounds.volumes.ofPrayers
        if let prayer {
            let own = config[prayer].map(text)
            return own.map {
                ["[audio.volumes] in the config has \($0) for \(prayer.rawValue); this setting counts instead"]
            } ?? []
        }
        let own = loop.soundsInForce.volumes.ofPrayers
        return Prayer.called.compactMap { prayer in
            own[prayer].flatMap { other in
                guard text(other) != text(volume) else { return nil }
                let source = other == config[prayer] ? "by [audio.volumes] in the config" : "by adhand set"
                return "\(prayer.rawValue) keeps its own volume, \(text(other)), \(source); "
                    + "to change it, too: adhand set volume.\(prayer.rawValue) \(text(volume))"
            }
        }
    }

    func settings(_ replier: ControlReplier, _ loop: DaemonLoop, _ now: Instant) {
        let zone = loop.settings.zone
        @Sendable func told(_ change: SettingChange) -> Settings.Change {
            .init(
                key: change.key,
                value: change.value,
                who: change.who,
                at: zone.formatted(change.at.flooredToSecond)
            )
        }
        let inForce = loop.snapshot(now).preferencesInForce.map { told(SettingChange($0)) }
        let isTaken = loop.writer.read { ledger in
            do {
                let changes = try ledger.changes(limit: Settings.mostChanges)
                replier.answer(Settings(settings: inForce, changes: changes.map(told), problem: nil))
            } catch {
                replier.answer(Settings(settings: inForce, changes: [], problem: "\(error)"))
            }
        }
        if !isTaken {
            let problem = "too many requests wait for the ledger already; its disk may hang: df, dmesg"
            replier.answer(Settings(settings: inForce, changes: [], problem: problem))
        }
    }

    /// Takes up what was set before the start, from a disk that was late. What was set since counts before it.
    func found(_ preferences: Preferences, _ loop: DaemonLoop, _ now: Instant) {
        guard let changes = changesBeforeRead else { return }
        changesBeforeRead = nil
        if !preferences.inForce.isEmpty {
            log.warning("the settings are taken up late: their disk has answered only now")
        }
        var all = preferences
        for change in changes { all.apply(change) }
        loop.adopt(all, now)
        if !changes.isEmpty { save(.settings, loop) }
    }
}
