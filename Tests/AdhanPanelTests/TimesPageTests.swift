import AdhanCore
import AdhanSupport
import AdhanTestSupport
import AdhanTimetables
import Foundation
import Testing

@testable import AdhanPanel

/// The page *Times* by the real server, with the real child process that reads tables. Today is 15 January 2027.
@Suite struct TimesPageTests {
    private let rig: PanelRig
    private let sample: TimesSample
    private let login: PanelRig.Answer

    init() throws {
        (rig, sample) = (try PanelRig(), try TimesSample())
        try rig.write(TimesSample.place)
        login = try rig.enter("Bilal", .committee)
    }

    private func post(_ path: String, _ body: [String: Any]) throws -> PanelRig.Answer {
        try rig.post("/api/times/" + path, body, as: login)
    }

    private func upload(_ text: String, _ name: String = "times.csv") throws -> PanelRig.Answer {
        try upload(Array(text.utf8), name)
    }

    private func upload(_ bytes: [UInt8], _ name: String = "times.csv") throws -> PanelRig.Answer {
        let query = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return try rig.upload("/api/times/upload?name=\(query)", bytes, as: login)
    }

    private func confirm(_ finding: PanelRig.Answer, keep: [String] = []) throws -> PanelRig.Answer {
        let id = (finding.json["upload"] as? [String: Any])?["id"] ?? ""
        return try post("confirm", ["id": id, "base": finding.json["base"] ?? "", "keep": keep, "others": true])
    }

    private var times: PanelRig.Answer { get throws { try rig.get("/api/times", as: login) } }

    private func count(_ answer: PanelRig.Answer, _ list: String) -> Int? {
        (answer.json[list] as? [String: Any])?["count"] as? Int
    }

    private func years(_ answer: PanelRig.Answer) -> [[Int]]? {
        (answer.json["years"] as? [[String: Int]])?.map { [$0["year"] ?? 0, $0["days"] ?? 0] }
    }

    private func names(_ folder: String = "panel") -> [String] {
        Folder.names(in: rig.directory.file(folder), limit: 100).filter { !$0.hasPrefix(".") }.sorted()
    }

    @Test func `a table is looked at, confirmed, and then used`() throws {
        #expect(try times.json["source"] as? String == "calculation")
        let days = try sample.days("2027-01-01", "2027-12-31")
        let finding = try upload(sample.foreign(days), "../Times 2027.csv")
        #expect(finding.status == 200 && finding.json["days"] as? Int == 365, "\(finding.text.prefix(400))")
        #expect((finding.json["upload"] as? [String: Any])?["name"] as? String == "Times 2027.csv")
        let columns = try #require(finding.json["columns"] as? [[String: Any]])
        #expect(columns.compactMap { ($0["keys"] as? [String])?.first } == ["date"] + Prayer.allCases.map(\.rawValue))
        #expect(columns.map { $0["heading"] as? String } == ["Date"] + TimesSample.names)
        #expect(finding.json["last"] as? String == "2027-12-31" && finding.json["reach"] as? String == "2027-12-31")
        // Nothing has changed before it is confirmed.
        #expect(names() == ["uploads"])
        #expect((try times.json["uploads"] as? [Any])?.count == 1)
        let saved = try confirm(finding)
        #expect(saved.status == 200, "\(saved.text)")
        let file = try #require(try times.json["file"] as? String)
        #expect(file.hasPrefix("timetable-") && names().contains(file) && names("panel/uploads").isEmpty)
        #expect(try times.json["last"] as? String == "2027-12-31")
        #expect(try #require(years(try times)) == [[2027, 365]])
        #expect(rig.asked.requests.last { $0.command == .reload }?.person == "Bilal")
        let text = try String(contentsOfFile: rig.directory.file("panel/\(file)"), encoding: .utf8)
        #expect(text == sample.csv(days))
    }

