import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanCaller

/// A box that follows a script, such as `11:00 start; 12:00:10 mute until 13:00; off until 14:00; 15:00`.
///
/// An event may have a time, until which the box runs before it; while no process runs, time passes. The first time is the box's, and its
/// date that of the script, 2026-11-21 by default. Other dates stand before the time: `11-22T05:00`. `+5s` counts from now. Days are
/// plain, in UTC: Fajr 05:00, Dhuhr 12:00, Asr 15:00, Maghrib 18:00, Isha 20:00.
final class ScriptedBox {
    struct Unknown: Error, CustomStringConvertible { let description: String }

    let box: VirtualBox
    let days = ScriptedDays()
    let date: CivilDate
    /// What the last stop has stopped.
    private(set) var stopped: String?

    init(_ script: String, ledger: LedgerOnADisk = .inMemory(), source: (any TimetableSource)? = nil) throws {
        let first = String(script.prefix { !" ;".contains($0) })
        date = try CivilDate(first.contains("T") ? String(first.prefix(10)) : "2026-11-21")
        guard let start = Self.moment(first, date) else { throw Unknown(description: script) }
        box = VirtualBox(at: start, source: source ?? days, ledger: ledger)
        try play(script)
    }

    func play(_ script: String) throws {
        for event in script.split(separator: ";") {
            var words = event.split(separator: " ").map(String.init)
            if let moment = words.first.flatMap(time) {
                if box.life == nil { box.wait(until: moment) } else { box.run(until: moment) }
                words.removeFirst()
            }
            guard let verb = words.first else { continue }
            let rest = Array(words.dropFirst())
            let isKnown =
                try process(verb, rest) || disturb(verb, rest) || order(verb, rest) || rule(verb, rest)
                || day(verb, rest)
            guard isKnown else { throw Unknown(description: String(event)) }
        }
    }

    // MARK: Words

