import Glibc

/// The calculation that comes nearest to a timetable: the method, angles, madhab, rule and offsets that the mosque
/// uses.
package struct TimetableFit: Sendable {
    /// How far the timetable is from the calculation, for one prayer, in minutes.
    package struct Distance: Sendable, Hashable {
        /// 95 of 100 days are within it.
        package let spread: Int
        /// Whether every time is the calculated one, to the minute.
        package let isExact: Bool
        /// The minutes of which nearly every time is a multiple: 5, 10, 15 or 30; nil if there is no such step.
        package let step: Int?
        /// The seasons in which the time is fixed on the wall clock, ascending. Their days are not compared.
        package let fixed: [FixedSeason]
        package let isAlwaysFixed: Bool
    }

    private struct Fixed {
        let seasons: [Prayer: [FixedSeason]]

        func has(_ prayer: Prayer, _ date: CivilDate) -> Bool {
            seasons[prayer]?.contains { $0.contains(date) } ?? false
        }
    }

    /// How many days are compared: enough for every season.
    private static let sample = 48
    /// From this latitude on, in degrees, a rule may count.
    private static let ruledFrom = 36.0
    /// By so many minutes angles of the mosque's own must fit better than a method that has a name.
    private static let customPenalty = 1.0

    /// With the offsets of this mosque.
    package let calculator: PrayerCalculator
    package let distances: [Prayer: Distance]
    /// How many days of the timetable count, and how many of those, spread evenly, are compared for the method.
    package let days: (all: Int, compared: Int)

    /// Nil if fewer than five days have no replaced time. Of the calculator, only what no timetable shows is kept.
    package init?(_ days: [PrayerDay], at calculator: PrayerCalculator) {
        let own = days.filter(\.replaced.isEmpty)
        guard own.count >= 5 else { return nil }
        let step = max(1, own.count / Self.sample)
        let sampled = own.indices.filter { $0.isMultiple(of: step) }.map { own[$0] }
        self.days = (own.count, sampled.count)
        let place = SunOfDay.Place(of: calculator)
        let suns = sampled.map { place[$0.date] }
        let fixed = Fixed(
            seasons: Dictionary(
                uniqueKeysWithValues: Prayer.allCases.map { prayer in
                    (prayer, FixedSeason.all(prayer, in: own, place, calculator.zone))
                }
            )
        )
        // In Ramadan some have a later Isha, which the angles of the year must not follow.
        let dark = zip(sampled, suns).filter { day, sun in
            sun.isDark && sun.isUsual && !calculator.ramadan.contains(day.date)
        }
        var plain = calculator
        plain.offsets = .none
        plain.madhab = Self.madhab(zip(sampled, suns).filter { day, _ in !fixed.has(.asr, day.date) })
        let custom = Self.custom(dark, fixed)
        let methods = CalculationMethod.all.filter { $0.name != "custom" } + [custom].compactMap(\.self)
        // A rule for high latitudes may set the times all year, so each method is tried with each of them.
        // The config's own rule counts where others fit alike.
        let configured = calculator.highLatitude
        let others = HighLatitudeRule.allCases.filter { $0 != configured }
        let rules = abs(calculator.coordinates.latitude) > Self.ruledFrom ? [configured] + others : [configured]
        let candidates = methods.flatMap { method in
            let ramadans = method.ishaLaterInRamadan == 0 ? [plain.ishaLaterInRamadan] : [true, false]
            return rules.flatMap { rule in
                ramadans.map { isLater in
                    var candidate = plain
                    (candidate.method, candidate.highLatitude) = (method, rule)
                    candidate.ishaLaterInRamadan = isLater
                    return candidate
                }
            }
        }
        let coarse = sampled.indices.filter { $0.isMultiple(of: max(1, sampled.count / 12)) }.map { sampled[$0] }
        let best = candidates.map { ($0, Self.score($0, coarse, fixed)) }.sorted { $0.1 < $1.1 }.prefix(6)
        let ruled = best.map { ($0.0, Self.score($0.0, sampled, fixed)) }
        guard var found = ruled.min(by: { $0.1 < $1.1 })?.0 else { return nil }
        let minutes = Self.minutes(found, sampled, fixed)
        found.offsets = PrayerOffsets(minutes.mapValues { $0.middle }) ?? .none
        self.calculator = found
        distances = Dictionary(
            uniqueKeysWithValues: Prayer.allCases.map { prayer in
                let offset = Double(found.offsets[prayer])
                let off = (minutes[prayer]?.all ?? []).map { $0 - offset }
                let sorted = off.map { abs($0) }.sorted()
                let seasons = fixed.seasons[prayer] ?? []
                let free = own.filter { !fixed.has(prayer, $0.date) }
                return (
                    prayer,
                    Distance(
                        spread: Int((sorted.isEmpty ? 0 : sorted[(sorted.count - 1) * 95 / 100]).rounded()),
                        isExact: sorted.allSatisfy { $0.rounded() == 0 },
                        step: Self.step(free.map { calculator.zone.wall(at: $0[prayer]).secondOfDay }),
                        fixed: seasons,
                        isAlwaysFixed: free.isEmpty
                    )
                )
            }
        )
    }

    private static func madhab(_ days: some Sequence<(PrayerDay, SunOfDay)>) -> Madhab {
        let shafi = days.map { day, sun in abs(day[.asr].inSeconds - sun.shafiAsr) }
        let hanafi = days.map { day, sun in abs(day[.asr].inSeconds - sun.hanafiAsr) }
        return hanafi.median < shafi.median ? .hanafi : .shafi
    }

    /// The angles that the times have, or the minutes of Isha, if they vary less. Nil if no such method is possible.
    private static func custom(_ days: [(PrayerDay, SunOfDay)], _ fixed: Fixed) -> CalculationMethod? {
        guard !days.isEmpty else { return nil }
        func angles(_ prayer: Prayer) -> [Double] {
            days.filter { day, _ in !fixed.has(prayer, day.date) }.map { day, sun in
                Angle(sine: sun.depth(at: day[prayer].inSeconds)).degrees
            }
        }
        var custom = CustomMethod()
        custom.fajrAngle = (angles(.fajr).median * 10).rounded() / 10
        custom.ishaAngle = (angles(.isha).median * 10).rounded() / 10
        let spans = days.map { day, _ in (day[.isha] - day[.maghrib]).inSeconds / 60 }
        if spans.allSatisfy({ abs($0 - spans.median) <= 1 }) { custom.ishaMinutes = Int(spans.median.rounded()) }
        return try? custom.method()  // reason: impossible angles are no candidate
    }

    /// How far the days are from the calculation; less is better. Offsets count a little: a method that needs none
    /// fits.
    private static func score(_ calculator: PrayerCalculator, _ days: [PrayerDay], _ fixed: Fixed) -> Double {
        let written = minutes(calculator, days, fixed)
        // In one order: a sum of floating-point numbers depends on it.
        let found = Prayer.allCases.compactMap { written[$0] }.reduce(0) { sum, minutes in
            let middle = minutes.all.median
            let spread = minutes.all.map { abs($0 - middle) }.reduce(0, +) / Double(max(minutes.all.count, 1))
            return sum + spread + abs(middle) * 0.05
        }
        return found + (calculator.method.name == "custom" ? customPenalty : 0)
    }

    /// By prayer: the minutes from the calculated to the written time, and their median.
    private static func minutes(
        _ calculator: PrayerCalculator,
        _ days: [PrayerDay],
        _ fixed: Fixed
    ) -> [Prayer: (all: [Double], middle: Int)] {
        let own = days.map { ($0, calculator.day($0.date)) }
        return Dictionary(
            uniqueKeysWithValues: Prayer.allCases.map { prayer in
                let all = own.filter { written, _ in !fixed.has(prayer, written.date) }
                    .map { written, calculated in (written[prayer] - calculated[prayer]).inSeconds / 60 }
                return (prayer, (all, Int(all.median.rounded())))
            }
        )
    }

    private static func step(_ seconds: [Int]) -> Int? {
        seconds.isEmpty
            ? nil
            : [30, 15, 10, 5].first { step in
                seconds.count { $0.isMultiple(of: step * 60) } * 100 >= seconds.count * 95
            }
    }
}

extension Angle {
    init(sine: Double) { self.init(radians: asin(min(max(sine, -1), 1))) }
}