    @Test func `next year's stands beside this year's, and going back brings both back`() throws {
        _ = try confirm(try upload(sample.csv(try sample.days("2027-01-01", "2027-12-31"))))
        let old = try #require(try times.json["file"] as? String)
        let next = try sample.days("2028-01-01", "2028-12-31")
        let finding = try upload(sample.foreign(next), "2028.csv")
        let others = finding.json["others"] as? [String: Any]
        #expect(others?["count"] as? Int == 365 && others?["first"] as? String == "2027-01-01")
        #expect(finding.json["isCompared"] as? Bool == true && count(finding, "changes") == 0)
        #expect(try confirm(finding).status == 200)
        #expect(try #require(years(try times)) == [[2027, 365], [2028, 366]])
        #expect(try times.json["last"] as? String == "2028-12-31")
        let states = try rig.get("/api/states", as: login)
        let all = try #require(states.json["states"] as? [[String: Any]])
        #expect((all.first?["what"] as? String)?.contains("2028.csv: 731 days, 2027-01-01 to 2028-12-31") == true)
        let body: [String: Any] = ["id": all[1]["id"] ?? 0, "base": states.json["revision"] ?? ""]
        #expect(try rig.post("/api/states/restore", body, as: login).status == 200)
        #expect(try times.json["file"] as? String == old)
        #expect(try #require(years(try times)) == [[2027, 365]])
    }

    @Test func `a correction is used, or the day is kept as it is written`() throws {
        let days = try sample.days("2027-01-01", "2027-12-31")
        let day = try #require(days.first { "\($0.date)" == "2027-03-03" })
        let isha = sample.calculator.zone.clockText(day[.isha])
        let wrong = "21" + isha.dropFirst(2)
        let finding = try upload(sample.csv(days, ["2027-03-03": ["isha": wrong]]))
        let corrections = (finding.json["corrections"] as? [String: Any])?["first"] as? [[String: Any]]
        let times = (corrections?.first?["times"] as? [[String: String]])?.first
        #expect(times == ["prayer": "isha", "written": wrong, "proposed": isha], "\(finding.text.prefix(900))")
        #expect(corrections?.first?["place"] as? String == "line 63" && count(finding, "faults") == 1)
        func used() throws -> String {
            let file = try #require(try self.times.json["file"] as? String)
            return try String(contentsOfFile: rig.directory.file("panel/\(file)"), encoding: .utf8)
        }
        #expect(try confirm(finding).status == 200)
        #expect(try used() == sample.csv(days))
        let again = try upload(sample.csv(days, ["2027-03-03": ["isha": wrong]]))
        let changes = (again.json["changes"] as? [String: Any])
        #expect(changes?["count"] as? Int == 0, "\(again.text.prefix(900))")
        #expect(try confirm(again, keep: ["2027-03-03", "2027-03-04", "rubbish"]).status == 200)
        #expect(try used() == sample.csv(days, ["2027-03-03": ["isha": wrong]]))
        let config = try String(contentsOfFile: rig.directory.file("panel/config.toml"), encoding: .utf8)
        #expect(config.contains(#"accept = ["2027-03-03"]"#))
    }

