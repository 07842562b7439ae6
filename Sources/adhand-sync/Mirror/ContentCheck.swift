import AdhanAudio
import AdhanSupport
import AdhanCore
import AdhanImport
import AdhanTimetables

/// Whether a file may be used: a recording must decode whole, a timetable pass its check. Other files have no check.
struct ContentCheck: Sendable {
    private let validator: (@Sendable () -> TimetableValidator)?
    private let timetables: Set<String>

    /// - Parameters:
    ///   - validator: makes the check of timetables, which takes a while; nil to check none.
    ///   - timetables: the names, without folders, of the config's timetables; may contain `{year}`.
    init(validator: (@Sendable () -> TimetableValidator)?, timetables: Set<String> = []) {
        (self.validator, self.timetables) = (validator, timetables)
    }

    /// - Throws: `TzdataFault` if the mosque's zone cannot be read.
    init(_ configuration: Configuration) throws {
        let zone = try configuration.place.zone.get().rules
        let (calculation, place, hijri) = (configuration.calculation, configuration.place.place, configuration.hijri)
        let timetable = configuration.timetable
        let validator: @Sendable () -> TimetableValidator = {
            timetable.validator(calculation.calculator(place, zone, hijri.calendar), DocumentReader())
        }
        let named = [timetable.file, timetable.bundle, timetable.s3?.settings.key].compactMap(\.self)
        self.init(
            // Without a place no adhan is called either; the sun of another place would refuse each timetable.
            validator: configuration.place.isSet ? validator : nil,
            timetables: Set(named.map(PathName.name))
        )
    }

    /// False without the mosque's place.
    var canCheckTimetables: Bool { validator != nil }

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
        guard let validator = validator?() else { return nil }
        let today = validator.calculator.zone.wall(at: LinuxClock().wall()).date
        do {
            let checked = try validator.read(
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
