import AdhanSupport
import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanImport

/// Tables as mosques publish them, a whole year in the spelling of each.
@Suite struct ExcerptTests {
    private let year: ClosedRange<CivilDate>

    init() throws { year = try CivilDate("2026-01-01")...CivilDate("2026-12-31") }

    private func calculator(_ latitude: Double, _ longitude: Double, _ zone: String) throws -> PrayerCalculator {
        PrayerCalculator(
            coordinates: try Coordinates(latitude: latitude, longitude: longitude),
            zone: try SystemZones.find(zone),
            method: .mwl
        )
    }

    private func read(_ bytes: [UInt8], _ own: PrayerCalculator, _ hints: TableHints = .none) throws -> [FileDay] {
        let document = try TimetableDocument(bytes, own, clock: .local, madhab: .shafi, hints)
        #expect(document.written.faults.isEmpty)
        return document.written.days(in: own.zone)
    }

    private func lines(_ heading: String, _ own: PrayerCalculator, _ line: (PrayerDay, (Prayer) -> String) -> String)
        -> [UInt8]
    {
        let rows = own.days(year).map { day in line(day) { own.zone.clockText(day[$0]) } }
        return Array(([heading] + rows).joined(separator: "\n").utf8)
    }

    /// Whether the days are the calculated ones, to the minute.
    private func expectWhole(_ days: [FileDay], _ own: PrayerCalculator, _ dates: ClosedRange<CivilDate>? = nil) {
        let right = own.days(dates ?? year)
        #expect(days.count == right.count)
        for (day, right) in zip(days, right) {
            let texts = [day.day, right].map { day in Prayer.allCases.map { own.zone.clockText(day[$0]) } }
            guard day.day.date == right.date, texts.first == texts.last else {
                Issue.record("\(day.day.date): \(texts)")
                return
            }
        }
    }

    @Test func `the south of England: DD/MM/YYYY, the Hijri date and the congregations`() throws {
        let own = try calculator(50.8225, -0.1372, "Europe/London")
        let heading =
            "date,day,hijriDate,fajr,fajrIqamah,sunrise,dhuhr,dhuhrIqamah,asr,asrIqamah,maghrib,maghribIqamah,isha,ishaIqamah"
        let bytes = lines(heading, own) { day, at in
            let (year, month, number) = day.date.components
            let date = "\(number.padded(to: 2))/\(month.padded(to: 2))/\(year)"
            func after(_ prayer: Prayer) -> String { own.zone.clockText(day[prayer] + .minutes(10)) }
            return
                "\(date),\(number),\(number % 30 + 1) Shawwāl 1447,\(at(.fajr)),\(after(.fajr)),\(at(.sunrise)),\(at(.dhuhr)),13:30,"
                + "\(at(.asr)),\(after(.asr)),\(at(.maghrib)),\(after(.maghrib)),\(at(.isha)),\(after(.isha))"
        }
        let days = try read(bytes, own)
        expectWhole(days, own)
        #expect(days.allSatisfy { $0.day.iqama[.fajr] == $0.day[.fajr] + .minutes(10) && $0.day.iqama.count == 5 })
    }

    @Test func `Ireland: month and day in columns, and no year`() throws {
        let own = try calculator(53.35, -6.26, "Europe/Dublin")
        let heading =
            "MONTH,DATE,FAJR BEGINNING,SUNRISE BEGINNING,ZOHR BEGINNING,ASAR BEGINNING,MAGRIB BEGINNING,ISHA BEGINNING,"
            + "FAJR JAMAAH,ZOHR JAMAAH,ASAR JAMAAH,MAGRIB JAMAAH,ISHA JAMAAH"
        let bytes = lines(heading, own) { day, at in
            let (_, month, number) = day.date.components
            let iqamas = Prayer.called.map { own.zone.clockText(day[$0] + .minutes(15)) }
            return (["\(month)", "\(number)"] + Prayer.allCases.map(at) + iqamas).joined(separator: ",")
        }
        let days = try read(bytes, own, TableHints(year: 2026))
        expectWhole(days, own)
        #expect(days.allSatisfy { day in Prayer.called.allSatisfy { day.day.iqama[$0] == day.day[$0] + .minutes(15) } })
        // Without a year the days on which the clocks change decide.
        expectWhole(try read(bytes, own, TableHints(today: year.lowerBound)), own)
        let fault = #expect(throws: ImportRefusal.self) { try read(bytes, own) }
        #expect(fault?.description.contains("--year") == true)
    }

