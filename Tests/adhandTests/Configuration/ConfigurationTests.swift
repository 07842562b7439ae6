import AdhanCore
import AdhanTestSupport
import Foundation
import Testing

@testable import adhand

@Suite struct ConfigurationTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    private func load(_ text: String) throws -> Configuration {
        try Configuration.load(Binary.config(text, in: directory), locations)
    }

    private var locations: Locations {
        Locations(
            resources: "/resources",
            daemon: true,
            environment: ["HOME": "/home/box", "STATE_DIRECTORY": "/state"]
        )
    }

    @Test func `the example is understood, and every key of the code stands in it`() throws {
        let example = Binary.root + "/config.example.toml"
        let configuration = try Configuration.load(example, locations)
        #expect(!configuration.place.isSet)
        #expect(configuration.place.place == .fallback)
        // With every default uncommented it is still understood, and says the very same.
        let text = try String(contentsOfFile: example, encoding: .utf8)
        let uncommented = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.wholeMatch(of: /# ([a-z_]+ = .*)/).map { String($0.1) } ?? String($0) }.joined(separator: "\n")
        #expect(uncommented != text)
        let full = try load(uncommented)
        #expect(full.audio.devices == configuration.audio.devices)
        #expect(full.audio.volume == configuration.audio.volume)
        #expect(full.audio.leadIn == configuration.audio.leadIn)
        #expect(full.schedule.grace == configuration.schedule.grace)
        #expect(full.place.allowFallback == configuration.place.allowFallback)
        #expect(full.place.isSet)
        for key in try knownKeys() {
            #expect(uncommented.contains("\n\(key) = "), "\(key) is not in config.example.toml")
        }
    }

    /// What the code asks for, from its own answer to a key it does not know.
    private func knownKeys() throws -> [String] {
        var keys: [String] = []
        for table in [
            "place", "calculation", "calculation.offsets", "timetable", "audio", "schedule", "ledger", "clock",
        ] {
            let error = #expect(throws: ConfigError.self) { try load("[\(table)]\nxxxxxxxxxxxxxxxx = 1\n") }
            let message = try #require(error?.faults.first?.message)
            let list = try #require(message.split(separator: "known are ").last)
            keys += list.split(separator: ", ").map(String.init).filter { $0 != "offsets" }
        }
        #expect(keys.count >= 20)
        return keys
    }

    @Test(arguments: [
        ("[place]\nlattitude = 1", ":2: unknown key 'lattitude' in [place]; did you mean 'latitude'?"),
        ("[plaice]\n", ":1: unknown key 'plaice'; did you mean 'place'?"),
        ("place = 3", ":1: 'place' is a table; write [place] on a line of its own"),
        (
            "[place]\nlatitude = 51.5\nlongitude = 0",
            ":1: [place] has no timezone; a place needs latitude, longitude and timezone"
        ),
        ("[place]\nlatitude = 91\nlongitude = 0\ntimezone = \"UTC\"", ":2: latitude = 91 is not between -90 and 90"),
        ("[place]\nlatitude = nan\nlongitude = 0\ntimezone = \"UTC\"", ":2: latitude = nan is not between -90 and 90"),
        ("[place]\nlatitude = \"51.5\"", ":2: latitude is the text '51.5', but it has to be a number"),
        ("[place]\nname = 3", ":2: name is the number 3, but it has to be a text in quotes"),
        ("[place]\nallow_fallback = \"yes\"", ":2: allow_fallback is the text 'yes', but it has to be true or false"),
        (
            "[calculation]\nmethod = \"isma\"",
            ":2: method = \"isma\" is not known: it is one of isna, mwl, umm-al-qura, turkey, jakim; did you mean 'isna'?"
        ),
        ("[calculation]\nmadhab = \"maliki\"", ":2: madhab = \"maliki\" is not known: it is one of shafi, hanafi"),
        ("[calculation.offsets]\nfajr = 1.5", ":2: fajr is the number 1.5, but it has to be a whole number"),
        ("[calculation.offsets]\nfajr = 999", ":2: fajr = 999 is not between -180 and 180"),
        (
            "[calculation.offsets]\nfajr = 9223372036854775807",
            ":2: fajr = 9223372036854775807 is not between -180 and 180"
        ),
        ("[calculation.offsets]\nfajar = 1", ":2: unknown key 'fajar' in [calculation.offsets]; did you mean 'fajr'?"),
        (
            "[audio]\ndevices = \"default\"",
            ":2: devices is the text 'default', but it has to be a list of texts, for example [\"default\"]"
        ),
        ("[audio]\ndevices = []", ":2: devices is an empty list; leave the line out for the default"),
        (
            "[audio]\nlead_in = \"2\"",
            ":2: lead_in: '2' is not a length of time; write it with its unit, for example \"5m\", \"90s\" or \"1h30m\""
        ),
        ("[audio]\nlead_in = \"1h\"", ":2: lead_in = \"1h\" is not between 500ms and 9s"),
        ("[audio]\nvolume = 101", ":2: volume = 101 is not between 0 and 100"),
        ("[schedule]\ngrace = 5", ":2: grace is the number 5, but it has to be a text in quotes"),
        (
            "[schedule]\ngrace = 2026-11-21",
            ":2: grace is a date or time without quotes, but it has to be a text in quotes"
        ),
        ("[place\n", ":1: this is not TOML:"),
        ("[audio]\nvolume = 1\nvolume = 2", ":3: this is not TOML:"),
    ])
    func `a wrong config gets its line and a sentence`(text: String, sentence: String) throws {
        let error = #expect(throws: ConfigError.self) { try load(text) }
        let description = try #require(error?.description)
        #expect(description.contains(directory.file("config.toml") + sentence), "\(description)")
    }

    @Test func `all faults are told, not only the first`() throws {
        let error = #expect(throws: ConfigError.self) {
            try load("[place]\nlattitude = 1\n[audio]\nvolume = 200\n[schedule]\ngrace = \"now\"\n")
        }
        #expect(error?.faults.map(\.spot.line) == [2, 4, 6])
    }

    @Test func `a config that is too large or no file is refused by name`() throws {
        let large = try directory.write(Array(repeating: 0x23, count: 2 << 20), to: "large.toml")
        #expect(throws: FileFault.self) { try Configuration.load(large, locations) }
        #expect(throws: FileFault.self) { try Configuration.load(directory.path, locations) }
        #expect(throws: FileFault.self) { try Configuration.load("/dev/zero", locations) }
    }

    @Test func `relative paths count from the folder of the config`() throws {
        let configuration = try load("[audio]\nadhan = \"sounds/adhan.mp3\"\n")
        #expect(configuration.audio.adhan == directory.file("sounds/adhan.mp3"))
        #expect(configuration.audio.file(for: .fajr) == configuration.audio.adhan)
        #expect(try load("").audio.adhan == "/resources/adhan.mp3")
        #expect(try load("").ledger.file == "/state/ledger.sqlite")
    }

    @Test func `lengths of time are read and written alike`() throws {
        for text in ["500ms", "10s", "5m", "1h30m", "2d", "1h1m1s1ms", "0s"] {
            #expect(DurationText.format(try DurationText.parse(text)) == text)
        }
        for text in ["", "5", "m", "5 m", "-5m", "5m1h", "5m5m", "1.5h", "9999999999s", "5µs", "٥m"] {
            #expect(throws: DurationText.Unreadable.self, "\(text)") { try DurationText.parse(text) }
        }
    }

    @Test func `mutated configs never crash`() throws {
        let example = [UInt8](try Data(contentsOf: URL(filePath: Binary.root + "/config.example.toml")))
            .map { $0 == UInt8(ascii: "#") ? UInt8(ascii: " ") : $0 }
        var random = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            var bytes = example
            for _ in 0..<Int.random(in: 1...8, using: &random) where !bytes.isEmpty {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: index)
                default: bytes.insert(contentsOf: bytes[index..<min(bytes.count, index + 20)], at: index)
                }
            }
            let file = try directory.write(bytes, to: "mutant.toml")
            do {
                _ = try Configuration.load(file, locations)
            } catch let error as ConfigError {
                #expect(!error.faults.isEmpty)
            }
        }
    }
}
