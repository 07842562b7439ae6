import AdhanCore
import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanSupport

/// Each key of the config with its value, its default and its origin.
@Suite struct ConfigEntryTests {
    private let locations: Locations

    init() throws { locations = try ConfigRig(["CACHE_DIRECTORY": "/cache"]).locations }

    private func load(_ text: String, _ additions: [(String, String)] = []) throws -> Configuration {
        let additions = additions.map { ConfigSource.Addition(name: $0.0, bytes: Array($0.1.utf8)) }
        let texts = ConfigSource(file: "/etc/adhand/config.toml", main: Array(text.utf8), additions: additions)
        return try Configuration.parse(texts, locations)
    }

    /// The value and the origin of each key.
    private func shown(_ configuration: Configuration) -> [String: String] {
        let rows = configuration.entries.map { ($0.key, "\($0.toml ?? "not set") \($0.origin ?? "")") }
        return Dictionary(rows) { one, other in "\(one) and \(other)" }
    }

    @Test func `every key of the example is known without any file`() throws {
        let example = try String(contentsOfFile: Binary.root + "/config.example.toml", encoding: .utf8)
        let known = Set(try Configuration.load(nil, locations).entries.map(\.key))
        var (table, missing, count) = ("", [String](), 0)
        for line in example.split(separator: "\n") {
            if let header = line.wholeMatch(of: /(?:#\s*)?(\[\[?[a-z0-9.]+\]\]?)/) {
                table = String(header.1)
            } else if let key = line.prefixMatch(of: /(?:#\s*)?([a-z0-9_-]+) =/)?.1 {
                let name = table.filter { !"[]".contains($0) }
                // Tables of which there may be several or none, and months.
                if table.hasPrefix("[[") || ["hijri.starts", "mirror.shared"].contains(name) { continue }
                count += 1
                if !known.contains("\(name).\(key)") { missing.append("\(name).\(key)") }
            }
        }
        #expect(missing == [] && count > 140, "\(count)")
        for list in ["adhan.when", "audio.quiet", "display.messages", "notify"] { #expect(known.contains(list)) }
        #expect(try Configuration.load(nil, locations).entries.count == known.count)
    }

    private static let place = "[place]\nlatitude = 53.6\nlongitude = -2.15\ntimezone = \"Europe/London\"\n"
    private static let tables = """
        \(place)
        [iqama]
        round = "5m"
        [timetable.aladhan]
        [timetable.s3]
        bucket = "a"
        region = "b"
        [mirror]
        bucket = "a"
        region = "b"
        [mirror.other]
        bucket = "b"
        region = "b"
        [ramadan]
        iftar_file = "a.mp3"
        [calculation]
        method = "custom"
        [calculation.custom]
        fajr = 18
        isha = 17
        [[notify]]
        to = "command:/a"

        """

    @Test(arguments: ["", place, tables])
    func `a default that is put into a file changes nothing`(text: String) throws {
        let before = try load(text)
        let (described, defaults) = (describe(before), before.entries.filter { $0.spot == nil && $0.value != nil })
        #expect(defaults.count > (text == Self.tables ? 80 : 60), "\(defaults.count)")
        for entry in defaults where !entry.key.contains("[") {
            var edit = ConfigEdit(Array(text.utf8), file: "config.toml")
            try edit.apply([ConfigChange(key: entry.key, to: entry.value)])
            let after = try load(String(decoding: edit.bytes, as: UTF8.self))
            let found = describe(after)
            #expect(found == described, "\(entry.key) = \(entry.toml ?? "")")
            #expect(after.entries.first { $0.key == entry.key }?.toml == entry.toml)
            let begins = AdhanRule.at(.beside(.begins, seconds: 0))
            #expect(after.adhan.rules.values.allSatisfy { $0.usual == begins })
        }
    }

    /// All that a value holds, without the places in files. `[adhan]` is compared apart.
    private func describe(_ value: Any) -> String {
        if value is AdhanConfiguration { return "" }
        let mirror = Mirror(reflecting: value)
        guard !mirror.children.isEmpty else { return "\(value)" }
        let left: Set = [
            "spot", "spots", "texts", "entries", "named", "volumeSpots", "recordingSpots", "zone", "exceptions",
        ]
        let parts = mirror.children.filter { !left.contains($0.label ?? "") }.map { child in
            "\(child.label ?? "") \(describe(child.value))"
        }
        let isSorted = mirror.displayStyle == .set || mirror.displayStyle == .dictionary
        return "(\((isSorted ? parts.sorted() : parts).joined(separator: ", ")))"
    }

    @Test func `the last file that has a key counts, and is the origin`() throws {
        let configuration = try load(
            Self.place + "[audio]\nvolume = 60\ndevices = [\n  \"a\",\n  \"b\" ]\n[iqama]\nfajr = { at = \"+5m\" }\n",
            [
                ("10-a.toml", "[audio]\nvolume = \"-12dB\"\n"),
                ("20-b.toml", "\n[[audio.quiet]]\nfrom = \"1:00\"\nto = \"2:00\"\nvolume = 4.5\n"),
            ]
        )
        let shown = shown(configuration)
        for (key, value) in [
            ("audio.volume", "\"-12dB\" /etc/adhand/conf.d/10-a.toml:2"),
            ("audio.devices", "[\"a\", \"b\"] /etc/adhand/config.toml:7"),
            ("audio.quiet[1].volume", "4.5 /etc/adhand/conf.d/20-b.toml:5"),
            ("audio.lead_in", "\"2s\" default"), ("audio.volumes.fajr", "not set "), ("place.elevation", "0 default"),
            ("iqama.fajr.at", "\"+5m\" /etc/adhand/config.toml:11"), ("iqama.asr", "\"timetable\" default"),
            ("place.latitude", "53.6 /etc/adhand/config.toml:2"), ("notify", "not set "),
            ("timetable.aladhan.calendar", "not set "), ("adhan.isha", "\"begins\" default"),
        ] { #expect(shown[key] == value, "\(key)") }
        let keys = configuration.entries.map(\.key)
        #expect(keys.first == "place.name" && keys.last == "notify")
    }

    @Test func `no secret is shown`() throws {
        let shown = shown(
            try load(
                """
                [timetable.s3]
                url = "https://a.example/times/{year}.json?mosque=SECRET"
                [hooks]
                before = ["/usr/bin/curl", "-d", "https://me:SECRET@b.example/x"]
                [[notify]]
                to = "webhook:https://hooks.example/SECRET"
                [[notify]]
                to = "ntfy:https://ntfy.example/SECRET"
                name = "phone"
                [timetable.aladhan]
                base_url = "https://api.example/{year}"
                """
            )
        )
        #expect(!shown.values.contains { $0.contains("SECRET") })
        #expect(shown["timetable.s3.url"]?.hasPrefix("\"https://a.example/times/%7Byear%7D.json?mosque=***\"") == true)
        #expect(shown["hooks.before"]?.hasPrefix("[\"/usr/bin/curl\", \"-d\", \"https://b.example/x\"]") == true)
        #expect(shown["notify[1].to"]?.hasPrefix("\"webhook:https://hooks.example/***\"") == true)
        #expect(shown["notify[2].name"]?.hasPrefix("\"phone\"") == true)
        #expect(shown["timetable.aladhan.base_url"]?.hasPrefix("\"https://api.example/{year}\"") == true)
    }
}
