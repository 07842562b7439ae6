import AdhanCore

/// The ways to give columns to prayers. Two prayers may fit one column: in winter, Fajr at 5:14 and Maghrib at 5:16
/// look the same without am and pm. Most tables have their columns in the order of the day, from the left or from the
/// right, so these ways come first.
struct ColumnChoices {
    struct Choice {
        let prayer: Prayer
        let column: Int
        /// From the sun's times, in seconds.
        let distance: Int
    }

    struct Way {
        var columns: [Prayer: Int] = [:]
        var distance = 0
    }

    /// A table without a sunrise is less likely than one whose sunrise is a little off.
    private static let withoutSunrise = 3600
    private static let mostWays = 20_000

    private let choices: [Prayer: [Choice]]
    private let prayers: [Prayer]
    private let hasSunrise: Bool

    /// - Parameter prayers: those that need a column, in the order of the day.
    init(_ choices: [Choice], _ prayers: [Prayer], hasSunrise: Bool) {
        self.hasSunrise = hasSunrise
        self.choices = Dictionary(grouping: choices) { $0.prayer }
        // What has no column at all leaves the others theirs.
        self.prayers = prayers.filter { prayer in choices.contains { $0.prayer == prayer } }
    }

    /// The nearest way first, of those in the order of the day if there are any.
    var ranked: [Way] {
        for order in [Order.rising, .falling, .any] {
            let ways = ways(order)
            if !ways.isEmpty { return ways.sorted { $0.distance < $1.distance } }
        }
        return []
    }

    private enum Order { case rising, falling, any }

    private func ways(_ order: Order) -> [Way] {
        var ways = [Way()]
        var lasts: [Int?] = [nil]
        for prayer in prayers {
            var (longer, ends): ([Way], [Int?]) = ([], [])
            for (way, last) in zip(ways, lasts) where longer.count < Self.mostWays {
                for choice in choices[prayer] ?? [] {
                    let follows =
                        switch (order, last) {
                        case (.rising, let last?): choice.column > last
                        case (.falling, let last?): choice.column < last
                        case (.any, _), (_, nil): !way.columns.values.contains(choice.column)
                        }
                    guard follows else { continue }
                    var next = way
                    next.columns[prayer] = choice.column
                    next.distance += choice.distance
                    longer.append(next)
                    ends.append(choice.column)
                }
                if prayer == .sunrise, !hasSunrise {
                    var next = way
                    next.distance += Self.withoutSunrise
                    longer.append(next)
                    ends.append(last)
                }
            }
            (ways, lasts) = (longer, ends)
        }
        return ways
    }
}
