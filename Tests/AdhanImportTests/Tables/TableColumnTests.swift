import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanImport

/// What the columns of a table are taken for.
@Suite struct TableColumnTests {
    private let london: TableSample

    init() throws { london = try TableSample() }

    @Test(arguments: [
        ["Fajr", "Sunrise", "Asr", "Dhuhr", "Maghrib", "Isha"], ["Fajr", "Sunrise", "Dhuhr", "Asr", "Isha", "Maghrib"],
        ["Sunrise", "Fajr", "Dhuhr", "Asr", "Maghrib", "Isha"], ["Sunrise", "Dhuhr", "Asr", "Maghrib", "Isha", "Fajr"],
        ["Imsak", "Fajr", "Dhuhr", "Asr", "Maghrib", "Isha"], ["Sunrise", "Dhuhr", "Asr", "Maghrib", "Isha", ""],
    ])
    func `headings above the wrong columns are overruled by the sun, and it says so`(_ names: [String]) throws {
        for sample in [london, try TableSample.jakarta()] {
            for times in [sample.times, sample.halves] {
                let document = try sample.read(sample.spelled(names: names, times: times))
                #expect(sample.differences(document) == [])
                #expect(document.remarks.contains { $0.contains("is taken for") })
            }
        }
    }

    @Test func `columns that were exchanged below right headings are, too`() throws {
        for (one, other) in [(0, 1), (2, 3), (4, 5), (0, 5)] {
            let rows = london.spelled(times: { day in
                var times = london.times(day)
                times.swapAt(one, other)
                return times
            })
            let document = try london.read(rows)
            #expect(london.differences(document) == [])
            #expect(document.remarks.count { $0.contains("is taken for") } == 2)
        }
        // The check of the table says it as well.
        let names = ["Fajr", "Sunrise", "Dhuhr", "Maghrib", "Asr", "Isha"]
        let document = try london.read(london.table(names: names))
        #expect(london.differences(document) == [])
        #expect(document.written.remarks.contains { $0.description.contains("has the times of") })
    }

    @Test func `a table that is an hour off keeps its headings`() throws {
        for sample in [london, try TableSample.jakarta()] {
            for minutes in [60, -60] {
                func late(_ day: PrayerDay) -> [String] {
                    Prayer.allCases.map { sample.clock(day[$0] + .minutes(minutes)) }
                }
                let document = try sample.read(sample.spelled(times: late))
                #expect(sample.found(document).map(sample.times) == sample.days.map(late))
            }
        }
    }

    @Test func `a fixed Dhuhr keeps its heading beside a column with the time of noon`() throws {
        let names = ["Fajr", "Sunrise", "Mittagsstand", "Asr", "Maghrib", "Isha"]
        let rows = london.table(["Dhuhr"], at: 3, names: names) { _ in ["13:30"] }
        let days = london.found(try london.read(rows))
        #expect(days.count == 365 && days.allSatisfy { london.clock($0[.dhuhr]) == "13:30" })
    }

    @Test func `the zawal is Dhuhr where no column is headed so, and the sunset Maghrib`() throws {
        let names = ["صبح صادق", "طلوع آفتاب", "زوال", "عصر", "غروب آفتاب", "عشاء"]
        let document = try london.read(london.table(names: names))
        #expect(london.differences(document) == [])
        #expect(document.remarks.contains { $0.contains("is taken for dhuhr, since no column is headed so") })
    }

    @Test func `imsak is kept, and one that is none is reported`() throws {
        let jakarta = try TableSample.jakarta()
        let names = ["Subuh", "Terbit", "Zuhur", "Ashar", "Magrib", "Isya"]
        let rows = jakarta.table(["Imsak"], at: 0, names: names) { [jakarta.clock($0[.fajr] - .minutes(10))] }
        let document = try jakarta.read(rows)
        #expect(jakarta.differences(document) == [])
        #expect(document.remarks.contains("imsak: column 2 \"Imsak\""))
        let days = jakarta.found(document)
        #expect(days.allSatisfy { $0.imsak == $0[.fajr] - .minutes(10) })
        let zone = jakarta.calculator.zone
        let text = TimetableText(document.written.days(in: zone), in: zone)
        #expect(jakarta.found(try jakarta.read(Array(text.csv.utf8))) == days)

        var doubtful = london.spelled(
            ["imsak"],
            at: 0,
            date: \.description,
            cells: { day in
                [day.date == london.days[9].date ? "12:00" : london.clock(day[.fajr] - .minutes(10))]
            }
        )
        doubtful[0][0] = "date"
        let wrong = try london.read(doubtful)
        #expect(london.differences(wrong) == [] && london.found(wrong).count { $0.imsak == nil } == 1)
        let sentence = wrong.written.faults.first?.sentence
        #expect(sentence?.contains("imsak is \"12:00\", which is not in the hours before fajr") == true)
    }

    @Test func `one time of 24 hours in a table of twelve leaves the others as they are`() throws {
        let rows = london.spelled(["Jumu'ah"], times: london.halves, cells: { [$0.date.weekday == 5 ? "13:30" : ""] })
        let document = try london.read(rows)
        #expect(london.differences(document) == [])
        #expect(document.remarks.contains { $0.contains("neither am nor pm") })
        let fridays = london.found(document).filter { $0.date.weekday == 5 }
        #expect(fridays.allSatisfy { $0.jumuah.map(london.clock) == ["13:30"] })
    }

