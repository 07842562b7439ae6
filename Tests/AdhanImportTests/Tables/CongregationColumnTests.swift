import AdhanCore
import Testing

@testable import AdhanImport

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
        (["Jumah 1 Iqama", "Jumah 2 Iqama"], ["13:30", "14:15"], ["13:30", "14:15"]),
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

    @Test(arguments: [
        (["Jumah 1 Iqama", "Jumah 2 Iqama"], ["13:10", "13:55"]), (["jummah_iqamah", ""], ["13:10"]),
        (["Jumuah", "Jumuah Iqama"], ["13:30"]),
    ])
    func `a khutbah begins before a prayer whose time is all that the table has`(
        headings: [String],
        right: [String]
    ) throws {
        let rows = table(headings) {
            $0.date.weekday == 5 ? [headings[1].isEmpty ? "" : "14:15", "13:30"].reversed() : ["", ""]
        }
        let document = try london.read(rows)
        var rules = MosqueRules()
        rules.jumuah.iqama = 20 * 60
        let zone = london.calculator.zone
        let days = document.written.days(in: zone).map(\.day)
        let friday = try #require(rules.applied(to: days, in: zone).first { $0.date.weekday == 5 })
        #expect(friday.jumuah.map { london.clock($0) } == right)
        // What is written again is read in the same way.
        let again = try london.read(Array(TimetableText(document.written.days(in: zone), in: zone).csv.utf8))
        let same = rules.applied(to: again.written.days(in: zone).map(\.day), in: zone)
        #expect(same.first { $0.date == friday.date }?.jumuah == friday.jumuah)
        let isSaid = document.remarks.contains { $0.contains("when the Friday prayer begins") }
        #expect(isSaid == headings[0].lowercased().contains("iqama"), "\(document.remarks)")
    }

    /// Each prayer's congregation, a quarter of an hour and more after it.
    private func stepped(_ day: PrayerDay, _ prayer: Prayer) -> String {
        let second = london.calculator.zone.wall(at: day[prayer] + .minutes(12)).secondOfDay
        return prayer == .dhuhr ? "13:30" : ClockText.format((second + 899) / 900 * 900 % 86_400)
    }

    /// Rows with a congregation to the right of each prayer but Maghrib.
    private func beside(_ heading: String, date: (CivilDate) -> String) -> [[String]] {
        let names = TableSample.names.flatMap { ["Sunrise", "Maghrib"].contains($0) ? [$0] : [$0, heading] }
        return [["Date"] + names]
            + london.days.map { day in
                [date(day.date)]
                    + Prayer.allCases.flatMap { prayer in
                        let own = london.clock(day[prayer])
                        return [.sunrise, .maghrib].contains(prayer) ? [own] : [own, stepped(day, prayer)]
                    }
            }
    }

    @Test(arguments: ["dates", "known format", "no headings"])
    func `columns without headings beside their prayers are congregations`(kind: String) throws {
        var rows = beside("") { kind == "known format" ? $0.description : TableSample.dayFirst($0) }
        if kind == "known format" { rows[0] = rows[0].map { $0.lowercased() } }
        if kind == "no headings" { rows.removeFirst() }
        let document = try london.read(rows)
        #expect(london.differences(document) == [])
        for (index, day) in london.days.enumerated() {
            let right = [Prayer.fajr, .dhuhr, .asr, .isha].map { ($0, stepped(day, $0)) }
            guard iqamas(document, index) == Dictionary(uniqueKeysWithValues: right) else {
                Issue.record("\(day.date): \(iqamas(document, index)), not \(right)")
                return
            }
        }
        let words = "column 8 has no heading and is taken for the iqama of asr"
        #expect(document.remarks.contains { $0.hasPrefix(words) }, "\(document.remarks)")
        #expect(document.written.faults.isEmpty)
    }

    @Test func `five columns without headings go by the order of the prayers`() throws {
        let document = try london.read(
            table(Array(repeating: "", count: 5)) { day in Prayer.called.map { stepped(day, $0) } }
        )
        let right = Prayer.called.map { ($0, stepped(london.days[0], $0)) }
        #expect(iqamas(document) == Dictionary(uniqueKeysWithValues: right))
    }

    @Test(arguments: ["Xyz", "start", "Prayer"], [false, true])
    func `a column beside its prayer whose heading is not understood is named as its likely iqama`(
        heading: String,
        isKnownFormat: Bool
    ) throws {
        let rows = beside(heading) { isKnownFormat ? $0.description : TableSample.dayFirst($0) }
        let document = try london.read(rows)
        #expect(iqamas(document) == [:])
        let faults = document.written.faults.map(\.description)
        #expect(faults.count == 4 && faults[0].contains("--map fajr_iqama=3"), "\(faults)")
        let hints = TableHints(columns: ["fajr_iqama": "3", "dhuhr_iqama": "6", "asr_iqama": "8", "isha_iqama": "11"])
        let mapped = try london.read(rows, hints)
        #expect(iqamas(mapped).count == 4 && mapped.written.faults.isEmpty)
    }

    @Test func `a word for congregation beside each prayer is understood below the usual names, too`() throws {
        let document = try london.read(beside("Congregational") { $0.description })
        #expect(iqamas(document).count == 4 && document.written.faults.isEmpty, "\(document.written.faults)")
    }

    /// December, whose two times of Asr are half an hour apart.
    private func december(_ wait: Int, besides prayers: [Prayer]) -> [[String]] {
        let names = Prayer.allCases.flatMap { [$0.rawValue] + (prayers.contains($0) ? [""] : []) }
        return [["Date"] + names]
            + london.month(12).map { day in
                [TableSample.dayFirst(day.date)]
                    + Prayer.allCases.flatMap { prayer in
                        [london.clock(day[prayer])]
                            + (prayers.contains(prayer) ? [london.clock(day[prayer] + .minutes(wait))] : [])
                    }
            }
    }

    @Test(arguments: [10, 15, 20, 30])
    func `Asr's column without a heading is its iqama where the other prayers have theirs beside them`(
        wait: Int
    ) throws {
        let document = try london.read(december(wait, besides: Prayer.called))
        let day = try #require(london.month(12).first)
        let right = Prayer.called.map { ($0, london.clock(day[$0] + .minutes(wait))) }
        #expect(iqamas(document) == Dictionary(uniqueKeysWithValues: right))
        #expect(document.written.faults.isEmpty, "\(document.written.faults)")
        // Ten minutes after the first Asr is far from the second one.
        guard wait > 10 else { return }
        let alone = try london.read(december(wait, besides: [.asr]))
        let faults = alone.written.faults.map(\.description)
        #expect(faults.count == 1 && faults.first?.contains("--map asr_iqama=6") == true, "\(faults)")
    }

    @Test func `a column without a heading that does not follow a prayer is none`() throws {
        let document = try london.read(
            table(["", ""]) { day in
                [london.clock(day[.isha] + .minutes(150)), london.clock(day[.fajr] - .minutes(10))]
            }
        )
        #expect(iqamas(document) == [:] && document.written.faults.isEmpty)
        var hanafi = london.calculator
        hanafi.madhab = .hanafi
        let rows = london.days.map { day -> [String] in
            var times = london.times(day)
            times.insert(london.clock(hanafi.day(day.date)[.asr]), at: 4)
            return [TableSample.dayFirst(day.date)] + times
        }
        var names = TableSample.names
        names.insert("", at: 4)
        let asrs = try london.read([["Date"] + names] + rows)
        #expect(iqamas(asrs) == [:])
    }

    @Test(arguments: [
        ("Dhuhr Iqama (Mon-Fri)", "Dhuhr Iqama (weekend)"), ("Dhuhr Iqama Weekday", "Dhuhr Iqama Sat & Sun"),
        ("Dhuhr Iqama weekends", "Dhuhr Iqama"),
    ])
    func `weekdays and weekends each take their own congregation`(one: String, other: String) throws {
        let isFirstOfWeekend = one.contains("weekends")
        let document = try london.read(
            table([one, other, "Asr Iqama"]) { day in
                (isFirstOfWeekend ? ["13:45", "13:30"] : ["13:30", "13:45"]) + [stepped(day, .asr)]
            }
        )
        #expect(london.differences(document) == [] && document.written.faults.isEmpty, "\(document.written.faults)")
        for day in document.written.days(in: london.calculator.zone).map(\.day) {
            let right = [0, 6].contains(day.date.weekday) ? "13:45" : "13:30"
            #expect(day.iqama[.dhuhr].map { london.clock($0) } == right, "\(day.date)")
        }
        #expect(
            document.remarks.contains {
                $0.hasPrefix("the iqama of dhuhr: column 8 \"\(one)\"") && $0.contains("column 9")
            },
            "\(document.remarks)"
        )
    }

    @Test(arguments: [("Iqama Mon-Fri", "Iqama Sat/Sun"), ("Iqama (weekdays)", "Iqama (Sat-Sun)")])
    func `an iqama of Sundays is none of the sunrise`(one: String, other: String) throws {
        let names = ["Fajr", "Sunrise", "Dhuhr", one, other, "Asr", "Maghrib", "Isha"]
        let rows = london.days.map { day -> [String] in
            var times = london.times(day)
            times.insert(contentsOf: ["13:30", "13:45"], at: 3)
            return [day.date.description] + times
        }
        let document = try london.read([["Date"] + names] + rows)
        #expect(document.written.faults.isEmpty, "\(document.written.faults)")
        for day in document.written.days(in: london.calculator.zone).map(\.day) {
            let right = [0, 6].contains(day.date.weekday) ? "13:45" : "13:30"
            #expect(day.iqama.mapValues { london.clock($0) } == [.dhuhr: right], "\(day.date)")
        }
    }

    @Test func `a cell of two times on a Friday in Dhuhr's column has the Friday prayers`() throws {
        let names = ["Fajr", "Sunrise", "Dhuhr", "Dhuhr Iqama", "Asr", "Maghrib", "Isha"]
        let rows = london.days.map { day -> [String] in
            var times = london.times(day)
            times.insert(day.date.weekday == 5 ? "12:45/1:30" : "13:30", at: 3)
            return [TableSample.dayFirst(day.date)] + times
        }
        let document = try london.read([["Date"] + names] + rows)
        #expect(london.differences(document) == [] && document.written.faults.isEmpty, "\(document.written.faults)")
        for day in document.written.days(in: london.calculator.zone).map(\.day) {
            let isFriday = day.date.weekday == 5
            #expect(day.jumuah.map { london.clock($0) } == (isFriday ? ["12:45", "13:30"] : []), "\(day.date)")
            #expect(day.iqama[.dhuhr].map { london.clock($0) } == (isFriday ? nil : "13:30"), "\(day.date)")
        }
        #expect(document.remarks.contains { $0.contains("column 5 \"Dhuhr Iqama\"") && $0.contains("jumuah") })
        // On another day nobody knows which of them counts.
        var wrong = rows
        wrong[4][4] = "12:45/1:30"
        #expect(try london.read([["Date"] + names] + wrong).written.faults.count == 1)
    }
}
