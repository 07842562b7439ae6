import AdhanCore
import Testing

@testable import AdhanImport

/// Columns of congregations and of Friday prayers.
@Suite struct CongregationColumnTests {
    private let london: TableSample

    init() throws { london = try TableSample() }

    /// Reads a table of which nothing is a fault.
    private func read(_ rows: [[String]], _ hints: TableHints = .none) throws -> TimetableDocument {
        let document = try london.read(rows, hints)
        #expect(document.written.faults.isEmpty, "\(document.written.faults)")
        return document
    }

    private func clocks(_ times: (Prayer) -> String?) -> [Prayer: String] {
        Dictionary(uniqueKeysWithValues: Prayer.called.compactMap { prayer in times(prayer).map { (prayer, $0) } })
    }

    private func isFriday(_ day: PrayerDay) -> Bool { day.date.weekday == 5 }

    @Test func `a block of waits goes by the order of the prayers, and a shorter one is undecided`() throws {
        let block = Array(repeating: "Iqama", count: 5)
        let document = try london.read(london.table(block) { _ in ["+20", "+10", "+15", "+5", "+12"] })
        let waits: [Prayer: Int] = [.fajr: 20, .dhuhr: 10, .asr: 15, .maghrib: 5, .isha: 12]
        #expect(
            london.iqamas(document)
                == clocks { prayer in waits[prayer].map { london.clock(london.days[0][prayer] + .minutes($0)) } }
        )
        let short = try london.read(london.table(["Iqama", "Iqama"]) { _ in ["+20", "+10"] })
        #expect(london.iqamas(short) == [:])
        #expect(short.written.faults.count == 1 && short.written.faults[0].description.contains("--map"))
    }

    @Test(
        arguments: [
            (["Jumuah Khutbah", "Jumuah Salah"], ["13:00", "13:30"], ["13:00"]),
            (["Jumuah", "Jumuah Jamaat"], ["13:00", "13:30"], ["13:00"]),
            (["Jumuah Adhan", "Jumuah Khutbah", "Jumuah Iqamah"], ["12:40", "13:00", "13:30"], ["13:00"]),
            (["Jumuah Jamaat"], ["13:30"], ["13:30"]),
            (["Jumuah 1", "Jumuah 2"], ["13:00", "14:00"], ["13:00", "14:00"]),
            (["Jumah 1 Iqama", "Jumah 2 Iqama"], ["13:30", "14:15"], ["13:30", "14:15"]),
        ] as [([String], [String], [String])]
    )
    func `the prayer's time beside a khutbah is no second khutbah`(
        headings: [String],
        times: [String],
        right: [String]
    ) throws {
        let document = try london.read(
            london.table(headings) { isFriday($0) ? times : Array(repeating: "", count: times.count) }
        )
        #expect(london.found(document).first(where: isFriday)?.jumuah.map(london.clock) == right)
        let isSaid = document.written.remarks.contains { $0.description.contains("iqama in [jumuah]") }
        #expect(isSaid == (right.count < times.count))
    }

    @Test func `a congregation on a clock of twelve hours is read by its column`() throws {
        let headings = ["Dhuhr Iqamah", "Asr Iqamah"]
        let document = try london.read(
            london.spelled(headings, times: london.halves, cells: { _ in ["1:30", "6:30"] })
        )
        #expect(london.iqamas(document, 2) == [.dhuhr: "13:30", .asr: "18:30"])
        let faults = document.written.faults.map(\.description)
        #expect(!faults.contains { $0.contains("01:30") || $0.contains("06:30") })
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
        let document = try read(
            london.table(["Maghrib Iqamah"]) { [changes.contains($0.date.components.day) ? cell($0) : ""] }
        )
        let days = london.found(document)
        #expect(days.count == 365)
        var right = ""
        for (day, written) in zip(days, london.days) {
            if changes.contains(day.date.components.day) { right = cell(written) }
            let wait = day.date.components.month < 6 ? 10 : 20
            let wanted = isWait ? london.clock(written[.maghrib] + .minutes(wait)) : right
            #expect(day.iqama[.maghrib].map(london.clock) == wanted, "\(day.date)")
        }
        let words = "has a time on 36 of 365 days, on which it changes; each day after one of them has the same"
        #expect(document.written.remarks.contains { $0.description.contains(words) })
    }

    @Test(arguments: ["Fridays", "late", "dash", "before", "first"])
    func `a column of few times whose meaning is not clear counts for its own days, and that is said`(why: String)
        throws
    {
        let document = try london.read(
            london.table([why == "before" ? "Maghrib Iqamah" : "Isha Iqamah"]) { day in
                let number = day.date.components.day
                return switch why {
                case "first": [number == 1 ? "23:30" : ""]
                case "late": [number == 5 ? "23:40" : ""]
                case "dash": [number == 1 ? "23:40" : "-"]
                case "before": [number == 1 ? london.clock(day[.maghrib] + .minutes(1)) : ""]
                default: [isFriday(day) ? "23:40" : ""]
                }
            }
        )
        #expect(london.found(document).count { !$0.iqama.isEmpty } < 60)
        let words = (why == "first" ? "has a time on 12 of 365 days; " : "") + "the others have no iqama from the file"
        #expect(document.written.remarks.contains { $0.description.contains(words) })
    }

    @Test(
        arguments: [
            (["Jumah 1 Iqama", "Jumah 2 Iqama"], ["13:10", "13:55"]), (["jummah_iqamah", ""], ["13:10"]),
            (["Jumuah", "Jumuah Iqama"], ["13:30"]),
        ] as [([String], [String])]
    )
    func `a khutbah begins before a prayer whose time is all that the table has`(headings: [String], right: [String])
        throws
    {
        let document = try london.read(
            london.table(headings) { isFriday($0) ? ["13:30", headings[1].isEmpty ? "" : "14:15"] : ["", ""] }
        )
        var rules = MosqueRules()
        rules.jumuah.iqama = 20 * 60
        let zone = london.calculator.zone
        let friday = try #require(rules.applied(to: london.found(document), in: zone).first(where: isFriday))
        #expect(friday.jumuah.map(london.clock) == right)
        // What is written again is read in the same way.
        let again = try london.read(Array(TimetableText(document.written.days(in: zone), in: zone).csv.utf8))
        let same = rules.applied(to: london.found(again), in: zone)
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
        let document = try read(rows)
        #expect(london.differences(document) == [])
        for (index, day) in london.days.enumerated() {
            let right = clocks { $0 == .maghrib ? nil : stepped(day, $0) }
            guard london.iqamas(document, index) == right else {
                Issue.record("\(day.date): \(london.iqamas(document, index)), not \(right)")
                return
            }
        }
        let words = "column 8 has no heading and is taken for the iqama of asr"
        #expect(document.remarks.contains { $0.hasPrefix(words) }, "\(document.remarks)")
    }

    @Test func `five columns without headings go by the order of the prayers`() throws {
        let document = try london.read(
            london.table(Array(repeating: "", count: 5)) { day in Prayer.called.map { stepped(day, $0) } }
        )
        #expect(london.iqamas(document) == clocks { stepped(london.days[0], $0) })
        // A word for congregation beside each prayer is understood below the usual names, too.
        #expect(london.iqamas(try read(beside("Congregational") { $0.description })).count == 4)
    }

    @Test(arguments: ["Xyz", "start", "Prayer"], [false, true])
    func `a column beside its prayer whose heading is not understood is named as its likely iqama`(
        heading: String,
        isKnownFormat: Bool
    ) throws {
        let rows = beside(heading) { isKnownFormat ? $0.description : TableSample.dayFirst($0) }
        let document = try london.read(rows)
        #expect(london.iqamas(document) == [:])
        let faults = document.written.faults.map(\.description)
        #expect(faults.count == 4 && faults[0].contains("--map fajr_iqama=3"), "\(faults)")
        let hints = TableHints(columns: ["fajr_iqama": "3", "dhuhr_iqama": "6", "asr_iqama": "8", "isha_iqama": "11"])
        #expect(london.iqamas(try read(rows, hints)).count == 4)
    }

    /// December, whose two times of Asr are half an hour apart.
    private func december(_ wait: Int, besides prayers: [Prayer]) -> [[String]] {
        let names = Prayer.allCases.flatMap { [$0.rawValue] + (prayers.contains($0) ? [""] : []) }
        return [["Date"] + names]
            + london.month(12).map { day in
                [TableSample.dayFirst(day.date)]
                    + Prayer.allCases.flatMap { prayer in
                        [0, wait].prefix(prayers.contains(prayer) ? 2 : 1).map {
                            london.clock(day[prayer] + .minutes($0))
                        }
                    }
            }
    }

    @Test(arguments: [10, 15, 20, 30])
    func `Asr's column without a heading is its iqama where the other prayers have theirs beside them`(
        wait: Int
    ) throws {
        let document = try read(december(wait, besides: Prayer.called))
        let day = try #require(london.month(12).first)
        #expect(london.iqamas(document) == clocks { london.clock(day[$0] + .minutes(wait)) })
        // Ten minutes after the first Asr is far from the second one.
        guard wait > 10 else { return }
        let alone = try london.read(december(wait, besides: [.asr]))
        let faults = alone.written.faults.map(\.description)
        #expect(faults.count == 1 && faults.first?.contains("--map asr_iqama=6") == true, "\(faults)")
    }

    @Test func `a column without a heading that does not follow a prayer is none`() throws {
        let document = try read(
            london.table(["", ""]) { day in
                [london.clock(day[.isha] + .minutes(150)), london.clock(day[.fajr] - .minutes(10))]
            }
        )
        #expect(london.iqamas(document) == [:])
        let hanafi = london.hanafi
        let asrs = try london.read(london.table([""], at: 4) { [london.clock(hanafi.day($0.date)[.asr])] })
        #expect(london.iqamas(asrs) == [:])
    }

    @Test(arguments: [
        ["Dhuhr Iqama (Mon-Fri)", "Dhuhr Iqama (weekend)"], ["Dhuhr Iqama Weekday", "Dhuhr Iqama Sat & Sun"],
        ["Dhuhr Iqama weekends", "Dhuhr Iqama"], ["Iqama Mon-Fri", "Iqama Sat/Sun"],
        ["Iqama (weekdays)", "Iqama (Sat-Sun)"],
    ])
    func `weekdays and weekends each take their own congregation, and a Sunday's is none of the sunrise`(
        headings: [String]
    ) throws {
        let times = headings[0].contains("weekends") ? ["13:45", "13:30"] : ["13:30", "13:45"]
        // Without the name of its prayer it stands beside it.
        let isNamed = headings[0].contains("Dhuhr")
        let rows =
            isNamed
            ? london.table(headings + ["Asr Iqama"]) { times + [stepped($0, .asr)] }
            : london.spelled(headings, at: 3, date: \.description, cells: { _ in times })
        let document = try read(rows)
        #expect(!isNamed || london.differences(document) == [])
        for day in london.found(document) {
            let right = [0, 6].contains(day.date.weekday) ? "13:45" : "13:30"
            #expect(day.iqama[.dhuhr].map(london.clock) == right, "\(day.date)")
            #expect(isNamed || day.iqama.count == 1, "\(day.date)")
        }
        let words = "the iqama of dhuhr: column 8 \"\(headings[0])\""
        let isSaid = document.remarks.contains { $0.hasPrefix(words) && $0.contains("column 9") }
        #expect(isSaid || !isNamed, "\(document.remarks)")
    }

    @Test func `a cell of two times on a Friday in Dhuhr's column has the Friday prayers`() throws {
        var rows = london.table(["Dhuhr Iqama"], at: 3) { [isFriday($0) ? "12:45/1:30" : "13:30"] }
        let document = try read(rows)
        #expect(london.differences(document) == [])
        for day in london.found(document) {
            #expect(day.jumuah.map(london.clock) == (isFriday(day) ? ["12:45", "13:30"] : []), "\(day.date)")
            #expect(day.iqama[.dhuhr].map(london.clock) == (isFriday(day) ? nil : "13:30"), "\(day.date)")
        }
        #expect(document.remarks.contains { $0.contains("column 5 \"Dhuhr Iqama\"") && $0.contains("jumuah") })
        // On another day nobody knows which of them counts.
        rows[5][4] = "12:45/1:30"
        #expect(try london.read(rows).written.faults.count == 1)
    }
}
