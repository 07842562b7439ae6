import AdhanSupport
import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanImport

/// Tables as mosques publish them, a whole year in the spelling of each.
@Suite struct ExcerptTests {
    private let year: ClosedRange<CivilDate>

    init() throws { year = try CivilDate("2026-01-01")...CivilDate("2026-12-31") }

    private func read(_ bytes: [UInt8], _ own: TableSample, _ hints: TableHints = .none) throws -> [FileDay] {
        let document = try TimetableDocument(bytes, own.calculator, clock: .local, madhab: .shafi, hints)
        #expect(document.written.faults.isEmpty)
        return document.written.days(in: own.calculator.zone)
    }

    private func lines(_ heading: String, _ own: TableSample, _ cells: (PrayerDay) -> [String]) -> [UInt8] {
        Array(([heading] + own.days.map { cells($0).joined(separator: ",") }).joined(separator: "\n").utf8)
    }

    /// Whether the days are the calculated ones, to the minute.
    private func expectWhole(_ days: [FileDay], _ own: TableSample, _ dates: ClosedRange<CivilDate>? = nil) {
        let right = own.days.filter { (dates ?? year).contains($0.date) }
        #expect(days.count == right.count)
        for (day, right) in zip(days, right) where day.day.date != right.date || own.times(day.day) != own.times(right)
        {
            Issue.record("\(day.day.date): \(own.times(day.day)), not \(own.times(right))")
            return
        }
    }

    /// The year in a place.
    private func expectWhole(_ bytes: [UInt8], _ own: TableSample, _ hints: TableHints = .none) throws {
        expectWhole(try read(bytes, own, hints), own)
    }

    @Test func `the south of England: DD/MM/YYYY, the Hijri date and the congregations`() throws {
        let own = try TableSample(50.8225, -0.1372, "Europe/London")
        let heading =
            "date,day,hijriDate,fajr,fajrIqamah,sunrise,dhuhr,dhuhrIqamah,asr,asrIqamah,maghrib,maghribIqamah,isha,ishaIqamah"
        let bytes = lines(heading, own) { day in
            func after(_ prayer: Prayer) -> String { own.clock(day[prayer] + .minutes(10)) }
            let number = day.date.components.day
            let cells = Prayer.allCases.flatMap { prayer -> [String] in
                if prayer == .sunrise { return [own.clock(day[prayer])] }
                return [own.clock(day[prayer]), prayer == .dhuhr ? "13:30" : after(prayer)]
            }
            return [TableSample.dayFirst(day.date), "\(number)", "\(number % 30 + 1) Shawwāl 1447"] + cells
        }
        let days = try read(bytes, own)
        expectWhole(days, own)
        #expect(days.allSatisfy { $0.day.iqama[.fajr] == $0.day[.fajr] + .minutes(10) && $0.day.iqama.count == 5 })
    }

    @Test func `Ireland: month and day in columns, and no year`() throws {
        let own = try TableSample(53.35, -6.26, "Europe/Dublin")
        let heading =
            "MONTH,DATE,FAJR BEGINNING,SUNRISE BEGINNING,ZOHR BEGINNING,ASAR BEGINNING,MAGRIB BEGINNING,ISHA BEGINNING,"
            + "FAJR JAMAAH,ZOHR JAMAAH,ASAR JAMAAH,MAGRIB JAMAAH,ISHA JAMAAH"
        let bytes = lines(heading, own) { day in
            let (_, month, number) = day.date.components
            let iqamas = Prayer.called.map { own.clock(day[$0] + .minutes(15)) }
            return ["\(month)", "\(number)"] + own.times(day) + iqamas
        }
        let days = try read(bytes, own, TableHints(year: 2026))
        expectWhole(days, own)
        #expect(days.allSatisfy { day in Prayer.called.allSatisfy { day.day.iqama[$0] == day.day[$0] + .minutes(15) } })
        // Without a year the days on which the clocks change decide.
        try expectWhole(bytes, own, TableHints(today: year.lowerBound))
        let fault = #expect(throws: ImportRefusal.self) { try read(bytes, own) }
        #expect(fault?.description.contains("--year") == true)
    }

