/// What the check found wrong with one time, worded for the person who maintains the timetable. Texts are times of day.
enum TimetableObjection {
    /// Far from the sun's event, in minutes; negative is before it.
    case outside(Int, SunEvent, at: String)
    case offLine
    /// It cannot be read; what is wrong with it, and on which line.
    case unread(line: Int, String)
    case order(after: Prayer, String)

    /// The Isha comes after the next day's Fajr; the time of the other one.
    case night(String)

    enum SunEvent: String {
        case dawn = "the first dawn"
        case midnight = "the middle of the night"
        case sunrise
        case noon
        case asr = "the first shadow of Asr"
        case sunset
    }

    /// From the sun's event; 0 for other objections.
    var minutes: Int { if case .outside(let minutes, _, _) = self { minutes } else { 0 } }

    static func nightText(_ prayer: Prayer) -> String {
        prayer == .isha ? "is after the next day's Fajr" : "is before the last day's Isha"
    }
}

extension Prayer {
    package var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