    @Test func `the Netherlands: one Ramadan, semicolons, 18-feb and the weekday`() throws {
        let own = try calculator(52.09, 5.12, "Europe/Amsterdam")
        let ramadan = try CivilDate("2026-02-18")...CivilDate("2026-03-19")
        let weekdays = ["Zo", "Ma", "Di", "Woe", "Do", "Vr", "Za"]
        let rows = own.days(ramadan).map { day -> String in
            let (_, month, number) = day.date.components
            let times = Prayer.allCases.map { own.zone.clockText(day[$0]) }
            return ([weekdays[day.date.weekday], "\(number)-\(month == 2 ? "feb" : "mrt")"] + times).joined(
                separator: ";"
            )
        }
        let text = (["Dag;Datum;Fadjr;Shoroeq;Dhohr;Asr;Magreb;Ishaa"] + rows).joined(separator: "\r\n")
        expectWhole(try read(Array(text.utf8), own, TableHints(today: year.lowerBound)), own, ramadan)
    }

    @Test func `Sweden: the month is the first heading of its rows`() throws {
        let own = try calculator(57.7089, 11.9746, "Europe/Stockholm")
        let months = ["Jan", "Feb", "Mars", "April", "Maj", "Juni", "Juli", "Aug", "Sept", "Okt", "Nov", "Dec"]
        let weekdays = ["Söndag", "Mandag", "Tisdag", "Onsdag", "Torsdag", "Fredag", "Lördag"]
        var rows: [String] = []
        for day in own.days(year) {
            let (_, month, number) = day.date.components
            if number == 1 { rows.append("\(months[month - 1]);Dag;Fajr;Shuruq;Zuhr;Asr;Maghrib;Isha") }
            let times = Prayer.allCases.map { own.zone.clockText(day[$0]) }
            rows.append((["\(number)", weekdays[day.date.weekday]] + times).joined(separator: ";"))
        }
        expectWhole(try read(Array(rows.joined(separator: "\n").utf8), own, TableHints(today: year.lowerBound)), own)
        // One month of it, as most publish it.
        let january = rows.prefix(32).joined(separator: "\n")
        let dates = year.lowerBound...year.lowerBound.adding(days: 30)
        expectWhole(try read(Array(january.utf8), own, TableHints(today: year.lowerBound)), own, dates)
    }

