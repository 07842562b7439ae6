import AdhanCore
import AdhanSupport
import Glibc

/// Checks whether the config is valid and states the mosque's place.
enum ConfigCheck {
    private static let lastAccepted = "the daemon runs with the last config that it accepted"

    /// - Parameter unreadable: the parts of the config that the daemon's user may not read.
    static func findings(_ known: CommandConfig, _ daemon: DaemonAnswer, unreadable: [Finding] = []) -> [Finding] {
        let isRunning = if case .success = daemon { true } else { false }
        if let problem = known.problem {
            let runs = isRunning ? lastAccepted : "the daemon starts with the last config that it accepted"
            let advice = "correct the file, then: " + reload(isRunning)
            return findings(.failure(problem)) + [.bad("\(runs), and the checks below use that one", do: advice)]
        }
        let file = known.configuration
        guard let note = known.note else { return findings(file) + findings(file, daemon, unreadable) }
        let mend = "write the config again, then: sudo systemctl restart adhand"
        let doubt = Finding.bad(note, do: geteuid() == 0 ? mend : Finding.asRoot)
        // In this case, that there is no file says nothing about the daemon.
        if case .success = file { return [doubt] }
        return findings(file) + [doubt]
    }

    private static func reload(_ isRunning: Bool) -> String {
        isRunning ? "adhand reload" : "sudo systemctl restart adhand"
    }

    static func findings(_ loaded: Result<Configuration, any Error>) -> [Finding] {
        switch loaded {
        case .success(let configuration): [place(configuration)] + remarks(configuration)
        case .failure(let error as ConfigError): error.faults.map(finding)
        case .failure(let error as FileFault) where error.isMissing:
            [.bad("there is no file \(error.path)", do: "name the right one: adhand doctor --config FILE")]
        case .failure(let error):
            [.bad("\(error)", do: "see that it is a readable text file, or \(Finding.asRoot)")]
        }
    }

    /// Checks whether the daemon runs with the current contents of the file.
    ///
    /// - Parameter unreadable: as in `findings`; a reload cannot help before that is corrected.
    private static func findings(
        _ loaded: Result<Configuration, any Error>,
        _ daemon: DaemonAnswer,
        _ unreadable: [Finding]
    ) -> [Finding] {
        let isRunning = if case .success = daemon { true } else { false }
        guard unreadable.isEmpty else {
            let next = reload(isRunning)
            return unreadable.map { .bad($0.words, do: $0.advice.map { "\($0); then: \(next)" } ?? next) }
        }
        guard case .success(let report) = daemon, report.configuration.state == "refused" else { return [] }
        guard case .success = loaded else {
            return [.bad(lastAccepted, do: "correct the file, then: adhand reload")]
        }
        return [.bad("\(lastAccepted), since it refused a later one", do: "reload the file: adhand reload")]
    }

    private static func place(_ configuration: Configuration) -> Finding {
        let (place, calculation) = (configuration.place, configuration.calculation)
        guard let file = configuration.file else {
            let lost = place.isSet ? "" : ", so no place is known and no adhan sounds"
            return .bad("there is no config file\(lost)", do: "sudo adhand setup")
        }
        guard place.isSet || place.allowFallback else {
            return .bad(
                "\(file): no place is set, so no adhan sounds; the times shown are those of \(place.place.name)",
                do: "put latitude, longitude and timezone into [place]: sudo nano \(shellWord(file))"
            )
        }
        let coordinates = place.place.coordinates
        // Without tzdata the point of a zone alone is not known.
        let isKnown = if case .success = place.zone { true } else { place.knowledge == .given }
        let point = isKnown ? " (\(coordinates.latitude), \(coordinates.longitude))" : ""
        let note = place.isSet ? "" : ", since [place] has allow_fallback = true and names no place"
        let method = "method \(calculation.method.name), madhab \(calculation.madhab.rawValue)"
        return .good("\(file): \(place.place.name)\(point), \(method)\(note)")
    }

    private static func remarks(_ configuration: Configuration) -> [Finding] {
        let file = shellWord(configuration.file ?? "/etc/adhand/config.toml")
        return configuration.place.remarks.map { .bad($0.words, do: "\($0.advice): sudo nano \(file)") }
            + configuration.audio.unusedDevices.map(finding)
    }

    static func finding(_ fault: ConfigFault) -> Finding {
        let line = fault.spot.line > 0 ? "+\(fault.spot.line) " : ""
        return .bad("\(fault)", do: "correct it: sudo nano \(line)\(shellWord(fault.spot.file))")
    }
}
