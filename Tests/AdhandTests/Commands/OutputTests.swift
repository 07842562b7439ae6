import AdhanSupport
import AdhanCore
import Foundation
import Testing

@testable import adhand

/// The commands' output of text from outside.
struct OutputTests {
    private static let evil = "hw:\"A,B\"\r\n2026-01-01  adhan-fajr  completed\u{1b}[2J\u{9b}1m\u{202e}\u{e0041}"

    private let table: HistoryTable

    init() throws {
        let due = ScheduledOccasion(
            OccasionKey(try CivilDate("2026-11-21"), .adhan(.fajr)),
            at: Instant(seconds: 1_795_240_080),
            source: .calculation
        )
        var entry = LedgerEntry(due, .missed, reason: Self.evil, file: Self.evil)
        (entry.device, entry.who) = (Self.evil, Self.evil)
        table = HistoryTable(zone: .utc, entries: [entry])
    }

    private func lines(_ format: OutputFormat) throws -> [String] {
        let text = try table.text(format)
        let obeyed = text.unicodeScalars.filter { $0 != "\n" && (OneLine.isBreak($0) || OneLine.isHidden($0)) }
        #expect(obeyed.isEmpty, "\(text)")
        return text.unicodeScalars.split(separator: "\n").map { String($0) }
    }

    @Test func `the rows say where only the placeholder sounded, and whose name a recording has`() throws {
        var entries = [table.entries[0], table.entries[0]]
        (entries[0].reason, entries[0].who, entries[0].file) = ("late", nil, "/usr/share/adhand/adhan.mp3")
        entries[0].sha256 = RecordingName.placeholderSHA256
        (entries[1].reason, entries[1].who, entries[1].file) = (nil, nil, "/p/recording-0123456789abcdef-Fajr.mp3")
        let table = HistoryTable(zone: .utc, entries: entries)
        let rows = try table.text(.table).split(separator: "\n")
        #expect(rows[1].hasSuffix("placeholder tone (no recording chosen), late") && !rows[2].contains("placeholder"))
        let csv = try table.text(.csv).split(separator: "\n")
        #expect(csv[1].hasSuffix(",placeholder tone (no recording chosen)") && csv[2].hasSuffix(",Fajr.mp3"))
    }

    @Test func `of days before the first start history says that nothing is known`() throws {
        for (since, from, named) in [
            ("2026-11-20", nil, nil), ("2026-11-20", "2026-11-20", nil), ("2026-11-20", "2026-11-01", "2026-11-20"),
            (nil, "2026-11-01", nil),
        ] as [(String?, String?, String?)] {
            var table = table
            table.since = try since.map { try CivilDate($0) }
            let words = table.unknown(from: try from.map { try CivilDate($0) })
            #expect(words == named.map { "adhand first ran here on \($0); what was before that is not known" })
        }
    }

    @Test func `a row of the ledger is one line, whatever it contains`() throws {
        #expect(try lines(.table).count == 2)
        let csv = try lines(.csv)
        #expect(csv.count == 2 && csv.last?.contains(#""hw:""A,B"" 2026-01-01"#) == true, "\(csv)")
    }

    @Test func `JSON keeps every letter, but no terminal control characters`() throws {
        let text = try lines(.json).joined(separator: "\n")
        #expect(text.contains(#"\u009b1m\u202e\udb40\udc41""#), "\(text)")
        let rows = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
        #expect(rows.first?["device"] as? String == Self.evil)
    }

    @Test func `columns are aligned`() {
        let accents = "e\u{301}e\u{301}e\u{301}e\u{301}"
        #expect(columns([["a", "b"], ["عمر", "c"], [accents, "d"]]) == ["a     b", "عمر   c", "\(accents)  d"])
        #expect(columns([["a\nb", ""], ["\t", "c"]]) == ["a b", "     c"])
        #expect(columns([]) == [])
    }
}
