import AdhanTestSupport
import Foundation
import Testing

/// `adhand timetable import`, and what comes of an imported table, with the real binary.
@Suite struct TimetableImportTests {
    private let directory: TestDirectory

    init() throws {
        directory = try TestDirectory()
        try configure(file: nil)
    }

    private func configure(file: String?, more: String = "") throws {
        _ = try Binary.config(
            "[place]\nlatitude = 51.5074\nlongitude = -0.1278\ntimezone = \"Europe/London\"\n"
                + "[calculation]\nmethod = \"mwl\"\n"
                + (file.map { "[timetable]\nfile = \"\($0)\"\ncheck = \"warn\"\n" } ?? "") + more,
            in: directory
        )
    }

    private func run(_ arguments: String...) throws -> Binary.Outcome {
        try Binary.run(arguments + ["--config", directory.file("config.toml")], in: directory)
    }

    private let table = """
        Masjid Al-Noor,,,,,,,,,
        Tag;Fadschr;Iqamah;Aufgang;Mittag;Asr;Abend;Nacht;Jumu'ah;Jumu'ah 2
        02/02/2026;5.42;+20;7.37;12.20;2.27;4.52;6.41;;
        03/02/2026;5.41;+20;7.36;12.20;2.28;4.54;6.42;1.15;2.00
        04/02/2026;5.40;+20;7.34;12.20;2.29;4.55;6.44;;

        """

    private func written(_ text: String, _ name: String = "table.csv") throws -> String {
        try directory.write(Array(text.utf8), to: name)
    }

