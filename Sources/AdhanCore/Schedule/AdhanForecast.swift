/// Whether a call to prayer that is ahead will sound, by what is known now.
package struct AdhanForecast: Sendable, Hashable {
    package let key: OccasionKey
    package let at: Instant
    package let source: SourceName
    /// What the config chooses for it.
    package let sound: SoundChoice
    /// The device that it will sound on; nil if none is known to work.
    package let device: String?
    package let outcome: Outcome

    package enum Outcome: Sendable, Hashable {
        case sounds
        /// Nothing is known against it, but something has not been looked at yet.
        case untested
        case silent(AdhanSilence)
    }

    package init(
        key: OccasionKey,
        at: Instant,
        source: SourceName,
        sound: SoundChoice,
        device: String?,
        outcome: Outcome
    ) {
        (self.key, self.at, self.source, self.sound, self.device) = (key, at, source, sound, device)
        self.outcome = outcome
    }

    package var silence: AdhanSilence? { if case .silent(let silence) = outcome { silence } else { nil } }
}

/// Why a call to prayer will not sound, who decided it, and how to undo that.
package struct AdhanSilence: Sendable, Hashable {
    /// For programs.
    package enum Cause: String, Sendable, CaseIterable {
        case switchedOff = "switched-off"
        case offInConfig = "off-in-config"
        case muted, volume
        case quietHours = "quiet-hours"
        /// Another call of the mosque's rules takes its place.
        case replaced
        case rules, source, clock, recording, device
        /// The config names no sound card.
        case noCard = "no-card"
    }

    package let cause: Cause
    /// As the end of a sentence: `it was switched off`. Who, when and until when follow it.
    package let reason: String
    /// The reason that the ledger will have; nil where the schedule calls it, and the fault is found only then.
    package var skipReason: String?
    /// The person who decided it; nil if nobody did, or the config.
    package var who: String?
    package var since: Instant?
    /// When it ends by itself; nil if it does not.
    package var until: Instant?
    /// Whether somebody wants it so. A fault otherwise.
    package var isChosen: Bool
    /// What to do; a command where there is one.
    package let undo: String

    package init(
        _ cause: Cause,
        _ reason: String,
        who: String? = nil,
        since: Instant? = nil,
        until: Instant? = nil,
        isChosen: Bool,
        undo: String
    ) {
        (self.cause, self.reason, self.who, self.since, self.until) = (cause, reason, who, since, until)
        (self.isChosen, self.undo) = (isChosen, undo)
    }
}

/// What decides whether an adhan is heard, beside the scheduler's input.
package struct SoundFacts: Sendable {
    package enum Recording: Sendable, Hashable {
        /// `file` is what plays: a mirror's, or the copy in memory of an earlier one.
        case plays(file: String)
        /// Why not, and what to do.
        case broken(String, remedy: String)
    }

    package enum Device: Sendable, Hashable {
        case untested
        case opens(String)
        /// The config chose a device that nobody hears.
        case unheard(String, because: String)
        case fails(String)
    }

    package enum Clock: Sendable, Hashable {
        case untested, trusted
        case untrusted(String)
    }

    /// The files of the config that have those tables.
    package struct Files: Sendable, Hashable {
        package let place, adhan, audio: String

        package init(place: String, adhan: String, audio: String) {
            (self.place, self.adhan, self.audio) = (place, adhan, audio)
        }
    }

    /// The config's, without what people have set.
    package let sounds: SoundPlan
    package let rules: MosqueRules
    package let files: Files
    package var preferences: Preferences
    /// By the path in the config; one that is missing has not been looked at.
    package var recordings: [String: Recording] = [:]
    package var device = Device.untested
    package var clock = Clock.untested

    package init(_ sounds: SoundPlan, _ rules: MosqueRules, _ files: Files, _ preferences: Preferences = Preferences())
    {
        (self.sounds, self.rules, self.files, self.preferences) = (sounds, rules, files, preferences)
    }
}

extension AdhanForecast {
    /// How far ahead each call is told. The next adhan of each prayer is told also where it is later.
    private static let reach: Duration = .hours(24)

