import AdhanSupport
import AdhanCore

/// Parses and checks timetables of any origin for this mosque.
package struct TimetableValidator: Sendable {
    package let calculator: PrayerCalculator
    package let check: TimetableCheck
    /// The clock of a timetable's times, if the timetable itself does not say.
    package let clock: FileClock
    /// Reads what has no known format.
    private let reader: any TableReader

    /// `check`: nil for the defaults; `reader`: nil for a child process.
    package init(
        calculator: PrayerCalculator,
        check: TimetableCheck? = nil,
        clock: FileClock = .local,
        reader: (any TableReader)? = nil
    ) {
        (self.calculator, self.check, self.clock) = (calculator, check ?? TimetableCheck(calculator), clock)
        self.reader = reader ?? ChildTableReader()
    }

    /// - Throws: `TimetableRefusal` if nothing in it can be used.
    package func read(_ bytes: [UInt8], _ hints: TableHints = .none) throws(TimetableRefusal) -> CheckedTimetable {
        let known = try known(bytes)
        if let known, known.isCertain { return CheckedTimetable(known, self) }
        do throws(TimetableRefusal) {
            return CheckedTimetable(try reader.read(bytes, TableFacts(calculator, clock, hints)), self)
        } catch {
            // A reader that fails must not cost the days that are known without it.
            guard error.isOfReader, let known, known.isMostlyUsable else { throw error }
            return CheckedTimetable(known, self)
        }
    }

    /// The reading of a known format; nil if it is none. Where it is not certain, another reading may be better. Throws
    /// `TimetableRefusal.notJSON`: nothing else understands that either.
    func known(_ bytes: [UInt8]) throws(TimetableRefusal) -> WrittenTimetable? {
        guard let text = TextEncoding.unicode(bytes) else { return nil }
        do throws(TimetableRefusal) {
            return try WrittenTimetable(text, clock: clock, madhab: calculator.madhab)
        } catch {
            if case .notJSON = error { throw error }
            return nil
        }
    }

    /// Whether both parse a file of that format alike; the checks may differ.
    package func reads(_ shape: TimetableShape, as other: TimetableValidator) -> Bool {
        // Elsewhere the sun may assign another column to a prayer.
        let isSamePlace =
            calculator.coordinates == other.calculator.coordinates && calculator.zone == other.calculator.zone
        return clock == other.clock && calculator.madhab == other.calculator.madhab && (shape != .table || isSamePlace)
    }

    package func inZone(_ zone: ZoneRules) -> TimetableValidator {
        TimetableValidator(calculator: calculator.inZone(zone), check: check.inZone(zone), clock: clock, reader: reader)
    }
}

extension TimetableConfiguration {
    /// For all timetables; `reader`: nil for a child process.
    package func validator(_ calculator: PrayerCalculator, _ reader: (any TableReader)? = nil) -> TimetableValidator {
        TimetableValidator(calculator: calculator, check: check(calculator), clock: clock, reader: reader)
    }

    package func check(_ calculator: PrayerCalculator) -> TimetableCheck {
        TimetableCheck(
            calculator,
            policy: check,
            accept: accept,
            room: room,
            hasOthers: [file, bundle].compactMap(\.self).count + sources.count > 1
        )
    }
}

/// The accepted days of a timetable, checked by one set of rules for the zone. The check takes too long for the loop's
/// thread: it runs where the timetable is read, and where new rules are found.
package struct CheckedTimetable: Sendable {
    package let written: WrittenTimetable
    package let faults: [TimetableFault]
    /// What is used all the same: it is unusual, or the check only warns.
    package let remarks: [TimetableFault]
    package let refused: [CivilDate: TimetableFault]
    private let holes: TimetableHoles
    private let validator: TimetableValidator
    private let accepted: [CivilDate: PrayerDay]

    package init(_ written: WrittenTimetable, _ validator: TimetableValidator) {
        (self.written, self.validator) = (written, validator)
        let verdict = validator.check.verdict(on: written.forCheck(in: validator.calculator.zone).days)
        faults = (written.faults(beside: verdict) + verdict.faults).inOrder
        remarks = (written.remarks + verdict.remarks).inOrder
        accepted = Dictionary(verdict.accepted.map { ($0.date, $0) }) { first, _ in first }
        holes = TimetableHoles(between: verdict.accepted, at: validator.calculator)
        refused = written.refused(except: accepted.keys, faults)
    }

    /// These days checked by another validator; nil if that one would parse the file differently.
    package func checked(by other: TimetableValidator) -> CheckedTimetable? {
        validator.reads(written.shape, as: other) ? CheckedTimetable(written, other) : nil
    }

    /// These days checked by other rules of the zone; nil if they were checked by these.
    package func checked(in zone: ZoneRules) -> CheckedTimetable? {
        zone == validator.calculator.zone ? nil : CheckedTimetable(written, validator.inZone(zone))
    }

    package var dates: Set<CivilDate> { Set(accepted.keys) }

    /// How far its days reach, seen from that date; nil if none can be used.
    package func reach(from date: CivilDate) -> TimetableReach? {
        dates.reach(from: date, refused: refused, year: written.year)
    }

    /// The days of those dates, as far as it has them, in order. Until they are checked by new rules of the zone, each
    /// time stays the same on the wall clock.
    package func days(_ dates: some Sequence<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
        moved(dates.compactMap { accepted[$0] }, to: zone)
    }

    /// Those of the dates that it lacks between its own, in order, calculated as its own days suggest.
    package func holes(_ dates: some Sequence<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
        moved(dates.compactMap { holes.days[$0] }, to: zone)
    }

    private func moved(_ days: [PrayerDay], to zone: ZoneRules) -> [PrayerDay] {
        let own = validator.calculator.zone
        // The times of a UTC file do not follow the wall clock.
        return zone == own || !written.isLocal ? days : days.map { $0.onTheWall(of: zone, as: own) }
    }
}
