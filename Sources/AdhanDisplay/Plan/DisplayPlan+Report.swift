import AdhanSupport
import AdhanCore

extension DisplayPlan {
    /// The mosque's settings that shape the page.
    struct Settings: Sendable {
        var display: DisplayConfiguration
        /// How long a khutbah takes where nobody knows when its prayer begins.
        var khutbahLength: Duration
        var hijri: HijriCalendar
        /// Whose times are not called, so that they are not shown either.
        var withheld: SkippedSources?
    }

    /// - Parameters:
    ///   - times: nil where the daemon has not told any yet.
    ///   - status: the last that the daemon told; nil where it has told none.
    ///   - call: the call that sounds, or the last that did.
    ///   - unheard: the calls that did not sound by an earlier status.
    /// - Throws: `ReportedMoment.NoMoment` where the daemon is of another version.
    init(
        _ times: TimesReport?,
        _ status: StatusReport?,
        _ zone: ZoneRules,
        _ settings: Settings,
        _ material: Material = Material(),
        call: SoundingCall? = nil,
        unheard: Set<OccasionKey> = [],
        version: String = Release.version,
        now: Instant
    ) throws {
        var display = settings.display
        // By a clock that may be wrong nothing is called, neither by sound nor by the page.
        if status?.isClockUntrusted == true { display.states.remove(.adhan) }
        let days = times?.days ?? []
        self.version = version
        self.now = Double(now.microseconds) / 1_000_000
        self.zone = Self.offsets(zone, now, days)
        // A place without a name is called by its zone.
        let name = times.flatMap { $0.place.name == $0.place.timezone ? nil : $0.place.name }
        mosque = Mosque(name: display.name ?? name, logo: material.logo, background: material.background)
        look = Look(display)
        let hasTurnAtMaghrib = settings.hijri.turn == .maghrib
        self.days = days.enumerated().map { index, day in
            let next = days.indices.contains(index + 1) ? days[index + 1] : nil
            let hasTurns = display.tomorrow == .eachPrayer && next?.date == day.date.adding(days: 1)
            return Day(
                day,
                before: hasTurnAtMaghrib ? next : nil,
                previous: index > 0 ? days[index - 1] : nil,
                turns: hasTurns ? day.turns(settings) : [:],
                zone,
                display
            )
        }
        slides = material.slides.compactMap { Slide($0, display.files, days, zone) }
        adhkar = material.adhkar.compactMap { Slide($0, display.files, days, zone) }
        let muted = try status?.mutedUntil.map { try ReportedMoment($0).at }
        let isSilent = status?.isSilent ?? false
        let isMuted: (Instant) -> Bool = { at in isSilent || muted.map { at < $0 } == true }
        scenes = Scenes(
            display: display,
            khutbahLength: settings.khutbahLength,
            zone: zone,
            hasSlides: !slides.isEmpty,
            hasAdhkar: !adhkar.isEmpty,
            isMuted: isMuted,
            unheard: status?.unheard(after: unheard) ?? [],
            call: call
        ).all(days)
        let today = zone.wall(at: now).date
        let shown = self.days.last { day in day.from.map { $0 <= now.seconds } ?? (day.date <= today.description) }
        notes = Self.notes(
            status,
            today: days.first { $0.date == today }?.source,
            shown: shown?.source
        )
        if display.showsFaults {
            notes += Self.faults(status?.problems ?? [])
        }
        bar = display.messages.compactMap { Message($0, days, zone) }
        changes = (times?.changes ?? []).compactMap { Change($0, zone, days: display.changeDays) }
        countdown = Self.countdown(status?.preferences.applied(to: settings.hijri) ?? settings.hijri, today: today)
    }

    /// The offsets of the zone from a day before now to a day after the last day.
    private static func offsets(_ zone: ZoneRules, _ now: Instant, _ days: [TimesReport.Day]) -> [Offset] {
        let first = min(now, days.first.map { zone.instant($0.date, secondOfDay: 0) } ?? now) - .days(1)
        let last = max(now, days.last.map { zone.instant($0.date, secondOfDay: 0) } ?? now) + .days(2)
        var found = [Offset(from: first.seconds, offset: zone.offset(at: first))]
        // No zone changes twice within an hour, and each change is at a whole minute.
        var moment = first
        while moment < last {
            let next = moment + .hours(1)
            if zone.offset(at: next) != zone.offset(at: moment) {
                var change = moment
                while zone.offset(at: change) == zone.offset(at: moment), change < next {
                    change = change + .seconds(1)
                }
                found.append(Offset(from: change.seconds, offset: zone.offset(at: change)))
            }
            moment = next
        }
        return found
    }

