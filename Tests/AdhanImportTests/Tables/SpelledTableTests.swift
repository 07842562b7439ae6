import AdhanSupport
import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanImport

/// Tables made from the calculation, in many ways to write them, are read to the minute. `make campaign` reads all three hundred; to do
/// it alone:
///
///     ADHAND_SPELLED_TABLES=300 swift test --filter SpelledTable
@Suite struct SpelledTableTests {
    private static let places: [(Double, Double, String)] = [
        (53.6097, -2.1561, "Europe/London"), (51.9244, 4.4777, "Europe/Amsterdam"),
        (41.0082, 28.9784, "Europe/Istanbul"),
        (-6.2, 106.8166, "Asia/Jakarta"), (24.7136, 46.6753, "Asia/Riyadh"), (43.8563, 18.4131, "Europe/Sarajevo"),
        (48.8566, 2.3522, "Europe/Paris"), (40.7282, -73.7949, "America/New_York"),
        (-33.8688, 151.2093, "Australia/Sydney"),
        (59.3293, 18.0686, "Europe/Stockholm"), (31.5497, 74.3436, "Asia/Karachi"), (40.4168, -3.7038, "Europe/Madrid"),
    ]

    struct Trial {
        let table: SpelledTable
        let calculator: PrayerCalculator
        let isMonth: Bool

        init(_ index: Int, using random: inout SeededGenerator) throws {
            let (latitude, longitude, zone) = SpelledTableTests.places[index % SpelledTableTests.places.count]
            let methods: [CalculationMethod] = [.mwl, .karachi, .isna, .turkey, .ummAlQura]
            var calculator = PrayerCalculator(
                coordinates: try Coordinates(latitude: latitude, longitude: longitude),
                zone: try SystemZones.find(zone),
                method: methods.randomElement(using: &random) ?? .mwl
            )
            calculator.highLatitude = .seventhOfNight
            var spelling = TableSpelling()
            spelling.dates = TableSpelling.Dates.allCases[index % TableSpelling.Dates.allCases.count]
            spelling.clock = TableSpelling.Clock.allCases.randomElement(using: &random) ?? .usual
            spelling.script = TableSpelling.Script.allCases.randomElement(using: &random) ?? .latin
            spelling.separator = [",", ";", "\t"].randomElement(using: &random) ?? ","
            spelling.headings =
                Int.random(in: 0..<6, using: &random) == 0 ? nil : TableSpelling.languages.randomElement(using: &random)
            spelling.hasTitle = Bool.random(using: &random)
            spelling.hasWeekday = Bool.random(using: &random)
            spelling.hasHijri = Bool.random(using: &random)
            spelling.hasRemarks = Bool.random(using: &random)
            spelling.hasSunrise = Int.random(in: 0..<4, using: &random) > 0
            let hasNames = spelling.headings != nil && spelling.headings?.first != "One"
            if hasNames, Bool.random(using: &random) {
                spelling.iqama = TableSpelling.Iqama.allCases.randomElement(using: &random)
            }
            if hasNames, Int.random(in: 0..<4, using: &random) == 0 { spelling.madhabs = 2 }
            if hasNames, spelling.headings?.first != "İmsak" {
                spelling.hasImsak = Int.random(in: 0..<4, using: &random) == 0
            }
            // A month has its name above it, or in the file's name.
            isMonth = spelling.dates != .none && Int.random(in: 0..<4, using: &random) == 0
            let month = Int.random(in: 1...12, using: &random)
            let first = try CivilDate(year: 2026, month: isMonth ? month : 1, day: 1)
            let next = try CivilDate(
                year: isMonth && month < 12 ? 2026 : 2027,
                month: isMonth && month < 12 ? month + 1 : 1,
                day: 1
            )
            let dates = first...next.adding(days: -1)
            self.calculator = calculator
            var hanafi = calculator
            hanafi.madhab = .hanafi
            table = SpelledTable(
                spelling: spelling,
                days: calculator.days(dates),
                later: hanafi.days(dates),
                zone: calculator.zone
            )
        }

        /// The year 2026 in one of the places, or a part of it.
        init(
            _ spelling: TableSpelling,
            in zone: String,
            from first: String = "2026-01-01",
            to last: String = "2026-12-31"
        ) throws {
            let place = try #require(SpelledTableTests.places.first { $0.2 == zone })
            let calculator = PrayerCalculator(
                coordinates: try Coordinates(latitude: place.0, longitude: place.1),
                zone: try SystemZones.find(zone),
                method: .isna
            )
            let days = calculator.days(try CivilDate(first)...CivilDate(last))
            (self.calculator, isMonth) = (calculator, false)
            table = SpelledTable(spelling: spelling, days: days, later: days, zone: calculator.zone)
        }

