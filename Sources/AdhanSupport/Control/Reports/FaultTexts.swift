import AdhanCore

/// The sentences of faults in a language of the page and of messages, from `Resources/faults`.
package struct FaultTexts: Equatable, Sendable {
    /// By the fault's id; its advice by `ID.advice`.
    private let texts: [String: String]

    /// Reads them; may block. Where they cannot be read there are none, and the English of the status is used.
    package init(_ language: DisplayConfiguration.Language, _ locations: Locations) {
        let path = locations.resource("faults/\(language.rawValue).json")
        // reason: see above
        texts = (try? JSONText.decode(from: BoundedFile.read(path, limit: 1 << 16))) ?? [:]
    }

    /// Without the detail; nil for a fault that has none of these texts.
    package func sentence(_ fault: Fault) -> String? {
        texts[fault.id]?.replacing("{file}", with: fault.parameters["file"] ?? "?")
    }

    package func advice(_ fault: Fault) -> String? { texts[fault.id + ".advice"] }

    /// The files for a page, by their names on its server.
    package static func files(_ locations: Locations) -> [(name: String, path: String)] {
        DisplayConfiguration.Language.allCases.map {
            ("texts/faults/\($0.rawValue).json", locations.resource("faults/\($0.rawValue).json"))
        }
    }
}
