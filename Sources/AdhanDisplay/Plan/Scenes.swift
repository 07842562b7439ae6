import AdhanSupport
import AdhanCore

/// What the page shows when, besides the day.
struct Scenes {
    /// How long before Fajr the night's page ends.
    private static let morning: Duration = .minutes(30)
    /// How long an Eid prayer takes with its khutbah.
    private static let eidLength: Duration = .minutes(30)

    let display: DisplayConfiguration
    /// How long a khutbah takes where nobody knows when its prayer begins.
    let khutbahLength: Duration
    let zone: ZoneRules
    let hasSlides, hasAdhkar: Bool
    /// Whether nothing is heard at that moment: a mute or a silent device.
    let isMuted: (Instant) -> Bool
    /// The calls that are not heard.
    let unheard: Set<OccasionKey>
    /// The call that sounds, or the last that did.
    let call: SoundingCall?

    /// The scenes of the days, in the order in which a later one counts before an earlier one.
    func all(_ days: [TimesReport.Day]) -> [DisplayPlan.Scene] {
        let nights = display.states.contains(.night) ? zip(days, days.dropFirst()).compactMap(night) : []
        return days.compactMap(slides) + nights + days.flatMap(adhkar) + days.flatMap(prayers) + days.flatMap(fridays)
            + days.flatMap(eids) + days.compactMap(taraweeh)
    }

    private func slides(_ day: TimesReport.Day) -> DisplayPlan.Scene? {
        guard hasSlides, display.states.contains(.slides) else { return nil }
        let (begin, end) = (
            zone.instant(day.date, secondOfDay: 0), zone.instant(day.date.adding(days: 1), secondOfDay: 0)
        )
        var found = scene(.slides, begin, end, nil)
        found?.every = display.files.slidesEvery.components.seconds
        found?.length = display.files.slidesLength.components.seconds
        return found
    }

    /// After each prayer of which it is known when it is prayed.
    private func adhkar(_ day: TimesReport.Day) -> [DisplayPlan.Scene] {
        guard hasAdhkar, display.states.contains(.afterPrayer) else { return [] }
        let prayed = Prayer.called.compactMap { prayerBegin($0, day) } + day.khutbahs.compactMap(\.prayer)
        return prayed.compactMap { begin in
            let end = begin + display.prayerLength
            return scene(.afterPrayer, end, end + display.files.adhkarLength, nil)
        }
    }

    private func taraweeh(_ day: TimesReport.Day) -> DisplayPlan.Scene? {
        guard display.states.contains(.prayer), let begin = day.taraweeh(after: display.prayerLength) else {
            return nil
        }
        return scene(.prayer, begin, begin + display.taraweehLength, "taraweeh")
    }

    private func night(_ day: TimesReport.Day, _ next: TimesReport.Day) -> DisplayPlan.Scene? {
        let fajr = next.fajr.at
        // Where Isha is later, people are still there.
        let last = day.iqama(.isha) ?? day.adhan(.isha) ?? day.isha.at
        let begin = zone.instant(day.date, secondOfDay: display.night)
        return scene(.night, max(begin, last + display.prayerLength), fajr - Self.morning, nil)
    }

    private func prayers(_ day: TimesReport.Day) -> [DisplayPlan.Scene] {
        Prayer.called.flatMap { prayer -> [DisplayPlan.Scene] in
            let iqama = day.iqama(prayer)
            let end = day.adhan(prayer).map { callEnd($0, OccasionKey(day.date, .adhan(prayer)), before: iqama) }
            var found: [DisplayPlan.Scene?] = []
            if let adhan = day.adhan(prayer), let end {
                found.append(callScene(OccasionKey(day.date, .adhan(prayer)), prayer.rawValue, adhan, end, iqama))
            }
            guard let iqama, let begin = prayerBegin(prayer, day) else { return found.compactMap(\.self) }
            if display.states.contains(.untilIqama) {
                let called = display.states.contains(.adhan) ? end : day.adhan(prayer)
                let from = max(called ?? day.begins(prayer).at, iqama - display.untilIqama)
                found.append(scene(.untilIqama, from, iqama, prayer.rawValue, endsAt: iqama))
            }
            if display.states.contains(.prayer) {
                found.append(scene(.prayer, begin, begin + display.prayerLength, prayer.rawValue))
            }
            found.append(phonesOff(begin, prayer.rawValue))
            return found.compactMap(\.self)
        }
    }

    /// Until when a call is shown: `adhan_length`, but not beyond what follows it, and at least as long as it sounds.
    private func callEnd(_ at: Instant, _ key: OccasionKey, before next: Instant?) -> Instant {
        let usual = min(at + display.adhanLength, next ?? at + display.adhanLength)
        return call?.key == key ? max(usual, call?.end ?? usual) : usual
    }

