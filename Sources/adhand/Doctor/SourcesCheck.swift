import AdhanSupport
import AdhanCore

/// Checks whether the network sources can be asked and answer, if there are any.
package enum SourcesCheck {
    /// The file of the keys is looked at, which may block; whether a source answers is known by the word of the daemon,
    /// which asks it.
    ///
    /// - Parameter sync: systemd's word on `adhand-sync`, which fetches for the service.
    package static func findings(
        _ timetable: TimetableConfiguration,
        _ daemon: Result<StatusReport, ControlFault>,
        sync: ServiceLook
    ) -> [Finding] {
        if !timetable.sources.isEmpty, case .success = daemon, case .unit("loaded", let active, _) = sync,
            active != "active"
        {
            return [
                .bad(
                    "the service adhand-sync, which fetches the timetables, is \(active)",
                    do: "start it: sudo systemctl start adhand-sync; if it does not stay: journalctl -u adhand-sync"
                )
            ]
        }
        let found = answers(timetable, daemon)
        let keys = timetable.keyProblem.map { words in
            let file = shellWord(timetable.s3?.credentials ?? "")
            return Finding.bad(words, do: "correct that file, or credentials in [timetable.s3]: sudo ls -l \(file)")
        }
        // The daemon may have found the same.
        return [keys].compactMap { key in found.contains { $0.words == key?.words } ? nil : key } + found
    }

    private static func answers(_ timetable: TimetableConfiguration, _ daemon: Result<StatusReport, ControlFault>)
        -> [Finding]
    {
        let names = timetable.sources.map(\.rawValue)
        guard !names.isEmpty else { return [.good("[timetable] names no source on the network")] }
        guard case .success(let report) = daemon else { return [.needs(.service)] }
        let found = report.sources.filter { names.contains($0.name) }
        guard !found.isEmpty else {
            return [
                .bad(
                    "the config names a source on the network, which the daemon does not use yet",
                    do: "reload the config: adhand reload"
                )
            ]
        }
        return found.map { source in
            switch source.state {
            case "ok": .good("\(source.name) has answered: \(source.words)")
            case "unasked":
                .bad(
                    "\(source.name) has not been asked yet",
                    do: "have it asked: adhand refresh --now; then: adhand status"
                )
            default: .bad(source.words, do: "once it is corrected: adhand refresh --now; then: adhand status")
            }
        }
    }
}
