import AdhanCore
import AdhanTimetables
import Testing

/// Columns of congregations and of Friday prayers.
@Suite struct CongregationColumnTests {
    private let london: TableSample

    init() throws { london = try TableSample() }

    private func table(_ headings: [String], _ cells: (PrayerDay) -> [String]) -> [[String]] {
        [["Date"] + TableSample.names + headings]
            + london.days.map { [TableSample.dayFirst($0.date)] + london.times($0) + cells($0) }
    }

    private func iqamas(_ document: TimetableDocument, _ index: Int = 0) -> [Prayer: String] {
        document.written.days(in: london.calculator.zone)[index].day.iqama.mapValues { london.clock($0) }
    }

    @Test func `a block of waits goes by the order of the prayers`() throws {
        let waits = ["+20", "+10", "+15", "+5", "+12"]
        let document = try london.read(table(Array(repeating: "Iqama", count: 5)) { _ in waits })
        let day = london.days[0]
        let right = zip(Prayer.called, [20, 10, 15, 5, 12]).map { ($0, london.clock(day[$0] + .minutes($1))) }
        #expect(iqamas(document) == Dictionary(uniqueKeysWithValues: right))
    }

    @Test func `a shorter block is undecided, and said`() throws {
        let document = try london.read(table(["Iqama", "Iqama"]) { _ in ["+20", "+10"] })
        #expect(iqamas(document) == [:])
        #expect(document.written.faults.count == 1 && document.written.faults[0].description.contains("--map"))
    }

    @Test(arguments: [
        (["Jumuah Khutbah", "Jumuah Salah"], ["13:00", "13:30"], ["13:00"]),
        (["Jumuah", "Jumuah Jamaat"], ["13:00", "13:30"], ["13:00"]),
        (["Jumuah Adhan", "Jumuah Khutbah", "Jumuah Iqamah"], ["12:40", "13:00", "13:30"], ["13:00"]),
        (["Jumuah Jamaat"], ["13:30"], ["13:30"]),
        (["Jumuah 1", "Jumuah 2"], ["13:00", "14:00"], ["13:00", "14:00"]),
    ])
    func `the prayer's time beside a khutbah is no second khutbah`(
        headings: [String],
        times: [String],
        right: [String]
    ) throws {
        let document = try london.read(
            table(headings) { $0.date.weekday == 5 ? times : Array(repeating: "", count: times.count) }
        )
        let friday = document.written.days(in: london.calculator.zone).first { $0.day.date.weekday == 5 }
        #expect(friday?.day.jumuah.map { london.clock($0) } == right)
        let isSaid = document.written.remarks.contains { $0.description.contains("iqama in [jumuah]") }
        #expect(isSaid == (right.count < times.count))
    }

    @Test func `a congregation on a clock of twelve hours is read by its column`() throws {
        let rows =
            [["Date"] + TableSample.names + ["Dhuhr Iqamah", "Asr Iqamah"]]
            + london.days.map { [TableSample.dayFirst($0.date)] + london.halves($0) + ["1:30", "6:30"] }
        let document = try london.read(rows)
        #expect(iqamas(document, 2) == [.dhuhr: "13:30", .asr: "18:30"])
        let early = document.written.faults.filter {
            $0.description.contains("01:30") || $0.description.contains("06:30")
        }
        #expect(early.isEmpty)
    }

    @Test func `a column that is filled on a few days is said`() throws {
        let document = try london.read(table(["Isha Iqamah"]) { $0.date.components.day == 1 ? ["23:30"] : [""] })
        #expect(
            document.written.remarks.contains {
                $0.description.contains("has a time on 12 of 365 days; the others have no iqama from the file")
            }
        )
    }

    @Test(arguments: [false, true])
    func `a column that shows nothing but its changes counts for the days between`(isWait: Bool) throws {
        let changes = [1, 11, 21]
        /// On the days of its changes: after the latest Maghrib up to the next of them.
        func cell(_ day: PrayerDay) -> String {
            if isWait { return day.date.components.month < 6 ? "10 min" : "20 min after" }
            let ahead = london.days.filter { (day.date...day.date.adding(days: 10)).contains($0.date) }
            let latest = ahead.map { london.calculator.zone.wall(at: $0[.maghrib]).secondOfDay }.max() ?? 0
            return ClockText.format(latest + 1200)
        }
        let document = try london.read(
            table(["Maghrib Iqamah"]) { [changes.contains($0.date.components.day) ? cell($0) : ""] }
        )
        let days = document.written.days(in: london.calculator.zone).map(\.day)
        #expect(days.count == 365 && document.written.faults.isEmpty, "\(document.written.faults)")
        var right = ""
        for (day, written) in zip(days, london.days) {
            if changes.contains(day.date.components.day) { right = cell(written) }
            let wait = day.date.components.month < 6 ? 10 : 20
            let wanted = isWait ? london.clock(written[.maghrib] + .minutes(wait)) : right
            #expect(day.iqama[.maghrib].map { london.clock($0) } == wanted, "\(day.date)")
        }
        #expect(
            document.written.remarks.contains {
                $0.description.contains(
                    "has a time on 36 of 365 days, on which it changes; each day after one of them has the same"
                )
            }
        )
    }

    @Test(arguments: ["Fridays", "late", "dash", "before"])
    func `a column of few times whose meaning is not clear counts for its own days`(why: String) throws {
        let document = try london.read(
            table([why == "before" ? "Maghrib Iqamah" : "Isha Iqamah"]) { day in
                let number = day.date.components.day
                switch why {
                case "late": return [number == 5 ? "23:40" : ""]
                case "dash": return [number == 1 ? "23:40" : "-"]
                case "before": return [number == 1 ? london.clock(day[.maghrib] + .minutes(1)) : ""]
                default: return [day.date.weekday == 5 ? "23:40" : ""]
                }
            }
        )
        let days = document.written.days(in: london.calculator.zone).filter { !$0.day.iqama.isEmpty }
        #expect(days.count < 60, "\(days.count)")
        #expect(document.written.remarks.contains { $0.description.contains("the others have no iqama from the file") })
    }

    @Test func `a heading that the times contradict is said where the table is checked`() throws {
        let names = ["Fajr", "Sunrise", "Dhuhr", "Maghrib", "Asr", "Isha"]
        let document = try london.read([["Date"] + names] + london.rows.dropFirst())
        #expect(london.differences(document) == [])
        #expect(document.written.remarks.contains { $0.description.contains("has the times of") })
    }
}
