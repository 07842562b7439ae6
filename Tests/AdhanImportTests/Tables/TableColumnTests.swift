import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanImport

/// What the columns of a table are taken for.
@Suite struct TableColumnTests {
    private func exchanged(_ sample: TableSample, _ names: [String], _ times: (PrayerDay) -> [String]) throws
        -> TimetableDocument
    {
        try sample.read([["Date"] + names] + sample.days.map { [TableSample.dayFirst($0.date)] + times($0) })
    }

    @Test(arguments: [
        ["Fajr", "Sunrise", "Asr", "Dhuhr", "Maghrib", "Isha"], ["Fajr", "Sunrise", "Dhuhr", "Asr", "Isha", "Maghrib"],
        ["Sunrise", "Fajr", "Dhuhr", "Asr", "Maghrib", "Isha"], ["Sunrise", "Dhuhr", "Asr", "Maghrib", "Isha", "Fajr"],
        ["Imsak", "Fajr", "Dhuhr", "Asr", "Maghrib", "Isha"], ["Sunrise", "Dhuhr", "Asr", "Maghrib", "Isha", ""],
    ])
    func `headings above the wrong columns are overruled by the sun, and it says so`(_ names: [String]) throws {
        for sample in [try TableSample(), try TableSample.jakarta()] {
            for times in [sample.times, sample.halves] {
                let document = try exchanged(sample, names, times)
                #expect(sample.differences(document) == [])
                #expect(document.remarks.contains { $0.contains("is taken for") })
            }
        }
    }

    @Test func `columns that were exchanged below right headings are, too`() throws {
        let london = try TableSample()
        for (one, other) in [(0, 1), (2, 3), (4, 5), (0, 5)] {
            let document = try exchanged(london, TableSample.names) { day in
                var times = london.times(day)
                times.swapAt(one, other)
                return times
            }
            #expect(london.differences(document) == [])
            #expect(document.remarks.count { $0.contains("is taken for") } == 2)
        }
    }

    @Test func `a table that is an hour off keeps its headings`() throws {
        for sample in [try TableSample(), try TableSample.jakarta()] {
            for minutes in [60, -60] {
                let late = sample.days.map { day in
                    Prayer.allCases.map { sample.clock(day[$0] + .minutes(minutes)) }
                }
                let rows = zip(sample.days, late).map { [TableSample.dayFirst($0.date)] + $1 }
                let document = try sample.read([["Date"] + TableSample.names] + rows)
                let read = document.written.days(in: sample.calculator.zone).map { sample.times($0.day) }
                #expect(read == late)
            }
        }
    }

    @Test func `a fixed Dhuhr keeps its heading beside a column with the time of noon`() throws {
        let london = try TableSample()
        let document = try london.read(
            [["Date", "Fajr", "Sunrise", "Mittagsstand", "Dhuhr", "Asr", "Maghrib", "Isha"]]
                + london.days.map { day in
                    var times = london.times(day)
                    times.insert("13:30", at: 3)
                    return [TableSample.dayFirst(day.date)] + times
                }
        )
        let days = document.written.days(in: london.calculator.zone)
        #expect(days.count == 365 && days.allSatisfy { london.clock($0.day[.dhuhr]) == "13:30" })
    }

    @Test func `the zawal is Dhuhr where no column is headed so, and the sunset Maghrib`() throws {
        let london = try TableSample()
        let document = try exchanged(
            london,
            ["صبح صادق", "طلوع آفتاب", "زوال", "عصر", "غروب آفتاب", "عشاء"],
            london.times
        )
        #expect(london.differences(document) == [])
        #expect(document.remarks.contains { $0.contains("is taken for dhuhr, since no column is headed so") })
    }

