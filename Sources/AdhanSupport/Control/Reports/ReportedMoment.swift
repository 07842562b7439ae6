import AdhanCore

/// A moment of a report. In JSON it is ISO 8601 with the offset of the mosque's zone.
package struct ReportedMoment: Codable, Hashable, Sendable, CustomStringConvertible {
    /// A text that is no moment: the daemon is of another version.
    package struct NoMoment: Error, CustomStringConvertible {
        let text: String
        package var description: String { "'\(OneLine.of(text, limit: 60))' is not a moment as the daemon writes it" }
    }

    package let at: Instant
    package let description: String

    package init(_ at: Instant, _ zone: ZoneRules) { (self.at, description) = (at, zone.formatted(at)) }

    package init(_ text: String) throws {
        guard let at = Instant(iso8601: text) else { throw NoMoment(text: text) }
        (self.at, description) = (at, text)
    }

    package init(from decoder: any Decoder) throws {
        try self.init(decoder.singleValueContainer().decode(String.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// A mosque date of a report. In JSON it is as `2026-11-21`.
struct ReportedDate: Codable, Hashable {
    let date: CivilDate

    init(_ date: CivilDate) { self.date = date }

    init(from decoder: any Decoder) throws {
        date = try CivilDate(decoder.singleValueContainer().decode(String.self))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(date.description)
    }
}

/// Values of prayers in a report. In JSON it is an object with the prayers' names as keys.
package struct ByPrayer<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    private let values: [String: Value]

    /// Nil where no prayer has a value.
    init?(_ value: (Prayer) -> Value?) {
        let found = Prayer.allCases.compactMap { prayer in value(prayer).map { (prayer.rawValue, $0) } }
        guard !found.isEmpty else { return nil }
        values = Dictionary(uniqueKeysWithValues: found)
    }

    package init(from decoder: any Decoder) throws { values = try [String: Value](from: decoder) }

    package func encode(to encoder: any Encoder) throws { try values.encode(to: encoder) }

    package subscript(prayer: Prayer) -> Value? { values[prayer.rawValue] }
}
