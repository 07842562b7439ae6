import AdhanCore
import ArgumentParser

/// One of the five prayers on a command line.
enum PrayerText {
    /// The prayer of that name, also in another spelling, as `zuhr`; nil if it is none.
    static func prayer(_ text: String) -> Prayer? {
        // `fajr.mp3` is a file.
        guard text.allSatisfy(\.isLetter) else { return nil }
        let name = PrayerSpelling.name(text)
        return Prayer.called.first { $0.rawValue == name }
    }

    /// The prayer that was likely meant by a text that is none; nil if none is near.
    static func nearest(to text: String) -> String? {
        Spelling.nearest(to: PrayerSpelling.name(text), among: Prayer.called.map(\.rawValue))
    }
}

/// A day on a command line.
enum DayText {
    /// Parses `today`, `tomorrow`, `yesterday` and `2026-11-27`.
    ///
    /// - Throws: `ValidationError` for anything else.
    static func parse(_ text: String, today: CivilDate) throws -> CivilDate {
        switch text.lowercased() {
        case "today": return today
        case "tomorrow": return today.adding(days: 1)
        case "yesterday": return today.adding(days: -1)
        default:
            do {
                return try CivilDate(text)
            } catch CivilDateError.unreadable(let text) {
                throw ValidationError("'\(text)' is no day. Write today, tomorrow or a date such as 2026-11-27")
            } catch {
                throw ValidationError("\(error)")
            }
        }
    }
}
