import AdhanSupport

/// How to reach a broker, and how the box is named there.
struct MQTTSettings: Sendable {
    typealias Language = DisplayConfiguration.Language

    var host: String
    /// 1883 is usual, and 8883 with TLS.
    var port: UInt16
    var isTLS: Bool
    /// The trusted certificate authorities; those of the system where it names none.
    var authorities = CertificateAuthorities()
    var user: String?
    /// Reads the password, before each connection; nil where there is none. It may block.
    var secret: @Sendable () throws -> String?
    /// The language of the entities' names.
    var language: Language
    /// The receiver's name in the config.
    var receiver: String
    /// The mosque's name, as Home Assistant shows it.
    var name: String
    /// The box in topics, in the ids of entities and in the client's id: `id(of: name)`, unless two boxes on one broker
    /// have the same name.
    var id: String
    /// Home Assistant's discovery prefix.
    var discovery = "homeassistant"

    /// The beginning of all topics of the box.
    var base: String { "adhand/\(id)" }

    /// The broker in messages; it has no user and no password.
    var address: String { "\(isTLS ? "mqtts" : "mqtt")://\(host.contains(":") ? "[\(host)]" : host):\(port)" }

    /// The most bytes of an id.
    private static let longestID = 48

    /// A name as Home Assistant and MQTT take it in ids: `Central Mosque` is `central_mosque`. Other than Latin letters
    /// and digits are left out; a name without any is `mosque`.
    static func id(of name: String) -> String {
        let words = name.lowercased().unicodeScalars.split { scalar in
            !("a"..."z" ~= scalar || "0"..."9" ~= scalar)
        }
        let id = words.map(String.init).joined(separator: "_")
        return id.isEmpty ? "mosque" : String(id.prefix(longestID))
    }
}
