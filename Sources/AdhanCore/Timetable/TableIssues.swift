/// What is wrong with, or unusual about, a timetable as a whole.
struct TableIssues {
    /// What explains most of the wrong days at once, so that they are not listed one by one; nil if nothing does.
    let explanation: Explanation?
    /// What to do if the table fits by another clock than it is read by.
    let cureByClock: String?
    let remarks: [TimetableFault]
    /// The place that its times seem to be for; nil if it is this one.
    let elsewhere: Elsewhere?

    struct Explanation {
        let words: String
        /// What mends the file; nil if the times may be meant all the same.
        var cure: String?
        let days: [Int]
    }

    private let end: CivilDate?

    struct Elsewhere {
        /// How many seconds later the sun is there; negative is earlier.
        let shift: Double

        var words: String {
            let tenths = (abs(shift) / 24).rounded() / 10
            return "the times fit a place \(tenths)° further \(shift > 0 ? "west" : "east")"
        }
    }

    /// The share of the wrong days that an explanation must put right.
    private static let share = 0.8
    /// Fewer wrong days are listed one by one.
    private static let least = 5
    /// In kilometres. The table of a nearer place is corrected time by time.
    private static let farthestNeighbour = 300.0
    /// In seconds: how far sunrise must be from the sun's on a fifth of the days. A mosque adds its caution to Maghrib.
    private static let leastMisfit = 600.0
    /// In seconds, how far days that are moved by the same time may be apart: rounding, and the room of a mosque.
    private static let mostUneven = 240.0

    init(_ evidence: TimetableEvidence, at calculator: PrayerCalculator) {
        end = evidence.days.last?.day.date
        let wrong = evidence.days.indices.filter { evidence.isDisplaced($0) }
        let isOff = wrong.count >= Self.least || evidence.hourOff.count { $0 != nil } >= Self.least
        cureByClock = isOff ? evidence.cureByClock : nil
        let explanation =
            wrong.count < Self.least ? nil : Self.explanation(of: wrong, in: evidence, calculator, cureByClock)
        self.explanation = explanation
        remarks = explanation == nil ? Self.remarks(evidence, calculator) : []
        elsewhere = explanation == nil ? Self.elsewhere(evidence) : nil
    }

    /// The one fault of those of the explained days that the mosque has not accepted; nil if there are none.
    func fault(on days: [FileDay], areUsed: Bool) -> TimetableFault? {
        guard let explanation, let first = days.first, let last = days.last else { return nil }
        let consequence =
            areUsed
            ? "they are called as they stand"
            : explanation.cure.map { "these days are not used. \($0)" }
                ?? "these days are not used. To call their times all the same: accept = \"all\""
        return first.fault(
            through: last.day.date,
            fate: areUsed ? .used : .refused,
            isOfWhole: true,
            "on \(days.count) days from here \(last.day.date == end ? "on" : "to \(last.day.date)") "
                + "\(explanation.words); \(consequence)"
        )
    }

    private static func explanation(
        of wrong: [Int],
        in evidence: TimetableEvidence,
        _ calculator: PrayerCalculator,
        _ cureByClock: String?
    ) -> Explanation? {
        let isForeign = isForeign(evidence)
        if !isForeign || cureByClock == nil, let slip = slip(wrong, in: evidence) { return slip }
        let days = evidence.days.indices.filter { evidence.suns[$0].isUsual }
        // A season alone is the mosque's, by another clock.
        let isSeason = wrong.count * 4 < days.count * 3
        if cureByClock == nil, isSeason, let moved = moved(wrong, in: evidence) { return moved }
        let offSun = wrong.count { evidence.isOutside(.sunrise, $0) || evidence.isOutside(.maghrib, $0) }
        if cureByClock == nil, isForeign || offSun * 5 >= days.count,
            let place = otherPlace(days, in: evidence, calculator)
        {
            return Explanation(
                words: "the times do not fit this place; they fit one about \(place)",
                days: Array(evidence.days.indices)
            )
        }
        if cureByClock == nil, let moved = moved(wrong, in: evidence) { return moved }
        guard isForeign else { return nil }
        let cause = cureByClock ?? "the times look like those of another place, or of another zone's clock"
        return Explanation(
            words: "sunrise and sunset are not those of this place: \(cause)",
            days: Array(evidence.days.indices)
        )
    }