    @Test func `imsak is kept`() throws {
        let jakarta = try TableSample.jakarta()
        let rows = jakarta.days.map { day in
            [TableSample.dayFirst(day.date), jakarta.clock(day[.fajr] - .minutes(10))] + jakarta.times(day)
        }
        let names = ["Tanggal", "Imsak", "Subuh", "Terbit", "Zuhur", "Ashar", "Magrib", "Isya"]
        let document = try jakarta.read([names] + rows)
        #expect(jakarta.differences(document) == [])
        #expect(document.remarks.contains("imsak: column 2 \"Imsak\""))
        let days = document.written.days(in: jakarta.calculator.zone)
        #expect(days.allSatisfy { $0.day.imsak == $0.day[.fajr] - .minutes(10) })
        let text = TimetableText(days, in: jakarta.calculator.zone)
        let again = try jakarta.read(Array(text.csv.utf8))
        #expect(again.written.days(in: jakarta.calculator.zone).map(\.day) == days.map(\.day))
    }

    @Test func `an imsak that is none is reported, and the day is used`() throws {
        let london = try TableSample()
        let rows = london.days.map { day in
            let isWrong = day.date == london.days[9].date
            let imsak = isWrong ? "12:00" : london.clock(day[.fajr] - .minutes(10))
            return [day.date.description, imsak] + london.times(day)
        }
        let document = try london.read([["date", "imsak"] + TableSample.names] + rows)
        #expect(london.differences(document) == [])
        #expect(document.written.days(in: london.calculator.zone).count { $0.day.imsak == nil } == 1)
        let sentence = document.written.faults.first?.sentence
        #expect(sentence?.contains("imsak is \"12:00\", which is not in the hours before fajr") == true)
    }

    @Test func `one time of 24 hours in a table of twelve leaves the others as they are`() throws {
        let london = try TableSample()
        let names = ["Date"] + TableSample.names + ["Jumu'ah"]
        let rows = london.days.map { day in
            [TableSample.dayFirst(day.date)] + london.halves(day) + [day.date.weekday == 5 ? "13:30" : ""]
        }
        let document = try london.read([names] + rows)
        #expect(london.differences(document) == [])
        #expect(document.remarks.contains { $0.contains("neither am nor pm") })
        let fridays = document.written.days(in: london.calculator.zone).filter { $0.day.date.weekday == 5 }
        #expect(fridays.allSatisfy { $0.day.jumuah.map { london.clock($0) } == ["13:30"] })
    }

    @Test(arguments: ["13:15 / 14:00", "13:15, 14:00", "1:15 & 2:00 pm", "1:15pm and 2:00pm", "13.15 | 14.00"])
    func `several Friday prayers in a cell, also where only Fridays have the last column`(_ cell: String) throws {
        let london = try TableSample()
        let names = ["Date"] + TableSample.names + ["Jumuah"]
        func isFriday(_ day: PrayerDay) -> Bool { day.date.weekday == 5 }
        let rows = london.days.map { day in [TableSample.dayFirst(day.date)] + london.times(day) }
        let filled = zip(rows, london.days).map { $0 + [isFriday($1) ? cell : ""] }
        let sheet = zip(rows, london.days).map { $0 + (isFriday($1) ? [cell] : []) }
        let book = WorkbookFile(([names] + sheet).map { $0.map { .text($0.replacing("&", with: "&amp;")) } })
        for document in [
            try london.read(([names] + filled).map { $0.map { "\"\($0)\"" } }), try london.read(book.bytes()),
        ] {
            #expect(london.differences(document) == [])
            #expect(document.remarks.contains("jumuah: column 8 \"Jumuah\""), "\(document.remarks)")
            for day in document.written.days(in: london.calculator.zone).map(\.day) {
                let found = day.jumuah.map { london.clock($0) }
                #expect(found == (isFriday(day) ? ["13:15", "14:00"] : []), "\(day.date)")
            }
        }
    }

    @Test func `of two columns with one name the sun takes the right one`() throws {
        let london = try TableSample()
        let document = try exchanged(london, ["Fajr", "Alba", "Dhuhr", "Asr", "Sun Set", "Isha"], london.times)
        #expect(london.differences(document) == [])
        #expect(document.remarks.contains { $0.contains("is taken for maghrib") })
    }

