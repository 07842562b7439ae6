import AdhanCore
import AdhanSupport

/// Days in the mosque-year format. A time that cannot be read is left out of its day.
enum MosqueYearText {
    /// - Parameters:
    ///   - text: the same days on the mosque's wall clock.
    static func json(
        year: Int,
        mosque: String?,
        at location: Coordinates?,
        _ days: [FileDay],
        _ text: TimetableText
    ) throws -> String {
        let document: JSONObject = [
            "year": year, "mosque": mosque,
            "location": location.map { ["latitude": $0.latitude, "longitude": $0.longitude] as JSONObject },
            "prayerTimes": days.map { day($0, text) },
        ]
        return try JSONText.encode(document)
    }

    private static func day(_ day: FileDay, _ text: TimetableText) -> JSONObject {
        func times(_ prayer: Prayer) -> JSONObject? {
            let (adhan, jamaah) = (text.adhan(prayer, of: day), text.iqama(prayer, of: day))
            return adhan == nil && jamaah == nil ? nil : ["adhan": adhan, "jamaah": jamaah]
        }
        /// One time as a text, several as a list.
        func jumuah(isPrayer: Bool) -> (any Encodable)? {
            let times = text.jumuah(of: day, isPrayer: isPrayer)
            return times.count > 1 ? times : times.first
        }
        return [
            "date": day.day.date.description, "imsak": text.imsak(of: day), "sunrise": text.adhan(.sunrise, of: day),
            "fajr": times(.fajr), "dhuhr": times(.dhuhr), "asr": times(.asr), "maghrib": times(.maghrib),
            "isha": times(.isha), "jummah": jumuah(isPrayer: false), "jummahJamaah": jumuah(isPrayer: true),
        ]
    }
}
