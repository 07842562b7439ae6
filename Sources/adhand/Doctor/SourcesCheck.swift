import AdhanCore
import AdhanSupport

/// Checks whether the network sources can be asked and answer, if there are any.
enum SourcesCheck {
    /// Reads the file of the keys, which may block. The daemon, which asks the sources, says whether they answer.
    ///
    /// - Parameter sync: of `adhand-sync`, which fetches for the service.
    static func findings(_ timetable: TimetableConfiguration, _ daemon: DaemonAnswer, sync: UnitState) -> [Finding] {
        if !timetable.sources.isEmpty, case .success = daemon, let idle = sync.idle {
            let advice = "start it: sudo systemctl start adhand-sync; if it stops: sudo journalctl -u adhand-sync"
            return [.bad("the service adhand-sync, which fetches the timetables, is \(idle)", do: advice)]
        }
        let found = answers(timetable, daemon)
        // The daemon may have found the same.
        guard let words = timetable.keyProblem, !found.contains(where: { $0.words == words }) else { return found }
        let file = shellWord(timetable.s3?.credentials ?? "")
        return [.bad(words, do: "correct that file, or credentials in [timetable.s3]: sudo ls -l \(file)")] + found
    }

    private static func answers(_ timetable: TimetableConfiguration, _ daemon: DaemonAnswer) -> [Finding] {
        let names = timetable.sources.map(\.rawValue)
        guard !names.isEmpty else { return [.good("[timetable] names no source on the network")] }
        guard case .success(let report) = daemon else { return [.needs("service")] }
        let found = report.sources.filter { names.contains($0.name) }
        guard !found.isEmpty else {
            let words = "the config names a source on the network, which the daemon does not use yet"
            return [.bad(words, do: "reload the config: adhand reload")]
        }
        let refresh = "adhand refresh --now; then look again"
        return found.map { source in
            switch source.state {
            case "ok": .good("\(source.name) has answered: \(source.words)")
            case "unasked": .bad("\(source.name) has not been asked yet", do: "have it asked: \(refresh)")
            default: .bad(source.words, do: "once it is corrected: \(refresh)")
            }
        }
    }
}
