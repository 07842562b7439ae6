/// Fajr, sunrise and Dhuhr of a day, in UTC seconds since 1970: rounded, with all offsets, and in order.
struct Morning {
    let fajr, sunrise, dhuhr: Int64
    let fajrEstimate, sunriseEstimate: EstimateReason?

    /// - Parameter night: the night before the day.
    init(of day: SolarDay, after night: Night, _ plan: CalculationPlan) {
        let polar = day.isEstimated ? EstimateReason.nearestLatitude : nil
        dhuhr = plan.rounding(day.transit) + plan.dhuhrShift
        // Only the mosque's offsets can put these two out of order.
        let ownSunrise = plan.rounding(day.sunrise) + plan.sunriseShift
        sunrise = min(ownSunrise, dhuhr - 60)
        sunriseEstimate = sunrise == ownSunrise ? polar : .order
        let own = plan.rounding(night.fajr) + plan.fajrShift
        fajr = min(own, sunrise - 60)
        fajrEstimate = night.fajrEstimate ?? (fajr == own ? polar : .order)
    }
}
