import AdhanTestSupport
import Testing

@testable import AdhanSupport

/// Configs of a test, in a folder of their own.
struct ConfigRig {
    let directory: TestDirectory
    let locations: Locations

    init(_ environment: [String: String] = [:]) throws {
        directory = try TestDirectory()
        let own = ["HOME": directory.path, "STATE_DIRECTORY": directory.file("state")]
        locations = Locations(resources: "/resources", daemon: true, environment: own.merging(environment) { $1 })
    }

    func load(_ text: String) throws -> Configuration {
        try Configuration.load(Binary.config(text, in: directory), locations)
    }

    /// What the faults of a config say, with `F` for its file.
    func faults(_ text: String) throws -> [String] { try faults(in: Binary.config(text, in: directory)) }

    func faults(in file: String) throws -> [String] {
        do {
            _ = try Configuration.load(file, locations)
            return []
        } catch let error as ConfigError {
            return error.faults.map { $0.description.replacing(file, with: "F") }
        }
    }
}

/// A row of a table that is written as text, one row a line: a config, ` | ` and what is said of it. In the config `\n` ends a line.
struct ConfigRow: Sendable, CustomTestStringConvertible {
    let config: String
    let answer: String
    var testDescription: String { "\(config) | \(answer)" }

    static func rows(_ table: String) -> [ConfigRow] {
        table.split(separator: "\n").map { line in
            let cells = line.split(separator: " | ", maxSplits: 1).map { String($0) }
            let config = cells[0].replacing("\\n", with: "\n").replacing("\\r", with: "\r")
            return ConfigRow(config: config, answer: cells[1])
        }
    }
}
