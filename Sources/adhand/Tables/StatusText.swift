import AdhanSupport
import AdhanCore

extension StatusReport {
    /// A line for the caretaker.
    struct Line: Equatable {
        var text: String
        var tone = Tone.plain
    }

    /// One fact a line: first whether each adhan of the next 24 hours will sound. The long form has what is in order,
    /// too.
    func text(isVerbose: Bool = false) -> String {
        lines(isVerbose: isVerbose).map { OneLine.of($0.text) + "\n" }.joined()
    }

    func lines(isVerbose: Bool) -> [Line] {
        var lines: [Line] = []
        func line(_ head: String, _ words: String) { lines.append(Line(text: Self.column(head, words))) }
        func state(_ head: String, _ state: State, words: String? = nil) {
            if isVerbose || !["ok", "synchronised", "assumed"].contains(state.state) {
                line(head, "\(state.state): \(words ?? state.words)")
            }
        }
        // A daemon of another version may write it in another way.
        let hijri = hijri.flatMap { try? HijriDate($0) }.map { ", " + $0.words }  // reason: see above
        line("now", "\(today(now)) (\(place.timezone))\(hijri ?? "")")
        if let words = hijriCorrection { line("", words) }
        if isVerbose || !place.isSet { line("place", place.isSet ? place.name : "\(place.name), since none is set") }
        if let sounding { line("sounding", sounding) }
        if let starting { line("starting", starting) }
        if let next {
            let span = DurationText.format(.seconds(next.inSeconds))
            line("next", "\(next.prayer) \(spoken(next.at)), in \(span), from \(next.source)")
            if next.withheld != nil {
                let other = nextSounding.map { "\($0.prayer) \(spoken($0.at))" } ?? "none is known"
                line("", "the next that will sound: \(other)")
            }
        } else {
            line("next", "no adhan ahead")
        }
        for (index, words) in upcomingLines(isVerbose: isVerbose).enumerated() { line(index == 0 ? "then" : "", words) }
        if let mutedUntil {
            line("muted", "until \(spoken(mutedUntil)), by \(mutedBy ?? "nobody"). To undo: adhand unmute")
        }
        // The Hijri date has its own line.
        let settings = (settings ?? []).filter { !$0.hasPrefix(Preferences.Key.hijriAdjust.name) }
        if isVerbose, !settings.isEmpty {
            line("set", settings.joined(separator: " · ") + ". To undo: adhand set KEY default")
        }
        lines += todayLines
        state("clock", clock)
        state("audio", audio)
        if isVerbose || selfTest.state == "failing" { line("self-test", selfTestWords) }
        if isVerbose || sources.contains(where: { $0.state != "ok" }) {
            line("timetable", "\(timetable.state): \(timetable.words)")
            for source in sources { line("", "\(source.name) \(source.state): \(source.words)") }
        }
        if version != Release.version {
            line("installed", "\(Release.version), and \(version) still runs: sudo adhand restart --when-quiet")
        }
        if let newer { line("newer", "apt has adhand \(newer); to install it: sudo apt install adhand") }
        let shown = (mirrors ?? []).filter { isVerbose || $0.state != "ok" }
        for (index, mirror) in shown.enumerated() {
            let since = mirror.lastSuccess.map { ", whole at \(spoken($0))" } ?? ""
            line(index == 0 ? "mirror" : "", "\(mirror.name) \(mirror.state): \(mirror.words)\(since)")
        }
        state("ledger", ledger)
        state("config", configuration)
        if let display { state("display", display) }
        if isVerbose { line("running", "adhand \(version) since \(spoken(since))") }
        // The reasons that stand in the first lines, and would fill a line each.
        let reasons = (adhans ?? []).filter { !$0.isReplaced }.compactMap(\.reason).filter { $0.count > 20 }
        // A problem that keeps a call silent stands there, with its remedy.
        let below = problems.filter { problem in
            !(adhans ?? []).contains { !$0.isReplaced && problem.silences($0) }
        }
        for index in lines.indices {
            for what in below.map(\.what) where what.count > 20 {
                lines[index].text = lines[index].text.replacing(what, with: "see below")
            }
        }
        for problem in below {
            lines.append(Line(text: ""))
            lines.append(Line(text: Self.column("!", problem.what), tone: .bad))
            for advice in [problem.advice, problem.command ?? ""] where !advice.isEmpty { line("", "→ \(advice)") }
        }
        return headLines
            + lines.map { line in
                let text = reasons.reduce(line.text) { $0.replacing($1, with: "see above") }
                return Line(text: text.replacing("see below; see above", with: "see above and below"), tone: line.tone)
            }
    }

