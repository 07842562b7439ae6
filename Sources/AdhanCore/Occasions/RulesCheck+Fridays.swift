/// The effects of the rules for Fridays that their author may not expect.
extension RulesCheck {
    var fridays: [Remark] {
        let fridays = days.filter { !$0.ruled.fridays.isEmpty }
        guard !fridays.isEmpty else {
            let idle = ["iqama", "first_adhan", "khutbah", "adhan"].filter { written.contains("jumuah.\($0)") }
            guard let first = idle.first else { return [] }
            let verb = idle.count == 1 ? "does" : "do"
            let advice = "as in times = [\"13:15\"]"
            let words = "\(verb) nothing, for no Friday has a khutbah: write when it begins, \(advice)"
            return [Remark(key: "jumuah.\(first)", words: "[jumuah] \(idle.joined(separator: " and ")) \(words)")]
        }
        var remarks: [Remark] = []
        if fridays.contains(where: { $0.ruled.hasJumuahPrayers }) {
            let words =
                "the timetable says when the Friday prayer begins, and this counts as the beginning of its khutbah. "
                + "Write into [jumuah] how long the khutbah begins before it, as in iqama = \"20m\""
            remarks.append(Remark(key: "jumuah", words: words))
        }
        let khutbah = Duration.seconds(rules.jumuah.khutbah)
        let areTheTimetables = fridays.allSatisfy { day in
            !day.plain.fridays.isEmpty && rules.jumuah.times.value(on: day.facts)?.isFallback != false
        }
        let times = areTheTimetables ? "have the times corrected in the timetable" : "other times"
        func dates(_ holds: (Day) -> Bool) -> [CivilDate] { fridays.filter(holds).map(\.date) }
        func meets(_ second: Instant, _ first: Instant) -> Bool {
            rules.jumuah.prayer(after: first).map { second <= $0 } ?? false
        }
        remarks += [
            remark(
                "jumuah",
                "a khutbah begins while the one before lasts, by khutbah = \"\(DurationText.format(khutbah))\",",
                dates { day in zip(day.ruled.fridays.dropFirst(), day.ruled.fridays).contains { $0 < $1 + khutbah } },
                "write a shorter khutbah, or \(times)"
            ),
            remark(
                "jumuah.iqama",
                "a khutbah begins before the prayer of the one before, by iqama,",
                dates { day in zip(day.ruled.fridays.dropFirst(), day.ruled.fridays).contains(where: meets) },
                "write a shorter iqama, or \(times)"
            ),
            remark(
                "jumuah",
                "the first khutbah begins before Dhuhr does",
                dates { day in day.ruled.fridays.first.map { $0 < day.ruled[.dhuhr] } ?? false },
                areTheTimetables
                    ? "have it corrected in the timetable" : "write a later one, as in times = [\"dhuhr+15m\"]"
            ),
            remark(
                "jumuah",
                "a khutbah or its prayer is after Dhuhr's time has ended",
                dates { day in
                    day.ruled.fridays.contains { day.ruled[.asr] <= rules.jumuah.prayer(after: $0) ?? $0 }
                },
                areTheTimetables
                    ? "have it corrected in the timetable" : "write an earlier one, as in times = [\"asr-45m\"]"
            ),
        ].compactMap(\.self)
        remarks += lostCalls + callsIntoKhutbahs
        if let lead = rules.jumuah.firstAdhan, let length = length(.firstAdhan(1)), .seconds(lead) < length {
            let times = [.seconds(lead), length].map { DurationText.format(.seconds($0.components.seconds)) }
            let words =
                "[jumuah] first_adhan = \"\(times[0])\" is shorter than its recording, \(times[1]): the khutbah ends it"
            remarks.append(Remark(key: "jumuah.first_adhan", words: words))
        }
        return remarks
    }

    /// The calls that do not sound because a khutbah lasts.
    private var lostCalls: [Remark] {
        let khutbahs = days.flatMap { rules.khutbahs(of: $0.ruled) }
        let lost = occasions.filter { due in
            let occasion = due.key.occasion
            return occasion.isCall && occasion.kind != .jumuah && due.silence == nil
                && khutbahs.contains { $0.silences(occasion, at: due.at) }
        }
        let names = lost.map(\.key.occasion).reduce(into: [Occasion]()) { if !$0.contains($1) { $0.append($1) } }
        return names.compactMap { occasion in
            remark(
                "jumuah",
                "\(Self.words(occasion)) is due during a khutbah",
                lost.filter { $0.key.occasion == occasion }.map(\.key.date),
                "then it does not sound; if it should, write a shorter khutbah into [jumuah]"
            )
        }
    }

    /// What an adhan lasts whose recording's length is not known, or less.
    private static let usualLength: Duration = .minutes(5)
    /// No recording of an adhan is longer.
    static let longest: Duration = .minutes(15)

    /// The adhans that may still sound when a khutbah begins, for an adhan is never cut.
    private var callsIntoKhutbahs: [Remark] {
        let fridays = occasions.filter { $0.key.occasion.kind == .jumuah }
        var found: [Occasion: [(date: CivilDate, ahead: Duration)]] = [:]
        for due in occasions where due.key.occasion.isAdhan && due.silence == nil && due.key.date.weekday == 5 {
            let khutbah = fridays.first { due.at < $0.at && $0.at < due.at + Self.longest }
            guard let khutbah else { continue }
            found[due.key.occasion, default: []].append((due.key.date, khutbah.at - due.at))
        }
        return Prayer.called.map(Occasion.adhan).compactMap { adhan in
            guard let near = found[adhan] else { return nil }
            let known = length(adhan)
            let dates = near.filter { $0.ahead < known ?? Self.usualLength }.map(\.date)
            let lasts = known.map { ", which lasts \(DurationText.format(.seconds($0.components.seconds)))," } ?? ""
            return rules.jumuah.call == .dhuhr
                ? remark(
                    "jumuah",
                    "\(Self.words(adhan))\(lasts) "
                        + (known == nil ? "is less than 5m before a khutbah" : "sounds on into a khutbah"),
                    dates,
                    "an adhan is never cut; for silence, let the khutbah begin later"
                )
                : remark(
                    "jumuah",
                    "\(Self.words(adhan))\(lasts) is so soon before a khutbah that the khutbah's own adhan may be "
                        + "missed",
                    dates,
                    "that one waits a minute at most; let the khutbah begin later"
                )
        }
    }

    private static func words(_ occasion: Occasion) -> String {
        if case .adhan(let prayer) = occasion { "the adhan of \(prayer.rawValue)" } else { occasion.name }
    }
}
