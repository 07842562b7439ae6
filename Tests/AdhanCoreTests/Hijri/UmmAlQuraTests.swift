import Foundation
import Testing

@testable import AdhanCore

/// Foundation has ICU's tables of the calendar, from which `Resources/make-umm-al-qura` makes ours.
@Suite struct UmmAlQuraTests {
    private let calendar: Calendar = {
        var calendar = Calendar(identifier: .islamicUmmAlQura)
        calendar.timeZone = .gmt
        return calendar
    }()

    private func firstDay(_ month: HijriMonth) throws -> CivilDate {
        let noon = DateComponents(year: month.year, month: month.month, day: 1, hour: 12)
        let date = try #require(calendar.date(from: noon))
        return CivilDate(dayNumber: Int((date.timeIntervalSince1970 / 86_400).rounded(.down)))
    }

    /// The years before and after the table are those of the arithmetic rule.
    @Test func `every month begins on Foundation's day`() throws {
        for index in 1200 * 12..<1700 * 12 {
            let month = HijriMonth(index: index)
            let start = UmmAlQura.start(of: month)
            #expect(try start == firstDay(month), "\(month)")
            #expect(UmmAlQura.month(of: start) == month)
            #expect(UmmAlQura.month(of: start.adding(days: -1)) == month.advanced(by: -1), "\(month)")
        }
        #expect(UmmAlQura.longMonths.count == UmmAlQura.years.count)
    }

    @Test(arguments: [CivilDate.first, .last])
    func `the calendar has a month for the ends of the Gregorian one`(date: CivilDate) {
        let month = UmmAlQura.month(of: date)
        #expect(UmmAlQura.start(of: month) <= date && !UmmAlQura.years.contains(month.year))
    }
}
