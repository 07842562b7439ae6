import AdhanCore
import AdhanTimetables
import Testing

/// Files as programs write them, and files that are no tables.
@Suite struct TableFileTests {
    private let london: TableSample

    init() throws { london = try TableSample() }

    private func wide(_ text: String, isBigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { isBigEndian ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    }

    @Test func `UTF-16 without a mark, also with headings in another script`() throws {
        let names = ["التاريخ", "الفجر", "الشروق", "الظهر", "العصر", "المغرب", "العشاء"]
        let text = ([names] + london.rows.dropFirst()).map { $0.joined(separator: "\t") }.joined(separator: "\r\n")
        for isBigEndian in [true, false] {
            #expect(london.differences(try london.read(wide(text, isBigEndian: isBigEndian))) == [])
        }
    }

    @Test func `the line ends of old Macs`() throws {
        let text = london.rows.map { $0.joined(separator: ";") }.joined(separator: "\r")
        #expect(london.differences(try london.read(Array(text.utf8))) == [])
    }

    @Test func `cells that a spreadsheet must not change`() throws {
        let rows = london.days.map { day in [TableSample.dayFirst(day.date)] + london.times(day).map { "=\"\($0)\"" } }
        #expect(london.differences(try london.read([["Date"] + TableSample.names] + rows)) == [])
    }

    @Test func `JSON with the times of a day as a list, by the number of the day`() throws {
        let months = (1...12).map { month in
            let days = london.month(month).map { day in
                let times = london.times(day).map { "\"\($0)\"" }.joined(separator: ",")
                return "\"\(day.date.components.day)\":[\(times)]"
            }
            return "{\(days.joined(separator: ","))}"
        }
        let text = "{\"name\":\"Al-Noor\",\"calendar\":[\(months.joined(separator: ","))]}"
        #expect(london.differences(try london.read(Array(text.utf8), TableHints(year: 2026))) == [])
    }

    @Test func `JSON by years and days`() throws {
        let days = london.days.map { day in
            let times = zip(Prayer.allCases, london.times(day)).map { "\"\($0.rawValue)\":\"\($1)\"" }
            return "\"\(day.date.description.dropFirst(5))\":{\(times.joined(separator: ","))}"
        }
        let text = "{\"2026\":{\(days.joined(separator: ","))}}"
        #expect(london.differences(try london.read(Array(text.utf8))) == [])
    }

    @Test func `months in other languages`() throws {
        let lists = [
            "جنوری فروری مارچ اپریل مئی جون جولائی اگست ستمبر اکتوبر نومبر دسمبر",
            "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
            "januar februar marts april maj juni juli august september oktober november december",
            "tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu syyskuu lokakuu marraskuu joulukuu",
            "janar shkurt mars prill maj qershor korrik gusht shtator tetor nëntor dhjetor",
        ]
        for list in lists {
            let months = list.split(separator: " ")
            let rows = london.days.map { day -> [String] in
                let (year, month, number) = day.date.components
                return ["\(number) \(months[month - 1]) \(year)"] + london.times(day)
            }
            #expect(london.differences(try london.read([["Date"] + TableSample.names] + rows)) == [], "\(list)")
        }
    }

    @Test func `what is no table is named`() throws {
        let files: [(word: String, bytes: [UInt8])] = [
            ("plain text", Array("root:x:0:0:root:/root:/bin/bash\ndaemon:x:1:1::/usr/sbin:/bin/false\n".utf8)),
            ("plain text", Array("Dear brothers,\nthe times are on the board.\n".utf8)),
            ("binary", (0..<4000).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 3) % 24 }),
            ("program", [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1]), ("program", Array("MZ".utf8) + [0x90, 0, 3]),
            ("sound", Array("ID3".utf8) + [3, 0]), ("database", Array("SQLite format 3\0".utf8)),
            ("picture", Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP".utf8)),
            ("sound", Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WAVE".utf8)),
            ("picture", [0, 0, 0, 0x24] + Array("ftypheic".utf8)), (".xls", [0x09, 0x08, 0x10, 0, 0, 6, 5, 0]),
        ]
        for (word, bytes) in files {
            let fault = #expect(throws: TimetableRefusal.self) { try london.read(bytes) }
            #expect(fault?.description.contains(word) == true, "\(word): \(fault?.description ?? "")")
        }
    }

    @Test func `a list of as many mosques as a month has days is named for what it is`() throws {
        let rows = (0..<31).map { index in
            let letters = String(UnicodeScalar(UInt8(97 + index / 6))) + String(UnicodeScalar(UInt8(97 + index % 6)))
            return [
                "Masjid \(letters)noor", "06:\(10 + index)", "13:30", "16:\(10 + index)", "17:\(10 + index)", "19:30",
            ]
        }
        let fault = #expect(throws: TimetableRefusal.self) {
            try london.read([["Mosque", "Fajr", "Dhuhr", "Asr", "Maghrib", "Isha"]] + rows)
        }
        #expect(fault?.description.contains("list of mosques") == true, "\(fault?.description ?? "")")
    }
}
