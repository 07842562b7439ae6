/// Fajr, sunrise and Dhuhr of a day, in UTC seconds since 1970, rounded, shifted and in order.
struct Morning {
    let fajr, sunrise, dhuhr: Int64
    let fajrEstimate, sunriseEstimate: EstimateReason?

    /// - Parameter night: the one before the day.
    init(of day: SolarDay, after night: Night, _ plan: CalculationPlan) {
        let polar = day.isEstimated ? EstimateReason.nearestLatitude : nil
        dhuhr = plan.rounding(day.transit) + plan.dhuhrShift
        // Only offsets of the mosque's can bring these two out of their order.
        let ownSunrise = plan.rounding(day.sunrise) + plan.sunriseShift
        sunrise = min(ownSunrise, dhuhr - 60)
        sunriseEstimate = sunrise == ownSunrise ? polar : .order
        let own = plan.rounding(night.fajr) + plan.fajrShift
        fajr = min(own, sunrise - 60)
        fajrEstimate = night.fajrEstimate ?? (fajr == own ? polar : .order)
    }
}
