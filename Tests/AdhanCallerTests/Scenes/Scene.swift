import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanCaller

/// A row of a table: a sentence, and below it the events of a box with what is expected at that moment. See `ScriptedBox` for both.
struct Scene: CustomTestStringConvertible, Sendable {
    let testDescription: String
    private var lines: [String] = []

    /// The scenes of a text. A line that is not indented is the sentence of the next one. `{a|b}` makes of it one scene for each choice.
    ///
    /// - Parameter start: the events with which each scene begins.
    static func all(_ text: String, after start: String = "") -> [Scene] {
        var scenes: [Scene] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("  "), let last = scenes.indices.last {
                if scenes[last].lines.isEmpty, !start.isEmpty { scenes[last].lines.append(start) }
                scenes[last].lines.append(String(line.drop { $0 == " " }))
            } else {
                scenes.append(Scene(testDescription: String(line)))
            }
        }
        return scenes.flatMap(\.choices)
    }

    private var choices: [Scene] {
        let parts = lines.flatMap { Self.parts($0).dropFirst() }
        let count = parts.map { $0.split(separator: "|", omittingEmptySubsequences: false).count }.max() ?? 1
        guard count > 1 else { return [self] }
        return (0..<count).map { choice in
            let lines = lines.map { line in
                Self.parts(line).enumerated().map { index, part in
                    let choices = part.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
                    // Every second part was in braces.
                    return index % 2 == 0 || !choices.indices.contains(choice) ? part : choices[choice]
                }.joined()
            }
            return Scene(testDescription: "\(testDescription) (\(choice + 1))", lines: lines)
        }
    }

    private static func parts(_ line: String) -> [String] {
        line.split(omittingEmptySubsequences: false) { "{}".contains($0) }.map(String.init)
    }

    func play() throws {
        var box: ScriptedBox?
        var checks = 0
        for line in lines {
            let words = line.split(separator: ": ", maxSplits: 1).map(String.init)
            if let box, words.count == 2, let check = ScriptedBox.Check(rawValue: words[0]) {
                try box.check(check, words[1])
                checks += 1
            } else if let box {
                try box.play(line)
            } else {
                box = try ScriptedBox(line)
            }
        }
        #expect(checks > 0, "it expects nothing")
        #expect(box?.box.calledUntrusted == 0)
    }
}

extension ScriptedBox {
    /// What is expected: lists are separated by `; `, and `nothing` is none.
    enum Check: String {
        /// All that was heard or announced, `12:00 adhan-dhuhr`; on another date, `11-22 05:00 adhan-fajr`.
        case heard
        /// All rows of the ledger, `adhan-dhuhr missed: no sound card`; of another date, with that before it.
        case rows
        /// Parts of rows that are in the ledger, and parts that are not.
        case has, lacks
        /// The files that the present player has played, and when.
        case files, times
        /// The states of the marks.
        case marks
        /// How long the last sound in the ledger was heard.
        case lasted
        /// What the last `stop` has stopped.
        case stopped
        /// How the only trial or dua has ended, from the beginning.
        case ended
        /// A part of notices that came, came once or twice, or did not come.
        case said, once, twice, unsaid
        /// Whether the process may end, and how many reloads were taken up.
        case finished, reloads
    }

    var story: [String] {
        let day = "\(date.description.dropFirst(5)) "
        return box.story.map { $0.hasPrefix(day) ? String($0.dropFirst(day.count)) : $0 }
    }

    func rows() throws -> [String] {
        try box.ledger.rowsOnDisk().sorted { $0.due < $1.due }.map { row in
            (row.key.date == date ? "" : "\(row.key.date.description.dropFirst(5)) ") + row.account
        }
    }

    /// How trials and duas have ended.
    var outcomes: [String] {
        box.notices.compactMap {
            guard case .auxiliary(let auxiliary, .ended(let state, let words)) = $0.notice else { return nil }
            return "\(auxiliary.name): \(state.rawValue) \(words)"
        }
    }

    func check(_ check: Check, _ text: String) throws {
        let list = text == "nothing" ? [] : text.split(separator: "; ").map(String.init)
        let count = box.notices.count { $0.notice.words(.utc).contains(text) }
        switch check {
        case .heard: #expect(story == list)
        case .rows: #expect(try rows() == list)
        case .has, .lacks:
            let rows = try rows()
            for part in list {
                #expect(rows.contains { $0.contains(part) } == (check == .has), "\(check) \(part): \(rows)")
            }
        case .files: #expect(box.player.heard.map(\.file) == list)
        case .times:
            #expect(box.player.heard.map { ClockText.format(ZoneRules.utc.wall(at: $0.at).secondOfDay) } == list)
        case .marks: #expect(box.marks.load().map(\.state.rawValue) == list)
        case .lasted:
            let last = try box.ledger.rowsOnDisk().compactMap(\.heardMilliseconds).last
            #expect(try last.map { Int64($0) } == DurationText.parse(text).wholeMilliseconds)
        case .stopped: #expect(stopped ?? "nothing" == text)
        case .ended:
            #expect(outcomes.count == (list.isEmpty ? 0 : 1), "\(outcomes)")
            #expect(list.isEmpty || outcomes.first?.hasPrefix(text) == true, "\(outcomes)")
        case .said: #expect(count > 0, "\(text)")
        case .once, .twice: #expect(count == (check == .once ? 1 : 2), "\(text)")
        case .unsaid: #expect(count == 0, "\(text)")
        case .finished: #expect(box.isFinished == (text == "yes"))
        case .reloads: #expect("\(box.reloads)" == text)
        }
    }
}
