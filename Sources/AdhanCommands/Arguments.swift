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