    @Test func `import writes the mosque's year, and says what was taken for what`() throws {
        let outcome = try run("timetable", "import", written(table), "--map", "maghrib=Abend")
        #expect(outcome.code == 0, "\(outcome.text)")
        let json = try #require(
            JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        )
        let days = try #require(json["prayerTimes"] as? [[String: Any]])
        #expect(json["year"] as? Int == 2026 && days.count == 3)
        let middle = try #require(days.dropFirst().first)
        #expect(middle["fajr"] as? [String: String] == ["adhan": "05:41", "jamaah": "06:01"])
        #expect(middle["maghrib"] as? [String: String] == ["adhan": "16:54"])
        #expect(middle["sunrise"] as? String == "07:36" && middle["jummah"] as? [String] == ["13:15", "14:00"])
        for words in [
            "dates: column 1 \"Tag\", day before month", "fajr: column 2 \"Fadschr\"", "maghrib: column 7 \"Abend\"",
            "2026-02-02: fajr 05:42 (05:4",
        ] {
            #expect(outcome.errors.contains(words), "\(words): \(outcome.errors)")
        }
    }

    @Test func `import into a file makes what check reads`() throws {
        let target = directory.file("2026.json")
        let outcome = try run("timetable", "import", written(table), "--output", target)
        #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome.text)")
        let diff = try run("timetable", "diff", target, directory.file("table.csv"))
        #expect(diff.code == 0, "\(diff.text)")
    }

    @Test func `import writes neither over its own table nor into a folder that is not there`() throws {
        let path = try written(table)
        let link = directory.file("link.csv")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        for output in [path, link, directory.path + "/./table.csv"] {
            let outcome = try run("timetable", "import", path, "--output", output)
            #expect(outcome.code == 64 && outcome.errors.contains("is the table itself"), "\(outcome.text)")
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == table)
        let outcome = try run("timetable", "import", path, "--output", directory.file("none/2026.json"))
        #expect(outcome.code == 64 && outcome.errors.contains("there is no folder"), "\(outcome.text)")
        #expect(!FileManager.default.fileExists(atPath: directory.file("none")))
    }

    @Test func `a CSV with foreign dates is refused once, for its place or its year`() throws {
        let lines =
            ["Date;Fajr;Sunrise;Zuhr;Asr;Maghrib;Isha"]
            + (10...19).map { day in
                "\(day)/02/2026;05:30;07:25;12:20;14:40;17:05;18:50"
            }
        let path = try written(lines.joined(separator: "\n"))
        let other = try run("timetable", "import", path, "--year", "2027")
        #expect(other.code == 65 && other.errors.contains("it has no day of 2027, but days of 2026"), "\(other.text)")
        _ = try Binary.config("[calculation]\nmethod = \"mwl\"\n", in: directory)
        let french = lines.map { $0.replacing(":", with: "h").replacing("Fajr;Sunrise", with: "Sobh;Chourouk") }
        for file in [path, try written(french.joined(separator: "\n"), "french.csv")] {
            for command in ["import", "check"] {
                let outcome = try run("timetable", command, file)
                #expect(outcome.code == 65 && outcome.text.contains("without a place"), "\(outcome.text)")
                #expect(!outcome.text.contains("a date is written"), "\(outcome.text)")
            }
        }
    }

    @Test func `import ends with 65 if something is undecided, 66 without the file`() throws {
        let undated = table.replacing("/2026", with: "")
        let outcome = try run("timetable", "import", written(undated))
        #expect(outcome.code == 65 && outcome.errors.contains("--year"), "\(outcome.text)")
        let decided = try run("timetable", "import", written(undated), "--year", "2026")
        #expect(decided.code == 0, "\(decided.text)")
        #expect(try run("timetable", "import", directory.file("none.csv")).code == 66)
        let page = try run("timetable", "import", written("<!DOCTYPE html>", "page.csv"))
        #expect(page.code == 65 && page.errors.contains("web page"), "\(page.text)")
        #expect(try run("timetable", "import", written(table), "--map", "fajr").code == 64)
    }

    @Test func `the daemon's file may be such a table, and times has its congregations in every format`() throws {
        let friday = table.replacing("04/02/", with: "07/02/").replacing("03/02/", with: "06/02/")
        try configure(file: written(friday.replacing("02/02/", with: "05/02/")))
        let json = try run("times", "--date", "2026-02-06", "--format", "json")
        let day = (try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
            .flatMap { ($0["days"] as? [[String: Any]])?.first }
        #expect(day?["source"] as? String == "file", "\(json.text)")
        #expect(day?["iqama"] as? [String: String] == ["fajr": "2026-02-06T06:01:00+00:00"])
        #expect(day?["jumuah"] as? [String] == ["2026-02-06T13:15:00+00:00", "2026-02-06T14:00:00+00:00"])
        let csv = try run("times", "--date", "2026-02-06", "--days", "2", "--format", "csv")
        let lines = csv.output.split(separator: "\n")
        #expect(
            lines.dropFirst().first?.hasSuffix(",06:01,,,,,13:15,14:00,,,05:41,12:20,14:28,16:54,18:42") == true
                && lines.last?.hasSuffix(",06:00,,,,,,,,,05:40,12:20,14:29,16:55,18:44") == true,
            "\(csv.text)"
        )
        let text = try run("times", "--date", "2026-02-06")
        #expect(
            text.output.hasSuffix("2026-02-06  06:01\n\njumuah      khutbah\n2026-02-06  13:15\n2026-02-06  14:00\n")
        )
        // The columns are those of any other day.
        let later = try run("times", "--date", "2026-05-01", "--format", "csv").output
        #expect(later.split(separator: "\n").first == lines.first)
        // What is printed is a timetable again, whenever its prayers are called.
        let printed = try written(csv.output.replacing("18:42\n", with: "18:52\n"), "again.csv")
        let again = try run("timetable", "convert", printed, "--to", "csv")
        let row = "2026-02-06,05:41,07:36,12:20,14:28,16:54,18:42,06:01,13:15,14:00\n"
        #expect(again.output.contains(row), "\(again.text)")
    }

    @Test func `columns that no timetable has are not read from one`() throws {
        let more = "[jumuah]\niqama = \"25m\"\nfirst_adhan = \"20m\"\n[eid]\nfitr = [\"08:00\"]\n"
        let friday = table.replacing("04/02/", with: "07/02/").replacing("03/02/", with: "06/02/")
        try configure(file: written(friday.replacing("02/02/", with: "05/02/")), more: more)
        let csv = try run("times", "--date", "2026-02-06", "--format", "csv").output
        #expect(csv.hasSuffix(",18:42,13:40,14:25,,,12:55,13:40,,,,,,\n"), "\(csv)")
        let again = try run("timetable", "convert", written(csv, "again.csv"), "--to", "csv")
        let row = "2026-02-06,05:41,07:36,12:20,14:28,16:54,18:42,06:01,13:15,14:00\n"
        #expect(again.output.hasSuffix(row), "\(again.text)")
        let imported = try run("timetable", "import", written(csv, "again.csv"))
        #expect(
            imported.output.filter { !$0.isWhitespace }.contains("\"jummah\":[\"13:15\",\"14:00\"]"),
            "\(imported.text)"
        )
    }

    @Test func `times tells what the schedule does: no khutbah on another day, no adhan that was switched off`() throws
    {
        try configure(file: written(table))
        let (day, box) = (["times", "--date", "2026-02-03", "--format"], ["CONFIGURATION_DIRECTORY": directory.path])
        func printed(_ format: String) throws -> String {
            try Binary.run(day + [format], in: directory, environment: box).output
        }
        #expect(try !printed("json").contains("jumuah") && !printed("table").contains("jumuah"))
        #expect(try printed("ics").contains("SUMMARY:Asr\r\n"))
        let settings = "[{\"key\":\"adhan.asr\",\"value\":\"off\",\"who\":\"root\",\"at\":1}]"
        try FileManager.default.createDirectory(atPath: directory.file("state"), withIntermediateDirectories: true)
        try directory.write(Array(settings.utf8), to: "state/settings.json")
        let calendar = try printed("ics")
        #expect(!calendar.contains("SUMMARY:Asr\r\n") && calendar.contains("SUMMARY:Maghrib\r\n"), "\(calendar)")
        #expect(try printed("csv").contains("05:41,12:20,,16:54,18:42\n"))
        #expect(try printed("json").contains("not_called"))
    }

    @Test func `a conversion keeps the congregations and the Friday prayers`() throws {
        let path = try written(table)
        let csv = try run("timetable", "convert", path, "--to", "csv")
        let again = try written(csv.output, "again.csv")
        let year = try written(try run("timetable", "convert", again).output, "year.json")
        #expect(try run("timetable", "diff", path, year).output.isEmpty)
        #expect(csv.output.contains("2026-02-03,05:41,07:36,12:20,14:28,16:54,18:42,06:01,13:15,14:00"), "\(csv.text)")
    }

    /// The calculated days of March 2023, and an imsak.
    private func march() throws -> [String] {
        let csv = try run("times", "--date", "2023-03-01", "--days", "31", "--format", "csv").output
        return csv.split(separator: "\n").dropFirst().map { line in
            let cells = line.split(separator: ",")
            let day = cells[0].split(separator: "-").reversed().joined(separator: "/")
            return ([day, "3:30"] + cells[1...6].map { String($0.prefix(5)) }).joined(separator: ",")
        }
    }

    private func imported(_ days: [String]) throws -> Binary.Outcome {
        let heading = "Date,Imsak,Fajr,Sunrise,Dhuhr,Asr,Maghrib,Isha"
        return try run("timetable", "import", written(([heading] + days).joined(separator: "\n")))
    }

    @Test func `import says which days are missing, an hour off or over`() throws {
        let days = try march()
        let whole = try imported(days)
        #expect(
            whole.code == 0 && whole.errors.contains("its days are over; the last one is 2023-03-31"),
            "\(whole.text)"
        )
        #expect(!whole.errors.contains("missing") && !whole.errors.contains("an hour"), "\(whole.text)")
        let gap = try imported(Array(days[..<9] + days[14...]))
        #expect(gap.errors.contains("the 5 days from here to 2023-03-14 are missing"), "\(gap.text)")
        // The clocks of the table change on the 26th, which the times of the last days do not know.
        let late = days.map { line -> String in
            guard let day = Int(line.prefix(2)), day > 25 else { return line }
            return line.split(separator: ",").enumerated().map { index, cell -> String in
                guard index > 1, let hour = Int(cell.prefix(2)) else { return String(cell) }
                return "\(hour < 11 ? "0" : "")\(hour - 1)\(cell.dropFirst(2))"
            }.joined(separator: ",")
        }
        let hour = try imported(late)
        #expect(hour.errors.contains("an hour"), "\(hour.text)")
    }

    /// Those days with other cells: by the day's number and the column's.
    private func march(with cells: [Int: [Int: String]]) throws -> [String] {
        try march().enumerated().map { row, line in
            var texts = line.split(separator: ",").map(String.init)
            for (column, text) in cells[row + 1] ?? [:] { texts[column] = text }
            return texts.joined(separator: ",")
        }
    }

    private func days(of json: String) throws -> [String: [String: Any]] {
        let year = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        let days = year?["prayerTimes"] as? [[String: Any]] ?? []
        return Dictionary(days.map { ($0["date"] as? String ?? "", $0) }) { first, _ in first }
    }

    @Test func `a cell without a time leaves out only itself, and a script sees it by the exit code`() throws {
        let days = try march(with: [4: [4: "24:04"], 12: [7: "2O:04"], 20: [4: "24:04", 7: "x"]])
        let outcome = try imported(days)
        #expect(outcome.code == 65, "\(outcome.text)")
        for sentence in [
            "dhuhr on 2023-03-04; isha on 2023-03-12 are left out of the result; the other times of those days are in it",
            "2023-03-20 is left out of the result, with all times",
            "line 5, 4 March: dhuhr is \"24:04\", but a clock shows 00:00 to 23:59; 12:12 will be called",
        ] {
            #expect(outcome.errors.contains(sentence), "\(sentence): \(outcome.errors)")
        }
        let written = try self.days(of: outcome.output)
        #expect(written.count == 30 && written["2023-03-20"] == nil)
        let fourth = try #require(written["2023-03-04"])
        #expect(fourth["dhuhr"] == nil && fourth["isha"] != nil && fourth["sunrise"] != nil, "\(fourth)")
        let twelfth = try #require(written["2023-03-12"])
        #expect(twelfth["isha"] == nil && twelfth["dhuhr"] != nil, "\(twelfth)")
        let whole = try imported(march())
        #expect(whole.code == 0 && !whole.errors.contains("left out"), "\(whole.text)")
        let undated = try imported(march(with: [9: [0: "some day"]]))
        #expect(undated.code == 65 && undated.errors.contains("1 line has no date"), "\(undated.text)")
        // A day that the calendar lacks may be meant for another.
        let thirtyTwo = try imported(march() + [march()[30].replacing("31/", with: "32/")])
        #expect(thirtyTwo.code == 65 && thirtyTwo.errors.contains("a day that the year lacks"), "\(thirtyTwo.text)")
    }

    @Test func `check says of the result, and of a conversion, what it says of the table`() throws {
        let bad: [Int: [Int: String]] = [4: [4: "24:04"], 12: [7: "2O:04"], 22: [3: ""]]
        let heading = "Date,Imsak,Fajr,Sunrise,Dhuhr,Asr,Maghrib,Isha"
        let path = try written(([heading] + march(with: bad)).joined(separator: "\n"))
        func replacements(_ text: String) -> [Substring] {
            text.split(separator: "\n").filter { $0.contains(" will be ") }.compactMap { $0.split(separator: ";").last }
        }
        let own = replacements(try run("timetable", "check", path).output)
        #expect(own.count == 3)
        let imported = try run("timetable", "import", path)
        #expect(replacements(imported.errors) == own, "\(imported.errors)")
        let year = try written(imported.output, "year.json")
        let outcome = try run("timetable", "check", year)
        #expect(replacements(outcome.output) == own, "\(outcome.text)")
        let csv = try run("timetable", "convert", path, "--to", "csv")
        #expect(csv.code == 65 && csv.output.contains("2023-03-04,") && csv.output.split(separator: "\n").count == 32)
        let again = try run("timetable", "check", written(csv.output, "again.csv"))
        #expect(replacements(again.output) == own, "\(again.text)")
    }

    @Test func `the congregation of a time that cannot be read is kept, also in the result`() throws {
        let broken = table.replacing("5.41;+20", with: "5.4l;06:01")
        let outcome = try run("timetable", "import", written(broken), "--map", "maghrib=Abend")
        let day = try #require(days(of: outcome.output)["2026-02-03"])
        #expect(day["fajr"] as? [String: String] == ["jamaah": "06:01"], "\(outcome.text)")
        try configure(file: written(outcome.output, "2026.json"))
        let times = try run("times", "--date", "2026-02-03", "--format", "json").output
        #expect(times.contains("\"fajr\" : \"2026-02-03T06:01:00+00:00\""), "\(times)")
    }

    @Test func `import by options alone judges as with a config, and says where it cannot`() throws {
        let days = try march(with: [4: [5: "16:49"], 16: [2: "05:12"]])
        let heading = "Date,Imsak,Fajr,Sunrise,Dhuhr,Asr,Maghrib,Isha"
        let path = try written(([heading] + days).joined(separator: "\n"))
        func said(_ text: String) -> [Substring] {
            text.split(separator: "\n").filter { $0.contains("typing error") || $0.contains("does not fit") }
        }
        let own = said(try run("timetable", "import", path).errors)
        #expect(own.count == 2)
        let empty = directory.file("empty.toml")
        for config in ["# defaults\n", "[place]\ntimezone = \"Europe/London\"\n"] {
            try directory.write(Array(config.utf8), to: "empty.toml")
            let place = ["--latitude", "51.5074", "--longitude", "-0.1278", "--timezone", "Europe/London"]
            let outcome = try Binary.run(
                ["timetable", "import", path, "--config", empty] + place,
                in: directory
            )
            #expect(said(outcome.errors) == own, "\(config): \(outcome.text)")
        }
        try directory.write(Array("# defaults\n".utf8), to: "empty.toml")
        let iso = days.map { line in
            let cells = line.split(separator: ",")
            return (["2023-03-\(cells[0].prefix(2))"] + cells[2...]).joined(separator: ",")
        }
        let known = try written(
            (["date,fajr,sunrise,dhuhr,asr,maghrib,isha"] + iso).joined(separator: "\n").replacing("12:12", with: "x"),
            "known.csv"
        )
        let outcome = try Binary.run(["timetable", "import", known, "--config", empty], in: directory)
        #expect(outcome.errors.contains("no time is compared with the sun's: give --latitude"), "\(outcome.text)")
        // Nothing is known that could take the place of a time.
        #expect(
            outcome.errors.contains("dhuhr is \"x\"") && !outcome.text.contains("will be called"),
            "\(outcome.text)"
        )
    }

    @Test func `import names a column that is given to two times, and one without times`() throws {
        let path = try written(table)
        for (map, says) in [
            (["asr=6", "dhuhr=6"], "column 6 \"Asr\" is given to asr and dhuhr"),
            (["fajr=1"], "--map fajr=1: column 1 \"Tag\" has no times of day"),
            (["fajr=11"], "--map fajr=11: there is no such column"),
        ] {
            let outcome = try Binary.run(
                ["timetable", "import", path, "--config", directory.file("config.toml")]
                    + map.flatMap { ["--map", $0] },
                in: directory
            )
            #expect(outcome.code == 65 && outcome.errors.contains(says), "\(outcome.text)")
        }
    }

    @Test(arguments: ["dd/MM/yyyy", "yyyy-MM-dd", "first line only", "day of the month"])
    func `a table with two lines a day is named for that`(dates: String) throws {
        let days = try march().map { $0.split(separator: ",").map(String.init) }
        let lines = days.flatMap { cells -> [[String]] in
            let later = cells[2...].map { "\($0.dropLast(2))59" }
            let date =
                switch dates {
                case "yyyy-MM-dd": "2023-03-\(cells[0].prefix(2))"
                case "day of the month": "\(Int(cells[0].prefix(2)) ?? 0)"
                default: cells[0]
                }
            return [[date] + cells[2...], [dates == "first line only" ? "" : date] + later]
        }
        let heading = ["Date", "Fajr", "Sunrise", "Dhuhr", "Asr", "Maghrib", "Isha"]
        let text = ([heading] + lines).map { $0.joined(separator: ",") }.joined(separator: "\n")
        let path = try written(text, "march-2023.csv")
        for command in ["import", "check"] {
            let outcome = try run("timetable", command, path)
            #expect(outcome.code == 65, "\(outcome.text)")
            for words in ["its days have more than one line each", "is on the lines 2 and 3", "30 more days"] {
                #expect(outcome.text.contains(words), "\(outcome.text)")
            }
            #expect(
                !outcome.text.contains("a date is written") && !outcome.text.contains("can be read"),
                "\(outcome.text)"
            )
        }
    }

    @Test func `import keeps imsak in the mosque's year, and times shows it`() throws {
        let outcome = try imported(march())
        let json = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        let days = json?["prayerTimes"] as? [[String: Any]]
        #expect(days?.count == 31 && days?.allSatisfy { $0["imsak"] as? String == "03:30" } == true, "\(outcome.text)")
        try configure(file: written(outcome.output, "2023.json"))
        let shown = try run("times", "--date", "2023-03-05", "--format", "json")
        #expect(shown.output.contains("2023-03-05T03:30:00+00:00"), "\(shown.text)")
    }

    @Test func `import names what is no table`() throws {
        let outcome = try run("timetable", "import", "/etc/passwd")
        #expect(outcome.code == 65 && outcome.errors.contains("plain text without any time of day"), "\(outcome.text)")
    }

    /// A calculated year of London as cells, the date first.
    private func year(_ year: Int) throws -> [[String]] {
        let csv = try run("times", "--year", "\(year)", "--format", "csv").output
        return csv.split(separator: "\n").dropFirst().map { line in
            line.split(separator: ",").prefix(7).map(String.init)
        }
    }

    private func imported(_ names: [String], _ rows: [[String]]) throws -> Binary.Outcome {
        let lines = ([names] + rows).map { $0.joined(separator: ",") }
        let path = try written(lines.joined(separator: "\n"), "rows.csv")
        return try run("timetable", "import", path, "--output", directory.file("rows.json"))
    }

    @Test func `last year's table without a year is told by its clocks, and says so`() throws {
        let now = Calendar(identifier: .gregorian).component(.year, from: Date())
        var rows = try year(now - 1).map { cells in
            cells[0].split(separator: "-").dropFirst().map { "\(Int($0) ?? 0)" } + cells.dropFirst()
        }
        if rows[59].prefix(2) != ["2", "29"] { rows.insert(["2", "29"] + rows[58].dropFirst(2), at: 59) }
        let names = ["Month", "Day", "Fajr", "Sunrise", "Dhuhr", "Asr", "Maghrib", "Isha"]
        let outcome = try imported(names, rows)
        #expect(outcome.code == 0 && outcome.errors.contains("this is last year's table"), "\(outcome.text)")
        #expect(outcome.errors.contains("--year \(now)"))
    }

    @Test func `a column that may be a congregation ends with 65, and --map decides`() throws {
        let names = ["Date", "Fajr", "Xyz", "Sunrise", "Dhuhr", "", "Asr", "Maghrib", "Isha"]
        let rows = try year(2026).map { cells -> [String] in
            let date = cells[0].split(separator: "-").reversed().joined(separator: "/")
            let fajr = cells[1].dropLast(2) + "59"
            return [date, cells[1], String(fajr), cells[2], cells[3], "13:30"] + cells.dropFirst(4)
        }
        let outcome = try imported(names, rows)
        #expect(outcome.code == 65 && outcome.errors.contains("--map fajr_iqama=3"), "\(outcome.text)")
        #expect(
            outcome.errors.contains("column 6 has no heading and is taken for the iqama of dhuhr"),
            "\(outcome.text)"
        )
        let mapped = try run("timetable", "import", directory.file("rows.csv"), "--map", "fajr_iqama=3")
        #expect(mapped.code == 0, "\(mapped.text)")
    }

    @Test func `a table of the Friday prayer's time, imported, shows that time with the config's khutbah`() throws {
        let names = ["Date", "Fajr", "Sunrise", "Dhuhr", "Asr", "Maghrib", "Isha", "Jumah 1 Iqama"]
        let rows = try year(2026).map { cells -> [String] in
            [cells[0].split(separator: "-").reversed().joined(separator: "/")] + cells.dropFirst() + ["13:30"]
        }
        let outcome = try imported(names, rows)
        #expect(outcome.code == 0 && outcome.errors.contains("when the Friday prayer begins"), "\(outcome.text)")
        for file in ["rows.csv", "rows.json"] {
            try configure(file: directory.file(file), more: "[jumuah]\niqama = \"20m\"\n")
            let times = try run("times", "--date", "2026-02-06").output
            #expect(times.contains("jumuah      khutbah  prayer\n2026-02-06  13:10    13:30\n"), "\(times)")
        }
        try configure(file: directory.file("rows.csv"))
        let checked = try run("check-config")
        #expect(checked.text.contains("iqama = \"20m\""), "\(checked.text)")
    }
}