        /// What differs from the calculation; empty if all is as it was written.
        func faults(_ bytes: [UInt8], name: String) -> [String] {
            let hints = TableHints(name: name, today: table.days.first?.date)
            do {
                let document = try TimetableDocument(bytes, calculator, clock: .local, madhab: .shafi, hints)
                let read = document.written.days(in: calculator.zone)
                var faults = read.count == table.days.count ? [] : ["\(read.count) days of \(table.days.count)"]
                faults += document.written.faults.prefix(3).map { "\($0)" }
                for (filed, day) in zip(read, table.days) {
                    for prayer in Prayer.allCases where prayer != .sunrise || table.spelling.hasSunrise {
                        let (found, right) = (
                            calculator.zone.clockText(filed.day[prayer]), calculator.zone.clockText(day[prayer])
                        )
                        if filed.day.date != day.date || found != right {
                            faults.append("\(filed.day.date) \(prayer) \(found), not \(day.date) \(right)")
                        }
                    }
                    guard table.spelling.iqama != nil else { continue }
                    for prayer in Prayer.called
                    where filed.day.iqama[prayer] != filed.day[prayer] + .minutes(SpelledTable.wait(prayer)) {
                        faults.append(
                            "\(day.date) iqama of \(prayer): \(filed.day.iqama[prayer].map { calculator.zone.clockText($0) } ?? "none")"
                        )
                    }
                }
                return faults.isEmpty ? [] : faults.prefix(4) + document.remarks
            } catch {
                return ["\(error)"]
            }
        }
    }

    private func expectRead(_ trial: Trial, _ name: String = "2026.csv") {
        #expect(trial.faults(Array(trial.table.text.utf8), name: name) == [])
    }

    @Test func `the names and dates of a strict table do not hide that its headings are merged`() throws {
        var spelling = TableSpelling()
        (spelling.dates, spelling.headings) = (.iso, ["Fajr", "Sunrise", "Dhuhr", "Asr", "Maghrib", "Isha"])
        spelling.iqama = .merged
        expectRead(try Trial(spelling, in: "Europe/London"))
    }

    @Test func `on a 12-hour clock Maghrib, or an afternoon in June, is not taken for a sunrise that is off`() throws {
        var spelling = TableSpelling()
        (spelling.dates, spelling.clock, spelling.hasWeekday, spelling.hasSunrise) = (.none, .twelve, true, false)
        for iqama in [nil, TableSpelling.Iqama.named] {
            spelling.iqama = iqama
            expectRead(try Trial(spelling, in: "Asia/Jakarta"))
        }
        spelling = TableSpelling()
        (spelling.dates, spelling.clock, spelling.hasSunrise) = (.firstHeading, .twelve, false)
        spelling.headings = ["Subuh", "Syuruk", "Zohor", "Asar", "Maghrib", "Isyak"]
        let june = try Trial(spelling, in: "Europe/Istanbul", from: "2026-06-01", to: "2026-06-30")
        expectRead(june, "times 2026-06.csv")
    }

    @Test func `every combination of spellings is read to the minute`() throws {
        var random = SeededGenerator(seed: Fuzzing.seed)
        var failed = 0
        let count = Fuzzing.rounds("ADHAND_SPELLED_TABLES", usual: 28)
        for index in 0..<count {
            let trial = try Trial(index, using: &random)
            let text = trial.table.text
            let bytes: [UInt8] =
                switch index % 7 {
                case 1: [0xEF, 0xBB, 0xBF] + Array(text.utf8)
                case 2: [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
                case 3: [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
                default: Array(text.utf8)
                }
            let name =
                trial.isMonth ? "times \(trial.table.days.first?.date.description.prefix(7) ?? "").csv" : "2026.csv"
            let faults = trial.faults(bytes, name: name)
            guard !faults.isEmpty else { continue }
            failed += 1
            if failed <= 12 {
                Issue.record("table \(index): \(faults)\n\(trial.table.spelling)\n\(text.prefix(500))")
            }
        }
        #expect(failed == 0, "of \(count)")
    }
}
