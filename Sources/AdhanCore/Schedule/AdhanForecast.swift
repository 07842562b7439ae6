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

        /// Whether a setting of the config or of a person silences the adhan by itself.
        package var isSetting: Bool { [.switchedOff, .offInConfig, .volume, .quietHours].contains(self) }
    }

    package let cause: Cause
    /// As the end of a sentence: `switched off`. Who, when and until when follow it.
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
        guard all.allSatisfy({ $0.silence?.cause.isSetting == true }) else { return all }
        return all.map { forecast in
            guard var silence = forecast.silence, silence.cause == .quietHours || !isMeant else { return forecast }
            silence.isChosen = false
            return forecast.with(.silent(silence))
        }
    }

    /// Whether that occasion, which has a sound, will be heard. Where another sound takes the place of an adhan, it
    /// depends on that sound.
    package static func of(
        _ due: ScheduledOccasion,
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

    private init(_ due: ScheduledOccasion, _ input: SchedulerInput, _ timetable: Timetable, _ facts: SoundFacts) {
        let wall = timetable.zone.wall(at: due.at)
        let plan = facts.preferences.applied(to: facts.sounds)
        (key, at, source) = (due.key, due.at, due.source)
        let planned =
            plan.sound(of: due.key.occasion, on: due.key.date, at: wall)
            ?? plan.adhan(of: due.key.occasion.prayer ?? .dhuhr, on: due.key.date, at: wall)
        let (recording, device) = (facts.recordings[planned.file], facts.device)
        let (file, sha256): (String, String?) =
            if case .plays(let file, let sha256) = recording { (file, sha256) } else { (planned.file, nil) }
        sound = SoundChoice(file: file, volume: planned.volume, fadeIn: planned.fadeIn, sha256: sha256)
        self.device =
            switch device {
            case .opens(let name), .unheard(let name, _): name
            case .fails, .untested: nil
            }
        let silence =
            Schedule.skipReason(due, input).map { facts.silence($0, due, input, planned.volume) }
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
