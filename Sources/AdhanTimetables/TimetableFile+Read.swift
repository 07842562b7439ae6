import AdhanCore
import AdhanSupport

extension TimetableFile {
    /// Reads the file; may block.
    ///
    /// - Returns: the version to keep, if any of its days can be used; whether its reader failed.
    func read(
        _ file: String,
        in zone: ZoneRules
    ) -> (found: Content, isMissing: Bool, version: KeptTimetable?, hasReaderFailed: Bool) {
        do {
            let now = LinuxClock().wall()
            let bytes = try BoundedFile.read(file, limit: Self.sizeLimit)
            let hints = TableHints(name: path, today: zone.wall(at: now).date)
            let judge = judge.inZone(zone)
            let known = try judge.known(bytes)
            if known?.isCertain != true, let table = recognisedBefore(bytes, judge, hints.today) {
                return (.read(table), false, nil, false)
            }
            let table = try judge.read(bytes, hints)
            guard store != nil, !table.dates.isEmpty else { return (.read(table), false, nil, false) }
            let isRecognised = known?.isCertain != true && table.written != known
            let days = isRecognised ? KeptTimetable.Days(table.written, judge) : nil
            let version = KeptTimetable(owner: owner, bytes: bytes, readAt: now, days: days)
            return (.read(table), false, version, false)
        } catch let refusal as TimetableRefusal {
            return (.refused("\(file): \(refusal)", nil), false, nil, refusal.isOfReader)
        } catch {
            return (.refused("\(error)", nil), (error as? FileFault)?.isMissing == true, nil, false)
        }
    }
}
