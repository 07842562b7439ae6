/// Fajr, sunrise and Dhuhr of a day, in UTC seconds since 1970: rounded, with all offsets, and in order.
struct Morning {
    let fajr, sunrise, dhuhr: Int64
    let fajrEstimate, sunriseEstimate: EstimateReason?

    init(of day: SolarDay, after night: Night, _ plan: CalculationPlan) {
        let polar = day.isEstimated ? EstimateReason.nearestLatitude : nil
        dhuhr = plan.rounding(day.transit) + plan.shift[.dhuhr]
        // Only the mosque's offsets can put these two out of order.
        let ownSunrise = plan.rounding(day.sunrise) + plan.shift[.sunrise]
        sunrise = min(ownSunrise, dhuhr - 60)
        sunriseEstimate = sunrise == ownSunrise ? polar : .order
        let own = plan.rounding(night.fajr) + plan.shift[.fajr]
        fajr = min(own, sunrise - 60)
        fajrEstimate = night.fajrEstimate ?? (fajr == own ? polar : .order)
    }
}

/// Asr, Maghrib and Isha of a day, in UTC seconds since 1970: rounded, with all offsets, and in order.
struct Evening {
    let asr, maghrib, isha: Int64
    let asrEstimate, maghribEstimate, ishaEstimate: EstimateReason?

    init(
        of day: SolarDay,
        before night: Night,
        until nextFajr: Int64,
        from dhuhr: Int64,
        on date: CivilDate,
        _ plan: CalculationPlan
    ) {
        let polar = day.isEstimated ? EstimateReason.nearestLatitude : nil
        let ownAsr = plan.rounding(day.asr(shadow: plan.shadow)) + plan.shift[.asr]
        let roundedMaghrib = plan.rounding(night.maghrib)
        let ownMaghrib = roundedMaghrib + plan.shift[.maghrib]
        let ownIsha: Int64
        if let time = night.isha {
            ownIsha = plan.rounding(time) + plan.shift[.isha]
        } else {
            // Counted from the authority's Maghrib: the mosque's offset for Maghrib does not move Isha.
            let isLater = plan.ishaRamadanMinutes != 0 && plan.ramadan.contains(date)
            let minutes = plan.ishaMinutes + (isLater ? plan.ishaRamadanMinutes : 0)
            ownIsha = roundedMaghrib + plan.maghribMargin + Int64(minutes) * 60 + plan.shift[.isha]
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
