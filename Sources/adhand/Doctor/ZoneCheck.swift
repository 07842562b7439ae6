import AdhanSupport
import AdhanCore

/// Checks whether tzdata has the rules of the mosque's time zone.
package enum ZoneCheck {
    /// - Parameters:
    ///   - found: the result of `ZoneStore.find`.
    ///   - now: the current reading of the clock.
    package static func judge(_ found: Result<KnownZone, any Error>, now: Instant) -> Finding {
        switch found {
        case .success(let found):
            if let problem = found.problem { return .bad(problem.wordsWithKeptRules, do: TzdataFault.remedy) }
            let zone = found.rules
            return .good("\(zone.name), from the system's tzdata; it is \(zone.formatted(now)) there")
        case .failure(let fault as TzdataFault):
            return .bad(
                "\(fault.words); no adhan sounds after the next start of the daemon, which waits for tzdata",
                do: TzdataFault.remedy
            )
        case .failure(let error):
            return .bad(
                "\(error)",
                do: "correct timezone in [place]; the names are shown by: timedatectl list-timezones"
            )
        }
    }
}
