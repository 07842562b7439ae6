import Foundation

/// The calendar of Umm al-Qura University, Makkah, from Foundation.
enum UmmAlQura {
    /// The Hijri years in its tables. Outside them Foundation uses an arithmetic rule, which is a different calendar.
    static let years = 1300...1600

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .islamicUmmAlQura)
        calendar.timeZone = .gmt
        return calendar
    }()

    /// The first day of a month.
    static func start(of month: HijriMonth) -> CivilDate {
        let noon = DateComponents(year: month.year, month: month.month, day: 1, hour: 12)
        // Every month has a first day. If Foundation fails after all, tests notice the epoch.
        let date = calendar.date(from: noon) ?? Date(timeIntervalSince1970: 0)
        return CivilDate(dayNumber: Int((date.timeIntervalSince1970 / 86_400).rounded(.down)))
    }

    /// The month that contains a date.
    static func month(of date: CivilDate) -> HijriMonth {
        let noon = Date(timeIntervalSince1970: Double(date.dayNumber) * 86_400 + 43_200)
        let found = calendar.dateComponents([.year, .month], from: noon)
        return HijriMonth(index: ((found.year ?? 1) - 1) * 12 + (found.month ?? 1) - 1)
    }
}