    /// The foot has room for so many faults.
    private static let mostFaults = 3

    /// The worst faults, and how many there are besides.
    private static func faults(_ problems: [StatusReport.Problem]) -> [Note] {
        func rank(_ problem: StatusReport.Problem) -> Int { problem.severity?.rank ?? 0 }
        let worst = problems.enumerated().sorted { (-rank($0.element), $0.offset) < (-rank($1.element), $1.offset) }
        let shown = worst.prefix(mostFaults).map(\.element).map {
            Note(kind: .fault, until: nil, text: $0.what, fault: $0.fault)
        }
        let rest = problems.count - shown.count
        return shown + (rest > 0 ? [Note(kind: .fault, until: nil, text: "+\(rest)")] : [])
    }

    /// - Parameters:
    ///   - today: where today's times come from; nil where there is no day.
    ///   - shown: where those of the day in the table come from.
    private static func notes(_ status: StatusReport?, today: String?, shown: String?) -> [Note] {
        guard let status else { return [] }
        var found: [Note] = []
        func add(_ kind: Note.Kind, until: String? = nil) { found.append(Note(kind: kind, until: until, text: nil)) }
        if let through = status.sources.first(where: { $0.name == shown })?.through { add(.source, until: through) }
        // Where a timetable is expected, and the day has none.
        if today == SourceName.calculation.rawValue, !status.sources.isEmpty {
            add(status.ended == nil ? .calculated : .old, until: status.ended)
        }
        if status.isOffline { add(.offline) }
        if status.isClockUntrusted { add(.clockUntrusted) }
        let next = status.adhans?.first { !$0.isReplaced }
        if status.mutedUntil != nil || next?.isMuted == true { add(.muted) }
        if status.isSoundFailing { add(.noSound) }
        return found
    }

    /// How many days before Ramadan the page begins to count them.
    private static let countedDays = 90

    /// Until the next Ramadan, a season before it at the earliest, so that none is counted during Ramadan;
    /// nil beyond the calendar.
    private static func countdown(_ calendar: HijriCalendar, today: CivilDate) -> Countdown? {
        guard let year = calendar.date(today)?.month.year else { return nil }
        let starts = [year, year + 1].compactMap { year in
            // Beyond the calendar there is none.
            (try? HijriMonth(year: year, month: 9)).map(calendar.start)  // reason: see above
        }
        return starts.first { $0 > today && $0 <= today.adding(days: countedDays) }.map {
            Countdown(date: $0.description)
        }
    }
}

extension DisplayPlan.Settings {
    init(_ configuration: Configuration) {
        display = configuration.display
        khutbahLength = .seconds(configuration.jumuah.rules.khutbah)
        hijri = configuration.hijri.calendar
        withheld = configuration.place.withheld
    }
}

extension DisplayPlan.Look {
    fileprivate init(_ display: DisplayConfiguration) {
        self.init(
            languages: display.languages.map(\.rawValue),
            alternate: Int(display.alternate.components.seconds),
            hours: display.has12Hours ? 12 : 24,
            digits: display.digits.rawValue,
            emphasis: display.emphasis.rawValue,
            sunrise: display.sunrise.rawValue,
            colours: Colours(ground: "\(display.ground)", ink: "\(display.ink)", gold: "\(display.gold)"),
            clockInPrayer: display.showsClockInPrayer,
            untilSunrise: display.untilSunrise
        )
    }
}

extension DisplayPlan.Hijri {
    fileprivate init(_ date: HijriDate) { self.init(year: date.month.year, month: date.month.month, day: date.day) }
}

