/// From one sunset to the sunrise after it: when Isha begins in it at the latest, and Fajr at the earliest. Times are UTC
/// seconds since 1970, not yet rounded.
struct Night {
    let sunset, sunrise: Double
    /// When Maghrib begins: sunset, or the angle of the method.
    let maghrib: Double
    /// Nil where Isha is by minutes after Maghrib.
    let isha: Double?
    let fajr: Double
    /// Why these are not the sun's own; nil where they are.
    let maghribEstimate, ishaEstimate, fajrEstimate: EstimateReason?

    /// - Parameter index: which day of the place's mean sun the evening belongs to.
    init(from eve: SolarDay, to day: SolarDay, index: Int, _ plan: CalculationPlan) {
        let bounds = NightBounds(from: eve, to: day, index: index, plan)
        (sunset, sunrise) = (eve.sunset, day.sunrise)

        let dawn = day.dawn(sine: plan.fajr.sine)
        let earliest = bounds.earliestFajr(dawn)
        let seasonalDawn = bounds.seasonalDawn(dawn) ?? dawn
        if let own = seasonalDawn, own >= earliest {
            (fajr, fajrEstimate) = (own, dawn == nil ? .seasonal : nil)
        } else {
            (fajr, fajrEstimate) = (earliest, bounds.reason)
        }

        var latest = (sunset + sunrise) / 2
        if let angle = plan.isha {
            let dusk = eve.dusk(sine: angle.sine)
            latest = bounds.latestIsha(dusk, dawn: dawn)
            if let own = bounds.seasonalDusk(dusk) ?? dusk, own <= latest {
                (isha, ishaEstimate) = (own, dusk == nil ? .seasonal : nil)
                latest = own
            } else {
                (isha, ishaEstimate) = (latest, bounds.reason)
            }
        } else {
            (isha, ishaEstimate) = (nil, nil)
        }

        guard let angle = plan.maghrib else {
            (maghrib, maghribEstimate) = (sunset, nil)
            return
        }
        // As twilight slows down towards the night, the sun's own Maghrib is never later than this part of it.
        let share = angle.angle.degrees / (plan.isha ?? plan.fajr).angle.degrees
        let bound = sunset + (latest - sunset) * min(share, 1)
        let own = eve.dusk(sine: angle.sine)
        maghrib = min(own ?? bound, bound)
        maghribEstimate = own.map { $0 <= bound } ?? false ? nil : bounds.reason
    }
}
