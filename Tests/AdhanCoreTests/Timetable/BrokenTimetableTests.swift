import AdhanCore
import Foundation
import Testing

@Suite struct `A broken timetable` {
    @Test(
        arguments: BrokenTimetable.refused + BrokenTimetable.misplaced + BrokenTimetable.unread
            + BrokenTimetable.distant
    )
    func `is reported in a sentence`(_ broken: BrokenTimetable) throws {
        let calculator = try PrayerCalculator.london()
        #expect(MosqueFile.good.components(separatedBy: broken.broken).count == 2, "the slip has to be in one place")
        let text = MosqueFile.good.replacingOccurrences(of: broken.broken, with: broken.with)
        do {
            let year = try MosqueFile.year(text)
            let verdict = TimetableCheck(calculator).verdict(on: year.days(in: calculator.zone))
            #expect((year.faults + verdict.faults).map(\.description) == broken.says)
            #expect(verdict.accepted.count == broken.days)
        } catch {
            #expect([error.description] == broken.says)
            #expect(broken.days == 0)
        }
    }
}
