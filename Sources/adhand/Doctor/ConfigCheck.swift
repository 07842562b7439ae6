import AdhanSupport
import AdhanCore
import Glibc

/// Checks whether the config is valid and states the mosque's place.
package enum ConfigCheck {
    /// - Parameters:
    ///   - daemon: the daemon's status, or why there is none.
    ///   - unreadable: the parts of the config that the daemon's user may not read.
    package static func findings(
        _ known: KnownConfig,
        _ daemon: Result<StatusReport, ControlFault>,
        unreadable: [Finding] = []
    ) -> [Finding] {
        let file = known.problem.map { .failure($0) } ?? known.configuration
        guard known.problem != nil else {
            guard let note = known.note else { return judge(file) + judge(file, daemon, unreadable) }
            let mend = "write the config again, then: sudo systemctl restart adhand"
            let doubt = Finding.bad(note, do: geteuid() == 0 ? mend : "look as root: sudo adhand doctor")
            // In this case, that there is no file says nothing about the daemon.
            if case .success = file { return [doubt] }
            return judge(file) + [doubt]
        }
        let isRunning = if case .success = daemon { true } else { false }
        return judge(file) + [
            .bad(
                (isRunning
                    ? "the daemon runs with the last config that it accepted"
                    : "the daemon starts with the last config that it accepted")
                    + ", and the checks below use that one",
                do: "correct the file, then: " + (isRunning ? "adhand reload" : "sudo systemctl restart adhand")
            )
        ]
    }

    /// - Parameter loaded: the result of `Configuration.load`.
    package static func judge(_ loaded: Result<Configuration, any Error>) -> [Finding] {
        switch loaded {
        case .success(let configuration): [judge(configuration)] + remarks(configuration)
        case .failure(let error as ConfigError): error.faults.map(judge)
        case .failure(let error as FileFault) where error.isMissing:
            [.bad("there is no file \(error.path)", do: "name the right one: adhand doctor --config FILE")]
        case .failure(let error):
            [.bad("\(error)", do: "see that it is a readable text file, or look as root: sudo adhand doctor")]
        }
    }

    /// Checks whether the daemon runs with the current contents of the file.
    ///
    /// - Parameters:
    ///   - daemon: the daemon's status, or why there is none.
    ///   - unreadable: the parts of the config that the daemon's user may not read; a reload cannot help before that is
    ///     fixed.
    package static func judge(
        _ loaded: Result<Configuration, any Error>,
        _ daemon: Result<StatusReport, ControlFault>,
        _ unreadable: [Finding] = []
    ) -> [Finding] {
        let isRunning = if case .success = daemon { true } else { false }
        let next = isRunning ? "adhand reload" : "sudo systemctl restart adhand"
        guard unreadable.isEmpty else {
            return unreadable.map {
                .bad($0.words, do: [$0.advice, next].compactMap(\.self).joined(separator: "; then: "))
            }
        }
        guard case .success(let report) = daemon, report.configuration.state == "refused" else { return [] }
        if case .success = loaded {
            return [
                .bad(
                    "the daemon runs with the last config that it accepted, since it refused a later one",
                    do: "reload the file: adhand reload"
                )
            ]
        }
        return [
            .bad("the daemon runs with the last config that it accepted", do: "correct the file, then: adhand reload")
        ]
    }

    private static func judge(_ configuration: Configuration) -> Finding {
        let (place, calculation) = (configuration.place, configuration.calculation)
        guard let file = configuration.file else {
            guard !place.isSet else {
                return .bad(
                    "there is no config file",
                    do: "write /etc/adhand/config.toml, with what the mosque decides"
                )
            }
            return .bad(
                "there is no config file, so no place is known and no adhan sounds",
                do: "write /etc/adhand/config.toml, with latitude, longitude and timezone in [place]"
            )
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
        return .good(
            """
            \(file): \(place.place.name)\(point), method \
            \(calculation.method.name), madhab \(calculation.madhab.rawValue)\(note)
            """
        )
    }

    private static func remarks(_ configuration: Configuration) -> [Finding] {
        let file = shellWord(configuration.file ?? "/etc/adhand/config.toml")
        return configuration.place.remarks.map { .bad($0.words, do: "\($0.advice): sudo nano \(file)") }
            + configuration.audio.unusedDevices.map(judge)
    }

    package static func judge(_ fault: ConfigFault) -> Finding {
        let line = fault.spot.line > 0 ? "+\(fault.spot.line) " : ""
        return .bad("\(fault)", do: "correct it: sudo nano \(line)\(shellWord(fault.spot.file))")
    }
}