    @Test(arguments: [[" / ", ""], ["\n(", ")"]])
    func `of two times in a cell the second is the congregation's`(_ marks: [String]) throws {
        let (between, after) = (marks[0], marks[1])
        let london = try TableSample()
        let rows = london.days.map { day in
            let cells = Prayer.allCases.map { prayer in
                guard prayer != .sunrise else { return london.clock(day[prayer]) }
                return "\"\(london.clock(day[prayer]))\(between)\(london.clock(day[prayer] + .minutes(12)))\(after)\""
            }
            return [TableSample.dayFirst(day.date)] + cells
        }
        let document = try london.read([["Date"] + TableSample.names] + rows)
        #expect(london.differences(document) == [])
        let days = document.written.days(in: london.calculator.zone)
        #expect(days.allSatisfy { day in Prayer.called.allSatisfy { day.day.iqama[$0] == day.day[$0] + .minutes(12) } })
    }

    @Test func `Begins and Jamaat above the columns of all prayers`() throws {
        let london = try TableSample()
        let rows = london.days.map { day in
            [TableSample.dayFirst(day.date)] + london.times(day)
                + Prayer.called.map { london.clock(day[$0] + .minutes(12)) }
        }
        let above = ["", "Begins", "", "", "", "", "", "Jamaat", "", "", "", ""]
        let names = ["Date"] + TableSample.names + TableSample.names.filter { $0 != "Sunrise" }
        let document = try london.read([["Masjid Bilal", "January", "2026"], above, names] + rows)
        #expect(london.differences(document) == [])
        let days = document.written.days(in: london.calculator.zone)
        #expect(days.allSatisfy { day in Prayer.called.allSatisfy { day.day.iqama[$0] == day.day[$0] + .minutes(12) } })
    }

    @Test(arguments: [
        ["Tanggal", "Imsyak", "Shubuh", "Terbit", "Dzuhur", "Ashar", "Maghrib", "Isya"],
        ["Date", "A", "B", "C", "D", "E", "F", "G"],
    ])
    func `the earlier of two columns that may be Fajr, ten minutes apart, is imsak`(headings: [String]) throws {
        let jakarta = try TableSample.jakarta()
        let rows = jakarta.days.map { day in
            [TableSample.dayFirst(day.date), jakarta.clock(day[.fajr] - .minutes(10))] + jakarta.times(day)
        }
        let document = try jakarta.read([headings] + rows)
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
        let london = try TableSample()
        let fast = try CivilDate("2026-02-18")...CivilDate("2026-03-19")
        let rows = london.days.map { day -> [String] in
            let isFast = fast.contains(day.date)
            let sehri = isFast || ahead > 0 ? london.clock(day[.fajr] - .minutes(ahead)) : ""
            var times = london.times(day)
            if isFast { times[0] = "" }
            return [TableSample.dayFirst(day.date), sehri] + times
        }
        let document = try london.read([["Date", "Sehri"] + TableSample.names] + rows)
        #expect(london.differences(document) == [], "\(document.remarks)")
        #expect(document.written.faults.isEmpty, "\(document.written.faults)")
        #expect(document.remarks.contains { $0.contains("fajr on 30 days is from column 2 \"Sehri\"") })
    }

    @Test func `an Iftar on some days and a Maghrib on the others are one column`() throws {
        let london = try TableSample()
        let fast = try CivilDate("2026-02-18")...CivilDate("2026-03-19")
        let rows = london.days.map { day -> [String] in
            var times = london.times(day)
            times.insert(fast.contains(day.date) ? times[4] : "", at: 5)
            if fast.contains(day.date) { times[4] = "" }
            return [TableSample.dayFirst(day.date)] + times
        }
        let names = ["Date", "Fajr", "Sunrise", "Dhuhr", "Asr", "Maghrib", "Iftar", "Isha"]
        let document = try london.read([names] + rows)
        #expect(london.differences(document) == [], "\(document.remarks)")
    }
}
