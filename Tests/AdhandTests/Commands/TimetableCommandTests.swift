import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Foundation
import Glibc
import Testing

/// `adhand timetable` with the real binary.
struct TimetableCommandTests {
    private let box: Box

    init() throws { box = try Box(Box.mwl) }

    private func run(_ line: String, _ more: [String] = []) throws -> Binary.Outcome {
        try box.runConfigured("timetable \(line)", more)
    }

    private func checkConfig(_ text: String) throws -> Binary.Outcome {
        try box.write(text)
        return try box.run("check-config \(box.config)")
    }

    private var today: CivilDate {
        get throws { try SystemZones.find("Europe/London").wall(at: LinuxClock().wall()).date }
    }

    /// A calculated year, without the source of the days, which is the last column.
    private func year(_ year: Int = 2026) throws -> [String] {
        try box.runConfigured("times --year \(year) --format csv").expect(0).lines.map { line in
            String(line.lastIndex(of: ",").map { line[..<$0] } ?? line[...])
        }
    }

    private func written(_ lines: [String], _ name: String) throws -> String {
        try box.write(lines.joined(separator: "\n") + "\n", name)
    }

    private let days = """
        date,fajr,sunrise,dhuhr,asr,maghrib,isha,fajr_iqama,jumuah
        2026-02-02,05:42,07:37,12:20,14:27,16:52,18:41,06:30,
        2026-02-03,05:41,07:36,12:20,14:28,16:54,18:42,,12:45

        """

    @Test(.enabled(if: Sanitizer.allowsLimits))
    func `a hundred columns of small numbers do not fill the memory`() throws {
        var random = SeededGenerator(seed: 1)
        let rows = (0..<450).map { row in
            (0..<97).map { _ in "\(Int.random(in: 1...12, using: &random))" }
                + [5, 12, 18].map { "\($0):\((row % 60).padded(to: 2))" }
        }
        let table = try written(rows.map { $0.joined(separator: ",") }, "numbers.csv")
        // It takes 45 MB. With a pair for each two columns it took 440.
        let limit = ["/usr/bin/prlimit", "--data=250000000"]
        try box.runConfigured("timetable check \(table)", prefix: limit).expect(65, text: "its rows have no dates")
    }

    @Test func `check finds a file in order of which all is used, and says what is unusual on stderr`() throws {
        var lines = try year()
        let path = try written(lines, "2026.csv")
        // The calculation that comes nearest is said, as lines for the config.
        let lead = "# fajr: the same on every day"
        let whole = try run("check \(path)").expect(0, errors: "[calculation]", lead, "method = ")
        #expect(whole.output == "\(path) is in order: csv, 365 days\n", "\(whole.text)")
        let head =
            "# How far the timetable is from these settings, by its 365 days that can be used; the method is that of "
        let fit = try box.runConfigured("methods fit \(path)").expect(0)
        #expect(fit.output.hasPrefix(head), "\(fit.text)")
        let isha = lines[365].split(separator: ",")[6]
        lines[365] = lines[365].replacing(isha, with: "19" + isha.dropFirst(2))
        let unusual = try run("check \(written(lines, "2026.csv"))").expect(
            0,
            errors: "line 366, 2026-12-31: Isha 19:"
        )
        #expect(unusual.output == whole.output, "\(unusual.text)")
    }

    @Test func `methods fit ends with 66 for a file that is missing or may not be read`() throws {
        let denied = try box.write(days, "denied.csv")
        chmod(denied, 0)
        for path in [denied, box.file("missing.csv")] {
            try box.runConfigured("methods fit \(path)", prefix: Binary.withoutOverride).expect(
                EX_NOINPUT,
                errors: path
            )
        }
    }

    @Test func `a timetable that has ended is refused, and of a future one it is said when it begins`() throws {
        let this = ZoneRules.utc.wall(at: LinuxClock().wall()).date.year
        let old = try written(year(this - 1), "old.csv")
        let over = try run("check \(old)").expect(65)
        let sentence = "\(old): it ended on \(this - 1)-12-31 and has no times for today: put this year's timetable"
        #expect(over.output.hasPrefix(sentence) && !over.output.contains("in order"), "\(over.text)")
        let next = try written(year(this + 1), "next.csv")
        let dates = "begins on \(this + 1)-01-01 and has no times for today and goes until \(this + 1)-12-31"
        try run("check \(next)").expect(0, output: "\(next) is in order", errors: "adhand: \(next) \(dates)\n")
        let fault = "\(old) ended on \(this - 1)-12-31 and has no times for today"
        let check = try checkConfig(Box.mwl + "[timetable]\nfile = \"old.csv\"\n")
        check.expect(0, output: "\(fault); today's times come from the calculation")
        #expect(!check.output.contains("in order"))
        try box.runConfigured("doctor").expect(output: fault)
    }

