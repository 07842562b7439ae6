/// The times of a file beside the sun's and beside each other, before anything is decided about them.
struct TimetableEvidence {
    struct Suspicion {
        let objection: TimetableObjection
        /// What was probably meant, if one slip of the fingers explains the time.
        let meant: Instant?
        /// The time that the days beside it suggest; nil if they are too few.
        let fitting: Instant?
        /// Whether it cannot be meant. Otherwise it is used, and reported.
        let isCertain: Bool

        static func unread(_ fault: TimetableFault, fitting: Instant? = nil) -> Suspicion {
            let objection = TimetableObjection.unread(line: fault.line, fault.sentence)
            return Suspicion(objection: objection, meant: nil, fitting: fitting, isCertain: true)
        }
    }

    let days: [FileDay]
    let suns: [SunOfDay]
    /// By day: whether the whole day is an hour early (true) or late (false).
    private(set) var hourOff: [Bool?]
    /// By day.
    var suspicions: [[Prayer: Suspicion]]
    private(set) var lines: [Prayer: NeighbourLine] = [:]
    let zone: ZoneRules
    private let place: SunOfDay.Place
    private let room: Duration
    private let windows: [PrayerWindows]

    /// `days` ascend by date; `room` is more than zero for a place that is only roughly known.
    init(_ days: [FileDay], at calculator: PrayerCalculator, room: Duration) {
        let place = SunOfDay.Place(of: calculator)
        let suns = days.map { place[$0.day.date] }
        let windows = suns.map { PrayerWindows($0, room: room) }
        (self.days, self.suns, self.windows, zone) = (days, suns, windows, calculator.zone)
        (self.place, self.room) = (place, room)
        let hourOff = days.indices.map { Self.hourOff(days[$0].day, windows[$0], suns[$0], room) }
        self.hourOff = Self.wholeDays(hourOff, days, suns)
        suspicions = Array(repeating: [:], count: days.count)
        for prayer in Prayer.allCases { suspect(prayer, without: []) }
        suspectNights(without: [])
    }

    /// The same without some days that one mistake explains: nothing else is said of them, and they say nothing of the
    /// others.
    func without(_ explained: Set<Int>) -> TimetableEvidence {
        guard !explained.isEmpty else { return self }
        var rest = self
        for index in explained { (rest.hourOff[index], rest.suspicions[index]) = (nil, [:]) }
        for prayer in Prayer.allCases { rest.suspect(prayer, without: explained) }
        rest.suspectNights(without: explained)
        return rest
    }

    /// How many seconds after the sun's event the prayer is, on each day of usual daylight that is not an hour off.
    func distances(_ prayer: Prayer, from event: (SunOfDay) -> Double) -> [Double] {
        days.indices.compactMap { index in
            guard suns[index].isUsual, hourOff[index] == nil else { return nil }
            return days[index].day[prayer].inSeconds - event(suns[index])
        }
    }

    /// Whether times of the day cannot be meant where they are, so that the whole day may be misplaced. A time that
    /// only leaves the line of the days beside it is a slip of its own.
    func isDisplaced(_ index: Int) -> Bool {
        hourOff[index] == nil
            && (days[index].day.disorder != nil || Prayer.allCases.contains { isOutside($0, index) })
    }

    /// Whether sunrise and Maghrib are both more than twenty minutes from the sun's, on a day that is not just an hour
    /// off.
    func isFarFromSun(_ index: Int) -> Bool {
        hourOff[index] == nil
            && [Prayer.sunrise, .maghrib].allSatisfy { prayer in
                abs(days[index].day[prayer].inSeconds - suns[index][prayer]) > 1200 + suns[index].grazing
            }
    }

    /// Whether the time is outside its prayer's window; false where the sun gives none.
    func isOutside(_ prayer: Prayer, _ index: Int) -> Bool {
        windows[index][prayer].map { !$0.contains(days[index].day[prayer].inSeconds) } ?? false
    }

    /// Whether the day would be in order and within its windows if each prayer had the time of another.
    func fits(_ index: Int, _ source: (Prayer) -> Prayer) -> Bool {
        let day = days[index].day
        return fits(windows[index], PrayerDay(date: day.date) { day[source($0)] })
    }

