import AdhanConfig
import AdhanCore

/// Checks whether the system has the rules of the mosque's time zone.
package enum ZoneCheck {
    /// - Parameters:
    ///   - found: the result of `SystemZones.find`.
    ///   - now: the current reading of the clock.
    package static func judge(_ found: Result<ZoneRules, any Error>, now: Instant) -> Finding {
        switch found {
        case .success(let zone):
            return .good("\(zone.name), from the system's tzdata; it is \(zone.formatted(now)) there")
        case .failure(let error as UnknownZone):
            return .bad(
                "\(error)",
                do: error.mend ?? "correct timezone in [place]; the names are shown by: timedatectl list-timezones"
            )
        case .failure(let error):
            return .bad("\(error)", do: "sudo apt install --reinstall tzdata")
        }
    }
}