    /// The calls of the next 24 hours, sorted by their time.
    package static func all(_ input: SchedulerInput, _ facts: SoundFacts) -> [AdhanForecast] {
        guard let timetable = input.timetable else { return [] }
        var told: Set<Occasion> = []
        let ahead = timetable.occasions.filter { due in
            guard due.key.occasion.isCall, due.hasSound, due.at > input.now,
                input.memory[due.key]?.state.settles != true
            else { return false }
            let isFirst = told.insert(due.key.occasion).inserted
            return due.at <= input.now + reach || isFirst && due.key.occasion.isAdhan
        }
        let all = ahead.map { of($0, input, timetable, facts) }
        // Nobody wants a box that never calls. A mosque may call the Friday prayer alone.
        let isMeant = facts.rules.callsFridays && facts.preferences[.adhan(.dhuhr)] == nil
        let chosen: [AdhanSilence.Cause] = [.switchedOff, .offInConfig, .quietHours, .volume]
        guard all.allSatisfy({ $0.silence.map { chosen.contains($0.cause) } ?? false }) else { return all }
        return all.map { forecast in
            guard var silence = forecast.silence, silence.cause == .quietHours || !isMeant else { return forecast }
            silence.isChosen = false
            return forecast.with(.silent(silence))
        }
    }

    /// Whether that occasion, which has a sound, will be heard. Where another sound takes the place of an adhan, it depends
    /// on that sound.
    package static func of(
        _ due: Due,
        _ input: SchedulerInput,
        _ timetable: Timetable,
        _ facts: SoundFacts
    ) -> AdhanForecast {
        let own = AdhanForecast(due, input, timetable, facts)
        guard own.silence?.cause == .replaced, let key = due.replacement,
            let other = timetable.occasions.first(where: { $0.key == key && $0.hasSound }),
            let silence = AdhanForecast(other, input, timetable, facts).silence
        else { return own }
        guard silence.cause == .recording else { return own.with(.silent(silence)) }
        // The scheduler calls the adhan if its replacement cannot be played.
        var due = due
        due.silence = nil
        return AdhanForecast(due, input, timetable, facts)
    }

    private init(_ due: Due, _ input: SchedulerInput, _ timetable: Timetable, _ facts: SoundFacts) {
        let wall = timetable.zone.wall(at: due.at)
        let plan = facts.preferences.applied(to: facts.sounds)
        (key, at, source) = (due.key, due.at, due.source)
        let planned =
            plan.sound(of: due.key.occasion, on: due.key.date, at: wall)
            ?? plan.adhan(of: due.key.occasion.prayer ?? .dhuhr, on: due.key.date, at: wall)
        let (recording, device) = (facts.recordings[planned.file], facts.device)
        let found: String? = if case .plays(let file) = recording { file } else { nil }
        sound = SoundChoice(file: found ?? planned.file, volume: planned.volume, fadeIn: planned.fadeIn)
        self.device =
            switch device {
            case .opens(let name), .unheard(let name, _): name
            case .fails, .untested: nil
            }
        let silence =
            Schedule.withholding(due, input).map { facts.silence($0, due, input, planned.volume) }
            ?? facts.silence(ofClockAnd: recording)
        outcome =
            if let silence {
                .silent(silence)
            } else if recording == nil || device == .untested || facts.clock == .untested {
                .untested
            } else {
                .sounds
            }
    }

    private func with(_ outcome: Outcome) -> AdhanForecast {
        AdhanForecast(key: key, at: at, source: source, sound: sound, device: device, outcome: outcome)
    }
}

extension SoundFacts {
    private static let reload = "then: adhand reload"

    /// Whether the clock and the device, on which every sound depends, are not known to fail.
    package var soundsAtAll: Bool {
        if case .untrusted = clock { return false }
        if case .fails = device { return false }
        return true
    }

    /// What the scheduler's own reason for a skip means for a person.
    fileprivate func silence(
        _ skip: Withholding,
        _ due: Due,
        _ input: SchedulerInput,
        _ volume: Volume
    ) -> AdhanSilence {
        var silence = explain(skip, due, input, volume)
        silence.skipReason = skip.reason
        return silence
    }

