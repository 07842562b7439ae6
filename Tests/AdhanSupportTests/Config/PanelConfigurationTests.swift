import AdhanCore
import Testing

@testable import AdhanSupport

/// `[panel]`.
@Suite struct PanelConfigurationTests {
    private func read(_ toml: String) throws -> (panel: PanelConfiguration, faults: [String]) {
        let top = ConfigTable("", [try TOMLNode.parse(Array("[panel]\n\(toml)".utf8), file: "config.toml")])
        let table = top.table("panel")
        let panel = PanelConfiguration(table)
        return (panel, table.finish().map(\.description))
    }

    @Test func `without keys it is for the mosque's network`() throws {
        let (panel, faults) = try read("")
        #expect(faults.isEmpty && "\(panel.listen)" == "0.0.0.0:8443" && panel.hosts.isEmpty)
    }

    @Test func `an address and names are read`() throws {
        let (panel, faults) = try read("listen = \"[::]:443\"\nhosts = [\"panel.mosque.example\"]")
        #expect(faults.isEmpty && "\(panel.listen)" == "[::]:443" && panel.hosts == ["panel.mosque.example"])
    }

    @Test(arguments: [
        ("listen = \"mosque.local:8443\"", "\"0.0.0.0:8443\" for the mosque's network"),
        ("hosts = [\"https://panel.mosque.example/\"]", "write \"panel.mosque.example\""),
        ("port = 8443", "known are fixed, hosts, listen"),
    ])
    func `a wrong value is named, with what to write`(toml: String, words: String) throws {
        let faults = try read(toml).faults
        #expect(faults.count == 1 && faults[0].contains(words), "\(faults)")
    }
}