    @Test func `the Netherlands: one Ramadan, semicolons, 18-feb and the weekday`() throws {
        let own = try TableSample(52.09, 5.12, "Europe/Amsterdam")
        let ramadan = try CivilDate("2026-02-18")...CivilDate("2026-03-19")
        let weekdays = ["Zo", "Ma", "Di", "Woe", "Do", "Vr", "Za"]
        let rows = own.days.filter { ramadan.contains($0.date) }.map { day in
            let (_, month, number) = day.date.components
            return [weekdays[day.date.weekday], "\(number)-\(month == 2 ? "feb" : "mrt")"] + own.times(day)
        }
        let names = ["Dag", "Datum", "Fadjr", "Shoroeq", "Dhohr", "Asr", "Magreb", "Ishaa"]
        let text = ([names] + rows).map { $0.joined(separator: ";") }.joined(separator: "\r\n")
        expectWhole(try read(Array(text.utf8), own, TableHints(today: year.lowerBound)), own, ramadan)
    }

    @Test func `Sweden: the month is the first heading of its rows`() throws {
        let own = try TableSample(57.7089, 11.9746, "Europe/Stockholm")
        let months = ["Jan", "Feb", "Mars", "April", "Maj", "Juni", "Juli", "Aug", "Sept", "Okt", "Nov", "Dec"]
        let weekdays = ["Söndag", "Mandag", "Tisdag", "Onsdag", "Torsdag", "Fredag", "Lördag"]
        var rows: [String] = []
        for day in own.days {
            let (_, month, number) = day.date.components
            if number == 1 { rows.append("\(months[month - 1]);Dag;Fajr;Shuruq;Zuhr;Asr;Maghrib;Isha") }
            rows.append((["\(number)", weekdays[day.date.weekday]] + own.times(day)).joined(separator: ";"))
        }
        try expectWhole(Array(rows.joined(separator: "\n").utf8), own, TableHints(today: year.lowerBound))
        // One month of it, as most publish it.
        let january = rows.prefix(32).joined(separator: "\n")
        let dates = year.lowerBound...year.lowerBound.adding(days: 30)
        expectWhole(try read(Array(january.utf8), own, TableHints(today: year.lowerBound)), own, dates)
    }

