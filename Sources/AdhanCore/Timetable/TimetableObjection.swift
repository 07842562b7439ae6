/// What the check found wrong with one time, worded for the person who maintains the timetable. Texts are times of day.
enum TimetableObjection {
    /// Far from the sun's event, in minutes; negative is before it.
    case outside(Int, SunEvent, at: String)
    /// The days beside it have another time.
    case offLine
    /// It cannot be read; what is wrong with it, and on which line.
    case unread(line: Int, String)
    /// It comes before an earlier prayer.
    case order(after: Prayer, String)

    /// The Isha comes after the next day's Fajr; the time of the other one.
    case night(String)

    /// The sun's events that bound a prayer, by their names.
    enum SunEvent: String {
        case dawn = "the first dawn"
        case midnight = "the middle of the night"
        case sunrise
        case noon
        case asr = "the first shadow of Asr"
        case sunset
    }

    /// What becomes of the time.
    enum Consequence {
        case used
        /// The time of day that takes its place. `isKeepable`: whether the day could be used as it stands.
        case replaced(by: String, others: Bool, isKeepable: Bool)
        case dayRefused

        var fate: TimetableFault.Fate {
            switch self {
            case .used: .used
            case .replaced: .replaced
            case .dayRefused: .refused
            }
        }
    }

    /// - Parameters:
    ///   - meant: the time that was probably meant, if one slip of the fingers explains it.
    func sentence(_ prayer: Prayer, _ time: String, meant: String?, _ date: CivilDate, _ consequence: Consequence)
        -> String
    {
        if case .unread(_, let words) = self { return "\(words); " + Self.text(consequence, prayer) }
        let slip = meant.map { "looks like a typing error for \($0)" }
        let what =
            switch self {
            case .outside(let minutes, let event, let at):
                "is \(minutes.magnitude) min \(minutes < 0 ? "before" : "after") \(event.rawValue) (\(at))"
                    + (slip.map { ", and \($0)" } ?? "")
            case .offLine: slip ?? "does not fit the days beside it"
            case .order(let earlier, let earlierTime):
                "is before \(earlier.title) \(earlierTime)" + (slip.map { ", and \($0)" } ?? "")
            case .night(let other):
                "\(Self.nightText(prayer)) (\(other))" + (slip.map { ", and \($0)" } ?? "")
            case .unread(_, let words): words
            }
        var keep = ""
        if case .replaced(_, _, isKeepable: true) = consequence { keep = ". To keep it: accept = [\"\(date)\"]" }
        return "\(prayer.title) \(time) \(what); " + Self.text(consequence, prayer) + keep
    }

    static func nightText(_ prayer: Prayer) -> String {
        prayer == .isha ? "is after the next day's Fajr" : "is before the last day's Isha"
    }

    private static func text(_ consequence: Consequence, _ prayer: Prayer) -> String {
        let verb = prayer == .sunrise ? "shown" : "called"
        switch consequence {
        case .used: return "it is \(verb) as it stands"
        case .replaced(let time, let others, _):
            return others ? "the next timetable's time, or else \(time), will be \(verb)" : "\(time) will be \(verb)"
        case .dayRefused: return "the day is not used"
        }
    }
}

extension Prayer {
    /// The name at the beginning of a sentence.
    package var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
