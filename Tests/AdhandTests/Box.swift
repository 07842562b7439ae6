import AdhanTestSupport
import Foundation
import Glibc
import Testing

/// A folder with a config, in which commands run.
struct Box {
    static let london = "[place]\nlatitude = 51.5074\nlongitude = -0.1278\ntimezone = \"Europe/London\"\n"
    static let riyadh = "[place]\nlatitude = 21.42\nlongitude = 39.83\ntimezone = \"Asia/Riyadh\"\n"
    static let mwl = london + "[calculation]\nmethod = \"mwl\"\n"

    let directory: TestDirectory
    /// The path of `config.toml`.
    let config: String
    /// With it, commands use that config as the service uses its own, with `conf.d` and the settings.
    let asService: [String: String]

    /// - Parameter text: the config; nil for none.
    init(_ text: String? = nil) throws {
        directory = try TestDirectory()
        (config, asService) = (directory.file("config.toml"), ["CONFIGURATION_DIRECTORY": directory.path])
        if let text { try write(text) }
    }

    func file(_ name: String) -> String { directory.file(name) }

    func makeFolders(_ names: String...) { for name in names { mkdir(file(name), 0o755) } }

    @discardableResult
    func write(_ text: String, _ name: String = "config.toml") throws -> String {
        try directory.write(Array(text.utf8), to: name)
    }

    func text(_ name: String = "config.toml") -> String {
        String(decoding: TestDirectory.bytes(of: file(name)), as: UTF8.self)
    }

    /// A recording of one second.
    func recording(_ name: String = "phrase.mp3") throws -> String {
        try MP3Fixture.encode(MP3Fixture.phrase(seconds: 1, channels: 1), channels: 1, in: directory, name: name)
    }

    /// Runs a command.
    ///
    /// - Parameters:
    ///   - line: its words, with blanks between them.
    ///   - more: words behind them, which may have blanks.
    func run(
        _ line: String,
        _ more: [String] = [],
        environment: [String: String] = [:],
        prefix: [String] = []
    ) throws -> Binary.Outcome {
        let words = line.split(separator: " ").map(String.init) + more
        return try Binary.run(words, in: directory, environment: environment, prefix: prefix, output: "command")
    }

    /// Runs a command with `--config`.
    func runConfigured(_ line: String, _ more: [String] = [], prefix: [String] = []) throws -> Binary.Outcome {
        try run(line, more + ["--config", config], prefix: prefix)
    }
}

extension Binary.Outcome {
    /// Expects the exit code, if one is given, and these words in the outputs.
    ///
    /// - Parameters:
    ///   - text: words in one of the two outputs.
    ///   - unwanted: words that neither output has.
    @discardableResult
    func expect(
        _ wanted: Int32? = nil,
        output printed: String...,
        errors written: String...,
        text either: String...,
        not unwanted: String...,
        at location: SourceLocation = #_sourceLocation
    ) -> Self {
        if let wanted { #expect(code == wanted, "\(text)", sourceLocation: location) }
        for words in printed { #expect(output.contains(words), "\(words): \(text)", sourceLocation: location) }
        for words in written { #expect(errors.contains(words), "\(words): \(text)", sourceLocation: location) }
        for words in either { #expect(text.contains(words), "\(words): \(text)", sourceLocation: location) }
        for words in unwanted { #expect(!text.contains(words), "\(words): \(text)", sourceLocation: location) }
        return self
    }

    func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: Data(output.utf8))
    }

    func object() throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any], "\(text)")
    }

    var lines: [String] { output.split(separator: "\n").map(String.init) }
}
