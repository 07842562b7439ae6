/// The bounds that a rule for high latitudes sets in one night.
///
/// Wherever possible, a rule is a bound that exists all year and takes effect when the sun's own time passes it. So no
/// time jumps on the first day of the rule.
struct NightBounds {
    private let sunset, sunrise: Double
    private let index: Int
    private let latitude: Latitude
    /// The solar position in the middle of the night.
    private let sun: SolarCourse.Sun
    private let plan: CalculationPlan

    init(from eve: SolarDay, to day: SolarDay, index: Int, _ plan: CalculationPlan) {
        (sunset, sunrise, self.index, self.plan) = (eve.sunset, day.sunrise, index, plan)
        latitude = eve.sun.latitude
        sun = eve.sun.course.sun(at: (sunset + sunrise) / 2)
    }

    private var length: Double { sunrise - sunset }
    private var middle: Double { (sunset + sunrise) / 2 }

    /// The reason that marks a time set by the rule.
    var reason: EstimateReason { EstimateReason(plan.rule) }

    /// - Parameter dusk: when the sun reaches the angle of Isha; nil if it does not.
    func latestIsha(_ dusk: Double?, dawn: Double?) -> Double {
        switch plan.rule {
        case .middleOfNight, .seventhOfNight, .angle: sunset + length * plan.ishaPortion
        case .diyanet: sunset + Double(plan.maghribMargin) + diyanetSpan(dawn)
        case .none, .reference45, .reference48, .nearestDay, .nearestLatitude:
            sunset + length * share(plan.isha ?? plan.fajr, isReached: dusk != nil)
        }
    }

    /// - Parameter dawn: when the sun reaches the angle of Fajr; nil if it does not.
    func earliestFajr(_ dawn: Double?) -> Double {
        switch plan.rule {
        case .middleOfNight, .seventhOfNight, .angle: return sunrise - length * plan.fajrPortion
        case .diyanet:
            // The Diyanet's decision covers Fajr from March to September and asks for a smooth transition. In the
            // winter half the bound therefore recedes by at most 12 minutes a day, until only the angle counts.
            let winter = max(-latitude.hemisphere * Angle(radians: sun.sineOfDeclination).degrees, 0)
            return sunrise + Double(plan.sunriseMargin) - diyanetSpan(dawn) - 600 - winter * 1800
        case .none, .reference45, .reference48, .nearestDay, .nearestLatitude:
            return sunrise - length * share(plan.fajr, isReached: dawn != nil)
        }
    }

    /// A third of the time from sunset to true dawn, or to the middle of the night if there is no dawn; at most 80
    /// minutes.
    private func diyanetSpan(_ dawn: Double?) -> Double { min(((dawn ?? middle) - sunset) / 3, 4800) }

    /// The share of the night within which a time must lie from its edge; above 1 where the rule does not apply.
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

    /// Fajr by the seasonal function; nil if the method does not use it.
    func seasonalDawn(_ dawn: Double?) -> Double? {
        guard plan.seasonal != nil else { return nil }
        let minutes = SeasonalTwilight.beforeSunrise(latitude, index + 1)
        return max(dawn ?? -.infinity, sunrise - seasonal(minutes))
    }

    /// Isha by the seasonal function; nil if the method does not use it.
    func seasonalDusk(_ dusk: Double?) -> Double? {
        guard let shafaq = plan.seasonal else { return nil }
        return min(dusk ?? .infinity, sunset + seasonal(SeasonalTwilight.afterSunset(latitude, index, shafaq)))
    }

    /// Beyond 55°: the shorter of the function's interval and a seventh of the night.
    private func seasonal(_ minutes: Double) -> Double {
        abs(latitude.degrees) < 55 ? minutes * 60 : min(minutes * 60, length / 7)
    }
}
