import AdhanConfig
import AdhanCore

/// Whether the system has the rules of the mosque's time zone.
package enum ZoneCheck {
    /// - Parameters:
    ///   - found: what `SystemZones.find` gave or threw.
    ///   - now: what the clock shows.
    package static func judge(_ found: Result<ZoneRules, any Error>, now: Instant) -> Finding {
        switch found {
        case .success(let zone):
            return .good("\(zone.name), from the system's tzdata; it is \(zone.formatted(now)) there")
        case .failure(let error as UnknownZone):
            return .bad(
                "\(error)",
                do: error.isTzdataMissing
                    ? "sudo apt install tzdata"
                    : "correct timezone in [place]; the names are shown by: timedatectl list-timezones"
            )
        case .failure(let error):
            return .bad("\(error)", do: "sudo apt install --reinstall tzdata")
        }
    }
}
