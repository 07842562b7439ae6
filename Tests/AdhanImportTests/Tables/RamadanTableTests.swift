import AdhanCore
import Testing

@testable import AdhanImport

/// Tables of one Ramadan whose rows have only the number of the day in it.
@Suite struct RamadanTableTests {
    private let jakarta: TableSample
    private let names = ["Ahad", "Senin", "Selasa", "Rabu", "Kamis", "Jumat", "Sabtu"]

    init() throws { jakarta = try TableSample.jakarta() }

    /// Ramadan 1447, by Umm al-Qura's calendar from 18 February 2026 on.
    private func ramadan(_ later: Int = 0) throws -> [PrayerDay] {
        let first = try CivilDate("2026-02-18").adding(days: later)
        return jakarta.calculator.days(first...first.adding(days: 29))
    }

    private func table(_ title: String?, _ heading: String, _ days: [PrayerDay]) -> [[String]] {
        let rows = days.enumerated().map { ["\($0 + 1)"] + jakarta.times($1) }
        return (title.map { [[$0]] } ?? []) + [[heading] + TableSample.names] + rows
    }

    @Test(arguments: [
        ("Jadwal Imsakiyah Ramadhan 1447 H / 2026 M", "Ramadhan"), ("Ramazan 2026", "Gün"),
        ("إمساكية رمضان ١٤٤٧", "اليوم"),
        ("Ramadan Timetable 1447 H", "No"), ("Waktu Puasa 2026", "Hari"), ("Times of 2026", "Ramadan"),
        ("Al-Noor", "Ramadan 1447"), ("Al-Noor", "1447 H Ramadan"),
        ("Al-Noor", "Ramadan 1447 H"), ("Al-Noor", "Ramadan 2026"),
    ])
    func `a table of Ramadan is dated by the Hijri calendar`(title: String, heading: String) throws {
        let days = try ramadan()
        let document = try jakarta.read(table(title, heading, days))
        #expect(jakarta.differences(document, days) == [])
        #expect(document.remarks.contains { $0.contains("1 Ramadan 1447 is 2026-02-18") })
    }

    @Test(arguments: [-1, 1])
    func `weekdays tell that Ramadan began a day earlier or later`(_ later: Int) throws {
        let days = try ramadan(later)
        let rows = days.enumerated().map { ["\($0 + 1)", names[$1.date.weekday]] + jakarta.times($1) }
        let document = try jakarta.read([["Ramadhan 1447 H"], ["Ramadhan", "Hari"] + TableSample.names] + rows)
        #expect(jakarta.differences(document, days) == [])
    }

    @Test func `Ramadan of an unknown year, or of another season, is refused with what decides`() throws {
        let days = try ramadan()
        let rows = table("Ramadan", "No", days)
        #expect(jakarta.refusal(rows).contains("--year 2026, or write 1447 H"))
        let late = TableHints(today: try CivilDate("2026-11-26"))
        #expect(jakarta.refusal(rows, late).contains("--year 2027, or write 1448 H"))
        #expect(throws: ImportRefusal.self) { try jakarta.read(table("Ramadan 1447 H", "No", jakarta.month(9))) }
    }

    @Test func `rows in order are no month where a column looks like dates or the sun is minutes away`() throws {
        let days = try ramadan()
        let unread = days.enumerated().map { ["\($0 + 1) Xyzaban"] + jakarta.times($1) }
        #expect(throws: ImportRefusal.self) { try jakarta.read([["Tarikh"] + TableSample.names] + unread) }
        let bare = days.map { jakarta.times($0) }
        #expect(throws: ImportRefusal.self) { try jakarta.read([TableSample.names] + bare) }
    }

    @Test(arguments: ["Hijri", "Ramadan", "Date", "Tanggal"])
    func `dates of the Hijri calendar are read with their year`(heading: String) throws {
        let days = try ramadan()
        func rows(_ written: (Int) -> String) -> [[String]] {
            [[heading] + TableSample.names] + days.enumerated().map { [written($0 + 1)] + jakarta.times($1) }
        }
        let spellings: [(Int) -> String] = [
            { "\($0) Ramadan 1447" }, { "\($0) Ramadhan 1447 H" }, { "١٤٤٧ رمضان \($0)" },
            { "1447-09-\($0.padded(to: 2))" },
            { "\($0.padded(to: 2))/09/1447" },
        ]
        for spelling in spellings {
            let document = try jakarta.read(rows(spelling))
            #expect(jakarta.differences(document, days) == [], "\(spelling(1))")
            #expect(document.remarks.contains { $0.contains("1 Ramadan 1447 is 2026-02-18") }, "\(document.remarks)")
        }
        // A whole year of them, and weekdays that say that the months began a day later.
        let year = jakarta.days.filter { HijriCalendar.ummAlQura.date($0.date)?.month.year == 1447 }
        let later = year.compactMap { day -> [String]? in
            guard let hijri = HijriCalendar.ummAlQura.date(day.date.adding(days: -1)) else { return nil }
            return [names[day.date.weekday], "\(hijri.day) \(hijri.month.name) \(hijri.month.year)"]
                + jakarta.times(day)
        }
        let document = try jakarta.read([["Hari", heading] + TableSample.names] + later)
        #expect(jakarta.differences(document, year) == [])
    }

    @Test func `dates of the Hijri calendar that contradict the weekdays are refused`() throws {
        let rows = try ramadan().enumerated().map { number, day in
            ["\(number + 1) Ramadan 1447", names[(day.date.weekday + 3) % 7]] + jakarta.times(day)
        }
        let refusal = jakarta.refusal([["Hijri", "Hari"] + TableSample.names] + rows)
        #expect(refusal.contains("2026-02-18"), "\(refusal)")
    }
}
