import AdhanCore
import AdhanTimetables
import Testing

/// Tables of one Ramadan whose rows have only the number of the day in it.
@Suite struct RamadanTableTests {
    private let jakarta: TableSample

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
        let names = ["Ahad", "Senin", "Selasa", "Rabu", "Kamis", "Jumat", "Sabtu"]
        let rows = days.enumerated().map { ["\($0 + 1)", names[$1.date.weekday]] + jakarta.times($1) }
        let document = try jakarta.read([["Ramadhan 1447 H"], ["Ramadhan", "Hari"] + TableSample.names] + rows)
        #expect(jakarta.differences(document, days) == [])
    }

    @Test func `Ramadan of an unknown year, or of another season, is refused with what decides`() throws {
        let days = try ramadan()
        let unknown = #expect(throws: TimetableRefusal.self) {
            try jakarta.read(table("Ramadan", "No", days))
        }
        #expect(unknown?.description.contains("--year") == true)
        let september = jakarta.days.filter { $0.date.components.month == 9 }
        #expect(throws: TimetableRefusal.self) { try jakarta.read(table("Ramadan 1447 H", "No", september)) }
    }

    @Test func `rows in order are no month where a column looks like dates or the sun is minutes away`() throws {
        let days = try ramadan()
        let unread = days.enumerated().map { ["\($0 + 1) Xyzaban"] + jakarta.times($1) }
        #expect(throws: TimetableRefusal.self) { try jakarta.read([["Tarikh"] + TableSample.names] + unread) }
        let bare = days.map { jakarta.times($0) }
        #expect(throws: TimetableRefusal.self) { try jakarta.read([TableSample.names] + bare) }
    }
}
