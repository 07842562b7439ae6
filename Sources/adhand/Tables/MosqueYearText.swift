import AdhanCore

/// Days in the mosque-year format. A time that cannot be read is left out of its day.
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

    /// One time as a text, several as a list.
    private struct Jumuah: Encodable {
        let times: [String]

        init?(times: [String]) {
            guard !times.isEmpty else { return nil }
            self.times = times
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            if let only = times.first, times.count == 1 {
                try container.encode(only)
            } else {
                try container.encode(times)
            }
        }
    }

    private struct Day: Encodable {
        struct Times: Encodable {
            let adhan: String?
            let jamaah: String?
        }
        let date: String
        let imsak: String?
        let sunrise: String?
        let fajr, dhuhr, asr, maghrib, isha: Times?
        let jummah, jummahJamaah: Jumuah?

        init(_ day: FileDay, _ text: TimetableText) {
            func times(_ prayer: Prayer) -> Times? {
                let (adhan, jamaah) = (text.adhan(prayer, of: day), text.iqama(prayer, of: day))
                return adhan == nil && jamaah == nil ? nil : Times(adhan: adhan, jamaah: jamaah)
            }
            (date, sunrise) = (day.day.date.description, text.adhan(.sunrise, of: day))
            imsak = text.imsak(of: day)
            jummah = Jumuah(times: text.jumuah(of: day, isPrayer: false))
            jummahJamaah = Jumuah(times: text.jumuah(of: day, isPrayer: true))
            (fajr, dhuhr, asr) = (times(.fajr), times(.dhuhr), times(.asr))
            (maghrib, isha) = (times(.maghrib), times(.isha))
        }
    }
}
