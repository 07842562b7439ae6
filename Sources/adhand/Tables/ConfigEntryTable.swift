import AdhanCore
import AdhanSupport

/// The keys of the config with their values.
struct ConfigEntryTable {
    private let entries: [ConfigEntry]
    private let hasOrigin: Bool

    init(_ entries: [ConfigEntry], hasOrigin: Bool) { (self.entries, self.hasOrigin) = (entries, hasOrigin) }

    var lines: [String] {
        columns(
            [["key", "value"] + (hasOrigin ? ["origin"] : [])]
                + entries.map { entry in
                    [entry.key, entry.toml ?? "not set"] + (hasOrigin ? [entry.origin ?? ""] : [])
                }
        )
    }

    /// The value of a table or a date is its text in TOML.
    var json: String {
        get throws {
            try JSONText.encode(
                entries.map { entry in
                    Row(
                        key: entry.key,
                        value: entry.value.map(Row.Value.init) ?? entry.toml.map { Row.Value(.text($0)) },
                        origin: entry.origin
                    )
                }
            )
        }
    }

    private struct Row: Encodable {
        /// A value of the config in JSON.
        struct Value: Encodable {
            private let value: ConfigValue

            init(_ value: ConfigValue) { self.value = value }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                switch value {
                case .text(let text): try container.encode(text)
                case .integer(let number): try container.encode(number)
                case .number(let number): try container.encode(number)
                case .boolean(let flag): try container.encode(flag)
                case .list(let members): try container.encode(members.map(Value.init))
                }
            }
        }

        let key: String
        let value: Value?
        let origin: String?
    }
}