extension DisplayPlan.Day {
    /// - Parameters:
    ///   - next: the day after, if its Hijri date begins at this day's Maghrib.
    ///   - previous: the day before, which stays on the page while its Isha or taraweeh is ahead.
    fileprivate init(
        _ day: TimesReport.Day,
        before next: TimesReport.Day?,
        previous: TimesReport.Day?,
        turns: [Prayer: Instant],
        _ zone: ZoneRules,
        _ display: DisplayConfiguration
    ) {
        let midnight = zone.instant(day.date, secondOfDay: 0)
        let isNext = previous.map { $0.date.adding(days: 1) == day.date } ?? false
        let turn = isNext ? previous?.turn(display, midnight: midnight) : nil
        var times = Prayer.allCases.map { prayer in
            DisplayPlan.Time(
                name: prayer.rawValue,
                begins: day.begins(prayer).at.seconds,
                adhan: day.adhan(prayer)?.seconds,
                iqama: day.iqama(prayer)?.seconds,
                turns: turns[prayer]?.seconds
            )
        }
        if let imsak = day.imsak, display.showsImsak || display.sunrise == .alternating {
            times.insert(.init(name: "imsak", begins: imsak.at.seconds, adhan: nil, iqama: nil), at: 0)
        }
        self.init(
            date: day.date.description,
            from: turn?.seconds,
            weekday: day.date.weekday == 0 ? 7 : day.date.weekday,
            hijri: day.hijri.map(DisplayPlan.Hijri.init),
            hijriEvening: next?.hijri.map(DisplayPlan.Hijri.init),
            ramadan: day.hijri?.isRamadan ?? false,
            times: times,
            jumuah: day.khutbahs.map { .init(khutbah: $0.at.seconds, prayer: $0.prayer?.seconds) },
            eid: (day.eid ?? []).map(\.at.seconds),
            taraweeh: day.taraweeh(after: display.prayerLength)?.seconds,
            source: day.source,
            estimated: Prayer.allCases.filter { day.estimated?[$0] != nil }.map(\.rawValue)
        )
    }
}

extension TimesReport.Day {
    /// How long after its adhan the page keeps a prayer of which nobody knows when it is prayed.
    private static let afterAdhan: Duration = .minutes(30)

    /// When the page turns to the next day: nil at midnight.
    fileprivate func turn(_ display: DisplayConfiguration, midnight: Instant) -> Instant? {
        let isha = iqama(.isha) ?? adhan(.isha) ?? isha.at
        switch display.tomorrow {
        case .midnight: return isha >= midnight ? isha + Self.afterAdhan : nil
        case .afterIsha, .eachPrayer:
            if let taraweeh = taraweeh(after: display.prayerLength) { return taraweeh + display.taraweehLength }
            return end(.isha, display)
        }
    }

    /// When a prayer is over. Its iqama has passed then.
    private func end(_ prayer: Prayer, _ display: DisplayConfiguration) -> Instant {
        iqama(prayer).map { $0 + display.prayerLength } ?? (adhan(prayer) ?? begins(prayer).at) + Self.afterAdhan
    }

    /// When each row but Isha's turns to the next day's time: after its prayer, and never before a row above it.
    fileprivate func turns(_ settings: DisplayPlan.Settings) -> [Prayer: Instant] {
        let display = settings.display
        let fridays = khutbahs.map { ($0.prayer ?? $0.at + settings.khutbahLength) + display.prayerLength }
        let others = [Prayer.sunrise: (eid ?? []).map { $0.at + Self.afterAdhan }, .dhuhr: fridays]
        var (found, last) = ([Prayer: Instant](), end(.fajr, display))
        for prayer in Prayer.allCases where prayer != .isha {
            last = (others[prayer] ?? []).reduce(max(last, end(prayer, display)), max)
            found[prayer] = last
        }
        return found
    }
}

extension DisplayPlan.Message {
    /// Nil where it is shown on none of the days.
    fileprivate init?(_ message: DisplayConfiguration.Message, _ days: [TimesReport.Day], _ zone: ZoneRules) {
        let spans = message.days.spans(days, zone)
        if spans?.isEmpty == true { return nil }
        self.init(text: message.text, language: message.language?.rawValue, spans: spans)
    }
}

extension DisplayPlan.Slide {
    /// Nil where it is shown on none of the days.
    fileprivate init?(_ slide: Slide, _ files: DisplayConfiguration.Files, _ days: [TimesReport.Day], _ zone: ZoneRules)
    {
        let spans = slide.settings.days.spans(days, zone)
        if spans?.isEmpty == true { return nil }
        self.init(
            html: slide.isPicture ? nil : slide.path,
            image: slide.isPicture ? slide.path : nil,
            seconds: (slide.settings.length ?? files.slideLength).components.seconds,
            spans: spans
        )
    }
}

extension ShownDays {
    /// From midnight to midnight in the zone; nil for always.
    fileprivate func spans(_ days: [TimesReport.Day], _ zone: ZoneRules) -> [[Int64]]? {
        if isAlways { return nil }
        return days.map(\.date).filter(contains).map { date in
            [zone.instant(date, secondOfDay: 0).seconds, zone.instant(date.adding(days: 1), secondOfDay: 0).seconds]
        }
    }
}
