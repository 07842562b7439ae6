import AdhanCore
import Foundation
import Testing

@testable import AdhanImport

/// Files as programs write them, and files that are no tables.
@Suite struct TableFileTests {
    private let london: TableSample

    init() throws { london = try TableSample() }

    private func text(_ rows: [[String]], _ separator: String, _ end: String = "\n") -> String {
        rows.map { $0.joined(separator: separator) }.joined(separator: end)
    }

    /// The year, with this month's name in each date.
    private func named(_ months: [Substring]) -> [[String]] { named(months.map(String.init)) }

    private func named(_ months: [String]) -> [[String]] {
        london.spelled(date: { date in
            let (year, month, number) = date.components
            return "\(number) \(months[month - 1]) \(year)"
        })
    }

    private func expectYear(_ document: TimetableDocument, _ words: String = "") {
        #expect(london.differences(document) == [], "\(words)")
    }

    private static let arabic = ["التاريخ", "الفجر", "الشروق", "الظهر", "العصر", "المغرب", "العشاء"]
    private static let arabicMonths = "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر"

    @Test func `UTF-16 without a mark, old line ends, a title in brackets, and cells that stay as they are`() throws {
        let wide = text([Self.arabic] + london.rows.dropFirst(), "\t", "\r\n").utf16
        expectYear(try london.read(wide.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }))
        expectYear(try london.read(wide.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }))
        // Of old Macs.
        expectYear(try london.read(Array(text(london.rows, ";", "\r").utf8)))
        expectYear(try london.read([["[Masjid Al-Noor] times of 2026"]] + london.rows))
        expectYear(try london.read(london.spelled(times: { london.times($0).map { "=\"\($0)\"" } })))
    }

    /// Days and months with a hyphen are no times.
    @Test func `times and dates with a hyphen are told apart`() throws {
        expectYear(try london.read(london.spelled(times: { london.times($0).map { $0.replacing(":", with: "-") } })))
        let dates = london.spelled(date: { String(TableSample.dayFirst($0).prefix(5)).replacing("/", with: "-") })
        expectYear(try london.read(dates, TableHints(year: 2026)))
    }

    @Test func `a date that cannot be read is told with the one that the rows beside it leave`() throws {
        let impossible = "but the calendar has no such day"
        let between = "the rows beside it leave 2 March 2026 for it"
        let mistakes: [(row: Int, text: String, words: String)] = [
            (61, "31/02/2026", "line 62: date is \"31/02/2026\", \(impossible); \(between)"),
            (61, "2nd", "line 62: date is \"2nd\", which is no date; \(between)"),
            (365, "32/12/2026", "line 366: date is \"32/12/2026\", \(impossible); write it as the other rows have it"),
        ]
        for (row, text, words) in mistakes {
            var rows = london.rows
            rows[row][0] = text
            #expect(try london.read(rows).written.faults.map(\.description) == [words])
        }
    }

    @Test func `JSON with the times of a day as a list, or by years and days`() throws {
        let months = (1...12).map { month in
            let days = london.month(month).map { "\"\($0.date.components.day)\":\(london.times($0))" }
            return "{\(days.joined(separator: ","))}"
        }
        let text = "{\"name\":\"Al-Noor\",\"calendar\":[\(months.joined(separator: ","))]}"
        expectYear(try london.read(Array(text.utf8), TableHints(year: 2026)))
        let days = london.days.map { day in
            let times = zip(Prayer.allCases, london.times(day)).map { "\"\($0.rawValue)\":\"\($1)\"" }
            return "\"\(day.date.description.dropFirst(5))\":{\(times.joined(separator: ","))}"
        }
        expectYear(try london.read(Array("{\"2026\":{\(days.joined(separator: ","))}}".utf8)))
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
            // By their names in a country; a low line stands for a blank.
            "كانون_الثاني شباط آذار نيسان أيار حزيران تموز آب أيلول تشرين_الأول تشرين_الثاني كانون_الأول",
            "جانفي فيفري مارس أفريل ماي جوان جويلية أوت سبتمبر أكتوبر نوفمبر ديسمبر",
            "Jänner Februar März April Mai Juni Juli August September Oktober November Dezember",
        ]
        for list in lists {
            let months = list.split(separator: " ").map { $0.replacing("_", with: " ") }
            expectYear(try london.read(named(months)), list)
        }
    }

    @Test func `a weekday that is a month in another language leaves the month beside it`() throws {
        for days in ["Sun Mon Tue Wed Thu Fri Sat", "Min Sen Sel Rab Kam Jum Sab", "Ned Pon Uto Sri Čet Pet Sub"] {
            let weekdays = days.split(separator: " ")
            let rows = london.spelled(date: { date in
                let (year, month, number) = date.components
                return "\(weekdays[date.weekday]) \(number) \(TableSample.months[month - 1].prefix(3)) \(year)"
            })
            expectYear(try london.read([["Dag"] + TableSample.names] + rows.dropFirst()), days)
        }
    }

    @Test(arguments: ["--", " -- ", "~", "::", "....", " · ", "   ", "===", "—"])
    func `columns parted by any run of the same character`(separator: String) throws {
        let days = london.month(3)
        let rows = days.map { ["Mar \($0.date.components.day.padded(to: 2))"] + london.times($0) }
        let file = text([["Times of March 2026"], ["Date"] + TableSample.names] + rows, separator, "\r\n")
        let document = try london.read(Array(file.utf8))
        #expect(london.differences(document, days) == [])
        #expect(document.remarks.contains("asr: column 5 \"Asr\""), "\(document.remarks)")
    }

    private static let encodings: [(name: String, encoding: String.Encoding, months: String)] = [
        (
            "Windows-1251", .windowsCP1251,
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
        ), ("Windows-1256", windows1256, arabicMonths),
        (
            "Windows-1252", .windowsCP1252,
            "janvier février mars avril mai juin juillet août septembre octobre novembre décembre"
        ),
    ]

    @Test func `an older encoding is found by its words, and named`() throws {
        for (name, encoding, list) in Self.encodings {
            let rows = named(list.split(separator: " "))
            let document = try london.read(Array(try #require(text(rows, ";").data(using: encoding))))
            expectYear(document, name)
            #expect(document.remarks.contains { $0.contains(name) }, "\(document.remarks)")
        }
        // A month alone, of Arabic headings.
        let months = Self.arabicMonths.split(separator: " ")
        for month in 1...12 {
            let days = london.month(month)
            let rows = days.map { ["\($0.date.components.day) \(months[month - 1]) 2026"] + london.times($0) }
            let bytes = try #require(text([Self.arabic] + rows, ";").data(using: Self.windows1256))
            #expect(london.differences(try london.read(Array(bytes)), days) == [], "\(month)")
        }
    }

    private static let windows1256 = String.Encoding(
        // Core Foundation's number for it.
        rawValue: 0x8000_0506
    )

    @Test(arguments: [
        ("π.μ.", "μ.μ."), ("a.m.", "p.m."), ("de.", "du."), ("ص", "م"), ("ÖÖ", "ÖS"), ("f.m.", "e.m."),
    ])
    func `the halves of the day in other languages`(before: String, after: String) throws {
        let rows = london.spelled(times: { day in
            zip(london.times(day), london.halves(day)).map { "\($1) \($0 < "12" ? before : after)" }
        })
        let document = try london.read(rows)
        expectYear(document)
        #expect(!document.remarks.contains { $0.contains("neither am nor pm") })
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
            let refusal = london.refusal(bytes)
            #expect(refusal.contains(word), "\(word): \(refusal)")
        }
        let words = london.days.map { [TableSample.dayFirst($0.date)] + london.times($0).map { "\($0) zzz" } }
        #expect(london.refusal([["Datum"] + TableSample.names] + words).contains("no row has three times or more"))
        // A text that mentions a time is not said to have none.
        let text = Array("Dear brothers,\nthe meeting is at 12:30, after the prayer.\n".utf8)
        #expect(!london.refusal(text).contains("without any time"))
        // A list of as many mosques as a month has days.
        let mosques = (0..<31).map { index in
            let letters = [index / 6, index % 6].map { String(UnicodeScalar(UInt8(97 + $0))) }.joined()
            let minute = 10 + index
            return ["Masjid \(letters)noor", "06:\(minute)", "13:30", "16:\(minute)", "17:\(minute)", "19:30"]
        }
        let refusal = london.refusal([["Mosque", "Fajr", "Dhuhr", "Asr", "Maghrib", "Isha"]] + mosques)
        #expect(refusal.contains("list of mosques"), "\(refusal)")
    }
}
