import AdhanCore
import Foundation
import Testing

@testable import AdhanImport

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

    @Test func `a title in brackets, and times with a hyphen`() throws {
        let text = "[Masjid Al-Noor] times of 2026\n" + String(decoding: TableSample.bytes(london.rows), as: UTF8.self)
        #expect(london.differences(try london.read(Array(text.utf8))) == [])
        let rows = london.days.map { day in
            [TableSample.dayFirst(day.date)] + london.times(day).map { $0.replacing(":", with: "-") }
        }
        #expect(london.differences(try london.read([["Date"] + TableSample.names] + rows)) == [])
        // Days and months are no times.
        let dates = london.days.map { day in
            [String(TableSample.dayFirst(day.date).prefix(5)).replacing("/", with: "-")] + london.times(day)
        }
        let dated = try london.read([["Date"] + TableSample.names] + dates, TableHints(year: 2026))
        #expect(london.differences(dated) == [])
    }

    @Test func `a date that cannot be read is told with the one that the rows beside it leave`() throws {
        func faults(_ text: String, on date: String) throws -> [String] {
            let rows = london.days.map { day in
                [day.date.description == date ? text : TableSample.dayFirst(day.date)] + london.times(day)
            }
            let document = try london.read([["Date"] + TableSample.names] + rows)
            return document.written.faults.map(\.description)
        }
        #expect(
            try faults("31/02/2026", on: "2026-03-02") == [
                "line 62: date is \"31/02/2026\", but the calendar has no such day; the rows beside it leave 2 March 2026 for it"
            ]
        )
        #expect(
            try faults("2nd", on: "2026-03-02") == [
                "line 62: date is \"2nd\", which is no date; the rows beside it leave 2 March 2026 for it"
            ]
        )
        #expect(
            try faults("32/12/2026", on: "2026-12-31") == [
                "line 366: date is \"32/12/2026\", but the calendar has no such day; write it as the other rows have it"
            ]
        )
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
            "yanvar fevral mart aprel may iyun iyul avgust sentabr oktabr noyabr dekabr",
            "yanvar fevral mart aprel may iyun iyul avqust sentyabr oktyabr noyabr dekabr",
            "siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna listopada studenoga prosinca",
            "sij velj ožu tra svi lip srp kol ruj lis stu pro",
            "sty lut mar kwi maj cze lip sie wrz paź lis gru",
            "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
            "ledna února března dubna května června července srpna září října listopadu prosince",
            "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня",
            "қаңтар ақпан наурыз сәуір мамыр маусым шілде тамыз қыркүйек қазан қараша желтоқсан",
            "জানুয়ারি ফেব্রুয়ারি মার্চ এপ্রিল মে জুন জুলাই আগস্ট সেপ্টেম্বর অক্টোবর নভেম্বর ডিসেম্বর",
            "जन॰ फ़र॰ मार्च अप्रैल मई जून जुल॰ अग॰ सित॰ अक्तू॰ नव॰ दिस॰",
            "Ιανουαρίου Φεβρουαρίου Μαρτίου Απριλίου Μαΐου Ιουνίου Ιουλίου Αυγούστου Σεπτεμβρίου Οκτωβρίου Νοεμβρίου Δεκεμβρίου",
            "Januari Februari Machi Aprili Mei Juni Julai Agosti Septemba Oktoba Novemba Desemba",
            "Oca Şub Mar Nis May Haz Tem Ağu Eyl Eki Kas Ara",
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

    @Test func `a weekday that is a month in another language leaves the month beside it`() throws {
        for days in ["Sun Mon Tue Wed Thu Fri Sat", "Min Sen Sel Rab Kam Jum Sab", "Ned Pon Uto Sri Čet Pet Sub"] {
            let weekdays = days.split(separator: " ")
            let rows = london.days.map { day -> [String] in
                let (year, month, number) = day.date.components
                return ["\(weekdays[day.date.weekday]) \(number) \(TableSample.months[month - 1].prefix(3)) \(year)"]
                    + london.times(day)
            }
            #expect(london.differences(try london.read([["Dag"] + TableSample.names] + rows)) == [], "\(days)")
        }
    }

    @Test(arguments: ["--", " -- ", "~", "::", "....", " · ", "   ", "===", "—"])
    func `columns parted by any run of the same character`(separator: String) throws {
        let days = london.month(3)
        let rows = days.map { day in
            ["Mar \(day.date.components.day.padded(to: 2))"] + london.times(day)
        }
        let lines = ["Times of March 2026", (["Date"] + TableSample.names).joined(separator: separator)]
        let text = (lines + rows.map { $0.joined(separator: separator) }).joined(separator: "\r\n")
        let document = try london.read(Array(text.utf8))
        #expect(london.differences(document, days) == [])
        #expect(document.remarks.contains("asr: column 5 \"Asr\""), "\(document.remarks)")
    }

    @Test func `a text that mentions a time is not said to have none`() throws {
        let text = Array("Dear brothers,\nthe meeting is at 12:30, after the prayer.\n".utf8)
        let fault = #expect(throws: ImportRefusal.self) { try london.read(text) }
        #expect(fault?.description.contains("without any time") == false, "\(fault?.description ?? "")")
    }

    @Test(arguments: [
        (
            "Windows-1251", String.Encoding.windowsCP1251,
            "января февраля марта апреля мая июня июля августа сентября октября ноября декабря"
        ),
        ("Windows-1254", .windowsCP1254, "Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık"),
        (
            "Windows-1250", .windowsCP1250,
            "siječanj veljača ožujak travanj svibanj lipanj srpanj kolovoz rujan listopad studeni prosinac"
        ),
        (
            "Windows-1253", .windowsCP1253,
            "Ιανουαρίου Φεβρουαρίου Μαρτίου Απριλίου Μαΐου Ιουνίου Ιουλίου Αυγούστου Σεπτεμβρίου Οκτωβρίου Νοεμβρίου Δεκεμβρίου"
        ),
        (
            "Windows-1256", Self.windows1256,
            "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر"
        ),
        (
            "Windows-1252", .windowsCP1252,
            "janvier février mars avril mai juin juillet août septembre octobre novembre décembre"
        ),
    ])
    func `an older encoding is found by its words, and named`(name: String, encoding: String.Encoding, list: String)
        throws
    {
        let months = list.split(separator: " ")
        let rows = london.days.map { day -> [String] in
            let (year, month, number) = day.date.components
            return ["\(number) \(months[month - 1]) \(year)"] + london.times(day)
        }
        let text = ([["Date"] + TableSample.names] + rows).map { $0.joined(separator: ";") }.joined(separator: "\n")
        let bytes = try #require(text.data(using: encoding))
        let document = try london.read(Array(bytes))
        #expect(london.differences(document) == [])
        #expect(document.remarks.contains { $0.contains(name) }, "\(document.remarks)")
    }

    @Test(arguments: [
        "كانون الثاني شباط آذار نيسان أيار حزيران تموز آب أيلول تشرين الأول تشرين الثاني كانون الأول",
        "جانفي فيفري مارس أفريل ماي جوان جويلية أوت سبتمبر أكتوبر نوفمبر ديسمبر",
        "Jänner Februar März April Mai Juni Juli August September Oktober November Dezember",
    ])
    func `months by their names in a country`(list: String) throws {
        var months: [String] = []
        for word in list.split(separator: " ").map(String.init) {
            if ["الثاني", "الأول"].contains(word), let last = months.popLast() {
                months.append("\(last) \(word)")
            } else {
                months.append(word)
            }
        }
        try #require(months.count == 12)
        let rows = london.days.map { day in
            ["\(day.date.components.day) \(months[day.date.components.month - 1]) 2026"] + london.times(day)
        }
        #expect(london.differences(try london.read([["Date"] + TableSample.names] + rows)) == [])
    }

    @Test(arguments: 1...12)
    func `a month of Arabic headings in an older encoding is read`(month: Int) throws {
        let names = ["التاريخ", "الفجر", "الشروق", "الظهر", "العصر", "المغرب", "العشاء"]
        let months = "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر".split(separator: " ")
        let days = london.month(month)
        let rows = days.map { ["\($0.date.components.day) \(months[month - 1]) 2026"] + london.times($0) }
        let text = ([names] + rows).map { $0.joined(separator: ";") }.joined(separator: "\n")
        let bytes = try #require(text.data(using: Self.windows1256))
        #expect(london.differences(try london.read(Array(bytes)), days) == [])
    }

    private static let windows1256 = String.Encoding(
        // Core Foundation's number for it.
        rawValue: 0x8000_0506
    )

    @Test(arguments: [
        ("π.μ.", "μ.μ."), ("a.m.", "p.m."), ("de.", "du."), ("ص", "م"), ("ÖÖ", "ÖS"), ("f.m.", "e.m."),
    ])
    func `the halves of the day in other languages`(before: String, after: String) throws {
        let rows = london.days.map { day in
            [TableSample.dayFirst(day.date)]
                + zip(london.times(day), london.halves(day)).map { time, half in
                    "\(half) \(time < "12" ? before : after)"
                }
        }
        let document = try london.read([["Date"] + TableSample.names] + rows)
        #expect(london.differences(document) == [])
        #expect(!document.remarks.contains { $0.contains("neither am nor pm") })
    }

    @Test func `times with unknown words are no plain text without times`() throws {
        let rows = london.days.map { [TableSample.dayFirst($0.date)] + london.times($0).map { "\($0) zzz" } }
        let fault = #expect(throws: ImportRefusal.self) { try london.read([["Datum"] + TableSample.names] + rows) }
        #expect(fault?.description.contains("no row has three times or more") == true, "\(fault?.description ?? "")")
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
            (
                "protected by a password",
                [0xD0, 0xCF, 0x11, 0xE0] + Array(repeating: 0, count: 600)
                    + "EncryptedPackage".utf16.flatMap { [UInt8($0), 0] } + [0, 0]
            ),
            ("picture", [0, 0, 0, 0x24] + Array("ftypheic".utf8)), (".xls", [0x09, 0x08, 0x10, 0, 0, 6, 5, 0]),
        ]
        for (word, bytes) in files {
            let fault = #expect(throws: ImportRefusal.self) { try london.read(bytes) }
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
        let fault = #expect(throws: ImportRefusal.self) {
            try london.read([["Mosque", "Fajr", "Dhuhr", "Asr", "Maghrib", "Isha"]] + rows)
        }
        #expect(fault?.description.contains("list of mosques") == true, "\(fault?.description ?? "")")
    }
}