    /// Whether it would be if the date were written with day and month exchanged.
    func fitsWithDayAndMonthExchanged(_ index: Int) -> Bool {
        let day = days[index].day
        let (year, month, number) = day.date.components
        guard month != number,
            let date = try? CivilDate(year: year, month: number, day: month)  // reason: no such date is no explanation
        else { return false }
        let moved = PrayerDay(date: date) { prayer in
            let wall = zone.wall(at: day[prayer])
            let ahead = day.date.distance(to: wall.date)
            return zone.instant(date.adding(days: ahead), secondOfDay: wall.secondOfDay)
        }
        return fits(PrayerWindows(place[date], room: room), moved)
    }

    /// Whether it would be if the times after noon were written on a clock of twelve hours.
    func fitsWithTwelveHoursMore(_ index: Int) -> Bool {
        let day = days[index].day
        let halves = Set(
            Prayer.allCases.filter { prayer in
                switch prayer {
                case .fajr, .sunrise: false
                case .dhuhr: day[prayer].inSeconds < suns[index].noon - 21_600
                case .asr, .maghrib, .isha: day[prayer].inSeconds < suns[index].noon
                }
            }
        )
        guard !halves.isEmpty else { return false }
        return fits(windows[index], PrayerDay(date: day.date) { halves.contains($0) ? day[$0] + .hours(12) : day[$0] })
    }

    /// What to do about a table whose times nearly all fit by another clock, for the end of a sentence; nil if there is
    /// none.
    var cureByClock: String? {
        let usual = days.indices.filter { suns[$0].isUsual }
        guard let first = days.first, let own = first.clock else { return nil }
        let found = FileClock.allCases.first { clock in
            guard clock != own else { return false }
            let fitting = usual.count { index in
                let day = days[index].day
                let zone = own.zone(at: self.zone, in: day.date.year)
                let wall = WallDay(day.date, by: clock) { zone.wall(at: day[$0]).secondOfDay }
                return fits(windows[index], wall.day(in: self.zone))
            }
            return fitting > 0 && fitting * 100 >= usual.count * 95
        }
        return found.map { clock in
            "all its times fit with "
                + (first.hasOwnClock
                    ? "\"clock\": \"\(clock.rawValue)\" in the file" : "clock = \"\(clock.rawValue)\" in [timetable]")
        }
    }

    private func fits(_ windows: PrayerWindows, _ day: PrayerDay) -> Bool {
        day.disorder == nil && Prayer.allCases.allSatisfy { windows[$0]?.contains(day[$0].inSeconds) ?? false }
    }

    /// Whether a time is outside its window, and would be within it that many seconds later.
    func fits(_ prayer: Prayer, _ index: Int, later seconds: Double) -> Bool {
        guard let window = windows[index][prayer] else { return false }
        let time = days[index].day[prayer].inSeconds
        return !window.contains(time) && window.contains(time + seconds)
    }

    func isUnusual(_ prayer: Prayer, _ index: Int) -> Bool {
        guard let usual = windows[index].usual(prayer) else { return false }
        return !usual.contains(days[index].day[prayer].inSeconds)
    }

    /// In seconds, how far the sunrise of a day that is an hour off may be from the sun's, beside that hour. At another
    /// place it is farther; a mosque adds its caution to Maghrib.
    private static let mostUneven = 600.0

    /// Whether the whole day would be within its windows, and its sunrise the sun's, an hour later (true) or earlier
    /// (false); nil if it is as it is.
    private static func hourOff(_ day: PrayerDay, _ windows: PrayerWindows, _ sun: SunOfDay, _ room: Duration) -> Bool?
    {
        let late = day[.sunrise].inSeconds - sun[.sunrise]
        func fits(_ prayer: Prayer, _ shift: Double) -> Bool {
            windows[prayer]?.contains(day[prayer].inSeconds + shift) ?? false
        }
        guard !fits(.sunrise, 0), !fits(.maghrib, 0) else { return nil }
        return [true, false].first { isEarly in
            let shift = isEarly ? 3600.0 : -3600
            return abs(late + shift) < mostUneven + sun.grazing + room.inSeconds
                && [Prayer.sunrise, .dhuhr, .maghrib].allSatisfy { fits($0, shift) }
        }
    }

