import AdhanSupport

/// Why there is no connection to the broker. No text has user, password or topic.
enum MQTTFault: Error, Equatable, CustomStringConvertible {
    /// The library took a setting for wrong, or the machine has no memory left.
    case library(String)
    case noSecret(String)
    case unreachable(String)
    case untrusted(String)
    case refused(hasUser: Bool)
    case refusedClient(String)
    /// The connection has ended before a broker accepted it.
    case noBroker(String)
    case noAnswer(Duration)
    /// A packet has more than a megabyte.
    case tooLong
    case lost(String)

    var description: String {
        switch self {
        case .library(let reason): "the MQTT library refuses: \(reason)"
        case .noSecret(let reason): "the password cannot be read: \(reason)"
        case .unreachable(let reason): "the broker cannot be reached: \(reason)"
        case .untrusted(let reason):
            "no TLS connection with the broker: \(reason); if this box's clock is wrong, every certificate fails; if "
                + "you run its authority yourself, name its certificate: sudo systemctl edit adhand-notify, and add "
                + "Environment=SSL_CERT_FILE=FILE below [Service]"
        case .refused(let hasUser):
            "the broker refuses \(hasUser ? "the user" : "a client without a user"): check user and password, and "
                + "the broker's list of users"
        case .refusedClient(let reason): "the broker refuses the connection: \(reason)"
        case .noBroker(let reason):
            "the connection has ended before a broker accepted it: \(reason); is this the port of an MQTT broker?"
        case .noAnswer(let limit): "the broker has not answered within \(limit.components.seconds) s"
        case .tooLong: "the broker sends a message above 1 MB"
        case .lost(let reason):
            "the connection has ended: \(reason); if this repeats, another client may use the same name"
        }
    }
}
