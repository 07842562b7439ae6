import AdhanCore
import AdhanSupport
import Logging
import Synchronization

/// The receivers of the config, and how they are taken up.
extension TellService {
    /// The part of the config that is told by.
    struct Applied: Equatable {
        let receivers: [NotifyConfiguration.Receiver]
        let zone: ZoneRules
        let place: String

        init(_ config: Configuration, zone: ZoneRules) {
            receivers = config.notify.receivers.map { receiver in
                var receiver = receiver
                // A line above it changes nothing.
                receiver.spot = SourceLocation(file: "", line: 0)
                return receiver
            }
            (self.zone, place) = (zone, config.place.place.name)
        }
    }

    /// Has the config read, each minute.
    func lookAtConfig() {
        let now = clock.monotonic()
        let isDue = state.withLock { state in
            let isDue = state.configAt.map { now - $0 >= Self.configInterval } ?? true
            if isDue { state.configAt = now }
            return isDue
        }
        if isDue { configReads.perform { [self] in applyConfig() } }
    }

    /// Takes up the receivers of the config, where they have changed. It may block.
    func applyConfig() {
        do {
            guard let config = try configs().first else { return }
            let next = Applied(config, zone: try config.place.zone.get().rules)
            guard state.withLock({ $0.applied != next }) else { return }
            let entries = next.receivers.compactMap { receiver in
                receiver.receiver(next.zone, mosque: next.place, locations).map {
                    Dispatcher.Entry(settings: receiver, receiver: $0)
                }
            }
            dispatcher.apply(entries, zone: next.zone)
            StderrLog.use(next.zone)
            let old = state.withLock { state in
                state.name = MQTTSettings.id(of: next.place)
                defer { state.links = [] }
                return state.links
            }
            for link in old { link.stop() }
            let links = try next.receivers.compactMap { try $0.link(name: next.place, socket: socket, log: log) }
            state.withLock { ($0.links, $0.applied) = (links, next) }
            if !next.receivers.isEmpty { log.info("tells \(next.receivers.map(\.name).joined(separator: ", "))") }
        } catch {
            log.warning("not all of [[notify]] is in use; it is tried again: \(CommandConfig.words(error))")
        }
    }
}
