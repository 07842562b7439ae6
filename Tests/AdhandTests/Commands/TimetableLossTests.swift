import AdhanTestSupport
import Foundation
import Testing

/// What `import` leaves out shows in its exit code, and what `check` finds has its calculation beside it.
@Suite struct TimetableLossTests {
    private let directory: TestDirectory

    init() throws {
        directory = try TestDirectory()
        _ = try Binary.config(
            "[place]\nlatitude = 51.5074\nlongitude = -0.1278\ntimezone = \"Europe/London\"\n"
                + "[calculation]\nmethod = \"mwl\"\n",
            in: directory
        )
    }

    private func run(_ arguments: String...) throws -> Binary.Outcome {
        try Binary.run(arguments + ["--config", directory.file("config.toml")], in: directory)
    }

    private func lines(_ year: Int) throws -> [String] {
        try run("times", "--year", "\(year)", "--format", "csv").output.split(separator: "\n").map { line in
            String(line.lastIndex(of: ",").map { line[..<$0] } ?? line)
        }
    }

    private func written(_ lines: [String], _ name: String) throws -> String {
        try directory.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: name)
    }

    @Test func `days of another year are lost, unless a year was asked for`() throws {
        let table = try written(lines(2026) + lines(2027).dropFirst().prefix(20), "two.csv")
        let outcome = try run("timetable", "import", table)
        #expect(outcome.code == 65 && outcome.errors.contains("import the others with --year"), "\(outcome.text)")
        #expect(try run("timetable", "import", table, "--year", "2026").code == 0)
    }

    @Test func `a line of 29 February in a year without one is lost`() throws {
        var table = try lines(2026)
        table.insert(table[59].replacing("2026-02-28", with: "2026-02-29"), at: 60)
        let outcome = try run("timetable", "import", try written(table, "leap.csv"))
        #expect(outcome.code == 65 && outcome.errors.contains("29 February"), "\(outcome.text)")
    }

    @Test func `a sheet that cannot be read is lost`() throws {
        let days = try lines(2026).map { $0.split(separator: ",").map { WorkbookFile.Cell.text(String($0)) } }
        // A year without dates or a year of its own, which the other sheet does not have.
        let other = days.dropFirst(40).prefix(20).map { Array($0.dropFirst().prefix(3)) }
        let book = WorkbookFile([(name: "Year", rows: days), (name: "Extra", rows: Array(other))])
        let path = try directory.write(book.bytes(), to: "book.xlsx")
        let outcome = try run("timetable", "import", path)
        #expect(outcome.code == 65 && outcome.errors.contains("\"Extra\" is left out of the result"), "\(outcome.text)")
    }

    @Test func `what is lost beside the times, and what the check refuses, ends import and convert alike`() throws {
        func codes(_ cell: String, isha: String? = nil) throws -> [Int32] {
            let rows = try lines(2026).enumerated().map { row, line in
                let times = row == 40 && isha != nil ? "\(line.prefix(line.count - 5))\(isha ?? "")" : line
                return times + (row == 0 ? ",maghrib_iqama" : row == 40 ? ",\(cell)" : ",")
            }
            let path = try written(rows, "beside.csv")
            return try ["import", "convert"].map { try run("timetable", $0, path).code }
        }
        #expect(try codes("") == [0, 0])
        #expect(try codes("17:1O") == [65, 65])
        #expect(try codes("", isha: "20:59") == [65, 65])
    }

    @Test func `a sheet is lost with its congregations, though the days are on another one`() throws {
        let days = try lines(2026).map { $0.split(separator: ",").map { WorkbookFile.Cell.text(String($0)) } }
        func book(_ heading: String, _ cell: String) throws -> Binary.Outcome {
            let more = days.enumerated().map { $1 + [.text($0 == 0 ? heading : cell)] }
            let book = WorkbookFile([(name: "Adhan", rows: days), (name: "Jamaat", rows: more)])
            return try run("timetable", "import", directory.write(book.bytes(), to: "book.xlsx"))
        }
        let lost = try book("Maghrib Iqama", "5 min after")
        #expect(lost.code == 65 && lost.errors.contains("\"Jamaat\" is left out of the result"), "\(lost.text)")
        #expect(try book("Note", "-").code == 0)
    }

    @Test func `import says what is wrong with the place by whose sun it judges`() throws {
        _ = try Binary.config(
            "[place]\nlatitude = 51.5074\nlongitude = -0.1278\ntimezone = \"Asia/Tokyo\"\n",
            in: directory
        )
        let outcome = try run("timetable", "import", try written(["date,fajr"], "any.csv"))
        #expect(outcome.errors.contains("correct timezone, latitude or longitude in [place]"), "\(outcome.text)")
    }

    @Test func `check prints the calculation that comes nearest, as lines for the config`() throws {
        let outcome = try run("timetable", "check", try written(lines(2026), "2026.csv"))
        for words in ["[calculation]", "# fajr: the same on every day", "method = "] {
            #expect(outcome.errors.contains(words), "\(words): \(outcome.errors)")
        }
    }
}
