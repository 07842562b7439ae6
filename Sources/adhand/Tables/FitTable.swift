import AdhanCore
import AdhanSupport

/// The calculation that fits a timetable, as text.
struct FitTable {
    let fit: TimetableFit

    /// One line.
    var summary: String {
        let calculator = fit.calculator
        let worst = Prayer.allCases.max { spread(of: $0) < spread(of: $1) } ?? .fajr
        let fixed = Prayer.allCases.flatMap { prayer in seasons(of: prayer).map { "; \(prayer.rawValue) is \($0)" } }
        return "nearest to it is method \(calculator.method.name), \(calculator.madhab.rawValue), "
            + calculator.highLatitude.rawValue
            + (spread(of: worst) == 0 ? "" : "; \(worst.rawValue) is farthest, by \(spread(of: worst)) min")
            + fixed.joined()
    }

    /// The distances by prayer as comments, and the lines for the config.
    var text: String {
        let rows = Prayer.allCases.map { prayer in
            let distance = fit.distances[prayer]
            let step = distance?.step.map { ", in steps of \($0) min" } ?? ""
            let share = fit.days.all < 20 ? "nearly all days" : "95 of 100 days"
            let near = spread(of: prayer) == 0 ? "the same on \(share)" : "\(share) within \(spread(of: prayer)) min"
            let free = (distance?.isExact == true ? "the same on every day" : near) + step
            let parts = seasons(of: prayer) + (distance?.isAlwaysFixed == true ? [] : [free])
            return "# \(prayer.rawValue): \(parts.joined(separator: "; "))\n"
        }
        let sample =
            fit.days.compared < fit.days.all
            ? "; the method is that of the least distance on \(fit.days.compared) of them, evenly spread" : ""
        return
            "# How far the timetable is from these settings, by its \(fit.days.all) days that can be used\(sample):\n"
            + rows.joined() + configuration
    }

    private var configuration: String {
        var edit = ConfigEdit([], file: "")
        // reason: in an empty config there is nothing that a change could meet
        try? edit.apply(CalculationConfiguration(fit.calculator).changes)
        return String(decoding: edit.bytes, as: UTF8.self)
    }

    /// The seasons in which the time is fixed.
    private func seasons(of prayer: Prayer) -> [String] {
        (fit.distances[prayer]?.fixed ?? []).map { season in
            "fixed \(ClockText.format(season.secondOfDay)) from \(season.first) to \(season.last)"
        }
    }

    private func spread(of prayer: Prayer) -> Int { fit.distances[prayer]?.spread ?? 0 }
}