    private mutating func suspect(_ prayer: Prayer, without explained: Set<Int>) {
        let isOutside = days.indices.map { self.isOutside(prayer, $0) }
        let points = days.indices.map { index in
            let time = days[index].day[prayer]
            return NeighbourLine.Point(
                day: days[index].day.date.dayNumber,
                distance: time.inSeconds - suns[index][prayer],
                wall: zone.wall(at: time).secondOfDay,
                sun: suns[index],
                isGood: !isOutside[index] && hourOff[index] == nil && days[index].unread[prayer] == nil
                    && !explained.contains(index)
            )
        }
        let line = NeighbourLine(prayer, points).withoutOutliers
        lines[prayer] = line
        for index in days.indices where hourOff[index] == nil && !explained.contains(index) {
            suspicions[index][prayer] = nil
            if let fault = days[index].unread[prayer] {
                let beside = suspicion(.offLine, prayer, index, line.fitting(at: index), isCertain: true)
                suspicions[index][prayer] = .unread(fault, fitting: beside.fitting)
            } else if isOutside[index] {
                suspicions[index][prayer] = suspicion(
                    outside(prayer, index),
                    prayer,
                    index,
                    line.fitting(at: index),
                    isCertain: true
                )
            } else if let contradiction = line.contradiction(at: index) {
                suspicions[index][prayer] = suspicion(
                    .offLine,
                    prayer,
                    index,
                    (contradiction.fitting, contradiction.room),
                    isCertain: contradiction.isFromBothSides && (room == .zero || contradiction.isFlat)
                )
            }
        }
    }

    func suspicion(
        _ objection: TimetableObjection,
        _ prayer: Prayer,
        _ index: Int,
        _ fitting: (time: Double, room: Double)?,
        isCertain: Bool
    ) -> Suspicion {
        let window = windows[index][prayer]
        // What the days beside suggest may be as early as the time itself, as in the table of another place.
        guard let fitting, window?.contains(fitting.time) ?? true else {
            return Suspicion(objection: objection, meant: nil, fitting: nil, isCertain: isCertain)
        }
        let fits = Instant(seconds: Int64((fitting.time / 60).rounded()) * 60)
        let wall = (
            written: zone.wall(at: days[index].day[prayer]).secondOfDay, fitting: zone.wall(at: fits).secondOfDay
        )
        let slip = Misprint.meant(wall.written, near: wall.fitting, within: Int(min(fitting.room, 360)))
        let meant = slip.map { slip in
            let ahead = (slip - wall.fitting).withinADay
            return fits + .seconds(ahead < 43_200 ? ahead : ahead - 86_400)
        }
        return Suspicion(
            objection: objection,
            meant: meant.flatMap { isMeant($0, fits, prayer) && window?.contains($0.inSeconds) ?? true ? $0 : nil },
            fitting: fits,
            isCertain: isCertain
        )
    }

    /// Whether the guess is hardly before what the days beside suggest: nobody may break the fast before sunset for a
    /// guess.
    private func isMeant(_ guess: Instant, _ fits: Instant, _ prayer: Prayer) -> Bool {
        switch prayer {
        case .dhuhr, .asr, .maghrib: guess >= fits - .minutes(1)
        case .fajr, .sunrise, .isha: guess >= fits - .minutes(2)
        }
    }

    private func outside(_ prayer: Prayer, _ index: Int) -> TimetableObjection {
        let (time, sun) = (days[index].day[prayer].inSeconds, suns[index])
        let isEarly = time < windows[index][prayer]?.lowerBound ?? 0
        let (event, at): (TimetableObjection.SunEvent, Double) =
            switch (prayer, isEarly) {
            case (.fajr, true): (sun.isDark ? .dawn : .midnight, sun.earliestDawn)
            case (.fajr, false), (.sunrise, _): (.sunrise, sun.sunrise)
            case (.dhuhr, true): (.noon, sun.noon)
            case (.dhuhr, false), (.asr, true): (.asr, sun.shafiAsr)
            case (.asr, false), (.maghrib, _), (.isha, _): (.sunset, sun.sunset)
            }
        let moment = Instant(seconds: Int64((at / 60).rounded()) * 60)
        return .outside(Int(((time - at) / 60).rounded()), event, at: zone.clockText(moment))
    }
}

extension Instant {
    /// UTC seconds since 1970.
    var inSeconds: Double { Double(microseconds) / 1e6 }
}
