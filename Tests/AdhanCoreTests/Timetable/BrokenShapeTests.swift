import AdhanCore
import Foundation
import Testing

@Suite struct `A broken timetable in any format` {
    @Test(arguments: BrokenShape.alAdhan + BrokenShape.london + BrokenShape.list + BrokenShape.table)
    func `is reported in a sentence`(_ broken: BrokenShape) throws {
        let text = broken.sample.text
        let place = try #require(text.range(of: broken.broken))
        let bytes = Array(text.replacingCharacters(in: place, with: broken.with).utf8)
        do {
            let written = try WrittenTimetable(bytes)
            #expect(written.faults.map(\.description) == broken.says)
            #expect(written.days(in: .utc).count == broken.days)
        } catch {
            #expect([error.description] == broken.says)
            #expect(broken.days == 0)
        }
    }

    @Test func `that is empty is rejected`() {
        for text in ["", "\n\n", "\u{FEFF}", "no timetable", "<html>429</html>", "date,fajr"] {
            #expect(throws: TimetableRefusal.self, "\(text)") { try WrittenTimetable(Array(text.utf8)) }
        }
    }

    @Test(arguments: [("2026-02-06", true), ("2026-02-07", false)])
    func `says that a Friday has more prayers than are called`(date: String, isFriday: Bool) throws {
        let head = "date,fajr,sunrise,dhuhr,asr,maghrib,isha,jumuah,jumuah_2,jumuah_3,jumuah_4,jumuah_5\n"
        let row = "\(date),05:41,07:36,12:20,14:28,16:54,18:42,13:00,13:30,14:00,14:10,14:20\n"
        let written = try WrittenTimetable(Array((head + row).utf8))
        let fault = "line 2, \(date): this Friday has 5 times for jumuah; the first 4 are used, the others are not"
        #expect(written.faults.map(\.description) == (isFriday ? [fault] : []))
        #expect(written.days(in: .utc).count == 1)
    }

    @Test(.timeLimit(.minutes(1)))
    func `has limits for its days and its columns`() {
        let row = "2026-02-03,05:41,07:36,12:20,14:28,16:54,18:42\n"
        let long = "date,fajr,sunrise,dhuhr,asr,maghrib,isha\n" + String(repeating: row, count: 20_000)
        #expect(throws: TimetableRefusal.tooManyDays(line: 802)) { try WrittenTimetable(Array(long.utf8)) }
        let wide = "date" + String(repeating: ",x", count: 100_000)
        let error = #expect(throws: TimetableRefusal.self) { try WrittenTimetable(Array(wide.utf8)) }
        #expect(error?.description == "line 1: this is not CSV: it has more than 100 columns")
        let keys = (0..<60_000).map { "\"k\($0)\":1" }.joined(separator: ",")
        let day = try? WrittenTimetable(Array("[{\(keys)}]".utf8))  // reason: that it is refused fails the next line
        #expect(
            day?.faults.map(\.description) == [
                "line 1: here are 60000 keys, which is more than any timetable has"
            ]
        )
    }
}