    /// The lines of two months, with a change of those that begin with that day.
    private func months(from date: CivilDate, days: Int = 1, change: (String) -> String) throws -> [String] {
        let changed = (0..<days).map { date.adding(days: $0).description }
        let wanted = date.adding(days: -3).description...date.adding(days: 60).description
        let lines = try year(date.year) + year(date.year + 1).dropFirst()
        return lines.filter { $0.hasPrefix("date") || wanted.contains(String($0.prefix(10))) }.map { line in
            changed.contains(String(line.prefix(10))) ? change(line) : line
        }
    }

    private func minutes(_ cell: String) -> Int { (Int(cell.prefix(2)) ?? 0) * 60 + (Int(cell.suffix(2)) ?? 0) }

    private func clock(_ minutes: Int) -> String {
        "\((minutes / 60 % 24).padded(to: 2)):\((minutes % 60).padded(to: 2))"
    }

    /// The line with these columns that many minutes later.
    private func moved(_ line: String, _ columns: ClosedRange<Int>, by shift: Int) -> String {
        line.split(separator: ",").enumerated().map { column, cell in
            columns.contains(column) ? clock(minutes(String(cell)) + shift + 1440) : String(cell)
        }.joined(separator: ",")
    }

    @Test func `a refused day is not reported as missing, and its actual source is named`() throws {
        let today = try today
        let soon = today.adding(days: 2)
        let path = try written(months(from: soon) { moved($0, 1...6, by: 60) }, "own.csv")
        let words = "\(path) has times for \(soon) that are refused (line 5: this day is an hour late"
        try checkConfig(Box.mwl + "[timetable]\nfile = \"own.csv\"\n").expect(
            output: words,
            "); that day comes from the calculation: correct that day in it\n",
            "one thing is wrong",
            not: "only"
        )
        try box.runConfigured("doctor").expect(output: words, "that day comes from the next source\n    → correct")

        let status = try RunningDaemon(nil, in: box.directory)
        #expect(eventually { (try? status.command("status").output.contains(words)) == true })
        try status.command("status").expect(output: "that day comes from the next source")
        status.stop()

        // Days are also refused by the check of the times, and if they cannot be parsed at all.
        _ = try written(months(from: today, days: 3) { $0.replacing(",", with: ",x") }, "own.csv")
        try box.run("check-config \(box.config)").expect(
            output: "has times for today and 2 more of the next 31 days that are refused (line 5: ",
            "; today's times come from the calculation: correct those days in it\n"
        )
        // In the status, too, they are one thing to attend to.
        let several = try RunningDaemon(nil, in: box.directory)
        func told() -> [String] { ((try? several.report())?.problems ?? []).map(\.what).filter { $0.contains(path) } }
        let rest = "; 2 more faults are listed by: adhand timetable check \(path)"
        #expect(eventually { told().count == 1 && told().first?.hasSuffix(rest) == true }, "\(told())")
        several.stop()
        _ = try written(months(from: soon) { _ in "" }, "own.csv")
        let lack = "lacks \(soon); that day comes from the calculation: put that day into it"
        let gone = try box.run("check-config \(box.config)").expect(output: lack)
        #expect(!gone.output.contains("refused"), "\(gone.text)")
        _ = try written(months(from: today.adding(days: 1)) { _ in "" }, "own.csv")
        let holed = try RunningDaemon(nil, in: box.directory)
        defer { holed.stop() }
        let lacks = "own.csv, which lacks \(today.adding(days: 1))"
        #expect(
            eventually {
                (try? holed.report())?.sources.contains { $0.state == "faulty" && $0.words.hasSuffix(lacks) } == true
            }
        )
    }

    @Test func `status names the soonest time that is replaced, and counts the others ahead`() throws {
        let today = try today
        let wrong = [-2, 3, 5].map { today.adding(days: $0).description }
        let days = try months(from: today.adding(days: -2), days: 8) { line in
            wrong.contains(String(line.prefix(10))) ? moved(line, 6...6, by: -60) : line
        }
        let path = try written(days, "own.csv")
        let daemon = try RunningDaemon(Box.mwl + "[timetable]\nfile = \"own.csv\"\n", in: box.directory)
        defer { daemon.stop() }
        func told() -> [String] { ((try? daemon.report())?.problems ?? []).map(\.what).filter { $0.contains(path) } }
        #expect(eventually { !told().isEmpty })
        let problem = try #require(told().first)
        // The first line has the columns, the second the fifth day before today.
        #expect(problem.hasPrefix("\(path): line 10, ") && told().count == 1, "\(told())")
        #expect(problem.hasSuffix("accept = [\"\(wrong[1])\"] (and 1 more ahead)"), "\(problem)")
    }

    @Test func `check-config tells what is unusual in a timetable and in a bundle, and finds no fault in it`() throws {
        let today = try today
        let path = try written(months(from: today, days: 61) { moved($0, 3...3, by: 50) }, "own.csv")
        let table = try written(year(today.year), "year.csv")
        let bundle = try run("convert \(table) --latitude 51.5074 --longitude -0.1278").output
        let shipped = try box.write(bundle, "year-\(today.year).json")
        for (settings, words) in [
            ("[timetable]\nfile = \"own.csv\"\n", "\(path): line 5, \(today): Dhuhr is "),
            (
                "madhab = \"hanafi\"\n[timetable]\nbundle = \"year-{year}.json\"\n",
                "\(shipped): line 7: Asr is that of shafi"
            ),
        ] {
            let outcome = try checkConfig(Box.mwl + settings).expect(output: words)
            #expect(outcome.output.hasSuffix("\(box.config) is in order, but see above\n"), "\(outcome.text)")
        }
    }

    @Test func `check reports every fault with line and day`() throws {
        var lines = try year()
        lines.removeAll { $0.hasPrefix("2026-02-28") }
        lines = lines.map { $0.hasPrefix("2026-05-01") ? "2026-05-01,03:00,05:33,12:58,19:00,18:01,22:40" : $0 }
        lines += ["2026-02-29,05:00,06:45,12:14,15:00,17:38,19:20", "2024-12-31,05:00,06:45,12:14,15:00,17:38"]
        let path = try written(lines, "2026.csv")
        let expected: [String] = [
            """
            line 367, 2024-12-31: the line has 6 columns, but the header has 7; nothing in such a line is used, since its \
            times may be under the wrong names
            """,
            "line 367, 2024-12-31: this is not a day of 2026, the year of the file",
            "after line 59, 2026-02-28: this day is missing",
            "line 121, 1 May: Asr 19:00 looks like a typing error for 17:00; 17:00 will be called",
            "line 121, 1 May: Maghrib 18:01 is 143 min before sunset (20:24); 20:24 will be called",
            "line 366: date is \"2026-02-29\", but the calendar has no such day; correct it, or leave the day out",
        ]
        #expect(try run("check \(path)").expect(65).lines == expected.map { "\(path): \($0)" })
    }

    @Test func `check ends with 65 for a file that is no timetable and 66 for no file, and continues with the others`()
        throws
    {
        let (broken, none) = (try box.write("<html>429</html>", "page.html"), box.file("none.csv"))
        let good = try written(year(), "2026.csv")
        let sentence = "\(broken): this is a web page (HTML), not a timetable"
        try run("check \(broken)").expect(65, output: sentence)
        try run("check \(none) \(broken) \(good)").expect(
            66,
            output: sentence,
            "\(good) is in order",
            errors: "\(none): No such file or directory"
        )
    }

    @Test func `the days that the config accepts count for check and times`() throws {
        let path = try box.write(
            "date,fajr,sunrise,dhuhr,asr,maghrib,isha\n2026-02-03,05:41,07:36,12:20,14:28,16:46,18:42\n",
            "day.csv"
        )
        for (accept, source, row) in [
            ("", "file (maghrib: calculation)\n", "16:54,18:42,file (maghrib: calculation)\n"),
            ("accept = [\"2026-02-03\"]\n", "file\n", "16:46,18:42,file\n"),
        ] {
            try box.write("\(Box.mwl)[timetable]\nfile = \"day.csv\"\n\(accept)")
            let check = try run("check \(path)")
            #expect(check.output.contains("3 February: Maghrib 16:46") == accept.isEmpty, "\(check.text)")
            let times = "times --date 2026-02-03"
            #expect(try box.runConfigured(times).output.hasSuffix(source))
            let csv = try box.runConfigured("\(times) --format csv").output
            #expect(csv.hasPrefix("date,fajr,sunrise,dhuhr,asr,maghrib,isha,source\n") && csv.hasSuffix(row), "\(csv)")
        }
    }

    @Test func `check without a place says so and does not compare with the calculation`() throws {
        let path = try written(year().map { $0.replacing(",07:", with: ",06:") }, "2026.csv")
        try run("check \(path)").expect(65)
        let outcome = try box.run("timetable check \(path)").expect(errors: "no place is set")
        #expect(!outcome.output.contains("calculated"), "\(outcome.text)")
    }

    @Test func `convert writes mosque-year and CSV, and each is read back unchanged`() throws {
        let year = try run("convert \(box.write(days, "days.csv"))").expect(0)
        struct Year: Decodable {
            struct Times: Decodable { let adhan: String, jamaah: String? }
            struct Day: Decodable { let date: String, sunrise: String, fajr: Times, isha: Times, jummah: String? }
            let year: Int
            let prayerTimes: [Day]
        }
        let read = try year.decoded(Year.self)
        #expect(read.year == 2026 && read.prayerTimes.map(\.date) == ["2026-02-02", "2026-02-03"])
        #expect(read.prayerTimes.map(\.fajr.adhan) == ["05:42", "05:41"])
        #expect(read.prayerTimes.map(\.fajr.jamaah) == ["06:30", nil])
        #expect(read.prayerTimes.map(\.jummah) == [nil, "12:45"])
        let back = try run("convert \(box.write(year.output, "year.json")) --to csv").expect(0)
        #expect(back.output == days, "\(back.text)")
    }

    @Test func `convert writes the mosque's name and place, and keeps a file's own place`() throws {
        struct Year: Decodable {
            struct Location: Decodable, Equatable { let latitude, longitude: Double }
            let mosque: String?
            let location: Location?
        }
        func convert(_ line: String) throws -> Binary.Outcome { try box.run("timetable convert \(line)") }
        let path = try box.write(days, "days.csv")
        let bare = try convert(path).expect(0).decoded(Year.self)
        #expect(bare.mosque == nil && bare.location == nil)
        let outcome = try convert("\(path) --name Al-Manar --latitude -33.5 --longitude -0.1278").expect(0)
        let placed = try outcome.decoded(Year.self)
        #expect(placed.mosque == "Al-Manar")
        #expect(placed.location == Year.Location(latitude: -33.5, longitude: -0.1278))
        let again = try convert(box.write(outcome.output, "year.json")).expect(0).decoded(Year.self)
        #expect(again.location == placed.location)
    }

    @Test func `convert keeps a day that check refuses, reports it and ends with 65`() throws {
        let wrong = try box.write(days.replacing("14:28", with: "11:28"), "wrong.csv")
        let outcome = try run("convert \(wrong) --to csv")
        outcome.expect(65, errors: "line 3, 3 February: Asr 11:28 is 180 min before")
        #expect(outcome.lines.count == 3)
        let two = try box.write(days.replacing("2026-02-03", with: "2027-02-03"), "two.csv")
        try run("convert \(two)").expect(65, errors: "2027-02-03 is of another year than 2026")
    }

    @Test func `convert converts a file's clock to the wall clock, and needs a place for it`() throws {
        let path = try box.write(
            """
            {"year": 2026, "clock": "utc", "prayerTimes": [{"date": "2026-06-20", "fajr": "01:40", "sunrise": "03:43",
            "dhuhr": "12:03", "asr": "16:24", "maghrib": "20:22", "isha": "22:20"}]}
            """,
            "summer.json"
        )
        let outcome = try run("convert \(path) --to csv")
        #expect(outcome.output.hasSuffix("\n2026-06-20,02:40,04:43,13:03,17:24,21:22,23:20\n"), "\(outcome.text)")
        try box.run("timetable convert \(path)").expect(64)
    }

    @Test func `diff shows which days differ and by how much, and ends with 1`() throws {
        let before = try box.write(days, "before.csv")
        func diff(_ old: String, _ new: String) throws -> Binary.Outcome {
            try run("diff \(old == days ? before : box.write(old, "old.csv")) \(box.write(new, "new.csv"))")
        }
        let changed = days.replacing(",12:20,", with: ",12:22,").replacing("06:30", with: "06:25")
        let outcome = try diff(days, changed).expect(1)
        #expect(outcome.output == "2026-02-02: dhuhr +2 min, iqama-fajr -5 min\n2026-02-03: dhuhr +2 min\n")
        #expect(try diff(days, days).expect(0).output.isEmpty)
        // A day is compared as it is written, whatever the check says of it.
        #expect(try diff(days, days.replacing("14:28", with: "11:28")).output == "2026-02-03: asr -180 min\n")
        let noon = days.replacing("12:20", with: "noon")
        let undated = days.replacing("2026-02-02", with: "some day").replacing("2026-02-03", with: "some day")
        for (old, new, sentence) in [
            (noon, noon, "old.csv: line 3"), (undated, days, "old.csv: there is no day in it that can be used"),
        ] {
            #expect(try diff(old, new).expect(EX_DATAERR, errors: sentence).output.isEmpty)
        }
    }

    @Test func `what check has against the sun is said by convert and diff, which still use the day`() throws {
        let late = days.replacing("16:52", with: "16:22").replacing("16:54", with: "16:24")
        let path = try box.write(late, "days.csv")
        let sentence = "\(path): line 2, 2 February: Maghrib 16:22 is "
        let row = "2026-02-03,05:41,07:36,12:20,14:28,16:24,18:42"
        try run("convert \(path) --to csv").expect(EX_DATAERR, output: row, errors: sentence)
        #expect(try run("diff \(path) \(path)").expect(EX_DATAERR, errors: sentence).output.isEmpty)
        try box.run("timetable convert \(path) --to csv").expect(0)
        let year = try written(year(), "year.csv")
        try box.write("[place]\nlatitude = 40.7\nlongitude = -74.0\ntimezone = \"America/New_York\"\n")
        let far = try run("convert \(year) --to csv").expect(EX_DATAERR)
        #expect(far.lines.count == 366 && far.errors.split(separator: "\n").count < 4, "\(far.text)")
        far.expect(errors: "the times do not fit this place; they fit one about")
    }

    @Test func `check-config says in a few lines that many days of a year are refused, and for which prayers`() throws {
        let rows = try year().enumerated().map { index, row in
            // A typing error in Asr or Maghrib on some days of each month.
            var cells = row.split(separator: ",", omittingEmptySubsequences: false)
            if index % 20 == 5 { cells[index % 40 == 5 ? 4 : 5] = "12:01" }
            return cells.joined(separator: ",")
        }
        let year = try written(rows, "year.csv")
        let lines = try checkConfig(Box.london + "[timetable]\nfile = \"year.csv\"\n").expect(0).lines
        #expect(lines.count < 10 && lines.filter { $0.hasPrefix("\(year): line ") }.count == 3, "\(lines)")
        let sum = lines.first { $0.hasPrefix("and ") } ?? ""
        // What is printed above, Asr among it, does not count again.
        #expect(sum.hasPrefix("and 7 more faults on 7 days (maghrib on 7), "), "\(sum)")
        #expect(sum.hasSuffix(", all of them by: adhand timetable check \(year)"), "\(sum)")
    }

    @Test func `times accepts a file in any format, with the config's clock`() throws {
        let path = try box.write(days, "days.csv")
        try box.write(Box.london + "[timetable]\nfile = \"\(path)\"\nclock = \"utc\"\n")
        let outcome = try box.runConfigured("times --date 2026-02-03").expect(0)
        outcome.expect(output: "2026-02-03  05:41    07:36    12:20    14:28    16:54    18:42    file")
        #expect(outcome.errors.isEmpty, "\(outcome.text)")
        try checkConfig("[timetable]\nclock = \"winter\"\n").expect(78, text: "it is one of local, standard, utc")
    }
}
