import AdhanSupport
import AdhanCore
import Logging

/// The first lines in the journal after a start or a reload: version, config, place, and what is wrong with them.
struct StartupLog {
    private let parts: DaemonParts

    init(_ parts: DaemonParts) { self.parts = parts }

    package func write(to log: Logger) {
        let (configuration, zone) = (parts.configuration, parts.zone)
        let place = configuration.place.place
        log.notice(
            """
            adhand \(Release.version), config \
            \(configuration.file ?? "none")\(configuration.isEmpty ? " (the defaults apply)" : ""), \
            \(configuration.place.knowledge == .remembered ? "last known " : "")place \(place.name) \
            (\(place.coordinates.latitude), \(place.coordinates.longitude), \(zone.name)), method \
            \(configuration.calculation.method.name), madhab \(configuration.calculation.madhab.rawValue), ledger \
            \(configuration.ledger.file)
            """
        )
        for words in parts.slow { log.warning("\(words)") }
        if !configuration.place.isSet {
            log.warning(
                """
                no place is set in the config: the times are those of \(place.name). \
                Put latitude, longitude and timezone into [place]
                """
            )
        }
        for remark in configuration.timetable.remarks { log.warning("\(remark.words)") }
        for remark in configuration.place.remarks { log.warning("\(remark.words): \(remark.advice)") }
    }
}