    @Test func `England: JSON by months, with congregations by ranges of days`() throws {
        let own = try calculator(53.7938, -1.7564, "Europe/London")
        let names = [
            "JANUARY", "FEBRUARY", "MARCH", "APRIL", "MAY", "JUNE", "JULY", "AUGUST", "SEPTEMBER", "OCTOBER",
            "NOVEMBER", "DECEMBER",
        ]
        let keys = ["fajr", "shurooq", "dhuhr", "asr", "maghrib", "isha"]
        let files = names.enumerated().map { index, name -> String in
            let days = own.days(year).filter { $0.date.components.month == index + 1 }
            let rows = days.map { day in
                let times = zip(keys, Prayer.allCases).map { "\"\($0)\":\"\(own.zone.clockText(day[$1]))\"" }
                return "{\"date\":\(day.date.components.day),\(times.joined(separator: ","))}"
            }
            return """
                {"month":"\(name)","prayer_times":[\(rows.joined(separator: ","))],
                 "iqamah_times":[{"date_range":"1","dhuhr":"13:45"},{"date_range":"2-31","fajr":"06:30","dhuhr":"14:15"}],
                 "jummah_iqamah":"13:15"}
                """
        }
        let hints = TableHints(year: 2026)
        let february = try read(Array(files[1].utf8), own, hints)
        expectWhole(february, own, try CivilDate("2026-02-01")...CivilDate("2026-02-28"))
        let text = TimetableText(february, in: own.zone)
        #expect(
            february.first.map {
                [text.iqama(.dhuhr, of: $0), text.jumuah(of: $0, isPrayer: true).first, text.iqama(.fajr, of: $0)]
            }
                == [
                    "13:45", "13:15", nil,
                ]
        )
        #expect(
            february.dropFirst().first.map { [text.iqama(.dhuhr, of: $0), text.iqama(.fajr, of: $0)] } == [
                "14:15", "06:30",
            ]
        )
        expectWhole(try read(Array("[\(files.joined(separator: ","))]".utf8), own, hints), own)
    }

    @Test func `France: a workbook of numbers that is named .csv`() throws {
        let own = try calculator(50.6292, 3.0573, "Europe/Paris")
        let heading = ["Date", "Fajr", "Prière à la mosquée", "Levé du soleil", "Dhuhr", "Asr", "Maghrib", "Isha"]
        let rows = own.days(year).map { day -> [WorkbookFile.Cell] in
            func time(_ prayer: Prayer, after minutes: Int = 0) -> WorkbookFile.Cell {
                .number(Double(own.zone.wall(at: day[prayer] + .minutes(minutes)).secondOfDay) / 86_400)
            }
            return [
                .number(WorkbookFile.serial(day.date)), time(.fajr), time(.fajr, after: 15), time(.sunrise),
                time(.dhuhr), time(.asr),
                time(.maghrib), time(.isha),
            ]
        }
        let bytes = try WorkbookFile([heading.map { .text($0) }] + rows).bytes()
        let days = try read(bytes, own, TableHints(name: "horaires.csv"))
        expectWhole(days, own)
        #expect(days.allSatisfy { $0.day.iqama == [.fajr: $0.day[.fajr] + .minutes(15)] })
    }

    @Test func `a workbook with a sheet a month, named by it`() throws {
        let own = try calculator(43.8563, 18.4131, "Europe/Sarajevo")
        let names = [
            "Januar", "Februar", "Mart", "April", "Maj", "Juni", "Juli", "Avgust", "Septembar", "Oktobar", "Novembar",
            "Decembar",
        ]
        let sheets = names.enumerated().map { index, name in
            let days = own.days(year).filter { $0.date.components.month == index + 1 }
            let rows = days.map { day -> [WorkbookFile.Cell] in
                [.number(Double(day.date.components.day))]
                    + Prayer.allCases.map { .time(Double(own.zone.wall(at: day[$0]).secondOfDay) / 86_400) }
            }
            let heading = ["Dan", "Zora", "Izlazak sunca", "Podne", "Ikindija", "Akšam", "Jacija"]
            return (name: name, rows: [heading.map { WorkbookFile.Cell.text($0) }] + rows)
        }
        let days = try read(WorkbookFile(sheets).bytes(), own, TableHints(name: "/srv/vaktija-2026.xlsx"))
        expectWhole(days, own)
    }

    @Test func `what is no timetable of one mosque is named for what it is`() throws {
        let own = try calculator(53.6, -2.15, "Europe/London")
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
            let fault = #expect(throws: ImportRefusal.self) {
                try read(bytes, own, TableHints(today: year.lowerBound))
            }
            #expect(fault?.description.contains(word) == true, "\(word): \(fault?.description ?? "")")
        }
    }

    @Test func `columns that fit equally are not guessed, and --map decides`() throws {
        let own = try calculator(52.52, 13.405, "Europe/Berlin")
        let bytes = lines("Tag,A,B,C,D,E,F,G", own) { day, at in
            ([day.date.description, own.zone.clockText(day[.fajr] - .minutes(40))] + Prayer.allCases.map(at)).joined(
                separator: ","
            )
        }
        let fault = #expect(throws: ImportRefusal.self) { try read(bytes, own) }
        #expect(fault?.description.contains("--map fajr=COLUMN") == true)
        expectWhole(try read(bytes, own, TableHints(columns: ["fajr": "3"])), own)
        expectWhole(try read(bytes, own, TableHints(columns: ["fajr": "B"])), own)
    }

    @Test func `columns whose headings were exchanged are read by the sun, and it says so`() throws {
        let own = try calculator(52.52, 13.405, "Europe/Berlin")
        let bytes = lines("Date,Isha,Sunrise,Asr,Dhuhr,Maghrib,Fajr", own) { day, at in
            ([day.date.description] + Prayer.allCases.map(at)).joined(separator: ",")
        }
        let document = try TimetableDocument(bytes, own, clock: .local, madhab: .shafi)
        expectWhole(document.written.days(in: own.zone), own)
        #expect(document.remarks.contains { $0.contains("column 2 \"Isha\" has the times of fajr") })
    }
}
