/// The night from a sunset to the next sunrise, with its latest Isha and its earliest Fajr. Times are UTC seconds since
/// 1970, not yet rounded.
struct Night {
    let sunset, sunrise: Double
    /// When Maghrib begins: at sunset, or at the method's angle.
    let maghrib: Double
    /// Nil if Isha is defined in minutes after Maghrib.
    let isha: Double?
    let fajr: Double
    /// Why these are estimates; nil for times that the sun itself gives.
    let maghribEstimate, ishaEstimate, fajrEstimate: EstimateReason?

    /// - Parameter index: the number of the place's mean solar day to which the evening belongs.
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
        // Twilight slows down towards the night, so the sun's own Maghrib is never later than this share of it.
        let share = angle.angle.degrees / (plan.isha ?? plan.fajr).angle.degrees
        let bound = sunset + (latest - sunset) * min(share, 1)
        let own = eve.dusk(sine: angle.sine)
        maghrib = min(own ?? bound, bound)
        maghribEstimate = own.map { $0 <= bound } ?? false ? nil : bounds.reason
    }
}
