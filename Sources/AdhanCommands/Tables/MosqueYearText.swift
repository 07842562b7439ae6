import AdhanCore

/// Days in the mosque-year format.
struct MosqueYearText {
    private let document: Year

    /// - Parameters:
    ///   - days: of that year.
    ///   - text: the same days on the mosque's wall clock.
    init(year: Int, mosque: String?, at location: Coordinates?, _ days: [FileDay], _ text: TimetableText) {
        document = Year(
            year: year,
            mosque: mosque,
            location: location.map { Location(latitude: $0.latitude, longitude: $0.longitude) },
            prayerTimes: days.map { Day($0, text) }
        )
    }

    var json: String {
        get throws { try JSONText.encode(document) }
    }

    private struct Year: Encodable {
        let year: Int
        let mosque: String?
        let location: Location?
        let prayerTimes: [Day]
    }

    private struct Location: Encodable {
        let latitude: Double
        let longitude: Double
    }

    private struct Day: Encodable {
        struct Times: Encodable {
            let adhan: String
            let jamaah: String?
        }
        let date: String
        let sunrise: String
        let fajr, dhuhr, asr, maghrib, isha: Times
        let jummah: String?

        init(_ day: FileDay, _ text: TimetableText) {
            func times(_ prayer: Prayer) -> Times {
                Times(adhan: text.adhan(prayer, of: day), jamaah: text.iqama(prayer, of: day))
            }
            (date, sunrise, jummah) = (
                day.day.date.description, text.adhan(.sunrise, of: day), text.jumuah(of: day)
            )
            (fajr, dhuhr, asr) = (times(.fajr), times(.dhuhr), times(.asr))
            (maghrib, isha) = (times(.maghrib), times(.isha))
        }
    }
}
