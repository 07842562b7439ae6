import AdhanCore
import AdhanSupport
import AdhanTimetables

@testable import AdhanPanel

/// Calculated times of London as a mosque's table, and the rules of the mosque.
struct TimesSample {
    static let place =
        "[place]\nname = \"Central Mosque\"\nlatitude = 51.5074\nlongitude = -0.1278\n"
        + "timezone = \"Europe/London\"\n"
    static let names = ["Fajr", "Sunrise", "Dhuhr", "Asr", "Maghrib", "Isha"]

    let calculator: PrayerCalculator

    init() throws {
        calculator = PrayerCalculator(
            coordinates: try Coordinates(latitude: 51.5074, longitude: -0.1278),
            zone: try SystemZones.find("Europe/London"),
            method: .mwl
        )
    }

    var validator: TimetableValidator { TimetableValidator(calculator: calculator) }

    func days(_ first: String, _ last: String) throws -> [PrayerDay] {
        calculator.days(try CivilDate(first)...CivilDate(last))
    }

    func times(_ day: PrayerDay) -> [String] { Prayer.allCases.map { calculator.zone.clockText(day[$0]) } }

    /// adhand's own CSV.
    ///
    /// - Parameter changes: other times, as `["2027-02-03": ["asr": "03:21"]]`.
    func csv(_ days: [PrayerDay], _ changes: [String: [String: String]] = [:]) -> String {
        let rows = days.map { day in
            let other = changes["\(day.date)"] ?? [:]
            let times = zip(Prayer.allCases, times(day)).map { other[$0.rawValue] ?? $1 }
            return (["\(day.date)"] + times).joined(separator: ",")
        }
        return (["date,fajr,sunrise,dhuhr,asr,maghrib,isha"] + rows).joined(separator: "\n") + "\n"
    }

    /// A table that no known format reads: its dates are as `03/02/2027`.
    func foreign(_ days: [PrayerDay], _ head: [String] = ["Date"] + names) -> String {
        let rows = days.map { day in
            let (year, month, number) = day.date.components
            let date = "\(number.padded(to: 2))/\(month.padded(to: 2))/\(year)"
            return ([date] + times(day)).joined(separator: ",")
        }
        return ([head.joined(separator: ",")] + rows).joined(separator: "\n") + "\n"
    }

    func proposal(_ text: String) throws -> TimesProposal {
        TimesProposal(try WrittenTimetable(Array(text.utf8)), validator)
    }
}
