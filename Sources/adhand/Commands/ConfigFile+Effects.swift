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

    /// Prints for each time that changes the first day on which it does, and what a person may not expect of the rules
    /// that have changed.
    func sayTimes(_ revision: ConfigRevision, _ keys: [String]) throws {
        guard keys.contains(where: { Self.timeTables.contains(String($0.prefix { $0 != "." })) }) else { return }
        // reason: what was wrong had no times
        guard let before = try? Configuration.parse(texts, locations) else { return }
        let (old, new) = (try parts(before), try parts(Configuration.parse(revision.texts, locations)))
        guard new.configuration.place.isSet else { return }
        let dates = new.today...new.today.adding(days: 365)
        let days = Array(zip(times(old, dates), times(new, dates)))
        var changes: [CivilDate: [String]] = [:]
        for index in days.first?.1.times.indices ?? 0..<0 {
            guard let (old, new) = days.first(where: { $0.times[index].clock != $1.times[index].clock }) else {
                continue
            }
            let (name, clock) = new.times[index]
            let words = clock.map { "\(name) \($0)" } ?? "no \(name)"
            changes[new.date, default: []].append("\(words) instead of \(old.times[index].clock ?? "none")")
        }
        if changes.isEmpty { say("no time changes in the coming year") }
        for (date, all) in changes.sorted(by: { $0.key < $1.key }) {
            let more = all.count - Self.mostTimes
            let words = all.prefix(Self.mostTimes) + (more > 0 ? ["and \(more) more"] : [])
            say("from \(date.dayAndMonth) on: \(words.joined(separator: ", "))")
        }
        // Another timetable may have times that rules replace.
        let about = keys + (keys.contains { $0.hasPrefix("timetable.") } ? ["iqama", "jumuah"] : [])
        for note in new.rulesRemarks(measuresSounds: false, about: about) { say(note.words) }
    }

    private typealias Times = [(name: String, clock: String?)]

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
