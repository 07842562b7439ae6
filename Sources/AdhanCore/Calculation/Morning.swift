/// Fajr, sunrise and Dhuhr of a day, in UTC seconds since 1970, rounded, shifted and in order.
struct Morning {
    let fajr, sunrise, dhuhr: Int64
    let isFajrEstimated: Bool

    init(of day: SolarDay, after eve: SolarDay, _ calculator: PrayerCalculator) {
        let earliest = day.sunrise - (day.sunrise - eve.sunset) * calculator.highLatitude.portion
        let dawn = day.dawn(at: calculator.method.fajrAngle)
        let isMoved = dawn.map { $0 < earliest } ?? true
        dhuhr = day.transit.roundedToMinute + calculator.shift(of: .dhuhr)
        // Only offsets of the mosque's can bring these two out of their order.
        sunrise = min(day.sunrise.roundedToMinute + calculator.shift(of: .sunrise), dhuhr - 60)
        let own = max(dawn ?? earliest, earliest).roundedToMinute + calculator.shift(of: .fajr)
        fajr = min(own, sunrise - 60)
        isFajrEstimated = isMoved || fajr != own
    }
}

/// Asr, Maghrib and Isha of a day, in UTC seconds since 1970, rounded, shifted and in order.
struct Evening {
    let asr, maghrib, isha: Int64
    /// What the high-latitude rule or the order moved.
    let estimated: Set<Prayer>

    /// The evening of a day between its Dhuhr and the Fajr that ends the night.
    init(
        of day: SolarDay,
        before morrow: SolarDay,
        until nextFajr: Int64,
        from dhuhr: Int64,
        _ calculator: PrayerCalculator
    ) {
        let ownAsr = day.asr(shadow: calculator.madhab.shadow).roundedToMinute + calculator.shift(of: .asr)
        let ownMaghrib = day.sunset.roundedToMinute + calculator.shift(of: .maghrib)
        var isIshaMoved = false
        let ownIsha: Int64
        switch calculator.method.isha {
        case .minutesAfterMaghrib(let minutes):
            let authorityMaghrib = calculator.method.adjustments[.maghrib]
            ownIsha =
                day.sunset.roundedToMinute + Int64(authorityMaghrib + minutes) * 60 + calculator.shift(of: .isha)
        case .angle(let angle):
            let latest = day.sunset + (morrow.sunrise - day.sunset) * calculator.highLatitude.portion
            let dusk = day.dusk(at: angle)
            isIshaMoved = dusk.map { $0 > latest } ?? true
            ownIsha = min(dusk ?? latest, latest).roundedToMinute + calculator.shift(of: .isha)
        }
        // Forward from Dhuhr, then back from the next Fajr, which has the last word.
        let asr = max(ownAsr, dhuhr + 60)
        let maghrib = max(ownMaghrib, asr + 60)
        isha = min(max(ownIsha, maghrib + 60), nextFajr - 60)
        self.maghrib = min(maghrib, isha - 60)
        self.asr = min(asr, self.maghrib - 60)
        var estimated: Set<Prayer> = []
        if isIshaMoved || isha != ownIsha { estimated.insert(.isha) }
        if self.maghrib != ownMaghrib { estimated.insert(.maghrib) }
        if self.asr != ownAsr { estimated.insert(.asr) }
        self.estimated = estimated
    }
}

extension Double {
    /// Seconds to the nearest whole minute.
    fileprivate var roundedToMinute: Int64 { Int64((self / 60).rounded()) * 60 }
}
