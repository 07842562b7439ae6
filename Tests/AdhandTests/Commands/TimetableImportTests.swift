import AdhanTestSupport
import Foundation
import Testing

/// `adhand timetable import`, and what comes of an imported table, with the real binary.
struct TimetableImportTests {
    private let box: Box

    init() throws { box = try Box(Box.mwl) }

    private func configure(file: String, more: String = "") throws {
        try box.write(Box.mwl + "[timetable]\nfile = \"\(file)\"\ncheck = \"warn\"\n" + more)
    }

    private func run(_ line: String, _ more: [String] = []) throws -> Binary.Outcome {
        try box.runConfigured(line, more)
    }

    private let table = """
        Masjid Al-Noor,,,,,,,,,
        Tag;Fadschr;Iqamah;Aufgang;Mittag;Asr;Abend;Nacht;Jumu'ah;Jumu'ah 2
        02/02/2026;5.42;+20;7.37;12.20;2.27;4.52;6.41;;
        03/02/2026;5.41;+20;7.36;12.20;2.28;4.54;6.42;1.15;2.00
        04/02/2026;5.40;+20;7.34;12.20;2.29;4.55;6.44;;

        """

    /// The table with its Friday prayers on a Friday, 6 February.
    private var friday: String {
        table.replacing("04/02/", with: "07/02/").replacing("03/02/", with: "06/02/").replacing(
            "02/02/",
            with: "05/02/"
        )
    }

    private func written(_ text: String, _ name: String = "table.csv") throws -> String { try box.write(text, name) }

    private func written(_ rows: [[String]], _ name: String = "table.csv") throws -> String {
        try box.write(rows.map { $0.joined(separator: ",") + "\n" }.joined(), name)
    }

    /// The days in the mosque's year.
    private func days(of outcome: Binary.Outcome) throws -> [String: [String: Any]] {
        let days = try outcome.object()["prayerTimes"] as? [[String: Any]] ?? []
        return Dictionary(days.map { ($0["date"] as? String ?? "", $0) }) { first, _ in first }
    }

    // MARK: the result

    @Test func `import writes the mosque's year, and says what was taken for what`() throws {
        let outcome = try run("timetable import \(written(table)) --map maghrib=Abend").expect(
            0,
            errors: "dates: column 1 \"Tag\", day before month",
            "fajr: column 2 \"Fadschr\"",
            "maghrib: column 7 \"Abend\"",
            "2026-02-02: fajr 05:42 (05:4"
        )
        let days = try days(of: outcome)
        #expect(try outcome.object()["year"] as? Int == 2026 && days.count == 3)
        let middle = try #require(days["2026-02-03"])
        #expect(middle["fajr"] as? [String: String] == ["adhan": "05:41", "jamaah": "06:01"])
        #expect(middle["maghrib"] as? [String: String] == ["adhan": "16:54"])
        #expect(middle["sunrise"] as? String == "07:36" && middle["jummah"] as? [String] == ["13:15", "14:00"])
    }

    @Test func `import writes into a file, and neither over its own table nor into a folder that is not there`() throws
    {
        let (path, target) = (try written(table), box.file("2026.json"))
        #expect(try run("timetable import \(path) --output \(target)").expect(0).output.isEmpty)
        try run("timetable diff \(target) \(path)").expect(0)
        let link = box.file("link.csv")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        for (output, sentence) in [
            (path, "is the table itself"), (link, "is the table itself"),
            (box.file("./table.csv"), "is the table itself"), (box.file("none/2026.json"), "there is no folder"),
        ] {
            try run("timetable import \(path) --output \(output)").expect(64, errors: sentence)
        }
        #expect(box.text("table.csv") == table && !FileManager.default.fileExists(atPath: box.file("none")))
    }

    @Test func `a CSV with foreign dates is refused once, for its place or its year`() throws {
        let rows = (10...19).map { "\($0)/02/2026;05:30;07:25;12:20;14:40;17:05;18:50\n" }.joined()
        let text = "Date;Fajr;Sunrise;Zuhr;Asr;Maghrib;Isha\n" + rows
        let path = try written(text)
        try run("timetable import \(path) --year 2027").expect(65, errors: "it has no day of 2027, but days of 2026")
        try box.write("[calculation]\nmethod = \"mwl\"\n")
        let french = text.replacing(":", with: "h").replacing("Fajr;Sunrise", with: "Sobh;Chourouk")
        for file in [path, try written(french, "french.csv")] {
            for command in ["import", "check"] {
                try run("timetable \(command) \(file)").expect(65, text: "without a place", not: "a date is written")
            }
        }
    }

