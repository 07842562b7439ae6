import AdhanAudio
import AdhanCaller
import AdhanCore
import AdhanImport
import AdhanSetup
import AdhanSupport
import AdhanTimetables
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
        let isNewFile = after.timetable.file != before?.timetable.file
        if let file = after.timetable.file, isNewFile || after.place.place != before?.place.place, after.place.isSet {
            let problem: String?
            do throws(SetupRefusal) {
                let found = try TimetableFinding(lookup(file), after, DocumentReader())
                let why = found.remarks.first.map { ": \($0)" } ?? ""
                problem = found.days.isEmpty ? "no day of \(file) can be used at this place\(why)" : nil
            } catch {
                problem = "\(error)"
            }
            if let problem {
                guard !isNewFile else { throw Ending(EX_NOINPUT, "timetable.file: \(problem); nothing is written") }
                say("timetable.file: \(problem)")
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
        if [old, new].contains(where: { $0.timetableFile?.isStalled == true }) {
            return print("the timetable has not been read yet, so it is not known which times change")
        }
        let isRule = keys.contains { $0.hasPrefix("iqama") }
        var changes: [CivilDate: [String]] = [:]
        for index in days.first?.1.times.indices ?? 0..<0 {
            func isSame(_ day: Int) -> Bool {
                let clocks = [days[day].0, days[day].1].map { $0.times[index].clock }
                return clocks[0] != nil && clocks[0] == clocks[1]
            }
            let changed = days.filter { $0.times[index].clock != $1.times[index].clock }
            guard let (old, new) = changed.first, let first = days.firstIndex(where: { $0.1.date == new.date }) else {
                continue
            }
            let (name, clock) = new.times[index]
            let before = old.times[index].clock
            // An exception of the config may end it. On a single day two rules may meet.
            let end = isRule ? (first..<days.count - 1).first { isSame($0) && isSame($0 + 1) } : nil
            let until = end.map { " until \(days[$0].1.date.adding(days: -1).dayAndMonth)" } ?? ""
            // The rules of Friday change no other day. Of what Fridays alone have, that need not be said.
            let rest = days[first...]
            let same = rest.filter { $0.1.date.weekday == new.date.weekday }
            let isWeekly =
                changed.count > 1 && changed.allSatisfy { $0.1.date.weekday == new.date.weekday }
                && rest.contains { $0.1.date.weekday != new.date.weekday && $0.1.times[index].clock != nil }
            let weekdays = (changed.count < same.count ? "\(changed.count) " : "") + "\(new.date.weekdayName)s"
            let gone = changed.count { $0.1.times[index].clock == nil }
            let isBack = rest.contains { $0.1.times[index].clock != nil }
            let span = isWeekly ? " on \(weekdays)" : isBack ? " on \(gone) days" : " any more"
            let words =
                clock.map { now in "\(name) \(now) \(before.map { "instead of \($0)" } ?? "(none before)")" }
                ?? "no \(name)\(span) (\(before ?? "none") before)"
            changes[new.date, default: []].append(words + (isWeekly && clock != nil ? span : "") + until)
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
        let days = MosqueTimetable(parts.timetableSource(), rules).days(dates, in: parts.zone)
        let occasions = DayOccasions(days, before: nil, parts.zone, rules)
        return days.map { day in
            func clock(_ time: Instant?) -> String? { time.map { parts.zone.clockText($0) } }
            let adhans = Prayer.called.map { prayer in
                let isCalled = occasions.calls(prayer, on: day)
                return ("adhan of \(prayer.rawValue)", isCalled ? clock(day.adhan(of: prayer)) : nil)
            }
            let iqamas = Prayer.called.map { ("iqama of \($0.rawValue)", clock(day.iqama[$0])) }
            let (khutbahs, eids) = (day.fridays, occasions.eids(of: day))
            let others = (0..<Occasion.most).flatMap { index in
                [
                    ("khutbah \(index + 1)", khutbahs.indices.contains(index) ? clock(khutbahs[index]) : nil),
                    ("Eid prayer \(index + 1)", eids.indices.contains(index) ? clock(eids[index]) : nil),
                ]
            }
            return (day.date, adhans + iqamas + others)
        }
    }
}
