import AdhanCore

extension TimesReport {
    /// A `TimeChange`, as the daemon and the panel tell it.
    package struct Change: Codable, Equatable {
        package struct Time: Codable, Equatable {
            package var at: ReportedMoment
            /// How many minutes after the adhan it is each day; nil where it is at a time on the clock.
            package var wait: Int?
        }

        /// `iqama-fajr`, or `jumuah-1`.
        package var occasion: String
        private var first: ReportedDate
        private var end: ReportedDate?
        /// 0 is Sunday; nil for all.
        package var weekdays: [Int]?
        /// Nil where there is none.
        package var old, new: Time?

        package var date: CivilDate { first.date }
        /// The last date, where the old time returns within a week.
        package var last: CivilDate? { end?.date }

        private enum CodingKeys: String, CodingKey {
            case occasion
            case first = "date"
            case end = "last"
            case weekdays, old, new
        }

        package init(_ change: TimeChange, _ zone: ZoneRules) {
            (occasion, first) = (change.occasion.name, ReportedDate(change.date))
            end = change.last.map(ReportedDate.init)
            weekdays = change.weekdays.isEmpty ? nil : change.weekdays.sorted()
            func told(_ time: TimeChange.Time?) -> Time? {
                time.map { Time(at: ReportedMoment($0.at, zone), wait: $0.wait.map { $0 / 60 }) }
            }
            (old, new) = (told(change.old), told(change.new))
        }
    }
}