    private func explain(
        _ skip: Withholding,
        _ due: Due,
        _ input: SchedulerInput,
        _ volume: Volume
    ) -> AdhanSilence {
        // Dhuhr's switch counts for Friday's calls, too.
        let prayer = due.key.occasion.prayer ?? .dhuhr
        switch skip.cause {
        case .switchedOff(let who):
            let since = preferences[.adhan(prayer)]?.at
            let undo = "adhand set adhan.\(prayer.rawValue) on"
            return AdhanSilence(
                .switchedOff,
                "it was switched off",
                who: who,
                since: since,
                isChosen: true,
                undo: undo
            )
        case .offInConfig:
            let key = "\(prayer.rawValue) = \"off\""
            return AdhanSilence(
                .offInConfig,
                "it is off in [adhan]",
                isChosen: true,
                undo: "remove \(key) from [adhan] of \(files.adhan), \(Self.reload)"
            )
        case .volumeTooLow: return silence(ofVolume: volume, due.key.occasion.prayer)
        case .quietHours:
            let hours = sounds.volumes.quiet.filter(\.volume.isInaudible)
                .map { "volume = \($0.volume.text) from \(ClockText.format($0.from)) to \(ClockText.format($0.to))" }
                .joined(separator: " and ")
            return AdhanSilence(
                .quietHours,
                "[[audio.quiet]] has \(hours)",
                isChosen: true,
                undo: "raise that volume in [[audio.quiet]] of \(files.audio), or shorten its hours, \(Self.reload)"
            )
        case .muted:
            return AdhanSilence(
                .muted,
                "everything is muted",
                who: skip.who,
                until: input.policy.mute?.until,
                isChosen: true,
                undo: "adhand unmute"
            )
        case .source(let words):
            return AdhanSilence(
                .source,
                words,
                isChosen: false,
                undo: "put latitude, longitude and timezone into [place] of \(files.place), \(Self.reload)"
            )
        case .calledBeforeKhutbah, .iftarInstead:
            return AdhanSilence(.replaced, skip.reason, isChosen: true, undo: "see the day: adhand times")
        case .khutbah, .other:
            return AdhanSilence(.rules, skip.reason, isChosen: true, undo: "see the day: adhand times")
        }
    }

    /// Why nothing would be heard although the schedule calls it; nil if it would.
    fileprivate func silence(ofClockAnd recording: Recording?) -> AdhanSilence? {
        if case .untrusted(let words) = clock {
            return AdhanSilence(
                .clock,
                "the clock is not trusted: \(words)",
                isChosen: false,
                undo: "adhand clock"
            )
        }
        if case .broken(let words, let remedy) = recording {
            return AdhanSilence(.recording, words, isChosen: false, undo: remedy)
        }
        switch device {
        case .fails(let words): return AdhanSilence(.device, words, isChosen: false, undo: "sudo adhand doctor")
        case .unheard(_, let words):
            let undo = "name a card in [audio] devices of \(files.audio); which there are: adhand audio devices"
            return AdhanSilence(.noCard, words, isChosen: true, undo: undo)
        case .untested, .opens: return nil
        }
    }

    /// A volume that nobody hears is a fault: what is not to be called is switched off.
    private func silence(ofVolume volume: Volume, _ prayer: Prayer?) -> AdhanSilence {
        let own = prayer.flatMap { sounds.volumes.ofPrayers[$0] }
        if let change = preferences.volumeChange(of: prayer, beside: sounds.volumes) {
            let isOwn = if case .volume(_?) = change.key { true } else { false }
            return AdhanSilence(
                .volume,
                "\(isOwn ? "its" : "the") volume was set to \(volume.text)",
                who: change.who,
                since: change.at,
                isChosen: false,
                undo: "adhand set \(change.key.name) \((own ?? sounds.volumes.usual).isInaudible ? "100" : "default")"
            )
        }
        let place = own == nil ? "[audio] volume" : "its volume in [audio.volumes]"
        let key = own == nil ? "volume = 100 into [audio]" : "\(prayer?.rawValue ?? "") = 100 into [audio.volumes]"
        return AdhanSilence(
            .volume,
            "\(place) is \(volume.text)",
            isChosen: false,
            undo: "write \(key) of \(files.audio), \(Self.reload)"
        )
    }
}
