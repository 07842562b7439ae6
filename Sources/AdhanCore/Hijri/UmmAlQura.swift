/// The calendar of Umm al-Qura University, Makkah.
enum UmmAlQura {
    /// The Hijri years of the table. Outside them the arithmetic rule counts, which is a different calendar.
    static let years = 1300...1600

    /// The first days of the table's months, in days since 1970-01-01, and of the month after them.
    private static let starts = longMonths.reduce(into: [firstDay]) { starts, year in
        for month in 0..<12 { starts.append((starts.last ?? firstDay) + 29 + Int(year >> month & 1)) }
    }

    private static let firstIndex = (years.lowerBound - 1) * 12

    static func start(of month: HijriMonth) -> CivilDate { CivilDate(dayNumber: start(ofMonthAt: month.index)) }

    static func month(of date: CivilDate) -> HijriMonth {
        // The mean month finds the month or its neighbour.
        var index = Int((Double(date.dayNumber - Arithmetic.epoch) / Arithmetic.meanMonth).rounded(.down))
        while start(ofMonthAt: index) > date.dayNumber { index -= 1 }
        while start(ofMonthAt: index + 1) <= date.dayNumber { index += 1 }
        return HijriMonth(index: index)
    }

    private static func start(ofMonthAt index: Int) -> Int {
        let place = index - firstIndex
        return starts.indices.contains(place) ? starts[place] : Arithmetic.start(ofMonthAt: index)
    }

    /// Months of 30 and 29 days in turn, and 11 leap days in 30 years.
    private enum Arithmetic {
        /// 1 Muharram of year 1, in days since 1970-01-01.
        static let epoch = -492_148
        static let meanMonth = 10_631.0 / 360

        static func start(ofMonthAt index: Int) -> Int {
            let year = Int((Double(index) / 12).rounded(.down))
            let month = index - year * 12
            let leapDays = Int((Double(11 * year + 14) / 30).rounded(.down))
            return epoch + year * 354 + leapDays + (59 * month + 1) / 2
        }
    }
}
