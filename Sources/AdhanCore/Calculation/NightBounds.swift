/// What a rule for high latitudes makes of one night.
///
/// Wherever it can be, a rule is a bound that is there all year and takes effect as the sun's own time passes it, so that no
/// time jumps on the day on which the rule begins to count.
struct NightBounds {
    private let sunset, sunrise: Double
    private let index: Int
    private let latitude: Latitude
    /// The sun in the middle of the night.
    private let sun: SolarCourse.Sun
    private let plan: CalculationPlan

    init(from eve: SolarDay, to day: SolarDay, index: Int, _ plan: CalculationPlan) {
        (sunset, sunrise, self.index, self.plan) = (eve.sunset, day.sunrise, index, plan)
        latitude = eve.sun.latitude
        sun = eve.sun.course.sun(at: (sunset + sunrise) / 2)
    }

    private var length: Double { sunrise - sunset }
    private var middle: Double { (sunset + sunrise) / 2 }

    /// What a time that the rule set is marked with.
    var reason: EstimateReason { EstimateReason(plan.rule) }

    /// - Parameter dusk: when the sun reaches the angle of Isha; nil where it does not.
    func latestIsha(_ dusk: Double?, dawn: Double?) -> Double {
        switch plan.rule {
        case .middleOfNight, .seventhOfNight, .angle: sunset + length * plan.ishaPortion
        case .diyanet: sunset + Double(plan.maghribMargin) + diyanetSpan(dawn)
        case .none, .reference45, .reference48, .nearestDay, .nearestLatitude:
            sunset + length * share(plan.isha ?? plan.fajr, isReached: dusk != nil)
        }
    }

    /// - Parameter dawn: when the sun reaches the angle of Fajr; nil where it does not.
    func earliestFajr(_ dawn: Double?) -> Double {
        switch plan.rule {
        case .middleOfNight, .seventhOfNight, .angle: return sunrise - length * plan.fajrPortion
        case .diyanet:
            // The decision holds for Fajr from March to September and asks for a passage without a break. In the winter
            // half the bound recedes by 12 minutes a day at most, until the angle alone counts.
            let winter = max(-latitude.hemisphere * Angle(radians: sun.sineOfDeclination).degrees, 0)
            return sunrise + Double(plan.sunriseMargin) - diyanetSpan(dawn) - 600 - winter * 1800
        case .none, .reference45, .reference48, .nearestDay, .nearestLatitude:
            return sunrise - length * share(plan.fajr, isReached: dawn != nil)
        }
    }

    /// From sunset to true dawn, or to the middle of the night where there is none: a third of that, at most 80 minutes.
    private func diyanetSpan(_ dawn: Double?) -> Double { min(((dawn ?? middle) - sunset) / 3, 4800) }

    /// The part of the night that a time may lie from its edge; more than there is where the rule does not ask.
    private func share(_ twilight: CalculationPlan.Twilight, isReached: Bool) -> Double {
        let noBound = 1.0
        func share(of latitude: Double, _ sineOfDeclination: Double) -> Double {
            TwilightShare.of(
                latitude: latitude,
                sineOfDeclination: sineOfDeclination,
                sineOfDepression: twilight.sine
            )
        }
        switch plan.rule {
        case .nearestLatitude:
            let nearest = TwilightShare.nearestLatitude(
                to: latitude,
                sineOfDeclination: sun.sineOfDeclination,
                depression: twilight.angle
            )
            return nearest.map { share(of: $0, sun.sineOfDeclination) } ?? (isReached ? noBound : 0.5)
        case .nearestDay:
            if isReached { return noBound }
            let day = TwilightShare.nearestDay(to: index, at: latitude, depression: twilight.angle)
            return share(of: min(abs(latitude.degrees), 66) * latitude.hemisphere, day)
        case .reference45:
            return isReached ? noBound : share(of: 45 * latitude.hemisphere, sun.sineOfDeclination)
        case .reference48:
            return isReached ? noBound : share(of: 48.5 * latitude.hemisphere, sun.sineOfDeclination)
        default: return isReached ? noBound : 0.5
        }
    }

    /// Fajr by the seasonal function; nil where the method has none.
    func seasonalDawn(_ dawn: Double?) -> Double? {
        guard plan.seasonal != nil else { return nil }
        let minutes = SeasonalTwilight.beforeSunrise(latitude, index + 1)
        return max(dawn ?? -.infinity, sunrise - seasonal(minutes))
    }

    /// Isha by the seasonal function; nil where the method has none.
    func seasonalDusk(_ dusk: Double?) -> Double? {
        guard let shafaq = plan.seasonal else { return nil }
        return min(dusk ?? .infinity, sunset + seasonal(SeasonalTwilight.afterSunset(latitude, index, shafaq)))
    }

    /// Beyond 55° the shorter of the function's span and a seventh of the night.
    private func seasonal(_ minutes: Double) -> Double {
        abs(latitude.degrees) < 55 ? minutes * 60 : min(minutes * 60, length / 7)
    }
}
