import Testing

@testable import AdhanCore

/// The three days of `MosqueFile.good` in each of the formats.
enum ShapeSample: String, CaseIterable {
    case mosqueYear, alAdhanMonth, alAdhanYear, alAdhanMoments, london, dailyPrayerTime, dailyPrayerTimeTable, table
    case semicolons

    var text: String {
        switch self {
        case .mosqueYear: MosqueFile.good
        case .alAdhanMonth: Self.answer("[\n\(Self.alAdhanDays { "\($0) (GMT)" })]")
        case .alAdhanYear: Self.answer("{\"1\":[],\"2\":[\n\(Self.alAdhanDays { "\($0) (+00)" })]}")
        case .alAdhanMoments:
            Self.answer("[\n" + Self.alAdhanDays { "DATET\($0):00+00:00" } + "]")
        case .london:
            """
            {"city":"london","times":{
            "2026-02-02":{"date":"2026-02-02","fajr":"05:42","sunrise":"07:37","dhuhr":"12:20","asr":"14:27","asr_2":"15:03",
             "magrib":"16:52","isha":"18:41"},
            "2026-02-03":{"date":"2026-02-03","fajr":"05:41","fajr_jamat":"06:30","sunrise":"07:36","dhuhr":"12:20",
             "dhuhr_jamat":"13:00","asr":"14:28","asr_2":"15:05","asr_jamat":"15:15","magrib":"16:54",
             "magrib_jamat":"16:59","isha":"18:42","isha_jamat":"19:45","jummah":"12:45"},
            "2026-02-04":{"date":"2026-02-04","fajr":"05:40","sunrise":"07:34","dhuhr":"12:20","asr":"14:29","asr_2":"15:06",
             "magrib":"16:55","isha":"18:44"}}}
            """
        case .dailyPrayerTime:
            """
            [{"d_date":"2026-02-02","fajr_begins":"05:42:00","sunrise":"07:37:00","zuhr_begins":"12:20:00",
              "asr_mithl_1":"14:27:00","asr_mithl_2":"15:03:00","maghrib_begins":"16:52:00","isha_begins":"18:41:00"},
             {"d_date":"2026-02-03","fajr_begins":"05:41:00","fajr_jamah":"06:30:00","sunrise":"07:36:00",
              "zuhr_begins":"12:20:00","zuhr_jamah":"13:00:00","asr_mithl_1":"14:28:00","asr_mithl_2":"15:05:00",
              "asr_jamah":"15:15:00","maghrib_begins":"16:54:00","maghrib_jamah":"16:59:00","isha_begins":"18:42:00",
              "isha_jamah":"19:45:00","jumuah":"12:45:00"},
             {"d_date":"2026-02-04","fajr_begins":"05:40:00","fajr_jamah":"00:00:00","sunrise":"07:34:00",
              "zuhr_begins":"12:20:00","asr_mithl_1":"14:29:00","asr_mithl_2":"15:06:00","maghrib_begins":"16:55:00",
              "isha_begins":"18:44:00"}]
            """
        case .dailyPrayerTimeTable:
            """
            d_date,fajr_begins,fajr_jamah,sunrise,zuhr_begins,zuhr_jamah,asr_mithl_1,asr_mithl_2,asr_jamah,maghrib_begins,\
            maghrib_jamah,isha_begins,isha_jamah,jumuah
            2026-02-02,05:42:00,,07:37:00,12:20:00,,14:27:00,15:03:00,,16:52:00,,18:41:00,,
            2026-02-03,05:41:00,06:30:00,07:36:00,12:20:00,13:00:00,14:28:00,15:05:00,15:15:00,16:54:00,\
            16:59:00,18:42:00,19:45:00,12:45:00
            2026-02-04,05:40:00,,07:34:00,12:20:00,,14:29:00,15:06:00,,16:55:00,,18:44:00,,

            """
        case .table: Self.plainTable
        case .semicolons: Self.plainTable.replacing(",", with: ";").replacing("\n", with: "\r\n")
        }
    }

    var shape: TimetableShape {
        switch self {
        case .mosqueYear: .mosqueYear
        case .alAdhanMonth, .alAdhanYear, .alAdhanMoments: .alAdhan
        case .london: .london
        case .dailyPrayerTime: .list
        case .dailyPrayerTimeTable, .table, .semicolons: .csv
        }
    }

    /// Whether its middle day has the congregation's times.
    var hasIqama: Bool { shape != .alAdhan }

    static let times = [
        "2026-02-02": ["05:42", "07:37", "12:20", "14:27", "16:52", "18:41"],
        "2026-02-03": ["05:41", "07:36", "12:20", "14:28", "16:54", "18:42"],
        "2026-02-04": ["05:40", "07:34", "12:20", "14:29", "16:55", "18:44"],
    ]

    private static let plainTable = """
        date,fajr,sunrise,dhuhr,asr,maghrib,isha,fajr_iqama,dhuhr_iqama,asr_iqama,maghrib_iqama,isha_iqama,jumuah
        2026-02-02,05:42,07:37,12:20,14:27,16:52,18:41,,,,,,
        2026-02-03,05:41,07:36,12:20,14:28,16:54,18:42,06:30,13:00,15:15,16:59,19:45,12:45
        2026-02-04,05:40,07:34,12:20,14:29,16:55,18:44,,,,,,

        """

    private static func answer(_ data: String) -> String { "{\"code\":200,\"status\":\"OK\",\"data\":\(data)}" }

    /// One day per line, as from the API.
    private static func alAdhanDays(_ text: (String) -> String) -> String {
        let names = ["Fajr", "Sunrise", "Dhuhr", "Asr", "Maghrib", "Isha"]
        return times.sorted { $0.key < $1.key }.map { date, clocks in
            let timings = zip(names, clocks).map { "\"\($0)\":\"\(text($1).replacing("DATE", with: date))\"" }
            let reversed = date.split(separator: "-").reversed().joined(separator: "-")
            return """
                {"timings":{\(timings.joined(separator: ",")),"Imsak":"05:30 (GMT)","Sunset":"16:52 (GMT)"},\
                "date":{"readable":"02 Feb 2026","gregorian":{"date":"\(reversed)","format":"DD-MM-YYYY"},\
                "hijri":{"date":"14-08-1447"}},"meta":{"timezone":"Europe/London","method":{"id":2}}}
                """
        }.joined(separator: ",\n")
    }
}
