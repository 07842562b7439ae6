import AdhanControl
import AdhanCore

extension StatusReport {
    /// For the caretaker, one fact per line.
    var text: String {
        var lines: [String] = []
        func line(_ head: String, _ words: String) {
            lines.append(head + String(repeating: " ", count: max(1, 11 - head.count)) + words)
        }
        lines.append(health == .healthy ? "adhand is healthy" : "adhand needs attention")
        // A daemon of another version may write it in another way.
        let hijri = hijri.flatMap { try? HijriDate($0) }.map { ", " + $0.words }  // reason: see above
        line("now", "\(now) (\(place.timezone))\(hijri ?? "")")
        line("place", place.isSet ? place.name : "\(place.name), since none is set")
        if let sounding { line("sounding", sounding) }
        if let next {
            let span = DurationText.format(.seconds(next.inSeconds))
            line("next", "\(next.prayer) at \(next.at), in \(span), from \(next.source)")
            if let withheld = next.withheld {
                let other = nextSounding.map { "\($0.prayer) at \($0.at)" } ?? "none is known"
                line("", "it will not sound: \(withheld)")
                line("", "the next that will: \(other)")
            }
        } else {
            line("next", "no adhan ahead")
        }
        for (index, words) in upcomingLines.enumerated() { line(index == 0 ? "then" : "", words) }
        if let mutedUntil {
            line("muted", "until \(mutedUntil), by \(mutedBy ?? "nobody"); take it back: adhand unmute")
        }
        if let settings { line("set", settings.joined(separator: " · ") + "; take one back: adhand set KEY default") }
        let today = today.map { prayer in
            let begins = prayer.begins.map { " (begins \(Self.clock($0)))" } ?? ""
            let state = prayer.state ?? prayer.withheld.map { "will not sound: \($0)" }
            return "\(prayer.prayer) \(Self.clock(prayer.at))\(begins)\(state.map { " " + $0 } ?? "")"
        }
        line("today", today.isEmpty ? "no times for \(date)" : today.joined(separator: " · "))
        line("clock", "\(clock.state): \(clock.words)")
        line("audio", "\(audio.state): \(audio.words)")
        let last =
            selfTest.state == "failing"
            ? selfTest.lastFine.map { ", last fine at \($0)" }
            : selfTest.state == "untried" ? nil : selfTest.at.map { ", tried at \($0)" }
        line(
            "self-test",
            "\(selfTest.state): \(selfTest.words)\(last ?? "")\(selfTest.next.map { ", next at \($0)" } ?? ", off from now on")"
        )
        line("timetable", "\(timetable.state): \(timetable.words)")
        for source in sources { line("", "\(source.name) \(source.state): \(source.words)") }
        for (index, mirror) in (mirrors ?? []).enumerated() {
            let since = mirror.lastSuccess.map { ", whole at \($0)" } ?? ""
            line(index == 0 ? "mirror" : "", "\(mirror.name) \(mirror.state): \(mirror.words)\(since)")
        }
        line("ledger", "\(ledger.state): \(ledger.words)")
        line("config", "\(configuration.state): \(configuration.words)")
        if let display { line("display", "\(display.state): \(display.words)") }
        line("running", "adhand \(version) since \(since)")
        for problem in problems {
            lines.append("")
            line("!", problem.what)
            line("", "→ \(problem.advice)")
        }
        return lines.map { OneLine.of($0) + "\n" }.joined()
    }
    /// The next occasion of each kind, a line each.
    private var upcomingLines: [String] {
        columns(
            upcoming.map { next in
                let day = next.date == date ? "" : " on \(next.date)"
                let prayer = next.iqama.map { ", prayer at \(Self.clock($0))" } ?? ""
                let silence = next.withheld.map { ", will not sound: \($0)" } ?? ""
                return [next.occasion, Self.clock(next.at) + day + prayer + silence]
            }
        )
    }

    /// Hour and minute of a time in ISO 8601.
    private static func clock(_ time: String) -> String { String(time.dropFirst(11).prefix(5)) }
}