    @Test func `import ends with 65 if something is undecided or no table, 66 without the file`() throws {
        let undated = try written(table.replacing("/2026", with: ""))
        try run("timetable import \(undated)").expect(65, errors: "--year")
        try run("timetable import \(undated) --year 2026").expect(0)
        try run("timetable import \(box.file("none.csv"))").expect(66)
        try run("timetable import \(written("<!DOCTYPE html>", "page.csv"))").expect(65, errors: "web page")
        try run("timetable import /etc/passwd").expect(65, errors: "plain text without any time of day")
    }

    @Test func `import names a column that is given to two times, and one without times`() throws {
        let path = try written(table)
        for (map, says) in [
            ("--map asr=6 --map dhuhr=6", "column 6 \"Asr\" is given to asr and dhuhr"),
            ("--map fajr=1", "--map fajr=1: column 1 \"Tag\" has no times of day"),
            ("--map fajr=11", "--map fajr=11: there is no such column"),
        ] {
            try run("timetable import \(path) \(map)").expect(65, errors: says)
        }
    }

    // MARK: what the table gives

    @Test func `the daemon's file may be such a table, and times has its congregations in every format`() throws {
        try configure(file: written(friday))
        let json = try run("times --date 2026-02-06 --format json").object()
        let day = (json["days"] as? [[String: Any]])?.first
        #expect(day?["source"] as? String == "file", "\(json)")
        #expect(day?["iqama"] as? [String: String] == ["fajr": "2026-02-06T06:01:00+00:00"])
        #expect(day?["jumuah"] as? [String] == ["2026-02-06T13:15:00+00:00", "2026-02-06T14:00:00+00:00"])
        let csv = try run("times --date 2026-02-06 --days 2 --format csv")
        let lines = csv.lines
        try #require(lines.count == 3, "\(csv.text)")
        #expect(lines[1].hasSuffix(",06:01,,,,,13:15,14:00,,,05:41,12:20,14:28,16:54,18:42"), "\(csv.text)")
        #expect(lines[2].hasSuffix(",06:00,,,,,,,,,05:40,12:20,14:29,16:55,18:44"), "\(csv.text)")
        let text = try run("times --date 2026-02-06").output
        #expect(text.hasSuffix("2026-02-06  06:01\n\njumuah      khutbah\n2026-02-06  13:15\n2026-02-06  14:00\n"))
        // The columns are those of any other day.
        #expect(try run("times --date 2026-05-01 --format csv").lines.first == lines.first)
        // What is printed is a timetable again, whenever its prayers are called.
        let printed = try written(csv.output.replacing("18:42\n", with: "18:52\n"), "again.csv")
        let row = "2026-02-06,05:41,07:36,12:20,14:28,16:54,18:42,06:01,13:15,14:00\n"
        try run("timetable convert \(printed) --to csv").expect(output: row)
    }

    @Test func `columns that no timetable has are not read from one`() throws {
        let more = "[jumuah]\niqama = \"25m\"\nfirst_adhan = \"20m\"\n[eid]\nfitr = [\"08:00\"]\n"
        try configure(file: written(friday), more: more)
        let csv = try run("times --date 2026-02-06 --format csv").output
        #expect(csv.hasSuffix(",18:42,13:40,14:25,,,12:55,13:40,,,,,,\n"), "\(csv)")
        let again = try written(csv, "again.csv")
        let converted = try run("timetable convert \(again) --to csv")
        let row = "2026-02-06,05:41,07:36,12:20,14:28,16:54,18:42,06:01,13:15,14:00\n"
        #expect(converted.output.hasSuffix(row), "\(converted.text)")
        let imported = try days(of: run("timetable import \(again)"))
        #expect(imported["2026-02-06"]?["jummah"] as? [String] == ["13:15", "14:00"], "\(imported)")
    }