    /// Whether each adhan of the next 24 hours will sound.
    private var headLines: [Line] {
        let calls = adhans ?? []
        let hasPlaceholder = calls.contains { $0.isPlaceholder == true }
        let isFine =
            health == .healthy && !hasPlaceholder && calls.allSatisfy { $0.willSound == true || $0.isReplaced }
        let head = Line(text: headline, tone: health == .degraded ? .bad : isFine ? .good : .notice)
        let rows = StatusReport.Adhan.sentences(calls, now: now).map { text, adhan in
            Line(
                text: text,
                tone: adhan.isFault ? .bad : adhan.willSound == false && !adhan.isReplaced ? .notice : .plain
            )
        }
        let remark = hasPlaceholder ? [Line(text: RecordingName.remedy, tone: .notice)] : []
        return [head] + rows + remark
    }

    /// The correction of this month's Hijri date, with the person who made it; nil if there is none.
    private var hijriCorrection: String? {
        preferences[.hijriAdjust].flatMap { change in
            change.value.map { "\($0.words), as \(change.who) set it. To undo: adhand set hijri.adjust default" }
        }
    }

    private var selfTestWords: String {
        let last =
            selfTest.state == "failing"
            ? selfTest.lastFine.map { ", last fine at \(spoken($0))" }
            : selfTest.state == "untried" ? nil : selfTest.at.map { ", tried at \(spoken($0))" }
        let next = selfTest.next.map { ", next at \(spoken($0))" } ?? ", off from now on"
        return "\(selfTest.state): \(selfTest.words)\(last ?? "")\(next)"
    }

    /// Today's prayers, as many to a line as fit into 80 columns.
    private var todayLines: [Line] {
        var reason: String?
        let prayers = today.map { prayer in
            let begins = prayer.begins.map { " (begins \(Self.clock($0)))" } ?? ""
            let withheld = prayer.withheld.map { "will NOT sound" + ($0 == reason ? "" : ": \($0)") }
            reason = prayer.withheld
            let state =
                prayer.state ?? withheld
                ?? (prayer.isBeforeFirstStart == true ? "before adhand first ran here" : nil)
            return "\(prayer.prayer) \(Self.clock(prayer.at))\(begins)\(state.map { " " + $0 } ?? "")"
        }
        let rows = prayers.reduce(into: [String]()) { rows, prayer in
            if let last = rows.last, last.count + prayer.count + 3 <= Self.width - Self.indent {
                rows[rows.count - 1] = "\(last) · \(prayer)"
            } else {
                rows.append(prayer)
            }
        }
        return (rows.isEmpty ? ["no times for \(date)"] : rows).enumerated().map { index, row in
            Line(text: Self.column(index == 0 ? "today" : "", row))
        }
    }

    /// The next occasion of each kind, a line each; in the short form those of the coming week.
    private func upcomingLines(isVerbose: Bool) -> [String] {
        // A daemon of another version may write it in another way.
        let last = (try? CivilDate(String(now.prefix(10))))?.adding(days: 7).description  // reason: see above
        return columns(
            upcoming.filter { next in isVerbose || last.map { last in next.date <= last } ?? true }.map { next in
                let prayer = next.iqama.map { ", prayer at \(Self.clock($0))" } ?? ""
                let silence = next.withheld.map { ", will NOT sound: \($0)" } ?? ""
                return [next.occasion, spoken(next.at) + prayer + silence]
            }
        )
    }

    private static let width = 80
    private static let indent = 11

    private static func column(_ head: String, _ words: String) -> String {
        head + String(repeating: " ", count: max(1, indent - head.count)) + words
    }

    /// `14:14`, `tomorrow 06:15`.
    private func spoken(_ time: String) -> String { SpokenTime.words(time, now: now) }

    /// `Thu 26 November 17:35`.
    private func today(_ time: String) -> String {
        // A daemon of another version may write it in another way.
        let date = try? CivilDate(String(time.prefix(10)))  // reason: see above
        return (date.map { "\($0.weekdayName.prefix(3)) \($0.dayAndMonth) " } ?? "") + Self.clock(time)
    }

    /// Hour and minute of a time in ISO 8601.
    private static func clock(_ time: String) -> String { String(time.dropFirst(11).prefix(5)) }
}