    /// What puts most of the wrong days right, with the days that it puts right.
    private static func slip(_ wrong: [Int], in evidence: TimetableEvidence) -> Explanation? {
        // `days` are all that the mistake may be on, with those that it puts wrong by so little that no window tells.
        var found: [(words: String, days: [Int], right: Int, cure: String)] = []
        for (index, one) in Prayer.allCases.enumerated() {
            for other in Prayer.allCases.dropFirst(index + 1) {
                let days = wrong.filter { evidence.fits($0) { $0 == one ? other : $0 == other ? one : $0 } }
                found.append(
                    (
                        "the times of \(one.title) and \(other.title) seem to be exchanged", days, days.count,
                        "Exchange the two in the file, or name the columns as in: adhand timetable import FILE --map "
                            + "\(one.rawValue)=COLUMN"
                    )
                )
            }
        }
        let exchanged = wrong.filter { evidence.fitsWithDayAndMonthExchanged($0) }
        let misdated = evidence.days.indices.filter { evidence.fitsWithDayAndMonthExchanged($0) }
        found.append(
            (
                "day and month of the date seem to be exchanged", misdated, exchanged.count,
                "Write the dates as 2026-02-01, or format their column as text before they are typed"
            )
        )
        let halves = wrong.filter { evidence.fitsWithTwelveHoursMore($0) }
        found.append(
            (
                "the times after noon seem to be written on a clock of twelve hours, without am and pm", halves,
                halves.count, "Write the times with 24 hours, as 16:45"
            )
        )
        return found.max { $0.right < $1.right }.flatMap {
            Double($0.right) >= share * Double(wrong.count)
                ? Explanation(words: $0.words, cure: $0.cure, days: $0.days) : nil
        }
    }

    /// The days on which all times are early or late by the same number of minutes, if these are most of the wrong
    /// ones.
    private static func moved(_ wrong: [Int], in evidence: TimetableEvidence) -> Explanation? {
        let far = evidence.days.indices.filter { evidence.suns[$0].isUsual && evidence.isFarFromSun($0) }
        guard far.count >= least, Double(Set(wrong).intersection(far).count) >= share * Double(wrong.count) else {
            return nil
        }
        func distance(_ prayer: Prayer, _ index: Int) -> Double {
            evidence.days[index].day[prayer].inSeconds - evidence.suns[index][prayer]
        }
        let shifts = far.map { (distance(.sunrise, $0) + distance(.maghrib, $0)) / 2 }
        let shift = shifts.median
        let same = far.indices.count { index in
            let (sunrise, sunset) = (distance(.sunrise, far[index]), distance(.maghrib, far[index]))
            return abs(shifts[index] - shift) < mostUneven && abs(sunrise - sunset) < 4 * mostUneven
        }
        guard same * 100 >= far.count * 95 else { return nil }
        let minutes = Int((abs(shift) / 60).rounded())
        let place = shift > 0 ? "west" : "east"
        return Explanation(
            words:
                "all times are about \(minutes) min \(shift > 0 ? "late" : "early"), as by the clock of another zone, "
                + "or at a place \((abs(shift) / 24).rounded() / 10)° further \(place)",
            days: far
        )
    }

    /// The place, seen from here, whose sun the table has on the same clock; nil if there is none, or it is near.
    private static func otherPlace(
        _ days: [Int],
        in evidence: TimetableEvidence,
        _ calculator: PrayerCalculator
    ) -> String? {
        let sampled = stride(from: 0, to: days.count, by: max(1, days.count / 12)).map { evidence.days[days[$0]].day }
        let (own, here) = (SunOfDay.Place(of: calculator), calculator.coordinates)
        // The middle of the day gives the longitude, its length the latitude.
        let late = sampled.map { ($0[.sunrise].inSeconds + $0[.maghrib].inSeconds) / 2 - own[$0.date].noon }.median
        let longitude = (here.longitude - late / 240).remainder(dividingBy: 360)
        let misfits = sampled.count { abs($0[.sunrise].inSeconds - own[$0.date][.sunrise]) > leastMisfit }
        guard misfits * 5 >= sampled.count else { return nil }
        let tried = stride(from: -60.0, through: 60, by: 1).compactMap { latitude -> (Coordinates, [Double])? in
            var there = calculator
            // reason: both are in their ranges
            guard let place = try? Coordinates(latitude: latitude, longitude: longitude) else { return nil }
            there.coordinates = place
            let sun = SunOfDay.Place(of: there)
            return (place, sampled.map { abs(($0[.maghrib] - $0[.sunrise]).inSeconds - sun[$0.date].daylight) })
        }
        guard let (place, off) = tried.min(by: { $0.1.median < $1.1.median }), off.count >= least,
            off.count(where: { $0 < 900 }) * 10 >= off.count * 8
        else { return nil }
        let distance = here.distance(to: place)
        guard distance > farthestNeighbour else { return nil }
        let hundreds = Int((distance / 100).rounded())
        let text = (hundreds < 10 ? "" : "\(hundreds / 10),") + "\((hundreds % 10 * 100).padded(to: 3)) km"
        let winds = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"]
        let wind = winds[Int((here.direction(to: place).degrees / 45).rounded()) % winds.count]
        return "\(text) \(wind), or one in another zone"
    }