    @Test func `times tells what the schedule does: no khutbah on another day, no adhan that was switched off`() throws
    {
        try configure(file: written(table))
        func printed(_ format: String) throws -> Binary.Outcome {
            try box.run("times --date 2026-02-03 --format \(format)", environment: box.asService)
        }
        for format in ["json", "table"] { #expect(try !printed(format).output.contains("jumuah")) }
        try printed("ics").expect(output: "SUMMARY:Asr\r\n")
        box.makeFolders("state")
        try box.write(#"[{"key":"adhan.asr","value":"off","who":"root","at":1}]"#, "state/settings.json")
        try printed("ics").expect(output: "SUMMARY:Maghrib\r\n", not: "SUMMARY:Asr\r\n")
        try printed("csv").expect(output: "05:41,12:20,,16:54,18:42\n")
        try printed("json").expect(output: "not_called")
    }

    @Test func `the congregation of a time that cannot be read is kept, also in the result`() throws {
        let broken = try written(table.replacing("5.41;+20", with: "5.4l;06:01"))
        let outcome = try run("timetable import \(broken) --map maghrib=Abend")
        let fajr = try days(of: outcome)["2026-02-03"]?["fajr"]
        #expect(fajr as? [String: String] == ["jamaah": "06:01"], "\(outcome.text)")
        try configure(file: written(outcome.output, "2026.json"))
        let words = "\"fajr\" : \"2026-02-03T06:01:00+00:00\""
        try run("times --date 2026-02-03 --format json").expect(output: words)
    }

    // MARK: March 2023

    private let heading = ["Date", "Imsak", "Fajr", "Sunrise", "Dhuhr", "Asr", "Maghrib", "Isha"]

    /// The calculated days of March 2023 with an imsak, and with these cells by the day's number and the column's.
    private func march(with cells: [Int: [Int: String]] = [:]) throws -> [[String]] {
        try run("times --date 2023-03-01 --days 31 --format csv").lines.dropFirst().enumerated().map { row, line in
            let times = line.split(separator: ",").map(String.init)
            var texts = [times[0].split(separator: "-").reversed().joined(separator: "/"), "3:30"] + times[1...6]
            for (column, text) in cells[row + 1] ?? [:] { texts[column] = text }
            return texts
        }
    }

    private func imported(_ days: [[String]]) throws -> Binary.Outcome {
        try run("timetable import \(written([heading] + days))")
    }

    @Test func `import says which days are missing, an hour off or over, and keeps imsak`() throws {
        let days = try march()
        let whole = try imported(days).expect(0, errors: "its days are over; the last one is 2023-03-31")
        for words in ["missing", "an hour", "left out"] { #expect(!whole.errors.contains(words), "\(whole.text)") }
        let written = try self.days(of: whole)
        #expect(written.count == 31 && written.values.allSatisfy { $0["imsak"] as? String == "03:30" })
        try imported(Array(days[..<9] + days[14...])).expect(errors: "the 5 days from here to 2023-03-14 are missing")
        // The clocks of the table change on the 26th, which the times of the last days do not know.
        let late = days.map { cells -> [String] in
            guard let day = Int(cells[0].prefix(2)), day > 25 else { return cells }
            return cells.enumerated().map { index, cell in
                guard index > 1, let hour = Int(cell.prefix(2)) else { return cell }
                return "\(hour < 11 ? "0" : "")\(hour - 1)\(cell.dropFirst(2))"
            }
        }
        try imported(late).expect(errors: "an hour")
        try configure(file: self.written(whole.output, "2023.json"))
        try run("times --date 2023-03-05 --format json").expect(output: "2023-03-05T03:30:00+00:00")
    }

    @Test func `a cell without a time leaves out only itself, and a script sees it by the exit code`() throws {
        let days = try march(with: [4: [4: "24:04"], 12: [7: "2O:04"], 20: [4: "24:04", 7: "x"]])
        let outcome = try imported(days).expect(
            65,
            errors:
                "dhuhr on 2023-03-04; isha on 2023-03-12 are left out of the result; the other times of those days are in it",
            "2023-03-20 is left out of the result, with all times",
            "line 5, 4 March: dhuhr is \"24:04\", but a clock shows 00:00 to 23:59; 12:12 will be called"
        )
        let written = try self.days(of: outcome)
        #expect(written.count == 30 && written["2023-03-20"] == nil)
        let fourth = try #require(written["2023-03-04"])
        #expect(fourth["dhuhr"] == nil && fourth["isha"] != nil && fourth["sunrise"] != nil, "\(fourth)")
        let twelfth = try #require(written["2023-03-12"])
        #expect(twelfth["isha"] == nil && twelfth["dhuhr"] != nil, "\(twelfth)")
        let whole = try march()
        // A day that the calendar lacks may be meant for another.
        for (row, date, words) in [
            (8, "some day", "1 line has no date"), (31, "32/03/2023", "a day that the year lacks"),
        ] {
            var rows = whole
            if row < rows.count { rows[row][0] = date } else { rows.append([date] + whole[30][1...]) }
            try imported(rows).expect(65, errors: words)
        }
    }

    @Test func `check says of the result, and of a conversion, what it says of the table`() throws {
        let bad: [Int: [Int: String]] = [4: [4: "24:04"], 12: [7: "2O:04"], 22: [3: ""]]
        let path = try written([heading] + march(with: bad))
        func replacements(_ text: String) -> [Substring] {
            text.split(separator: "\n").filter { $0.contains(" will be ") }.compactMap { $0.split(separator: ";").last }
        }
        let own = replacements(try run("timetable check \(path)").output)
        #expect(own.count == 3)
        let imported = try run("timetable import \(path)")
        #expect(replacements(imported.errors) == own, "\(imported.errors)")
        let csv = try run("timetable convert \(path) --to csv").expect(65, output: "2023-03-04,")
        #expect(csv.lines.count == 32)
        for again in [try written(imported.output, "year.json"), try written(csv.output, "again.csv")] {
            let outcome = try run("timetable check \(again)")
            #expect(replacements(outcome.output) == own, "\(outcome.text)")
        }
    }

    @Test func `import by options alone judges as with a config, and says where it cannot`() throws {
        let days = try march(with: [4: [5: "16:49"], 16: [2: "05:12"]])
        let path = try written([heading] + days)
        func said(_ text: String) -> [Substring] {
            text.split(separator: "\n").filter { $0.contains("typing error") || $0.contains("does not fit") }
        }
        let own = said(try run("timetable import \(path)").errors)
        #expect(own.count == 2)
        for config in ["[place]\ntimezone = \"Europe/London\"\n", "# defaults\n"] {
            try box.write(config)
            let place = "--latitude 51.5074 --longitude -0.1278 --timezone Europe/London"
            let outcome = try run("timetable import \(path) \(place)")
            #expect(said(outcome.errors) == own, "\(config): \(outcome.text)")
        }
        let iso = days.map { ["2023-03-\($0[0].prefix(2))"] + $0[2...] }
        let known = try written([columns] + iso.map { $0.map { $0 == "12:12" ? "x" : $0 } }, "known.csv")
        // Nothing is known that could take the place of a time.
        try run("timetable import \(known)").expect(
            errors: "no time is compared with the sun's: give --latitude",
            "dhuhr is \"x\"",
            not: "will be called"
        )
    }

    @Test(arguments: ["dd/MM/yyyy", "yyyy-MM-dd", "first line only", "day of the month"])
    func `a table with two lines a day is named for that, by import and check alike`(dates: String) throws {
        let rows = try march().flatMap { cells -> [[String]] in
            let date =
                switch dates {
                case "yyyy-MM-dd": "2023-03-\(cells[0].prefix(2))"
                case "day of the month": "\(Int(cells[0].prefix(2)) ?? 0)"
                default: cells[0]
                }
            let later = cells[2...].map { "\($0.dropLast(2))59" }
            return [[date] + cells[2...], [dates == "first line only" ? "" : date] + later]
        }
        let path = try written([["Date"] + heading[2...]] + rows, "march-2023.csv")
        for command in ["import", "check"] {
            try run("timetable \(command) \(path)").expect(
                65,
                text: "its days have more than one line each",
                "is on the lines 2 and 3",
                "30 more days",
                not: "a date is written",
                "can be read"
            )
        }
    }

    // MARK: a calculated year of London

    /// The days as cells, the date first, as it is or as the day before the month.
    private func year(_ year: Int, dayFirst: Bool = false) throws -> [[String]] {
        try run("times --year \(year) --format csv").lines.dropFirst().map { line in
            let cells = line.split(separator: ",").prefix(7).map(String.init)
            return [dayFirst ? cells[0].split(separator: "-").reversed().joined(separator: "/") : cells[0]]
                + cells[1...]
        }
    }

    private let names = ["Date", "Fajr", "Sunrise", "Dhuhr", "Asr", "Maghrib", "Isha"]

    @Test func `last year's table without a year is told by its clocks, and says so`() throws {
        let now = Calendar(identifier: .gregorian).component(.year, from: Date())
        var rows = try year(now - 1).map { cells in
            cells[0].split(separator: "-").dropFirst().map { "\(Int($0) ?? 0)" } + cells.dropFirst()
        }
        if rows[59].prefix(2) != ["2", "29"] { rows.insert(["2", "29"] + rows[58].dropFirst(2), at: 59) }
        let path = try written([["Month", "Day"] + names[1...]] + rows)
        try run("timetable import \(path)").expect(0, errors: "this is last year's table", "--year \(now)")
    }

    @Test func `a column that may be a congregation ends with 65, and --map decides`() throws {
        let rows = try year(2026, dayFirst: true).map { cells -> [String] in
            let fajr = cells[1].dropLast(2) + "59"
            return [cells[0], cells[1], String(fajr), cells[2], cells[3], "13:30"] + cells[4...]
        }
        let path = try written([["Date", "Fajr", "Xyz", "Sunrise", "Dhuhr", "", "Asr", "Maghrib", "Isha"]] + rows)
        let words = "column 6 has no heading and is taken for the iqama of dhuhr"
        try run("timetable import \(path)").expect(65, errors: "--map fajr_iqama=3", words)
        try run("timetable import \(path) --map fajr_iqama=3").expect(0)
    }

    @Test func `a table of the Friday prayer's time, imported, shows that time with the config's khutbah`() throws {
        let rows = try year(2026, dayFirst: true).map { $0 + ["13:30"] }
        let path = try written([names + ["Jumah 1 Iqama"]] + rows, "rows.csv")
        let imported = try run("timetable import \(path) --output \(box.file("rows.json"))")
        imported.expect(0, errors: "when the Friday prayer begins")
        for file in ["rows.csv", "rows.json"] {
            try configure(file: box.file(file), more: "[jumuah]\niqama = \"20m\"\n")
            let words = "jumuah      khutbah  prayer\n2026-02-06  13:10    13:30\n"
            try run("times --date 2026-02-06").expect(output: words)
        }
        try configure(file: path)
        try run("check-config").expect(text: "iqama = \"20m\"")
    }

    // MARK: losses, which show in the exit code

    private let columns = ["date", "fajr", "sunrise", "dhuhr", "asr", "maghrib", "isha"]

    @Test func `days of another year are lost, unless a year was asked for, and a line of 29 February`() throws {
        var rows = try year(2026)
        let two = try written([columns] + rows + year(2027).prefix(20), "two.csv")
        try run("timetable import \(two)").expect(65, errors: "import the others with --year")
        try run("timetable import \(two) --year 2026").expect(0)
        rows.insert(["2026-02-29"] + rows[58][1...], at: 59)
        try run("timetable import \(written([columns] + rows))").expect(65, errors: "29 February")
    }

    @Test func `a sheet that cannot be read is lost, also with its congregations alone`() throws {
        let days = try ([columns] + year(2026)).map { $0.map { WorkbookFile.Cell.text($0) } }
        func imported(_ first: String, _ name: String, _ more: [[WorkbookFile.Cell]]) throws -> Binary.Outcome {
            let book = WorkbookFile([(name: first, rows: days), (name: name, rows: more)])
            return try run("timetable import \(box.directory.write(book.bytes(), to: "book.xlsx"))")
        }
        func congregations(_ heading: String, _ cell: String) -> [[WorkbookFile.Cell]] {
            days.enumerated().map { $1 + [.text($0 == 0 ? heading : cell)] }
        }
        // A year without dates or a year of its own, which the other sheet does not have.
        let undated = days.dropFirst(40).prefix(20).map { Array($0.dropFirst().prefix(3)) }
        try imported("Year", "Extra", undated).expect(65, errors: "\"Extra\" is left out of the result")
        let lost = try imported("Adhan", "Jamaat", congregations("Maghrib Iqama", "5 min after"))
        lost.expect(65, errors: "\"Jamaat\" is left out of the result")
        try imported("Adhan", "Jamaat", congregations("Note", "-")).expect(0)
    }

    @Test func `what is lost beside the times, and what the check refuses, ends import and convert alike`() throws {
        let rows = try [columns] + year(2026)
        for (cell, isha, code) in [("", nil, 0), ("17:1O", nil, 65), ("", "20:59", 65)] as [(String, String?, Int32)] {
            let path = try written(
                rows.enumerated().map { row, cells in
                    let times = row == 40 ? cells.dropLast() + [isha ?? cells[6]] : cells
                    return times + [row == 0 ? "maghrib_iqama" : row == 40 ? cell : ""]
                }
            )
            for command in ["import", "convert"] { try run("timetable \(command) \(path)").expect(code) }
        }
    }

    @Test func `import says what is wrong with the place by whose sun it judges`() throws {
        try box.write(Box.london.replacing("Europe/London", with: "Asia/Tokyo"))
        let words = "correct timezone, latitude or longitude in [place]"
        try run("timetable import \(written("date,fajr\n", "any.csv"))").expect(errors: words)
    }
}
