import AdhanCore
import AdhanSupport

/// The panel's settings, read to be changed in memory and saved as a whole.
struct PanelDraft: Sendable {
    /// The SHA-256 of the panel's file as it was read; that of no bytes where there is none.
    let revision: String
    /// The config's files.
    let texts: ConfigSource
    /// The config in force; where the panel's settings are wrong, with those that may be set, or else with none.
    let configuration: Configuration
    /// Why the panel's settings are left out, a sentence each; empty where they count.
    let problems: [String]
    /// The tables that the panel has set. One in `fixed` is not among them.
    var tables: ConfigTree
    /// The settings that a save of it leaves out, a sentence each.
    var leftOut: [String] = []

    /// The tables that the page shows and cannot change.
    var fixed: [String] { configuration.panel.fixed }
    /// The panel's file as it would be saved.
    var text: String { Self.text(tables) }

    private static func text(_ tables: ConfigTree) -> String { head + "\n" + tables.toml }

    private static let head = "# The committee's page writes this file. A change by hand is lost with its next change."

    /// Reads the files; may block.
    ///
    /// - Throws: `PanelRefusal` where the config is wrong without the panel's settings; `FileFault`.
    init(_ file: String, panel: String, _ locations: Locations) throws {
        let own = try ConfigSource.panelFile(panel)
        texts = try ConfigSource(reading: file, panel: own, mayBeNew: true)
        revision = Secrets.digest(own?.bytes ?? [])
        // reason: what cannot be read is left out, as `problems` says
        let written = own.flatMap { try? ConfigTree($0.bytes, file: panel) }
        var tables = written ?? ConfigTree()
        do {
            configuration = try Configuration.parse(texts, locations)
            problems = []
        } catch let error as ConfigError {
            let others: Configuration
            do {
                others = try Configuration.parse(texts.with(panel: nil), locations)
            } catch let error as ConfigError {
                throw PanelRefusal.brokenConfig(error.faults.map(\.description))
            }
            problems = error.faults.map(\.message)
            // The next save leaves out what has become fixed. The page shows what it will bring into force.
            for name in others.panel.fixed { tables[name] = nil }
            let rest = ConfigSource.PanelFile(file: panel, bytes: Array(Self.text(tables).utf8))
            // reason: the rest is wrong as well
            configuration = (try? Configuration.parse(texts.with(panel: rest), locations)) ?? others
        }
        for name in configuration.panel.fixed { tables[name] = nil }
        self.tables = tables
        leftOut = (written?.names ?? []).filter { tables[$0] == nil }.map {
            "[\($0)] is left out: the config of the box fixes it"
        }
        if own != nil, written == nil { leftOut = ["the settings of the page were not readable, and are left out"] }
    }

    /// The faults of the config with these settings, a sentence each; may block.
    func faults(_ panel: String, _ locations: Locations) throws -> [String] {
        do {
            _ = try candidate(panel, locations)
            return []
        } catch let error as ConfigError {
            return error.faults.map { $0.words(forPanel: panel) }
        }
    }

    /// The config with these settings, before they are saved; may block.
    func candidate(_ panel: String, _ locations: Locations) throws -> Configuration {
        let own = ConfigSource.PanelFile(file: panel, bytes: Array(text.utf8))
        return try Configuration.parse(texts.with(panel: own), locations)
    }
}