    @Test func `a table that is undecided waits for a person's word`() throws {
        let days = try sample.days("2027-01-01", "2027-12-31")
        var rows = sample.foreign(days).split(separator: "\n").map(String.init)
        for index in rows.indices {
            rows[index] += index == 0 ? ",Fajr" : ",\(sample.times(days[index - 1])[0].dropLast())9"
        }
        let first = try upload(rows.joined(separator: "\n"))
        #expect((first.json["undecided"] as? String)?.isEmpty == false, "\(first.text.prefix(400))")
        let id = (first.json["upload"] as? [String: Any])?["id"] as? String ?? ""
        #expect(
            try post("confirm", ["id": id, "base": first.json["base"] ?? "", "keep": [], "others": false]).status == 422
        )
        let wrong = try post("read", ["id": id, "columns": ["fajr": "99"]])
        #expect((wrong.json["undecided"] as? String)?.contains("99") == true)
        let read = try post("read", ["id": id, "columns": ["fajr": "2"]])
        #expect(read.json["days"] as? Int == 365)
        for columns in [["hello": "1"], ["fajr": ""], ["fajr": String(repeating: "1", count: 300)]] {
            #expect(try post("read", ["id": id, "columns": columns]).status == 400)
        }
        #expect(try post("read", ["id": id, "year": 1]).status == 400)
        #expect(try post("drop", ["id": id]).status == 200)
        #expect(try post("read", ["id": id]).error == "no-upload")
    }

    @Test func `who saves second is shown the first's change, and a fixed timetable stays`() throws {
        let finding = try upload(sample.csv(try sample.days("2027-01-01", "2027-12-31")))
        let other = try upload(sample.csv(try sample.days("2027-01-01", "2027-06-30")), "half.csv")
        #expect(try confirm(other).status == 200)
        let second = try confirm(finding)
        #expect(second.status == 409 && second.error == "changed")
        #expect((try times.json["uploads"] as? [Any])?.count == 1)
        // A file that no state names does not stay.
        #expect(names().filter { $0.hasPrefix("timetable-") }.count <= 2)
        let fixed = TimesSample.place + "[panel]\nfixed = [\"timetable\"]\n"
        try rig.write(fixed)
        #expect(try times.json["isFixed"] as? Bool == true)
        #expect(try confirm(try upload(sample.csv(try sample.days("2027-01-01", "2027-12-31")))).status == 409)
    }

    @Test func `a timetable that is over, or without a usable day, is shown as such and cannot be confirmed`() throws {
        let old = try upload(sample.csv(try sample.days("2026-01-01", "2026-12-31")), "2026.csv")
        #expect(old.json["isOver"] as? Bool == true && old.json["last"] as? String == "2026-12-31")
        let saved = try confirm(old)
        #expect(saved.status == 422 && saved.error == "over", "\(saved.text)")
        #expect((saved.json["values"] as? [String: String])?["last"] == "2026-12-31")
        let rows = try sample.days("2027-02-01", "2027-02-20").map { "\($0.date),12:00,11:00,10:00,09:00,08:00,07:00" }
        let text = (["date,fajr,sunrise,dhuhr,asr,maghrib,isha"] + rows).joined(separator: "\n")
        let finding = try upload(text)
        #expect(finding.status == 200 && finding.json["days"] as? Int == 0, "\(finding.text.prefix(400))")
        #expect(finding.json["isOver"] as? Bool == false && count(finding, "leftOut") == 20)
        #expect(try confirm(finding).error == "no-day")
        #expect(!names().contains { $0.hasPrefix("timetable-") })
    }

    @Test func `an upload that a form of another web site can send, or that is too large, is refused`() throws {
        for type in ["text/plain", "multipart/form-data", "application/json"] {
            #expect(try rig.upload("/api/times/upload", [0x61], as: login, type: type).error == "foreign")
        }
        let answer = try upload([UInt8](repeating: 0x31, count: TimetableFile.sizeLimit + 1))
        #expect(answer.status == 413 && answer.text.contains("\(TimetableFile.sizeLimit)"))
        #expect(names().isEmpty)
    }

    @Test(arguments: HostileFile.allCases) func `a hostile file is refused in words, and nothing is kept`(
        file: HostileFile
    ) throws {
        let bytes = try file.bytes()
        #expect(bytes.count <= TimetableFile.sizeLimit)
        let start = ContinuousClock.now
        let answer = try upload(bytes, file.rawValue)
        #expect(
            answer.status == 422 && answer.error == "bad-table",
            "\(file): \(answer.status) \(answer.text.prefix(300))"
        )
        #expect((answer.json["lines"] as? [String])?.first?.isEmpty == false)
        #expect(ContinuousClock.now - start < .seconds(30))
        #expect(names().isEmpty && names("panel/uploads").isEmpty)
        #expect(!FileManager.default.fileExists(atPath: "/tmp/adhan-escaped"))
        #expect(try times.status == 200)
    }
}

