import AdhanSupport
import AdhanAudio
import AdhanCore
import AdhanTestSupport
import Foundation
import Glibc
import Testing

/// `adhand timetable` with the real binary.
@Suite struct TimetableCommandTests {
    private let directory: TestDirectory

    init() throws {
        directory = try TestDirectory()
        _ = try Binary.config(
            "[place]\nlatitude = 51.5074\nlongitude = -0.1278\ntimezone = \"Europe/London\"\n"
                + "[calculation]\nmethod = \"mwl\"\n",
            in: directory
        )
    }

    private func run(_ arguments: String..., placed: Bool = true) throws -> Binary.Outcome {
        try Binary.run(
            ["timetable"] + arguments + (placed ? ["--config", directory.file("config.toml")] : []),
            in: directory
        )
    }

    private func file(_ name: String, _ text: String) throws -> String {
        try directory.write(Array(text.utf8), to: name)
    }

    @Test(.enabled(if: Sanitizer.allowsLimits))
    func `a hundred columns of small numbers do not fill the memory`() throws {
        var random = SeededGenerator(seed: 1)
        let rows = (0..<450).map { row in
            (0..<97).map { _ in "\(Int.random(in: 1...12, using: &random))" }
                + [5, 12, 18].map { "\($0):\((row % 60).padded(to: 2))" }
        }
        let table = try file("numbers.csv", rows.map { $0.joined(separator: ",") }.joined(separator: "\n"))
        // It takes 45 MB. With a pair for each two columns it took 440.
        let outcome = try Binary.run(
            ["timetable", "check", table, "--config", directory.file("config.toml")],
            in: directory,
            prefix: ["/usr/bin/prlimit", "--data=250000000"]
        )
        #expect(outcome.code == 65 && outcome.text.contains("its rows have no dates"), "\(outcome.text)")
    }

    private func calculatedYear(_ year: Int = 2026) throws -> String {
        let times = try Binary.run(
            ["times", "--year", "\(year)", "--format", "csv", "--config", directory.file("config.toml")],
            in: directory
        )
        #expect(times.code == 0, "\(times.text)")
        // The last column is the source of the day.
        return times.output.split(separator: "\n").map { line in
            (line.lastIndex(of: ",").map { line[..<$0] } ?? line) + "\n"
        }.joined()
    }

    private let days = """
        date,fajr,sunrise,dhuhr,asr,maghrib,isha,fajr_iqama,jumuah
        2026-02-02,05:42,07:37,12:20,14:27,16:52,18:41,06:30,
        2026-02-03,05:41,07:36,12:20,14:28,16:54,18:42,,12:45

        """

    @Test func `check finds a calculated year in order`() throws {
        let path = try file("2026.csv", calculatedYear())
        let outcome = try run("check", path)
        #expect(outcome.code == 0, "\(outcome.text)")
        #expect(outcome.output == "\(path) is in order: csv, 365 days\n")
    }

    @Test func `check finds a file in order of which all is used, and says what is unusual on stderr`() throws {
        let text = try calculatedYear()
        let last = try #require(text.split(separator: "\n").last)
        let isha = last.split(separator: ",")[6]
        let path = try file(
            "2026.csv",
            text.replacing(last, with: last.replacing(isha, with: "19" + isha.dropFirst(2)))
        )
        let outcome = try run("check", path)
        #expect(outcome.code == 0 && outcome.output == "\(path) is in order: csv, 365 days\n", "\(outcome.text)")
        #expect(outcome.errors.contains("line 366, 2026-12-31: Isha 19:"), "\(outcome.text)")
    }

    @Test func `methods fit says how many days it has used`() throws {
        let path = try file("2026.csv", calculatedYear())
        let outcome = try Binary.run(
            ["methods", "fit", path, "--config", directory.file("config.toml")],
            in: directory
        )
        let head =
            "# How far the timetable is from these settings, by its 365 days that can be used; the method is that of "
        #expect(outcome.code == 0 && outcome.output.hasPrefix(head), "\(outcome.text)")
    }

    @Test func `methods fit ends with 66 for a file that is missing or may not be read`() throws {
        let denied = try file("denied.csv", calculatedYear())
        chmod(denied, 0)
        for path in [denied, directory.file("missing.csv")] {
            let outcome = try Binary.run(
                ["methods", "fit", path, "--config", directory.file("config.toml")],
                in: directory,
                prefix: Binary.withoutOverride
            )
            #expect(outcome.code == EX_NOINPUT && outcome.errors.contains(path), "\(outcome.text)")
        }
    }