    static func moment(_ word: String, _ date: CivilDate) -> Instant? {
        let parts = word.split(separator: "T").map(String.init)
        let clock = parts.last.map { $0.split(separator: ":").map { Double($0) } } ?? []
        let numbers = clock.compactMap(\.self)
        guard (2...3).contains(numbers.count), numbers.count == clock.count, let day = parts.first else { return nil }
        let seconds = zip(numbers, [3600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
        let text = parts.count == 1 ? date.description : day.count == 5 ? "\(date.description.prefix(5))\(day)" : day
        guard let found = try? CivilDate(text) else { return nil }  // reason: it is no time
        return ZoneRules.utc.instant(found, secondOfDay: 0) + .milliseconds(Int((seconds * 1000).rounded()))
    }

    private func time(_ word: String) -> Instant? {
        guard let sign = word.first, "+-".contains(sign) else { return Self.moment(word, date) }
        let by = try? DurationText.parse(String(word.dropFirst()))  // reason: it is no time
        return by.map { sign == "+" ? box.now + $0 : box.now - $0 }
    }

    private func word(_ words: [String], _ index: Int) throws -> String {
        guard words.indices.contains(index) else { throw Unknown(description: "\(words)") }
        return words[index]
    }

    private func moment(_ words: [String]) throws -> Instant {
        guard let moment = words.last.flatMap(time) else { throw Unknown(description: "\(words)") }
        return moment
    }

    private func prayer(_ words: [String]) throws -> Prayer {
        guard let prayer = Prayer(rawValue: try word(words, 0)) else { throw Unknown(description: "\(words)") }
        return prayer
    }

    private func span(_ words: [String], _ index: Int = 0) throws -> Duration {
        try DurationText.parse(word(words, index))
    }

    private func seconds(_ words: ArraySlice<String>) throws -> [Int] {
        try words.map { Int(try DurationText.parse($0).components.seconds) }
    }

    /// Seconds after midnight; `24:30` is on the next day.
    private func clocks(_ words: [String]) throws -> [Int] {
        try words.map { word in
            guard let moment = Self.moment(word, date) else { throw Unknown(description: word) }
            return Int((moment - ZoneRules.utc.instant(date, secondOfDay: 0)).components.seconds)
        }
    }

    private func behaviour(_ words: [String]) throws -> VirtualPlayer.Behaviour {
        switch try word(words, 0) {
        case "plays": .plays
        case "gone": .findsNoDevice("no sound card")
        case "broken": .refusesFile("not an MP3 file")
        case "mute": .isMute
        case "dies": .diesUnheard("the card died")
        case "slow": .isSlow(try span(words, 1))
        case "unplugged": .losesDevice(after: try span(words, 1))
        case "late": .isStoppedLate
        case "hasty": .isHeardBeforeItStops
        default: throw Unknown(description: "\(words)")
        }
    }

    // MARK: Events

    /// The process, its clock and its config. `off until 13:00` is a power cut, `read` a changed timetable; `pin` saves what the
    /// next process needs of today's congregations.
    private func process(_ verb: String, _ words: [String]) throws -> Bool {
        switch verb {
        case "start": box.start()
        case "kill": box.kill()
        case "restart":
            box.kill()
            box.start()
        case "pin":
            let days = box.life?.ask { loop, now in loop.pinned(now) } ?? []
            box.saved.pinned = PinnedCongregations(days, by: box.settings.rules, in: box.settings.zone)
        case "off": box.losePower(until: try moment(words))
        case "sigterm": box.stop(by: "SIGTERM")
        case "reload": box.reload(finding: try words.isEmpty ? nil : behaviour(words))
        case "read": box.life?.post(.timetableChanged)
        case "refresh": _ = box.life?.ask { loop, now in loop.refresh(askedAt: now, isUrgent: false) }
        case "asks": box.settings.asksClock = words == ["clock"]
        case "trusted": box.life?.post(.clock(.synchronised))
        case "doubted": box.life?.post(.clock(.untrusted(.noHardwareClock)))
        case "clock": box.stepClock(to: try moment(words))
        default: return false
        }
        return true
    }

    /// The sound card, the ledger's disk and the runtime directory with the marks.
    private func disturb(_ verb: String, _ words: [String]) throws -> Bool {
        switch (verb, words.first) {
        case ("card", _): box.player.behaviour = try behaviour(words)
        case ("missing", _): box.player.missing = Set(words)
        case ("disk", "full"): box.ledger.fail(.unwritable)
        case ("disk", "unreadable"): box.ledger.fail(.unreadable)
        case ("disk", "hangs"): box.diskAnswers = false
        case ("disk", "slow"): box.paces.ledger = DiskPace(delay: try span(words, 1))
        case ("disk", "well"):
            box.ledger.fail(nil)
            box.diskAnswers = true
        case ("marks", "full"): box.marks.refuses = true
        case ("marks", "lost"): box.marks.removeAll()
        case ("marks", "hang"): box.paces.marks = .hung
        case ("marks", "slow"): box.paces.marks = DiskPace(delay: try span(words, 1))
        case ("marks", "well"):
            box.marks.refuses = false
            box.paces.marks = .prompt
        default: return false
        }
        return true
    }

    /// What a person does. `trial refused` is tried, and must be refused.
    private func order(_ verb: String, _ words: [String]) throws -> Bool {
        switch (verb, words.first) {
        case ("mute", _): box.mute(until: try moment(words))
        case ("unmute", _): box.unmute()
        case ("stop", _): stopped = box.stopSound()
        case ("trial", nil): try box.play("trial.mp3")
        case ("trial", "refused"): #expect(throws: TrialRefused.self) { try box.play("trial.mp3") }
        case ("set", _):
            let change = try Preferences.Change(word(words, 0), word(words, 1), who: "amina", at: box.now)
            box.life?.ask { loop, now in loop.prefer(change, now) }
        default: return false
        }
        return true
    }

    /// What the config says, for the next start or reload.
    private func rule(_ verb: String, _ words: [String]) throws -> Bool {
        let isNone = words.last == "none"
        switch verb {
        case "adhan":
            let rule = try word(words, 1)
            let prayer = try prayer(words)
            box.settings.rules.adhan[prayer] = try ByDay(rule == "off" ? .off : .at(TimeRule(rule)))
        case "iqama":
            let prayer = try prayer(words)
            box.settings.rules.iqama[prayer] = try isNone ? nil : ByDay(IqamaRule(TimeRule(word(words, 1))))
        case "tarhim":
            let prayer = try prayer(words)
            box.settings.rules.tarhim[prayer] = try ByDay(Int(span(words, 1).components.seconds))
        case "remind":
            let occasion = try Occasion(named: word(words, 0))
            box.settings.rules.reminders[occasion] = try isNone ? nil : seconds(words.dropFirst())
        case "khutbah":
            box.settings.rules.jumuah.times = try ByDay(KhutbahRule(isNone ? [] : clocks(words).map(TimeRule.clock)))
        case "lasting": box.settings.rules.jumuah.khutbah = try seconds(words[...]).first ?? 0
        case "called": box.settings.rules.jumuah.call = JumuahRules.Call(rawValue: try word(words, 0)) ?? .dhuhr
        case "first-adhan": box.settings.rules.jumuah.firstAdhan = try seconds(words[...]).first
        case "suhoor": box.settings.rules.ramadan.suhoor = try seconds(words[...])
        case "iftar":
            let lead = try words == ["instead"] ? nil : seconds(words[...]).first
            box.settings.rules.ramadan.iftar = lead.map(RamadanRules.Iftar.before) ?? .instead
        case "fitr": box.settings.rules.eid.fitr = try clocks(words)
        case "adha": box.settings.rules.eid.adha = try clocks(words)
        case "takbir": box.settings.rules.eid.takbir = try seconds(words[...]).first
        case "ramadan":
            let (first, next) = (try CivilDate(word(words, 0)), try CivilDate(word(words, 1)))
            let year = first.description.hasPrefix("2026") ? "1447" : "1448"
            box.settings.rules.calendar = try HijriCalendar(declared: [
                try HijriMonth("\(year)-09"): first, try HijriMonth("\(year)-10"): next,
            ])
        default: return try sound(verb, words)
        }
        return true
    }

    private func sound(_ verb: String, _ words: [String]) throws -> Bool {
        switch verb {
        case "recordings":
            for kind in words.compactMap(Occasion.Kind.init(rawValue:)) {
                box.settings.sounds.ofOccasions[kind] = Recordings("\(kind.rawValue).mp3")
            }
        case "silent":
            for kind in words.compactMap(Occasion.Kind.init(rawValue:)) { box.settings.sounds.ofOccasions[kind] = nil }
        case "dua": box.settings.sounds.dua = Recordings("dua.mp3")
        case "pause": box.settings.sounds.duaPause = try span(words)
        case "length": box.soundLength = try span(words)
        case "unplaced": box.settings.policy.skippedSources = .all(because: "place not set")
        default: return false
        }
        return true
    }

    /// The timetable, for the next time that it is read.
    private func day(_ verb: String, _ words: [String]) throws -> Bool {
        let clocks = try words == ["none"] ? [] : clocks(words)
        switch verb {
        case "khutbahs": days.khutbahs = clocks
        case "asr-iqama": days.iqamas[.asr] = clocks.first
        default:
            guard let prayer = Prayer(rawValue: verb), let clock = clocks.first else { return false }
            days.times[prayer] = clock
        }
        return true
    }
}