    /// - Parameter next: when the prayer begins. A prayer that waits for the end of its call has no time to show.
    private func callScene(_ key: OccasionKey, _ name: String, _ at: Instant, _ end: Instant, _ next: Instant?)
        -> DisplayPlan.Scene?
    {
        guard display.states.contains(.adhan) else { return nil }
        let isUnheard = isMuted(at) || call?.key != key && unheard.contains(key)
        let shown = next.flatMap { end <= $0 ? $0 : nil }
        return scene(.adhan, at, end, name, endsAt: shown, isUnheard: isUnheard)
    }

    /// When the prayer begins: at its iqama, which waits for the end of its adhan. Nil where no iqama is known.
    private func prayerBegin(_ prayer: Prayer, _ day: TimesReport.Day) -> Instant? {
        day.iqama(prayer).map { iqama in
            day.adhan(prayer).map { adhan in
                max(iqama, callEnd(adhan, OccasionKey(day.date, .adhan(prayer)), before: iqama))
            } ?? iqama
        }
    }

    private func fridays(_ day: TimesReport.Day) -> [DisplayPlan.Scene] {
        firstAdhans(day)
            + day.khutbahs.enumerated().flatMap { index, friday -> [DisplayPlan.Scene] in
                let (khutbah, prayer) = friday
                var found: [DisplayPlan.Scene?] = []
                let end = prayer ?? khutbah + khutbahLength
                if display.states.contains(.khutbah) {
                    found.append(scene(.khutbah, khutbah, end, "jumuah", endsAt: prayer))
                }
                if let prayer, display.states.contains(.prayer) {
                    found.append(scene(.prayer, prayer, prayer + display.prayerLength, "jumuah"))
                }
                if day.calledKhutbahs.contains(khutbah) {
                    found.append(fridayCall(khutbah, .jumuah(index + 1), day, before: end, prayer))
                }
                let called = callEnd(khutbah, OccasionKey(day.date, .jumuah(index + 1)), before: end)
                found.append(phonesOff(day.calledKhutbahs.contains(khutbah) ? called : khutbah, "jumuah", before: end))
                return found.compactMap(\.self)
            }
    }

    private func firstAdhans(_ day: TimesReport.Day) -> [DisplayPlan.Scene] {
        day.firstAdhans.enumerated().compactMap { index, adhan in
            // Some khutbahs may have none, but the report does not say which.
            let isEach = day.firstAdhans.count == day.khutbahs.count
            guard let number = isEach ? index : day.khutbahs.firstIndex(where: { $0.at > adhan }) else { return nil }
            let (khutbah, prayer) = day.khutbahs[number]
            return fridayCall(adhan, .firstAdhan(number + 1), day, before: khutbah, prayer)
        }
    }

    private func fridayCall(
        _ at: Instant,
        _ occasion: Occasion,
        _ day: TimesReport.Day,
        before next: Instant,
        _ prayer: Instant?
    ) -> DisplayPlan.Scene? {
        let key = OccasionKey(day.date, occasion)
        return callScene(key, "jumuah", at, callEnd(at, key, before: next), prayer)
    }

    private func eids(_ day: TimesReport.Day) -> [DisplayPlan.Scene] {
        (day.eid ?? []).flatMap { eid -> [DisplayPlan.Scene] in
            let isShown = display.states.contains(.prayer)
            let prayer = isShown ? scene(.prayer, eid.at, eid.at + Self.eidLength, "eid") : nil
            return [prayer, phonesOff(eid.at, "eid")].compactMap(\.self)
        }
    }

    /// Asks for phones to be switched off while the rows are made, or the khutbah begins.
    private func phonesOff(_ begin: Instant, _ prayer: String, before next: Instant? = nil) -> DisplayPlan.Scene? {
        guard display.states.contains(.phonesOff) else { return nil }
        let end = begin + display.phonesOffLength
        return scene(.phonesOff, begin, min(end, next ?? end), prayer)
    }

    /// Nil where it would end before it begins.
    private func scene(
        _ kind: DisplayPlan.Scene.Kind,
        _ from: Instant,
        _ until: Instant,
        _ prayer: String?,
        endsAt: Instant? = nil,
        isUnheard: Bool = false
    ) -> DisplayPlan.Scene? {
        guard from < until else { return nil }
        return DisplayPlan.Scene(
            from: from.seconds,
            until: until.seconds,
            scene: kind,
            prayer: prayer,
            endsAt: endsAt?.seconds,
            unheard: isUnheard
        )
    }
}

extension TimesReport.Day {
    /// When taraweeh begins: after Isha, which takes that long; nil on an evening without it.
    func taraweeh(after length: Duration) -> Instant? {
        taraweeh == true ? (iqama(.isha) ?? adhan(.isha) ?? isha.at) + length : nil
    }
}