    @Test(arguments: ["13:15 / 14:00", "13:15, 14:00", "1:15 & 2:00 pm", "1:15pm and 2:00pm", "13.15 | 14.00"])
    func `several Friday prayers in a cell, also where only Fridays have the last column`(_ cell: String) throws {
        func isFriday(_ day: PrayerDay) -> Bool { day.date.weekday == 5 }
        let filled = london.table(["Jumuah"]) { [isFriday($0) ? cell : ""] }
        let sheet = london.table(["Jumuah"]) { isFriday($0) ? [cell] : [] }
        let book = WorkbookFile(sheet.map { $0.map { .text($0.replacing("&", with: "&amp;")) } })
        for document in [try london.read(filled.map { $0.map { "\"\($0)\"" } }), try london.read(book.bytes())] {
            #expect(london.differences(document) == [])
            #expect(document.remarks.contains("jumuah: column 8 \"Jumuah\""), "\(document.remarks)")
            for day in london.found(document) {
                let right = isFriday(day) ? ["13:15", "14:00"] : []
                #expect(day.jumuah.map(london.clock) == right, "\(day.date)")
            }
        }
    }

    @Test func `of two columns with one name the sun takes the right one`() throws {
        let names = ["Fajr", "Alba", "Dhuhr", "Asr", "Sun Set", "Isha"]
        let document = try london.read(london.table(names: names))
        #expect(london.differences(document) == [])
        #expect(document.remarks.contains { $0.contains("is taken for maghrib") })
    }

    /// Expects that each congregation is twelve minutes after its prayer.
    private func expectWaits(_ document: TimetableDocument) {
        #expect(london.differences(document) == [])
        for day in london.found(document) {
            #expect(Prayer.called.allSatisfy { day.iqama[$0] == day[$0] + .minutes(12) }, "\(day.date)")
        }
    }

    @Test func `of two times in a cell the second is the congregation's`() throws {
        for (between, after) in [(" / ", ""), ("\n(", ")")] {
            let rows = london.spelled(times: { day in
                Prayer.allCases.map { prayer in
                    guard prayer != .sunrise else { return london.clock(day[prayer]) }
                    let iqama = london.clock(day[prayer] + .minutes(12))
                    return "\"\(london.clock(day[prayer]))\(between)\(iqama)\(after)\""
                }
            })
            expectWaits(try london.read(rows))
        }
    }

    @Test func `Begins and Jamaat above the columns of all prayers`() throws {
        let rows = london.table(TableSample.names.filter { $0 != "Sunrise" }) { day in
            Prayer.called.map { london.clock(day[$0] + .minutes(12)) }
        }
        let above = ["", "Begins", "", "", "", "", "", "Jamaat", "", "", "", ""]
        expectWaits(try london.read([["Masjid Bilal", "January", "2026"], above] + rows))
    }

    @Test(arguments: [
        ["Tanggal", "Imsyak", "Shubuh", "Terbit", "Dzuhur", "Ashar", "Maghrib", "Isya"],
        ["Date", "A", "B", "C", "D", "E", "F", "G"],
    ])
    func `the earlier of two columns that may be Fajr, ten minutes apart, is imsak`(headings: [String]) throws {
        let jakarta = try TableSample.jakarta()
        let rows = jakarta.table([""], at: 0) { [jakarta.clock($0[.fajr] - .minutes(10))] }
        let document = try jakarta.read([headings] + rows.dropFirst())
        #expect(jakarta.differences(document) == [])
        #expect(document.remarks.contains { $0.hasPrefix("imsak: column 2") }, "\(document.remarks)")
        // Beside congregations, the later one is Fajr's.
        let iqamas = jakarta.days.map { day in
            [TableSample.dayFirst(day.date), jakarta.clock(day[.fajr])]
                + Prayer.allCases.flatMap { prayer in
                    prayer == .sunrise ? [] : [jakarta.clock(day[prayer] + .minutes(10))]
                } + jakarta.times(day).dropFirst()
        }
        let doubtful = try? jakarta.read(iqamas)
        #expect(doubtful?.remarks.contains { $0.hasPrefix("imsak") } != true)
    }

    @Test(arguments: [0, 10])
    func `a day with Sehri only beside days with Fajr has its Fajr from Sehri`(ahead: Int) throws {
        let fast = try CivilDate("2026-02-18")...CivilDate("2026-03-19")
        var rows = london.table(["Sehri"], at: 0) { day in
            [fast.contains(day.date) || ahead > 0 ? london.clock(day[.fajr] - .minutes(ahead)) : ""]
        }
        for (row, day) in london.days.enumerated() where fast.contains(day.date) { rows[row + 1][2] = "" }
        let document = try london.read(rows)
        #expect(london.differences(document) == [], "\(document.remarks)")
        #expect(document.written.faults.isEmpty, "\(document.written.faults)")
        #expect(document.remarks.contains { $0.contains("fajr on 30 days is from column 2 \"Sehri\"") })
    }

    @Test func `an Iftar on some days and a Maghrib on the others are one column`() throws {
        let fast = try CivilDate("2026-02-18")...CivilDate("2026-03-19")
        var rows = london.table(["Iftar"], at: 5) { [fast.contains($0.date) ? london.clock($0[.maghrib]) : ""] }
        for (row, day) in london.days.enumerated() where fast.contains(day.date) { rows[row + 1][5] = "" }
        let document = try london.read(rows)
        #expect(london.differences(document) == [], "\(document.remarks)")
    }
}
