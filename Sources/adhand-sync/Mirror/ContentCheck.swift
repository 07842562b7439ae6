import AdhanAudio
import AdhanSupport
import AdhanCore
import AdhanImport
import AdhanTimetables

/// Whether a file may be used: a recording must decode whole, a timetable pass its check. Other files have no check.
struct ContentCheck: Sendable {
    private let judge: (@Sendable () -> TimetableJudge)?
    private let timetables: Set<String>

    /// - Parameters:
    ///   - judge: makes the check of timetables, which takes a while; nil to check none.
    ///   - timetables: the names, without folders, of the config's timetables; may contain `{year}`.
    init(judge: (@Sendable () -> TimetableJudge)?, timetables: Set<String> = []) {
        (self.judge, self.timetables) = (judge, timetables)
    }

    /// - Throws: `TzdataFault` if the mosque's zone cannot be read.
    init(_ configuration: Configuration) throws {
        let zone = try configuration.place.zone.get().rules
        let (calculation, place, hijri) = (configuration.calculation, configuration.place.place, configuration.hijri)
        let timetable = configuration.timetable
        let judge: @Sendable () -> TimetableJudge = {
            timetable.judge(calculation.calculator(place, zone, hijri.calendar), DocumentReader())
        }
        let named = [timetable.file, timetable.bundle, timetable.s3?.settings.key].compactMap(\.self)
        self.init(
            // Without a place no adhan is called either; the sun of another place would refuse each timetable.
            judge: configuration.place.isSet ? judge : nil,
            timetables: Set(named.map(PathName.name))
        )
    }

    /// False without the mosque's place.
    var canCheckTimetables: Bool { judge != nil }

    private static let silent: Set<String> = ["wav", "ogg", "oga", "opus", "flac", "m4a", "aac", "wma", "aif", "aiff"]

    /// Why a file may not be used under that path; nil if it may.
    func objection(to path: MirrorPath, at file: String) -> String? {
        if path.ending == "mp3" { return recording(file) }
        if Self.silent.contains(path.ending) { return "adhand plays MP3 only; convert it, and put it there as .mp3" }
        return isTimetable(path) ? objection(toTimetable: file, named: path.text) : nil
    }

    /// Whether the file is a timetable by its name: a table, one of the config, or a usual name of mosques' files.
    func isTimetable(_ path: MirrorPath) -> Bool {
        if ["csv", "xlsx"].contains(path.ending) { return true }
        if timetables.contains(where: { TimetablePeriod.name(String(path.name), fits: $0) }) { return true }
        let isUsualName = path.folders.first == "timetables" || path.name.lowercased().hasPrefix("prayertimes")
        return isUsualName && path.ending == "json"
    }

    private func recording(_ file: String) -> String? {
        do throws(AudioError) {
            _ = try SoundCheck.verify(file)
            return nil
        } catch {
            return error.problem.replacing("'\(file)'", with: "it").replacing(file, with: "it")
        }
    }

    /// Why a file may not be used as a timetable; nil if it may.
    ///
    /// - Parameters:
    ///   - name: its future name, which may contain its year.
    ///   - mustBeAhead: whether it must have future days. One that has long been in the bucket need not.
    func objection(toTimetable file: String, named name: String, mustBeAhead: Bool = false) -> String? {
        guard let judge = judge?() else { return nil }
        let today = judge.calculator.zone.wall(at: LinuxClock().wall()).date
        do {
            let checked = try judge.read(
                try BoundedFile.read(file, limit: TimetableFile.sizeLimit),
                TableHints(name: name, today: today)
            )
            let faults = checked.faults.filter { $0.fate != .used }
            if mustBeAhead, let last = checked.dates.max(), last < today {
                return "it ended on \(last), and has no day that is still to come"
            }
            guard let first = faults.first else { return nil }
            let more = faults.count > 1 ? ", and \(faults.count - 1) more faults" : ""
            let advice = mustBeAhead ? "" : ". The corrected file is uploaded by: adhand publish --timetable FILE"
            return "with it the box would say: \(first)\(more)\(advice)"
        } catch let fault as FileFault {
            return fault.reason
        } catch {
            return "\(error)"
        }
    }
}