    @Test func `England: JSON by months, with congregations by ranges of days`() throws {
        let own = try TableSample(53.7938, -1.7564, "Europe/London")
        let keys = ["fajr", "shurooq", "dhuhr", "asr", "maghrib", "isha"]
        let files = TableSample.months.enumerated().map { index, name -> String in
            let rows = own.month(index + 1).map { day in
                let times = zip(keys, own.times(day)).map { "\"\($0)\":\"\($1)\"" }
                return "{\"date\":\(day.date.components.day),\(times.joined(separator: ","))}"
            }
            return """
                {"month":"\(name.uppercased())","prayer_times":[\(rows.joined(separator: ","))],
                 "iqamah_times":[{"date_range":"1","dhuhr":"13:45"},{"date_range":"2-31","fajr":"06:30","dhuhr":"14:15"}],
                 "jummah_iqamah":"13:15"}
                """
        }
        let hints = TableHints(year: 2026)
        let february = try read(Array(files[1].utf8), own, hints)
        expectWhole(february, own, try CivilDate("2026-02-01")...CivilDate("2026-02-28"))
        let text = TimetableText(february, in: own.calculator.zone)
        let (first, second) = (try #require(february.first), february[1])
        #expect(text.iqama(.dhuhr, of: first) == "13:45" && text.iqama(.fajr, of: first) == nil)
        #expect(text.jumuah(of: first, isPrayer: true).first == "13:15")
        #expect(text.iqama(.dhuhr, of: second) == "14:15" && text.iqama(.fajr, of: second) == "06:30")
        try expectWhole(Array("[\(files.joined(separator: ","))]".utf8), own, hints)
    }

    @Test func `France: a workbook of numbers that is named .csv`() throws {
        let own = try TableSample(50.6292, 3.0573, "Europe/Paris")
        let heading = ["Date", "Fajr", "Prière à la mosquée", "Levé du soleil", "Dhuhr", "Asr", "Maghrib", "Isha"]
        let zone = own.calculator.zone
        let rows = own.days.map { day -> [WorkbookFile.Cell] in
            var times = Prayer.allCases.map { day[$0] }
            times.insert(day[.fajr] + .minutes(15), at: 1)
            return [.number(WorkbookFile.serial(day.date))]
                + times.map { .number(Double(zone.wall(at: $0).secondOfDay) / 86_400) }
        }
        let bytes = try WorkbookFile([heading.map { .text($0) }] + rows).bytes()
        let days = try read(bytes, own, TableHints(name: "horaires.csv"))
        expectWhole(days, own)
        #expect(days.allSatisfy { $0.day.iqama == [.fajr: $0.day[.fajr] + .minutes(15)] })
    }

    @Test func `a workbook with a sheet a month, named by it`() throws {
        let own = try TableSample(43.8563, 18.4131, "Europe/Sarajevo")
        let zone = own.calculator.zone
        let names = [
            "Januar", "Februar", "Mart", "April", "Maj", "Juni", "Juli", "Avgust", "Septembar", "Oktobar", "Novembar",
            "Decembar",
        ]
        let sheets = names.enumerated().map { index, name in
            let rows = own.month(index + 1).map { day -> [WorkbookFile.Cell] in
                [.number(Double(day.date.components.day))]
                    + Prayer.allCases.map { .time(Double(zone.wall(at: day[$0]).secondOfDay) / 86_400) }
            }
            let heading = ["Dan", "Zora", "Izlazak sunca", "Podne", "Ikindija", "Akšam", "Jacija"]
            return (name: name, rows: [heading.map { WorkbookFile.Cell.text($0) }] + rows)
        }
        try expectWhole(WorkbookFile(sheets).bytes(), own, TableHints(name: "/srv/vaktija-2026.xlsx"))
    }

    @Test func `what is no timetable of one mosque is named for what it is`() throws {
        let own = try TableSample(53.6, -2.15, "Europe/London")
        let names = [
            "Al-Noor", "Bilal", "Central Mosque", "Darul Uloom", "East End", "Faizan", "Ghausia", "Hamza", "Ibrahim",
            "Jamia",
        ]
        let list = names.enumerated().map {
            "\($1),\($0 + 1) High Street,0\(5 + $0 % 2):\(10 + $0 * 4),13:30,17:\(10 + $0 * 3),20:0\($0 % 7),21:30"
        }
        let files: [(String, [UInt8])] = [
            (
                "list of mosques",
                Array((["Mosque,Address,Fajr,Dhuhr,Asr,Maghrib,Isha"] + list).joined(separator: "\n").utf8)
            ),
            ("File > Save As", [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]), ("PDF", Array("%PDF-1.7\n".utf8)),
            ("HTML", Array("<!DOCTYPE html><html>".utf8)), ("picture", [0x89, 0x50, 0x4E, 0x47, 0x0D]),
            ("Text CSV (.csv)", Array("%PDF-1.7\n".utf8)),
            ("no .xlsx or .ods", try WorkbookFile.archive(["a.csv": [0x3C]])),
            ("empty", []),
        ]
        for (word, bytes) in files {
            let fault = #expect(throws: ImportRefusal.self) { try read(bytes, own, TableHints(today: year.lowerBound)) }
            #expect(fault?.description.contains(word) == true, "\(word): \(fault?.description ?? "")")
        }
    }

    @Test func `columns that fit equally are not guessed, and --map decides`() throws {
        let own = try TableSample(52.52, 13.405, "Europe/Berlin")
        let bytes = lines("Tag,A,B,C,D,E,F,G", own) { day in
            [day.date.description, own.clock(day[.fajr] - .minutes(40))] + own.times(day)
        }
        let fault = #expect(throws: ImportRefusal.self) { try read(bytes, own) }
        #expect(fault?.description.contains("--map fajr=COLUMN") == true)
        for column in ["3", "B"] { try expectWhole(bytes, own, TableHints(columns: ["fajr": column])) }
    }

    @Test func `columns whose headings were exchanged are read by the sun, and it says so`() throws {
        let own = try TableSample(52.52, 13.405, "Europe/Berlin")
        let bytes = lines("Date,Isha,Sunrise,Asr,Dhuhr,Maghrib,Fajr", own) { [$0.date.description] + own.times($0) }
        let document = try TimetableDocument(bytes, own.calculator, clock: .local, madhab: .shafi)
        expectWhole(document.written.days(in: own.calculator.zone), own)
        #expect(document.remarks.contains { $0.contains("column 2 \"Isha\" has the times of fajr") })
    }
}
