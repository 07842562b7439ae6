/// Asr, Maghrib and Isha of a day, in UTC seconds since 1970: rounded, with all offsets, and in order.
struct Evening {
    let asr, maghrib, isha: Int64
    let asrEstimate, maghribEstimate, ishaEstimate: EstimateReason?

    /// - Parameters:
    ///   - night: the night after the day.
    ///   - nextFajr: the end of that night.
    ///   - date: of the day, for Ramadan.
    init(
        of day: SolarDay,
        before night: Night,
        until nextFajr: Int64,
        from dhuhr: Int64,
        on date: CivilDate,
        _ plan: CalculationPlan
    ) {
        let polar = day.isEstimated ? EstimateReason.nearestLatitude : nil
        let ownAsr = plan.rounding(day.asr(shadow: plan.shadow)) + plan.asrShift
        let roundedMaghrib = plan.rounding(night.maghrib)
        let ownMaghrib = roundedMaghrib + plan.maghribShift
        let ownIsha: Int64
        if let time = night.isha {
            ownIsha = plan.rounding(time) + plan.ishaShift
        } else {
            // Counted from the authority's Maghrib: the mosque's offset for Maghrib does not move Isha.
            let isLater = plan.ishaRamadanMinutes != 0 && plan.ramadan.contains(date)
            let minutes = plan.ishaMinutes + (isLater ? plan.ishaRamadanMinutes : 0)
            ownIsha = roundedMaghrib + plan.maghribMargin + Int64(minutes) * 60 + plan.ishaShift
        }
        // First forward from Dhuhr, then backward from the next Fajr. The second pass wins.
        let asr = max(ownAsr, dhuhr + 60)
        let maghrib = max(ownMaghrib, asr + 60)
        isha = min(max(ownIsha, maghrib + 60), nextFajr - 60)
        self.maghrib = min(maghrib, isha - 60)
        self.asr = min(asr, self.maghrib - 60)
        // Naming the rule is more useful than naming the minute by which its time was moved.
        ishaEstimate = night.ishaEstimate ?? (isha == ownIsha ? polar : .order)
        maghribEstimate = night.maghribEstimate ?? (self.maghrib == ownMaghrib ? polar : .order)
        asrEstimate = self.asr == ownAsr ? polar : .order
    }
}
