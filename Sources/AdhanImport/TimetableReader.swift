import AdhanSupport
import AdhanCore
import AdhanTimetables

/// Reads timetables as the daemon does, according to the config.
package struct TimetableReader {
    package let configuration: Configuration
    /// The mosque's; UTC if no place is set, which keeps every time as written.
    package let zone: ZoneRules

    package init(_ configuration: Configuration) throws {
        self.configuration = configuration
        guard configuration.place.isSet else {
            zone = .utc
            return
        }
        zone = try configuration.place.zone.get().rules
    }

    /// The civil date on the mosque's wall clock.
    package var today: CivilDate { zone.wall(at: LinuxClock().wall()).date }

    /// For the mosque's place; nil if none is set.
    package var calculator: PrayerCalculator? {
        guard configuration.place.isSet else { return nil }
        return configuration.calculation.calculator(configuration.place.place, zone, configuration.hijri.calendar)
    }

    /// - Throws: `FileFault` if the file cannot be read, `UnusableTimetable` if nothing in it can be used.
    package func read(_ path: String) throws -> WrittenTimetable {
        try document(path, calculator, TableHints(name: path, today: today)).written
    }

    package func document(
        _ path: String,
        _ calculator: PrayerCalculator?,
        _ hints: TableHints
    ) throws -> TimetableDocument {
        let bytes = try BoundedFile.read(path, limit: TimetableFile.sizeLimit)
        do {
            return try TimetableDocument(
                bytes,
                calculator,
                clock: configuration.timetable.clock,
                madhab: configuration.calculation.madhab,
                hints
            )
        } catch {
            throw UnusableTimetable(path: path, reason: "\(error)")
        }
    }

    /// What is in a file, and what the daemon would say of it.
    package struct Checked {
        /// Ascending, also the days of which one time cannot be read.
        package let days: [FileDay]
        /// The faults of what cannot be read, without those of single times that the check tells.
        package let unread: [TimetableFault]
        package let verdict: TimetableCheck.Verdict

        package var faults: [TimetableFault] { (unread + verdict.faults).inOrder }
    }

    package func checked(_ written: WrittenTimetable) -> Checked {
        let days = written.forCheck(in: zone).days
        guard calculator == nil else {
            let verdict = verdict(on: days)
            return Checked(days: days, unread: written.faults(beside: verdict), verdict: verdict)
        }
        // Without a place nothing is known that could take the place of a time.
        let whole = days.filter(\.missing.isEmpty)
        return Checked(days: days, unread: written.faults, verdict: verdict(on: whole))
    }

    /// The days of a file and the place it states, for writing or comparing; faults go to stderr. `name`: what the file
    /// is called in messages, if not by its path.
    package func days(_ path: String, named name: String? = nil) throws -> (
        days: [FileDay], refused: [CivilDate: TimetableFault], location: Coordinates?, isWhole: Bool
    ) {
        let written = try read(path)
        guard written.isLocal || configuration.place.isSet else {
            throw UnusableTimetable(
                path: path,
                reason: "its times are not local times; set timezone in [place] of the config, "
                    + "so that they can be converted",
                isUsage: true
            )
        }
        let checked = checked(written)
        for fault in checked.unread { writeError("adhand: \(name ?? path): \(fault)") }
        guard !checked.days.isEmpty else {
            throw UnusableTimetable(path: path, reason: "there is no day in it that can be used")
        }
        let all = name == nil ? ", all of them by: adhand timetable check \(shellWord(path))" : ""
        for line in TimetableFault.brief(checked.verdict.faults, of: name ?? path, all) {
            writeError("adhand: \(line)")
        }
        // By the same rule as import.
        let isWhole = checked.faults.isEmpty && written.sheetsLeftOut.isEmpty
        return (checked.days, written.unreadable, written.location, isWhole)
    }

    /// What the daemon would have against days. Without a place the order is looked at, and nothing else.
    package func verdict(on days: [FileDay]) -> TimetableCheck.Verdict {
        if let calculator { return configuration.timetable.check(calculator).verdict(on: days) }
        let any = PrayerCalculator(
            coordinates: Place.fallback.coordinates,
            zone: zone,
            method: configuration.calculation.method
        )
        return TimetableCheck(any, policy: .off).verdict(on: days)
    }
}