    /// Whether the sun contradicts so many days that what is left of the table would be called by chance. Days that are
    /// only an hour off do not count: those are the mosque's own, on another clock.
    private static func isForeign(_ evidence: TimetableEvidence) -> Bool {
        let days = evidence.days.indices.filter { evidence.suns[$0].isUsual }
        let elsewhere = days.count { evidence.isFarFromSun($0) }
        return elsewhere * 4 >= days.count && elsewhere >= least
    }

    private static func remarks(_ evidence: TimetableEvidence, _ calculator: PrayerCalculator) -> [TimetableFault] {
        guard let first = evidence.days.first else { return [] }
        let madhab = otherMadhab(evidence, calculator).map {
            TimetableFault(line: first.line, date: nil, of: .asr, fate: .used, $0).on(first.sheet)
        }
        return [madhab].compactMap(\.self) + Prayer.allCases.compactMap { unusual($0, evidence) }
    }

    /// Whether the sun rises, culminates and sets earlier or later than here, all by about the same time.
    private static func elsewhere(_ evidence: TimetableEvidence) -> Elsewhere? {
        func shift(_ prayer: Prayer) -> Double? {
            let distances = evidence.distances(prayer) { $0[prayer] }
            return distances.count < least ? nil : distances.median
        }
        guard let sunrise = shift(.sunrise), let noon = shift(.dhuhr), let sunset = shift(.maghrib) else { return nil }
        let middle = (sunrise + sunset) / 2
        return abs(middle) > 330 && noon * middle > 0 && abs(noon) > 200 ? Elsewhere(shift: middle) : nil
    }

    private static func otherMadhab(_ evidence: TimetableEvidence, _ calculator: PrayerCalculator) -> String? {
        func distance(_ madhab: Madhab) -> Double? {
            let distances = evidence.distances(.asr) { madhab == .shafi ? $0.shafiAsr : $0.hanafiAsr }
            return distances.count < least ? nil : abs(distances.median)
        }
        let other = calculator.madhab == .shafi ? Madhab.hanafi : .shafi
        guard let own = distance(calculator.madhab), let its = distance(other), its < 900, own > its + 900 else {
            return nil
        }
        return "Asr is that of \(other.rawValue), but [calculation] has madhab = \"\(calculator.madhab.rawValue)\"; "
            + "the file's times are used"
    }

    private static func unusual(_ prayer: Prayer, _ evidence: TimetableEvidence) -> TimetableFault? {
        let found = evidence.days.indices.filter {
            evidence.hourOff[$0] == nil && evidence.suspicions[$0][prayer] == nil && evidence.isUnusual(prayer, $0)
        }
        guard let first = found.first, let last = found.last else { return nil }
        let minutes = found.map {
            Int(((evidence.days[$0].day[prayer].inSeconds - evidence.suns[$0][prayer]) / 60).rounded())
        }
        let event =
            switch prayer {
            case .fajr, .sunrise: "sunrise"
            case .dhuhr: "noon"
            case .asr: "the first shadow of Asr"
            case .maghrib, .isha: "sunset"
            }
        let span = MinuteSpan.text(minutes)
        let days = found.count == 1 ? "on this day" : "on \(found.count) days from here on"
        return evidence.days[first].fault(
            through: evidence.days[last].day.date,
            of: prayer,
            "\(prayer.title) is \(span) \(event) \(days), which is unusual; it is used"
        )
    }
}

extension [Double] {
    /// 0 if there are none.
    var median: Double {
        let sorted = sorted()
        return sorted.isEmpty ? 0 : (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
}
