import AdhanCore
import ArgumentParser

/// One of the five prayers on a command line.
struct PrayerArgument: ExpressibleByArgument {
    let prayer: Prayer

    init?(argument: String) {
        guard let prayer = Prayer.called.first(where: { $0.rawValue == argument }) else { return nil }
        self.prayer = prayer
    }

    static var allValueStrings: [String] { Prayer.called.map(\.rawValue) }
}

/// A length of time on a command line.
struct DurationArgument: ExpressibleByArgument {
    let duration: Duration

    init(duration: Duration) { self.duration = duration }

    init?(argument: String) {
        guard let duration = try? DurationText.parse(argument) else { return nil }  // reason: the parser names the value
        self.duration = duration
    }

    var defaultValueDescription: String { DurationText.format(duration) }
}

/// A date on a command line.
struct DateArgument: ExpressibleByArgument {
    let date: CivilDate

    init?(argument: String) {
        guard let date = try? CivilDate(argument) else { return nil }  // reason: the parser names the value
        self.date = date
    }
}