/// Uploads of somebody who means harm, or has made a mistake.
enum HostileFile: String, CaseIterable {
    case zipBomb = "bomb.xlsx"
    case entityBomb = "laughs.xlsx"
    case nestedZip = "nested.xlsx"
    case millionsOfRows = "rows.csv"
    case oneLine = "line.csv"
    case program = "times.xlsx"
    case elf = "times.csv"
    case zeros = "zeros.csv"
    case page = "page.csv"
    case pdf = "times.pdf"
    case deepCalendar = "deep.ics"
    case deepJSON = "deep.json"
    case linkInZip = "link.xlsx"
    case foldersInZip = "folders.xlsx"
    case wrongEncoding = "encoding.csv"
    case halfAWord = "half.csv"
    case empty = "empty.csv"
    case sql = "'; DROP TABLE accounts; --.csv"

    private static let most = 4 << 20

    func bytes() throws -> [UInt8] {
        switch self {
        case .zipBomb:
            let blanks = [UInt8](repeating: 0x20, count: 1 << 28)
            return try workbook(["xl/worksheets/sheet1.xml": Array("<worksheet>".utf8) + blanks])
        case .entityBomb:
            let levels = (1...20).map { "<!ENTITY a\($0) \"\(String(repeating: "&a\($0 - 1);", count: 10))\">" }
            let text = "<!DOCTYPE s [<!ENTITY a0 \"ha\">\(levels.joined())]><sst><si><t>&a20;</t></si></sst>"
            return try workbook(["xl/sharedStrings.xml": Array(text.utf8)])
        case .nestedZip:
            return try (0..<20).reduce([0x61]) { inner, _ in try WorkbookFile.archive(["a.zip": inner]) }
        case .millionsOfRows:
            return Array(repeating: Array("1\n".utf8), count: 2_000_000).flatMap(\.self)
        case .oneLine: return Array("date,fajr,".utf8) + [UInt8](repeating: 0x2C, count: Self.most - 20)
        case .program: return [0x4D, 0x5A, 0x90, 0x00] + [UInt8](repeating: 0x90, count: 100_000)
        case .elf: return Array(try Data(contentsOf: URL(filePath: "/proc/self/exe")).prefix(100_000))
        case .zeros: return [UInt8](repeating: 0, count: 1 << 20)
        case .page: return Array("<!doctype html><script>alert(1)</script><table><tr><td>05:41</td></tr></table>".utf8)
        case .pdf: return Array("%PDF-1.7\n1 0 obj\n<< /OpenAction << /S /Launch /F (sh) >> >>\nendobj\n".utf8)
        case .deepCalendar:
            let lines = ["BEGIN:VCALENDAR"] + Array(repeating: "BEGIN:VEVENT", count: 200_000)
            return Array(lines.joined(separator: "\r\n").utf8)
        case .deepJSON: return [UInt8](repeating: 0x5B, count: Self.most)
        case .linkInZip:
            let (name, target) = ("xl/worksheets/sheet1.xml", Array("/etc/passwd".utf8))
            let book = WorkbookFile([[.text("a")]]).allParts
            return try WorkbookFile.archive(book.merging([name: target]) { $1 }, links: [name])
        case .foldersInZip: return try WorkbookFile.archive(["../../../../../tmp/adhan-escaped": [0x61]])
        case .wrongEncoding:
            // Halves of characters alone, in UTF-16.
            let halves = [UInt8](repeating: 0xD8, count: 100_000)
            return [0xFF, 0xFE] + halves
        case .halfAWord: return [0xFE, 0xFF, 0x00]
        case .empty: return []
        case .sql: return Array("date,fajr\n2027-01-01,\"'; DROP TABLE accounts; --\"\n".utf8)
        }
    }

    private func workbook(_ parts: [String: [UInt8]]) throws -> [UInt8] {
        var book = WorkbookFile([[.text("a")]])
        book.parts = parts
        return try book.bytes()
    }
}
