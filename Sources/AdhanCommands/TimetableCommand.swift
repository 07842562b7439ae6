import AdhanAudio
import AdhanConfig
import AdhanCore
import AdhanSystem
import AdhanTimetables
import ArgumentParser

struct TimetableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timetable",
        abstract: "A timetable before it goes out: check it, convert it, compare two.",
        discussion: """
            Read are a mosque's year, AlAdhan's month or year, LondonPrayerTimes, the JSON and CSV of Daily Prayer Time, and CSV whose \
            first line names its columns. Which of them a file is, is seen from the file.
            """,
        subcommands: [Check.self, Convert.self, Diff.self]
    )
}

/// How the commands read a timetable: as the daemon does by the config.
struct TimetableReader {
    let configuration: Configuration
    /// The mosque's; UTC where no place is set, in which every time stays as it stands.
    let zone: ZoneRules

    init(_ options: CommonOptions) throws {
        (configuration, _) = try options.load(daemon: false)
        guard configuration.place.isSet else {
            zone = .utc
            return
        }
        zone = try SystemZones.find(configuration.place.place.timezone)
    }

    /// The civil date on the mosque's wall.
    var today: CivilDate { zone.wall(at: LinuxClock().wall()).date }

    /// Of the mosque's place; nil where none is set.
    var calculator: PrayerCalculator? {
        guard configuration.place.isSet else { return nil }
        return configuration.calculation.calculator(configuration.place.place, zone, configuration.hijri.calendar)
    }

    /// - Throws: `FileFault` where the file cannot be read, `UnusableTimetable` where nothing of it can be used.
    func read(_ path: String) throws -> WrittenTimetable {
        let bytes = try BoundedFile.read(path, limit: TimetableFile.sizeLimit)
        do {
            return try WrittenTimetable(
                bytes,
                clock: configuration.timetable.clock,
                madhab: configuration.calculation.madhab
            )
        } catch {
            throw UnusableTimetable(path: path, reason: "\(error)")
        }
    }

    /// The days of a file and where it says that it is for, to be written down or compared; what is wrong with it goes to
    /// stderr.
    func days(_ path: String) throws -> (
        days: [FileDay], refused: [CivilDate: TimetableFault], location: Coordinates?, isWhole: Bool
    ) {
        let written = try read(path)
        guard written.isLocal || configuration.place.isSet else {
            throw ValidationError(
                "\(path): its times are no wall's, and no place is set in the config to say which wall they are for"
            )
        }
        for fault in written.faults { writeError("adhand: \(path): \(fault)") }
        let days = written.days(in: zone)
        guard !days.isEmpty else {
            throw UnusableTimetable(path: path, reason: "there is no day in it that can be used")
        }
        let verdict = verdict(on: days)
        if !verdict.faults.isEmpty {
            let sentences = verdict.faults.map { "\(path): \($0)" }
            let rest = "\(verdict.faults.tally), all of them by: adhand timetable check \(shellWord(path))"
            for line in TimetableFault.brief(sentences, rest) { writeError("adhand: \(line)") }
        }
        let isWhole = written.faults.isEmpty && verdict.faults.isEmpty
        return (days, written.unreadable, written.location, isWhole)
    }

    /// What the daemon would have against days. Without a place the order is looked at, and nothing else.
    func verdict(on days: [FileDay]) -> TimetableCheck.Verdict {
        if let calculator { return TimetableCheck(calculator, limits: configuration.timetable.limits).judge(days) }
        let any = PrayerCalculator(
            coordinates: Place.fallback.coordinates,
            zone: zone,
            method: configuration.calculation.method
        )
        return TimetableCheck(any, policy: .off).judge(days)
    }
}

/// A file of which nothing can be used.
struct UnusableTimetable: Error, CustomStringConvertible {
    let path: String
    let reason: String

    var description: String { "\(path): \(reason)" }
}
