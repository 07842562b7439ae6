import AdhanCore
import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanSupport

/// A config of several files with changed keys.
@Suite struct ConfigRevisionTests {
    private let locations = Locations(resources: "/resources", daemon: true, environment: ["HOME": "/nowhere"])

    private func texts(_ main: String, _ additions: [(String, String)] = []) -> ConfigSource {
        ConfigSource(
            file: "/etc/adhand/config.toml",
            main: Array(main.utf8),
            additions: additions.map { ConfigSource.Addition(name: $0.0, bytes: Array($0.1.utf8)) }
        )
    }

    private func revise(_ texts: ConfigSource, _ inputs: [(String, String)]) throws -> (
        changed: String, faults: [String]
    ) {
        let inputs = inputs.map { ConfigInput(key: $0.0, text: $0.1) }
        let (revision, faults) = try ConfigRevision.revise(texts, inputs, locations)
        let changed = revision.files.map { "\($0.path)\n\($0.difference)" }.joined(separator: "\n")
        return (changed, faults.map(\.description))
    }

    @Test func `a value is read as TOML, or as a text where the config needs one`() throws {
        for (key, text, line) in [
            ("audio.volume", "60", "volume = 60"), ("audio.volume", "-12dB", "volume = \"-12dB\""),
            ("place.name", "1066", "name = \"1066\""), ("place.name", "true", "name = \"true\""),
            ("iqama.fajr", "+20m", "fajr = \"+20m\""), ("adhan.dhuhr", "13:30", "dhuhr = \"13:30\""),
            ("calculation.method", "3", "method = \"3\""), ("jumuah.times", "[\"13:15\"]", "times = [\"13:15\"]"),
            ("audio.self_test", "\"10:00\"", "self_test = \"10:00\""),
            ("place.allow_fallback", "true", "allow_fallback = true"),
        ] {
            let table = key.prefix { $0 != "." }
            let (changed, faults) = try revise(texts("[\(table)]\n"), [(key, text)])
            #expect(faults == [] && changed == "/etc/adhand/config.toml\n+ 2  \(line)", "\(key) \(text)")
        }
    }

    @Test func `several keys change together, and each kind of value is found`() throws {
        let (name, zone) = (("place.name", "12"), ("place.timezone", "Europe/London"))
        let inputs = [name, ("place.latitude", "53.6"), ("place.longitude", "-2"), zone]
        let (changed, faults) = try revise(texts(""), inputs)
        let numbers = "+ 3  latitude = 53.6\n+ 4  longitude = -2\n"
        let lines = "+ 1  [place]\n+ 2  name = \"12\"\n\(numbers)+ 5  timezone = \"Europe/London\""
        #expect(try faults == [] && changed.hasSuffix(lines) && revise(texts(""), [inputs[1]]).faults.count == 1)
    }

    @Test func `the last file that has the key changes`() throws {
        let texts = texts(
            "[audio]\nvolume = 1\n",
            [("a.toml", "[audio]\nvolume = 2\n"), ("b.toml", "[audio]\ntail = \"1s\"\n")]
        )
        let there = "/etc/adhand/conf.d/a.toml\n- 2  volume = 2\n+ 2  volume = 3"
        #expect(try revise(texts, [("audio.volume", "3")]).changed == there)
        let new = "/etc/adhand/config.toml\n+ 3  lead_in = \"3s\""
        #expect(try revise(texts, [("audio.lead_in", "3s")]).changed == new)
        let removed = try ConfigRevision(texts, [ConfigChange(key: "audio.volume", to: nil)])
        #expect(removed.files.map(\.path) == ["/etc/adhand/conf.d/a.toml"])
        #expect(try Configuration.parse(removed.texts, locations).audio.plan.volumes.usual.text == "1")
    }

    @Test func `a value that the config refuses has the fault of the likeliest reading`() throws {
        let faults = try revise(texts("[schedule]\n"), [("schedule.grace", "5")]).faults
        #expect(faults.first?.contains("write it with its unit, for example \"5m\"") == true, "\(faults)")
        let range = "/etc/adhand/config.toml:2: volume = 101 is not between 0 and 100"
        #expect(try revise(texts(""), [("audio.volume", "101")]).faults == [range])
        #expect(throws: ConfigFault.self) {
            try revise(texts("[[notify]]\nto = \"command:/a\"\n"), [("notify.to", "b")])
        }
        #expect(throws: ConfigFault.self) { try revise(texts("[place\n"), [("place.name", "b")]) }
    }
}
