import AdhanAudio
import AdhanCaller
import AdhanCore
import AdhanImport
import AdhanSetup
import AdhanSupport
import Glibc

/// The effects of a change beyond the config: the files that it names, and the times of the coming year.
extension ConfigFile {
    /// The tables that decide times.
    private static let timeTables: Set = [
        "place", "calculation", "timetable", "hijri", "adhan", "iqama", "jumuah", "ramadan", "eid",
    ]
    /// More changes of one day are counted only.
    private static let mostTimes = 6

    /// - Throws: `Ending` where the change names a timetable, a recording or a sound card that cannot be used.
    func checkFiles(_ revision: ConfigRevision) throws {
        let after = try Configuration.parse(revision.texts, locations)
        // reason: nothing is known of the files of a config that was wrong
        let before = try? Configuration.parse(texts, locations)
        let lookup = after.lookup(locations).answering
        // Without a place the check has no sun to compare with.
        if let file = after.timetable.file, file != before?.timetable.file, after.place.isSet {
            do throws(SetupRefusal) {
                _ = try TimetableFinding(lookup(file), after, DocumentReader())
            } catch {
                throw Ending(EX_NOINPUT, "timetable.file: \(error); nothing is written")
            }
        }
        let devices = Set(before?.audio.devices ?? [])
        if let unknown = after.audio.devices.filter({ !devices.contains($0) }).compactMap(UnknownDevice.init).first {
            let words = "audio.devices: \(unknown.words). A card that is not there yet: plug it in first"
            throw Ending(EX_NOINPUT, "\(words); nothing is written")
        }
        let known = Set(before?.audio.files ?? [])
        let checked = CheckedRecordings(after.audio.files.filter { !known.contains($0) }, candidates: lookup.candidates)
        if let silent = checked.all.first(where: { $0.file == nil }), let problem = silent.problem {
            throw Ending(EX_NOINPUT, "\(problem); nothing is written")
        }
    }

    /// Prints the first day whose times change, with its times.
    func sayTimes(_ revision: ConfigRevision, _ keys: [String]) throws {
        guard keys.contains(where: { Self.timeTables.contains(String($0.prefix { $0 != "." })) }) else { return }
        // reason: what was wrong had no times
        guard let before = try? Configuration.parse(texts, locations) else { return }
        let (old, new) = (try parts(before), try parts(Configuration.parse(revision.texts, locations)))
        guard new.configuration.place.isSet else { return }
        let dates = new.today...new.today.adding(days: 365)
        let days = zip(times(old, dates), times(new, dates))
        guard
            let (date, changes) = days.lazy.map({ ($1.date, Self.changes($0.times, $1.times)) }).first(where: {
                !$1.isEmpty
            })
        else { return say("no time changes in the coming year") }
        let more = changes.count - Self.mostTimes
        let words = changes.prefix(Self.mostTimes) + (more > 0 ? ["and \(more) more"] : [])
        say("from \(date.dayAndMonth) on: \(words.joined(separator: ", "))")
    }

    private typealias Times = [(name: String, clock: String?)]

    private static func changes(_ old: Times, _ new: Times) -> [String] {
        zip(old, new).compactMap { old, new in
            guard old.clock != new.clock else { return nil }
            return (new.clock.map { "\(new.name) \($0)" } ?? "no \(new.name)") + " (now \(old.clock ?? "none"))"
        }
    }

    private func parts(_ configuration: Configuration) throws -> DaemonParts {
        try DaemonParts(configuration, locations, FetchProcess.network(box), reader: DocumentReader())
    }

    /// The times of each day as the mosque's clock shows them, always of the same names.
    private func times(_ parts: DaemonParts, _ dates: ClosedRange<CivilDate>) -> [(date: CivilDate, times: Times)] {
        let rules = parts.configuration.rules
        return MosqueTimetable(parts.timetableSource(), rules).days(dates, in: parts.zone).followed.map { day, next in
            func clock(_ time: Instant?) -> String? { time.map { parts.zone.clockText($0) } }
            let facts = DayFacts(of: day, before: next, in: parts.zone, rules.calendar)
            let adhans = Prayer.called.map { prayer in
                let isCalled = rules.silence(of: prayer, day, facts) == nil
                return ("adhan of \(prayer.rawValue)", isCalled ? clock(day.adhan(of: prayer)) : nil)
            }
            let iqamas = Prayer.called.map { ("iqama of \($0.rawValue)", clock(day.iqama[$0])) }
            return (day.date, adhans + iqamas + [("first khutbah", clock(day.fridays.first))])
        }
    }
}