    @Test func `check-config says that a file's name is not expanded`() throws {
        let config = try Binary.config("[timetable]\nfile = \"~/times.csv\"\n", in: directory)
        let outcome = try Binary.run(["check-config", config], in: directory)
        #expect(outcome.output.contains("[timetable] file = \"~/times.csv\": ~ is not expanded"), "\(outcome.text)")
    }

    @Test func `check rejects a timetable that has ended, and says when a future one begins`() throws {
        let this = ZoneRules.utc.wall(at: LinuxClock().wall()).date.year
        let old = try file("old.csv", calculatedYear(this - 1))
        let over = try run("check", old)
        let sentence = "\(old): it ended on \(this - 1)-12-31 and has no times for today: put this year's timetable"
        #expect(over.code == 65 && over.output.hasPrefix(sentence), "\(over.text)")
        #expect(!over.output.contains("in order"))
        let next = try file("next.csv", calculatedYear(this + 1))
        let early = try run("check", next)
        #expect(early.code == 0 && early.output.contains("\(next) is in order"), "\(early.text)")
        let dates = "begins on \(this + 1)-01-01 and has no times for today and goes until \(this + 1)-12-31"
        #expect(early.errors.contains("adhand: \(next) \(dates)\n"))
    }

    @Test func `check-config and doctor report a timetable that has ended, and where the times come from`() throws {
        let this = ZoneRules.utc.wall(at: LinuxClock().wall()).date.year
        let old = try file("old.csv", calculatedYear(this - 1))
        let text = try String(contentsOfFile: directory.file("config.toml"), encoding: .utf8)
        let config = try Binary.config("\(text)[timetable]\nfile = \"old.csv\"\n", in: directory)
        let check = try Binary.run(["check-config", config], in: directory)
        let fault = "\(old) ended on \(this - 1)-12-31 and has no times for today"
        #expect(
            check.code == 0 && check.output.contains("\(fault); today's times come from the calculation"),
            "\(check.text)"
        )
        #expect(!check.output.contains("in order"))
        #expect(try Binary.run(["doctor", "--config", config], in: directory).output.contains(fault))
    }

    /// A year in which that many lines, beginning with that day, are wrong.
    private func year(refusing date: CivilDate, days: Int = 1, fault: (String) -> String) throws -> String {
        let wrong = (0..<days).map { date.adding(days: $0).description }
        let years = try [date.year, date.year + 1].map {
            try calculatedYear($0).split(separator: "\n").map(String.init)
        }
        let lines = (years.first ?? []) + (years.last?.dropFirst() ?? [])
        let around = lines.filter { line in
            line.hasPrefix("date")
                || (date.adding(days: -3).description...date.adding(days: 60).description).contains(
                    String(line.prefix(10))
                )
        }
        return around.map { line in wrong.contains(String(line.prefix(10))) ? fault(line) : line }.joined(
            separator: "\n"
        )
    }

    @Test func `a refused day is not reported as missing, and its actual source is named`() throws {
        let today = try SystemZones.find("Europe/London").wall(at: LinuxClock().wall()).date
        let text = try String(contentsOfFile: directory.file("config.toml"), encoding: .utf8)
        let config = try Binary.config("\(text)[timetable]\nfile = \"own.csv\"\n", in: directory)
        let soon = today.adding(days: 2)
        func hourLate(_ line: String) -> String {
            line.split(separator: ",").map { field in
                guard field.count == 5, let hour = Int(field.prefix(2)) else { return String(field) }
                return "\(hour < 9 ? "0" : "")\((hour + 1) % 24)" + field.dropFirst(2)
            }.joined(separator: ",")
        }
        let path = try file("own.csv", year(refusing: soon, fault: hourLate))
        let words = "\(path) has times for \(soon) that are refused (line 5: this day is an hour late"
        let check = try Binary.run(["check-config", config], in: directory)
        #expect(check.output.contains(words), "\(check.text)")
        #expect(check.output.contains("); that day comes from the calculation: correct that day in it\n"))
        #expect(check.output.contains("one thing is wrong") && !check.output.contains("only"), "\(check.text)")
        let doctor = try Binary.run(["doctor", "--config", config], in: directory).output
        #expect(
            doctor.contains(words) && doctor.contains("that day comes from the next source\n    → correct"),
            "\(doctor)"
        )

        let status = try RunningDaemon(nil, in: directory)
        #expect(eventually { (try? status.command("status").output.contains(words)) == true })
        #expect(try status.command("status").output.contains("that day comes from the next source"))
        status.stop()

        // Days are also refused by the check of the times, and if they cannot be parsed at all.
        _ = try file("own.csv", year(refusing: today, days: 3) { $0.replacing(",", with: ",x") })
        let many = try Binary.run(["check-config", config], in: directory).output
        #expect(
            many.contains("has times for today and 2 more of the next 31 days that are refused (line 5: "),
            "\(many)"
        )
        #expect(many.contains("; today's times come from the calculation: correct those days in it\n"))
        // In the status, too, they are one thing to attend to.
        let several = try RunningDaemon(nil, in: directory)
        func told() -> [String] { ((try? several.report())?.problems ?? []).map(\.what).filter { $0.contains(path) } }
        let rest = "; 2 more faults are listed by: adhand timetable check \(path)"
        #expect(eventually { told().count == 1 && told().first?.hasSuffix(rest) == true }, "\(told())")
        several.stop()
        _ = try file("own.csv", year(refusing: soon) { _ in "" })
        let gone = try Binary.run(["check-config", config], in: directory).output
        let lack = "lacks \(soon); that day comes from the calculation: put that day into it"
        #expect(gone.contains(lack) && !gone.contains("refused"), "\(gone)")
        _ = try file("own.csv", year(refusing: today.adding(days: 1)) { _ in "" })
        let holed = try RunningDaemon(nil, in: directory)
        defer { holed.stop() }
        let lacks = "own.csv, which lacks \(today.adding(days: 1))"
        #expect(
            eventually {
                (try? holed.report())?.sources.contains { $0.state == "faulty" && $0.words.hasSuffix(lacks) } == true
            }
        )
    }

    @Test func `status names the soonest time that is replaced, and counts the others ahead`() throws {
        let zone = try SystemZones.find("Europe/London")
        let today = zone.wall(at: LinuxClock().wall()).date
        let wrong = [-2, 3, 5].map { today.adding(days: $0).description }
        let text = try String(contentsOfFile: directory.file("config.toml"), encoding: .utf8)
        let config = try Binary.config("\(text)[timetable]\nfile = \"own.csv\"\n", in: directory)
        let days = try year(refusing: today.adding(days: -2), days: 8) { line in
            var fields = line.split(separator: ",").map(String.init)
            if let hour = Int(fields[6].prefix(2)), wrong.contains(fields[0]) {
                fields[6] = "\((hour + 23) % 24)" + fields[6].dropFirst(2)
            }
            return fields.joined(separator: ",")
        }
        let path = try file("own.csv", days)
        let daemon = try RunningDaemon(nil, in: directory)
        defer { daemon.stop() }
        func told() -> [String] { ((try? daemon.report())?.problems ?? []).map(\.what).filter { $0.contains(path) } }
        #expect(eventually { !told().isEmpty }, "\(config)")
        let problem = try #require(told().first)
        // The first line has the columns, the second the fifth day before today.
        #expect(problem.hasPrefix("\(path): line 10, ") && told().count == 1, "\(told())")
        #expect(problem.hasSuffix("accept = [\"\(wrong[1])\"] (and 1 more ahead)"), "\(problem)")
    }

    @Test func `check-config tells what is unusual in a timetable, and finds no fault in it`() throws {
        let today = try SystemZones.find("Europe/London").wall(at: LinuxClock().wall()).date
        let text = try String(contentsOfFile: directory.file("config.toml"), encoding: .utf8)
        let config = try Binary.config("\(text)[timetable]\nfile = \"own.csv\"\n", in: directory)
        let days = try year(refusing: today, days: 61) { line in
            var fields = line.split(separator: ",").map(String.init)
            let late = (Int(fields[3].prefix(2)) ?? 12) * 60 + (Int(fields[3].suffix(2)) ?? 0) + 50
            fields[3] = "\(late / 60):\(late % 60 < 10 ? "0" : "")\(late % 60)"
            return fields.joined(separator: ",")
        }
        let path = try file("own.csv", days)
        let outcome = try Binary.run(["check-config", config], in: directory)
        #expect(outcome.output.contains("\(path): line 5, \(today): Dhuhr is "), "\(outcome.text)")
        #expect(outcome.output.hasSuffix("\(config) is in order, but see above\n"), "\(outcome.text)")
    }

    @Test func `check-config tells what is unusual in a bundle, and finds no fault in it`() throws {
        let year = try SystemZones.find("Europe/London").wall(at: LinuxClock().wall()).date.year
        let table = try file("year.csv", calculatedYear(year))
        let own = try run("convert", table, "--latitude", "51.5074", "--longitude", "-0.1278")
        let path = try file("year-\(year).json", own.output)
        let text = try String(contentsOfFile: directory.file("config.toml"), encoding: .utf8)
        let config = try Binary.config(
            "\(text)madhab = \"hanafi\"\n[timetable]\nbundle = \"year-{year}.json\"\n",
            in: directory
        )
        let outcome = try Binary.run(["check-config", config], in: directory)
        #expect(outcome.output.contains("\(path): line 7: Asr is that of shafi"), "\(outcome.text)")
        #expect(outcome.output.hasSuffix("\(config) is in order, but see above\n"), "\(outcome.text)")
    }

    @Test func `check reports every fault with line and day`() throws {
        var lines = try calculatedYear().split(separator: "\n").map(String.init)
        lines.replace(lines.filter { $0.hasPrefix("2026-02-28") }, with: [])
        lines.replace(
            lines.filter { $0.hasPrefix("2026-05-01") },
            with: ["2026-05-01,03:00,05:33,12:58,19:00,18:01,22:40"]
        )
        lines.append("2026-02-29,05:00,06:45,12:14,15:00,17:38,19:20")
        lines.append("2024-12-31,05:00,06:45,12:14,15:00,17:38")
        let path = try file("2026.csv", lines.joined(separator: "\n"))
        let outcome = try run("check", path)
        #expect(outcome.code == 65)
        let says = outcome.output.split(separator: "\n").map { $0.dropFirst(path.count + 2) }
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
        #expect(says.map(String.init) == expected)
    }

    @Test func `check ends with 65 for a file that is no timetable and 66 for no file, and continues with the others`()
        throws
    {
        let (broken, none) = (try file("page.html", "<html>429</html>"), directory.file("none.csv"))
        let good = try file("2026.csv", calculatedYear())
        #expect(try run("check", broken).code == 65)
        let outcome = try run("check", none, broken, good)
        #expect(outcome.code == 66)
        #expect(outcome.errors.contains("\(none): No such file or directory"))
        #expect(outcome.output.contains("\(broken): this is a web page (HTML), not a timetable"))
        #expect(outcome.output.contains("\(good) is in order"))
    }

    @Test func `the days that the config accepts count for check and times`() throws {
        let day = "date,fajr,sunrise,dhuhr,asr,maghrib,isha\n2026-02-03,05:41,07:36,12:20,14:28,16:46,18:42\n"
        let path = try file("day.csv", day)
        let text = try String(contentsOfFile: directory.file("config.toml"), encoding: .utf8)
        for (accept, isFine) in [("", false), ("accept = [\"2026-02-03\"]\n", true)] {
            let config = try Binary.config("\(text)[timetable]\nfile = \"day.csv\"\n\(accept)", in: directory)
            #expect(try run("check", path).output.contains("3 February: Maghrib 16:46") != isFine)
            let times = ["times", "--date", "2026-02-03", "--config", config]
            let source = isFine ? "file\n" : "file (maghrib: calculation)\n"
            #expect(try Binary.run(times, in: directory).output.hasSuffix(source))
            let csv = try Binary.run(times + ["--format", "csv"], in: directory).output
            let row = isFine ? "16:46,18:42,file\n" : "16:54,18:42,file (maghrib: calculation)\n"
            #expect(csv.hasPrefix("date,fajr,sunrise,dhuhr,asr,maghrib,isha,source\n") && csv.hasSuffix(row), "\(csv)")
        }
    }

    @Test func `check without a place says so and does not compare with the calculation`() throws {
        let path = try file("2026.csv", calculatedYear().replacing(",07:", with: ",06:"))
        #expect(try run("check", path).code == 65)
        let outcome = try run("check", path, placed: false)
        #expect(outcome.errors.contains("no place is set"))
        #expect(!outcome.output.contains("calculated"), "\(outcome.text)")
    }

    @Test func `convert writes mosque-year and csv, and each is read back unchanged`() throws {
        let path = try file("days.csv", days)
        let year = try run("convert", path)
        #expect(year.code == 0, "\(year.text)")
        struct Year: Decodable {
            struct Times: Decodable { let adhan: String, jamaah: String? }
            struct Day: Decodable { let date: String, sunrise: String, fajr: Times, isha: Times, jummah: String? }
            let year: Int
            let prayerTimes: [Day]
        }
        let read = try JSONDecoder().decode(Year.self, from: Data(year.output.utf8))
        #expect(read.year == 2026 && read.prayerTimes.map(\.date) == ["2026-02-02", "2026-02-03"])
        #expect(read.prayerTimes.map(\.fajr.adhan) == ["05:42", "05:41"])
        #expect(read.prayerTimes.map(\.fajr.jamaah) == ["06:30", nil])
        #expect(read.prayerTimes.map(\.jummah) == [nil, "12:45"])
        let back = try run("convert", try file("year.json", year.output), "--to", "csv")
        #expect(back.code == 0 && back.output == days, "\(back.text)")
    }

    @Test func `convert writes the mosque's name and place, and keeps a file's own place`() throws {
        struct Year: Decodable {
            struct Location: Decodable, Equatable { let latitude, longitude: Double }
            let mosque: String?
            let location: Location?
        }
        func year(_ arguments: String...) throws -> (Year, String) {
            let outcome = try Binary.run(["timetable", "convert"] + arguments, in: directory)
            #expect(outcome.code == 0, "\(outcome.text)")
            return (try JSONDecoder().decode(Year.self, from: Data(outcome.output.utf8)), outcome.output)
        }
        let path = try file("days.csv", days)
        let (bare, _) = try year(path)
        #expect(bare.mosque == nil && bare.location == nil)
        let (placed, text) = try year(path, "--name", "Al-Manar", "--latitude", "-33.5", "--longitude", "-0.1278")
        #expect(placed.mosque == "Al-Manar")
        #expect(placed.location == Year.Location(latitude: -33.5, longitude: -0.1278))
        let (again, _) = try year(try file("year.json", text))
        #expect(again.location == placed.location)
        for (wrong, sentence) in [
            (["--latitude", "51.5"], "a location needs --latitude and --longitude"),
            (["--latitude", "151.5", "--longitude", "0"], "151.5 is not a latitude"),
            (["--to", "csv", "--name", "Al-Manar"], "a table has no room for --name"),
        ] {
            let outcome = try Binary.run(["timetable", "convert", path] + wrong, in: directory)
            #expect(outcome.code == 64 && outcome.errors.contains(sentence), "\(outcome.text)")
        }
    }

    @Test func `convert keeps a day that check refuses, reports it and ends with 65`() throws {
        let outcome = try run("convert", try file("days.csv", days.replacing("14:28", with: "11:28")), "--to", "csv")
        #expect(outcome.code == 65)
        #expect(outcome.errors.contains("line 3, 3 February: Asr 11:28 is 180 min before"), "\(outcome.text)")
        #expect(outcome.output.split(separator: "\n").count == 3)
        let two = try file("two.csv", days.replacing("2026-02-03", with: "2027-02-03"))
        let years = try run("convert", two)
        #expect(years.code == 65 && years.errors.contains("2027-02-03 is of another year than 2026"), "\(years.text)")
    }

    @Test func `convert converts a file's clock to the wall clock, and needs a place for it`() throws {
        let path = try file(
            "summer.json",
            """
            {"year": 2026, "clock": "utc", "prayerTimes": [{"date": "2026-06-20", "fajr": "01:40", "sunrise": "03:43",
            "dhuhr": "12:03", "asr": "16:24", "maghrib": "20:22", "isha": "22:20"}]}
            """
        )
        let outcome = try run("convert", path, "--to", "csv")
        #expect(outcome.output.hasSuffix("\n2026-06-20,02:40,04:43,13:03,17:24,21:22,23:20\n"), "\(outcome.text)")
        #expect(try run("convert", path, placed: false).code == 64)
    }

    @Test func `diff shows which days differ and by how much, and ends with 1`() throws {
        let before = try file("before.csv", days)
        let after = try file("after.csv", days.replacing(",12:20,", with: ",12:22,").replacing("06:30", with: "06:25"))
        let outcome = try run("diff", before, after)
        #expect(outcome.code == 1)
        #expect(outcome.output == "2026-02-02: dhuhr +2 min, iqama-fajr -5 min\n2026-02-03: dhuhr +2 min\n")
        let same = try run("diff", before, before)
        #expect(same.code == 0 && same.output.isEmpty)
        // A day is compared as it is written, whatever the check says of it.
        let wrong = try file("wrong.csv", days.replacing("14:28", with: "11:28"))
        #expect(try run("diff", before, wrong).output == "2026-02-03: asr -180 min\n")
        let broken = try file("broken.csv", days.replacing("12:20", with: "noon"))
        let unusable = try run("diff", broken, broken)
        #expect(unusable.code == EX_DATAERR && unusable.output.isEmpty, "\(unusable.text)")
        #expect(unusable.errors.contains("\(broken): line 3"), "\(unusable.text)")
    }

    @Test func `what check has against the sun is said by convert and diff, which still use the day`() throws {
        let path = try file("days.csv", days.replacing("16:52", with: "16:22").replacing("16:54", with: "16:24"))
        let sentence = "\(path): line 2, 2 February: Maghrib 16:22 is "
        let converted = try run("convert", path, "--to", "csv")
        #expect(converted.code == EX_DATAERR && converted.errors.contains(sentence), "\(converted.text)")
        #expect(converted.output.contains("2026-02-03,05:41,07:36,12:20,14:28,16:24,18:42"), "\(converted.text)")
        let same = try run("diff", path, path)
        #expect(same.code == EX_DATAERR && same.output.isEmpty && same.errors.contains(sentence), "\(same.text)")
        #expect(try run("convert", path, "--to", "csv", placed: false).code == 0)
        let year = try file("year.csv", calculatedYear())
        let newYork = "[place]\nlatitude = 40.7\nlongitude = -74.0\ntimezone = \"America/New_York\"\n"
        _ = try Binary.config(newYork, in: directory)
        let far = try run("convert", year, "--to", "csv")
        #expect(far.code == EX_DATAERR && far.output.split(separator: "\n").count == 366, "\(far.text)")
        #expect(far.errors.split(separator: "\n").count < 4, "\(far.errors)")
        #expect(far.errors.contains("the times do not fit this place; they fit one about"), "\(far.errors)")
    }

    @Test func `diff of a file whose dates cannot be read says that nothing of it can be used`() throws {
        let good = try file("good.csv", days)
        let other = days.replacing("2026-02-02", with: "some day").replacing("2026-02-03", with: "some day")
        let outcome = try run("diff", try file("other.csv", other), good)
        #expect(outcome.code == EX_DATAERR && outcome.output.isEmpty, "\(outcome.text)")
        #expect(outcome.errors.contains("other.csv: there is no day in it that can be used"), "\(outcome.text)")
    }

    @Test func `check-config says in a few lines that many days of a year are refused, and for which prayers`() throws {
        let rows = try calculatedYear().split(separator: "\n").enumerated().map { index, row in
            // A typing error in Asr or Maghrib on some days of each month.
            var cells = row.split(separator: ",", omittingEmptySubsequences: false)
            if index % 20 == 5 { cells[index % 40 == 5 ? 4 : 5] = "12:01" }
            return cells.joined(separator: ",")
        }
        let year = try file("year.csv", rows.joined(separator: "\n") + "\n")
        let config = try Binary.config(
            "[place]\nlatitude = 51.5074\nlongitude = -0.1278\ntimezone = \"Europe/London\"\n"
                + "[timetable]\nfile = \"year.csv\"\n",
            in: directory
        )
        let outcome = try Binary.run(["check-config", config], in: directory)
        let lines = outcome.output.split(separator: "\n")
        #expect(outcome.code == 0 && lines.count < 10, "\(outcome.text)")
        #expect(lines.filter { $0.hasPrefix("\(year): line ") }.count == 3, "\(outcome.text)")
        let sum = lines.first { $0.hasPrefix("and ") } ?? ""
        // What is printed above, Asr among it, does not count again.
        #expect(sum.hasPrefix("and 7 more faults on 7 days (maghrib on 7), "), "\(sum)")
        #expect(sum.hasSuffix(", all of them by: adhand timetable check \(year)"), "\(sum)")
    }

    @Test func `times accepts a file in any format, with the config's clock`() throws {
        let path = try file("days.csv", days)
        let config = try Binary.config(
            "[place]\nlatitude = 51.5074\nlongitude = -0.1278\ntimezone = \"Europe/London\"\n"
                + "[timetable]\nfile = \"\(path)\"\nclock = \"utc\"\n",
            in: directory
        )
        let outcome = try Binary.run(
            ["times", "--date", "2026-02-03", "--config", config],
            in: directory
        )
        #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.text)")
        #expect(outcome.output.contains("2026-02-03  05:41    07:36    12:20    14:28    16:54    18:42    file"))
        let wrong = try Binary.run(
            ["check-config", try Binary.config("[timetable]\nclock = \"winter\"\n", in: directory)],
            in: directory
        )
        #expect(wrong.code == 78 && wrong.text.contains("it is one of local, standard, utc"), "\(wrong.text)")
    }
}
