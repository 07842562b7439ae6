import AdhanConfig
import AdhanCore

/// Whether the rules of the mosque's time zone are those that updates of the system reach.
package enum ZoneCheck {
    /// - Parameters:
    ///   - found: what `SystemZones.find` gave or threw.
    ///   - now: what the clock shows.
    package static func judge(_ found: Result<SystemZones.Found, any Error>, now: Instant) -> Finding {
        switch found {
        case .success(let zone):
            guard let problem = zone.problem else {
                return .good("\(zone.rules.name), from the system's tzdata; it is \(zone.rules.formatted(now)) there")
            }
            return .bad(problem, do: "sudo apt install tzdata")
        case .failure(let error as UnknownZone):
            return .bad(
                "\(error)",
                do: "correct timezone in [place]; the names are shown by: timedatectl list-timezones"
            )
        case .failure(let error):
            return .bad("\(error)", do: "sudo apt install --reinstall tzdata")
        }
    }
}
