import AdhanCore
import Foundation
import Testing

/// Every rule from pole to pole: all times in order, no trap, and a count of the times that jump from one day to the
/// next.
///
///     ADHAND_SWEEP=full swift test -c release -Xswiftc -enable-testing --filter SweepTests
@Suite struct SweepTests {
    private static let isFull = ProcessInfo.processInfo.environment["ADHAND_SWEEP"] == "full"

    /// The full sweep has every 2.5° of latitude, 8 longitudes and 4 years; otherwise only its corners are tried.
    private static let latitudes = Array(stride(from: -90.0, through: 90, by: isFull ? 2.5 : 12)) + [66, -66]
    private static let longitudes = isFull ? Array(stride(from: -157.5, through: 157.5, by: 45)) : [-112.5]
    private static let methods: [CalculationMethod] =
        isFull ? [.mwl, .turkey, .kemenag, .tehran, .ummAlQura, .moonsighting, .france] : [.mwl, .turkey]

    @Test(arguments: HighLatitudeRule.allCases)
    func `keeps every day in order`(rule: HighLatitudeRule) throws {
        let dates = try span("2024-01-01", Self.isFull ? "2027-12-31" : "2024-12-31")
        for method in Self.methods {
            var sweep = Sweep()
            for (number, latitude) in Self.latitudes.enumerated() {
                for longitude in Self.longitudes {
                    let calculator = try PrayerCalculator.at(latitude, longitude, nil, method) { calculator in
                        calculator.madhab = number.isMultiple(of: 2) ? .shafi : .hanafi
                        calculator.highLatitude = rule
                    }
                    sweep.add(calculator, dates)
                }
            }
            print("sweep: \(rule.rawValue) by \(method.name): \(sweep)")
            #expect(sweep.disordered == 0)
            #expect(sweep.unmarked == 0, "\(sweep.firstUnmarked)")
            #expect(sweep.estimatedByWrongRule(rule, method) == [])
            // Beyond that latitude the true sun itself moves that fast.
            if rule == .nearestLatitude || rule == .diyanet { #expect(sweep.jumpsTo66 == [:], "\(sweep.firstJump)") }
        }
    }
}

/// The results of a sweep.
private struct Sweep: CustomStringConvertible {
    private(set) var days = 0
    private(set) var disordered = 0
    /// Ishas that were moved before the next Fajr without being marked.
    private(set) var unmarked = 0
    private(set) var estimates = 0
    /// Times that move by more than 20 minutes from one day to the next, up to 66° and beyond.
    private(set) var jumpsTo66: [Prayer: Int] = [:]
    private(set) var jumpsBeyond: [Prayer: Int] = [:]
    private(set) var firstJump = "none"
    private(set) var firstUnmarked = "none"
    private(set) var reasons: Set<EstimateReason> = []

    mutating func add(_ calculator: PrayerCalculator, _ dates: ClosedRange<CivilDate>) {
        let (found, latitude) = (calculator.days(dates), calculator.coordinates.latitude)
        days += found.count
        for day in found where !day.isInOrder { disordered += 1 }
        for (day, next) in zip(found, found.dropFirst()) {
            let gap = day[.isha].duration(to: next[.fajr])
            if gap < .minutes(1) { disordered += 1 }
            if gap == .minutes(1), day.estimates[.isha] == nil { checkUnmoved(day, calculator) }
            for prayer in Prayer.allCases {
                if let reason = day.estimates[prayer] { (estimates, _) = (estimates + 1, reasons.insert(reason)) }
                let moved = day[prayer].duration(to: next[prayer]) - .days(1)
                guard abs(moved.inSeconds) > 1200 else { continue }
                if abs(latitude) <= 66 {
                    jumpsTo66[prayer, default: 0] += 1
                    if firstJump == "none" { firstJump = "\(latitude) \(day.date) \(prayer) by \(moved)" }
                } else {
                    jumpsBeyond[prayer, default: 0] += 1
                }
            }
        }
    }

    /// An unmarked Isha a minute before Fajr is right only if twilight itself ends there, give or take a minute of
    /// rounding.
    private mutating func checkUnmoved(_ day: PrayerDay, _ calculator: PrayerCalculator) {
        var exact = calculator
        exact.rounding = Rounding.none
        let moved = exact.day(day.date)[.isha].duration(to: day[.isha])
        guard abs(moved.inSeconds) > 60 else { return }
        unmarked += 1
        firstUnmarked = "\(calculator.coordinates.latitude) \(day.date) by \(moved)"
    }

    /// The reasons that do not follow from the rule, the sun, the method or the order of the six.
    func estimatedByWrongRule(_ rule: HighLatitudeRule, _ method: CalculationMethod) -> [EstimateReason] {
        let own = EstimateReason(rawValue: rule.rawValue) ?? .middleOfNight
        return reasons.subtracting([own, .middleOfNight, .nearestLatitude, .seasonal, .order]).sorted {
            $0.rawValue < $1.rawValue
        }
    }

    var description: String {
        func text(_ jumps: [Prayer: Int]) -> String {
            let found = Prayer.allCases.compactMap { prayer in jumps[prayer].map { "\($0) \(prayer.rawValue)" } }
            return found.isEmpty ? "none" : found.joined(separator: ", ")
        }
        return "\(days) days, \(disordered) out of order, \(estimates) times estimated; jumps above 20 min: "
            + "to 66 degrees \(text(jumpsTo66)); beyond \(text(jumpsBeyond))"
    }
}
