import AdhanCore
import AdhanSupport
import Logging

extension NotifyConfiguration.Receiver {
    /// Sends to it; nil for a broker, which has a part of its own.
    ///
    /// - Parameters:
    ///   - mosque: its name; nil for none.
    func receiver(_ zone: ZoneRules, mosque: String?, _ locations: Locations) -> (any Receiver)? {
        let faults = FaultTexts(language, locations)
        let sentences = Sentences(language: language, zone: zone, mosque: mosque, faults: faults)
        return switch destination {
        case .webhook(let address): Webhook(address, sentences, secret: secret)
        case .ntfy(let address): Ntfy(address, sentences, secret: secret, click: click)
        case .mail(let mail): MailSender(mail, sentences, user: user, secret: secret)
        case .command(let path): ProgramReceiver(path, sentences)
        case .mqtt: nil
        }
    }

    /// How to reach its broker; nil where it is none.
    func broker(name: String) -> MQTTSettings? {
        guard case .mqtt(let broker) = destination else { return nil }
        return MQTTSettings(
            host: broker.host.name,
            port: broker.port,
            isTLS: broker.isEncrypted,
            user: user,
            secret: { [secret] in try secret?.read() },
            language: language,
            receiver: self.name,
            name: name,
            id: MQTTSettings.id(of: name)
        )
    }

    /// The connection to its broker; nil where it is none.
    func link(name: String, socket: String, log: Logger) throws -> MQTTLink? {
        guard let settings = broker(name: name) else { return nil }
        return try MQTTLink(settings, socket: socket, log: log)
    }
}
