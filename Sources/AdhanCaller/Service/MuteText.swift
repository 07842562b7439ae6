import AdhanCore

/// What a person mutes, as it is typed: `isha`, `next`, `2h`, `until 17:00`, `today`.
package enum MuteText {
    package static let usage =
        "isha (the next Isha alone), next (the next adhan alone), 2h, until isha, until after isha, until 17:00 or "
        + "today"
    /// The default.
    package static let usual = "2h"
    /// The longest mute; for longer an adhan is better switched off.
    static let longest: Duration = .days(7)

    /// - Parameters:
    ///   - who: the person who orders it.
    /// - Throws: `MuteFault`, which quotes the text and says what to type.
    static func parse(_ text: String, _ input: SchedulerInput, _ zone: ZoneRules, by who: String) throws(MuteFault)
        -> Mute
    {
        let (now, typed) = (input.now, text.lowercased().split(separator: " ").joined(separator: " "))
        let start = ["until after ", "until ", "till ", "for "].first(where: typed.hasPrefix) ?? ""
        let (words, isUntil) = (String(typed.dropFirst(start.count)), ["until ", "till "].contains(start))
        let open = (input.timetable?.occasions ?? []).filter(input.isOpen)
        // The keys keep the prayers muted where their times are corrected to later ones.
        func mute(_ dues: [ScheduledOccasion], andAllBefore isSpan: Bool) -> Mute {
            let order = Mute.Order(from: now, who: who)
            let keys = Dictionary(dues.compactMap(\.key.mutedWith).map { ($0, order) }) { $1 }
            let end = isSpan ? dues.map { $0.end(input.policy.grace) }.max() : nil
            return Mute(from: now, until: end ?? now, prayers: keys, who: who)
        }

        if typed == "today" {
            let left = open.filter { $0.key.date <= zone.wall(at: now).date }
            // After midnight the Isha of the day before may be ahead: its day lasts until then.
            guard let date = (left.first { $0.key.occasion.isCall } ?? left.first)?.key.date else {
                throw MuteFault(reason: "today's adhans are over; to mute the next one: adhand mute next")
            }
            return mute(left.filter { $0.key.date == date }, andAllBefore: true)
        }
        guard words == "next" || Prayer.called.contains(where: { $0.rawValue == words }) else {
            return Mute(from: now, until: try end(words, start, of: text, now, zone), who: who)
        }
        let call = open.first { due in
            guard due.key.occasion.isCall, due.hasSound, due.at > now || !isUntil else { return false }
            return words == "next"
                ? due.silence == nil || due.replacement != nil : due.key.occasion.prayer?.rawValue == words
        }
        guard let call, let key = call.key.mutedWith else {
            throw MuteFault(reason: "there is no \(words == "next" ? "adhan" : words) ahead in the timetable")
        }
        if isUntil { return Mute(from: now, until: call.at, ending: call.key, who: who) }
        switch input.skipReason(of: call, at: now)?.cause {
        case .switchedOff?, .offInConfig?:
            throw MuteFault(reason: "\(words) is switched off, so it does not sound: adhand status")
        default: break
        }
        return mute(open.filter { $0.key.mutedWith == key }, andAllBefore: start == "until after ")
    }

    /// The end of a time span, or a time of day.
    private static func end(_ words: String, _ start: String, of text: String, _ now: Instant, _ zone: ZoneRules)
        throws(MuteFault) -> Instant
    {
        let isTomorrow = words.hasPrefix("tomorrow ")
        let plain = plain(isTomorrow ? String(words.dropFirst("tomorrow ".count)) : words)
        // reason: what is neither gets a sentence with what to type
        let (clock, span) = (try? ClockText.parse(plain), isTomorrow ? nil : try? DurationText.parse(plain))
        let until: Instant
        if let clock, ["until ", "till "].contains(start) {
            let today = zone.wall(at: now).date
            let (moment, next) = (zone.instant(today, secondOfDay: clock), today.adding(days: 1))
            until = moment > now && !isTomorrow ? moment : zone.instant(next, secondOfDay: clock)
            // Hardly anybody means almost a whole day.
            guard isTomorrow || moment > now || now - moment > .hours(3) else {
                let whole = "to mute until then tomorrow: adhand mute until tomorrow \(plain)"
                throw MuteFault(reason: "\(plain) is over today; \(whole)")
            }
        } else if let span, ["", "for "].contains(start) {
            until = now + span
        } else if words == Prayer.sunrise.rawValue {
            throw MuteFault(reason: "sunrise has no adhan; write \(usage)")
        } else if words.split(separator: " ").contains("tomorrow"), clock == nil {
            let prayer = Prayer.called.map(\.rawValue).first(where: words.contains) ?? "isha"
            let one = "adhand mute \(prayer) mutes the next \(prayer): tomorrow's once today's is over"
            let all = "to mute all until a time: adhand mute until tomorrow 21:00"
            throw MuteFault(reason: "\"\(text)\" is not understood; \(one); \(all)")
        } else {
            let name = PrayerSpelling.name(words)
            let known = Spelling.nearest(to: name, among: Prayer.called.map(\.rawValue))
            let prayer = (name.hasPrefix("jumuah") ? "dhuhr" : known).map { start + $0 }
            let names = words.replacing(",", with: " ").replacing(" and ", with: " ").split(separator: " ")
            if names.count > 1, names.allSatisfy({ Prayer(rawValue: PrayerSpelling.name(String($0))) != nil }) {
                let commands = names.map { "adhand mute \(PrayerSpelling.name(String($0)))" }.joined(separator: ", ")
                throw MuteFault(reason: "one command mutes one prayer: \(commands)")
            }
            let isWhole = ["all", "everything", "on", "off", "day"].contains(words)
            let whole = isWhole ? "today" : words == "tonight" ? "isha" : nil
            let near =
                whole ?? clock.map { _ in "until \(isTomorrow ? "tomorrow " : "")\(plain)" } ?? span.map { _ in plain }
                ?? prayer
                ?? Int(words).map { "\($0)m" }
            let hint = near.map { "; did you mean \($0)? Write" } ?? "; write"
            throw MuteFault(reason: "\"\(text)\" is not understood\(hint) \(usage)")
        }
        guard until > now else { throw MuteFault(reason: "\"\(text)\" is no time; write 2h, for example") }
        guard until - now <= longest else {
            let other = "to keep Isha silent for longer: adhand set adhan.isha off"
            throw MuteFault(reason: "\"\(text)\" is longer than \(DurationText.format(longest)); \(other)")
        }
        return until
    }

    /// `2h` for `2 hours`, `21:00` for `9 pm`.
    private static func plain(_ words: String) -> String {
        guard words.contains(where: \.isLetter), !words.contains("+"), let meant = TimeRule.meant(by: words) else {
            return words
        }
        return meant.hasPrefix("+") ? String(meant.dropFirst()) : meant.contains(":") ? meant : words
    }
}

struct MuteFault: Error, CustomStringConvertible {
    package let reason: String
    package var description: String { "the mute has not changed: \(reason)" }
}
