import AdhanCore
import AdhanTestSupport
import Glibc
import Testing

@testable import AdhanSupport

/// The settings of the panel, as the config's last file.
struct PanelLayerTests {
    private let directory: TestDirectory
    private let environment: [String: String]
    private let locations: Locations
    private let main: String

    private static let config = """
        [place]
        latitude = 53.6
        longitude = -2.1
        timezone = "Europe/London"
        [audio]
        volume = 70

        """

    init() throws {
        directory = try TestDirectory()
        environment = [
            "CONFIGURATION_DIRECTORY": directory.file("etc"), "STATE_DIRECTORY": directory.file("state"),
            "HOME": directory.path,
        ]
        main = directory.file("etc/config.toml")
        locations = Locations(resources: Binary.root + "/Resources", daemon: true, environment: environment)
        for folder in ["etc", "etc/conf.d", "state", "state/panel"] { mkdir(directory.file(folder), 0o700) }
        try write(Self.config, "etc/config.toml")
    }

    private func write(_ text: String, _ file: String) throws { try directory.write(Array(text.utf8), to: file) }

    private func load(_ panel: String) throws -> Configuration {
        try write(panel, "state/panel/config.toml")
        return try Configuration.load(main, locations)
    }

    /// The faults of the config with that file of the panel.
    private func faults(_ panel: String) throws -> [ConfigFault] {
        try write(panel, "state/panel/config.toml")
        return try ConfigSource(reading: main, locations).faults(locations)
    }

    @Test func `it overrides the other files, and its file and line are known`() throws {
        try write("[audio]\nvolume = 60\n[iqama]\nfajr = \"+10m\"\n", "etc/conf.d/50.toml")
        let found = try load("# by Amina\n[audio]\nvolume = 50\n[iqama]\nisha = \"20:30\"\n")
        #expect(found.audio.plan.volumes.usual == Volume(percent: 50))
        let spot = found.spot(of: "audio.volume")
        #expect(spot.file == locations.panelConfig && spot.line == 3)
        let entries = Dictionary(found.entries.map { ($0.key, $0) }) { $1 }
        #expect(entries["iqama.isha"]?.toml == "\"20:30\"" && entries["iqama.fajr"]?.toml == "\"+10m\"")
        #expect(entries["iqama.isha"]?.origin == "\(locations.panelConfig):5")
    }

    @Test func `without its file, and for a config of somebody's own, nothing changes`() throws {
        #expect(try Configuration.load(main, locations).audio.plan.volumes.usual == Volume(percent: 70))
        _ = try load("[audio]\nvolume = 50\n")
        try write(Self.config, "own.toml")
        for name in [directory.file("own.toml"), main] {
            let own = try ConfigLoader(named: name, locations: locations).load(name, kept: nil)
            #expect(own.audio.plan.volumes.usual == Volume(percent: 70))
        }
    }

    @Test(arguments: [
        (isNamed: false, isDaemon: false, volume: 50, files: 2, hasKept: true),
        (isNamed: false, isDaemon: true, volume: 50, files: 2, hasKept: true),
        (isNamed: true, isDaemon: false, volume: 70, files: 1, hasKept: false),
        // What 'adhand run --config FILE' accepts is kept for its own next start.
        (isNamed: true, isDaemon: true, volume: 70, files: 1, hasKept: true),
    ])
    func `a file named on the command line counts alone: without conf d, the panel and the last accepted config`(
        row: (isNamed: Bool, isDaemon: Bool, volume: Double, files: Int, hasKept: Bool)
    ) throws {
        try write("[audio]\nvolume = 60\n", "etc/conf.d/50.toml")
        try write("", "etc/conf.d/51.txt")
        try ConfigStore(locations).keep(try #require(try load("[audio]\nvolume = 50\n").texts))
        let locations = Locations(resources: "/none", daemon: row.isDaemon, environment: environment)
        let loader = ConfigLoader(named: row.isNamed ? main : nil, locations: locations)
        #expect(loader.file(nil) == main)
        let found = CommandConfig(loader)
        let configuration = try found.configuration.get()
        #expect(configuration.audio.plan.volumes.usual == Volume(percent: row.volume))
        #expect(found.note == nil && found.denial == nil)
        let texts = try #require(configuration.texts)
        #expect(try texts.files().count == row.files && texts.unreadFiles().count == row.files - 1)
        #expect(try (loader.kept() != nil) == row.hasKept)
    }

    @Test func `names of files are those of its folder`() throws {
        let others = "[timetable]\nfile = \"2027.csv\"\n[display]\nlogo = \"l.svg\"\n"
        let found = try load("[audio]\nadhan = \"amina.mp3\"\n" + others)
        #expect(found.audio.plan.adhan.files == [locations.panel + "/amina.mp3"])
        #expect(found.timetable.file == locations.panel + "/2027.csv")
        #expect(found.display.files.logo == locations.panel + "/l.svg")
    }

    @Test(arguments: [
        "[hooks]\nbefore = \"reboot\"", "[[notify]]\nto = \"https://example.org\"", "[mirror]\nbucket = \"b\"",
        "[ledger]\nfile = \"l\"", "[updates]\ntell = true", "[refresh]\nat = \"00:01\"", "[schedule]\ngrace = \"1m\"",
        "[panel]\nfixed = []", "[place]\nname = \"Elsewhere\"", "[calculation]\nmethod = \"mwl\"",
        "[clock]\ntrust_after = \"1m\"", "[display]\nlisten = \"0.0.0.0:80\"", "[display]\nhosts = [\"evil.example\"]",
        "[timetable]\nsources = [\"aladhan\"]", "[timetable.s3]\nurl = \"https://example.org/t.json\"",
        "[timetable.aladhan]\nmethod = \"mwl\"", "[timetable]\nbundle = \"b.json\"",
        "[timetable]\nfile = \"/etc/shadow\"", "[audio]\nadhan = \"../../etc/shadow\"", "[audio]\nadhan = \"a/b.mp3\"",
        "[audio]\nadhan = [\"a.mp3\", \"/b.mp3\"]", "[audio.files]\nfajr = \"/dev/sda\"",
        "[audio]\nadhan = \"a\\\\b.mp3\"",
        "[audio]\ndevices = [\"tee:default,'|reboot',raw\"]", "[audio]\ndevices = [\"plug:'tee:default,|id,raw'\"]",
        "[audio]\ndevices = [\"hw:0\", \"plug:{type file file out slave.pcm null}\"]",
        "[audio]\ndevices = \"tee:hw:0\"",
        "[audio]\ndevices = [\"file:out.wav\"]", "[audio]\ndevices = [\"file:/etc/x\"]", "[audio]\nadhan = \".hidden\"",
        "[iqama]\nfile = \"/x.mp3\"", "[display]\nlogo = \"/etc/passwd\"", "[display]\nslides = \"../state\"",
        "[[display.messages]]\ntext = { en = \"x\" }\nfrom = \"/2026\"", "surprise = 1", "[unknown]\nkey = 1",
        "[audio]\nvolume = 500", "not TOML",
    ])
    func `what it may not set, and what is wrong, is a fault with its line`(text: String) throws {
        let faults = try faults(text + "\n")
        #expect(!faults.isEmpty)
        for fault in faults { #expect(fault.spot.file == locations.panelConfig && fault.spot.line > 0, "\(fault)") }
        #expect(throws: ConfigError.self) { try load(text + "\n") }
    }

    @Test func `fixed of the config decides which tables it may set`() throws {
        try write(Self.config + "[panel]\nfixed = [\"iqama\"]\n", "etc/config.toml")
        #expect(try faults("[place]\nname = \"Elsewhere\"\n[calculation]\nmethod = \"mwl\"\n") == [])
        #expect(try load("[place]\nname = \"On/Off Street\"\n").place.place.name == "On/Off Street")
        let fault = try faults("[iqama]\nfajr = \"+5m\"\n").first
        #expect(fault?.message == "the panel may not set [iqama]: it is in [panel] fixed of the config")
    }

    private static let rochdale = "[place]\nlatitude = 53.6\nlongitude = -2.1\ntimezone = \"Europe/London\"\n"

    @Test(arguments: [
        "", "[place]\n", "[place]\nname = \"Central Mosque\"\n", "[place]\ntimezone = \"Asia/Karachi\"\n",
        "[calculation]\nmethod = \"isna\"\n",
    ])
    func `it sets place and method of a box whose own files have no place`(config: String) throws {
        try write(config, "etc/config.toml")
        let panel = Self.rochdale + "[calculation]\nmethod = \"mwl\"\nmadhab = \"hanafi\"\n"
        let found = try load(panel)
        #expect(found.place.knowledge == .given && found.calculation.method == .mwl)
        #expect(found.place.place.timezone == "Europe/London" && found.panel.fixed == ["clock"])
        #expect(try faults(panel + "[clock]\ntrust = \"always\"\n").map(\.message).first?.contains("[clock]") == true)
    }

    @Test(arguments: [
        "latitude = 53.6\nlongitude = -2.1\ntimezone = \"Europe/London\"",
        "timezone = \"Europe/London\"\ncity = \"Rochdale\"\ncountry = \"GB\"",
    ])
    func `a place in any of the box's own files is the box's`(place: String) throws {
        try write("", "etc/config.toml")
        try write("[place]\n\(place)\n", "etc/conf.d/50.toml")
        let words = "the box's own config has a place. To leave both to the panel: [panel] fixed = [\"clock\"]"
        #expect(
            try faults(Self.rochdale + "[calculation]\nmethod = \"mwl\"\n").map(\.message) == [
                "the panel may not set [place]: \(words)", "the panel may not set [calculation]: \(words)",
            ]
        )
        // `fixed` in the config replaces the default.
        try write("[panel]\nfixed = [\"clock\"]\n", "etc/config.toml")
        #expect(try faults(Self.rochdale) == [])
        try write("[panel]\nfixed = [\"place\"]\n", "etc/config.toml")
        let written = "the panel may not set [place]: it is in [panel] fixed of the config"
        #expect(try faults(Self.rochdale).map(\.message) == [written])
    }

    @Test(arguments: [
        ("hooks", "the panel can never change [hooks]"), ("plaec", "did you mean 'place'?"),
        ("x", "there is no table 'x'"),
    ])
    func `a wrong name in fixed is a fault`(name: String, words: String) throws {
        try write(Self.config + "[panel]\nfixed = [\"\(name)\"]\n", "etc/config.toml")
        let error = #expect(throws: ConfigError.self) { try Configuration.load(main, locations) }
        #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    }

    @Test func `it may choose a card, a device by its name, and silence, and write a slash in a text`() throws {
        let names = "default plughw:CARD=Headphones,DEV=0 hdmi:CARD=vc4hdmi0,DEV=0 hw:1 mosque_hall silent"
        for name in names.split(separator: " ") {
            #expect(try faults("[audio]\ndevices = [\"\(name)\"]\n") == [], "\(name)")
        }
        // A text that nobody takes for a path.
        let message = "[[display.messages]]\ntext = \"Lessons on Sat/Sun\"\ndays = [\"saturday\"]\n"
        #expect(try faults(message + "[adhan]\nfajr = \"iqama-15m\"\n") == [])
    }

    @Test func `it is kept with the accepted config, and a stricter rule does not silence the mosque`() throws {
        let store = ConfigStore(locations)
        let accepted = try load("[audio]\nvolume = 50\n")
        try store.keep(try #require(accepted.texts))
        #expect(try store.load() == accepted.texts)
        let strict = ConfigSource(
            file: main,
            main: Array(Self.config.utf8),
            additions: [],
            panel: ConfigSource.PanelFile(file: locations.panelConfig, bytes: Array("[ledger]\nkeep = \"x\"\n".utf8))
        )
        #expect(throws: ConfigError.self) { try Configuration.parse(strict, locations) }
        #expect(try Configuration.parse(strict, locations, isKept: true).place.isSet)
    }

    @Test func `an emptied file is a fault where it had text before`() throws {
        let before = try #require(try load("[audio]\nvolume = 50\n").texts)
        try write("", "state/panel/config.toml")
        let after = try ConfigSource(reading: main, locations)
        #expect(after.emptied(since: before) == [locations.panelConfig])
    }

    @Test func `a command of somebody who may not read it goes without it and says so`() throws {
        try write("[audio]\nvolume = 50\n", "state/panel/config.toml")
        chmod(directory.file("state/panel"), 0)
        defer { chmod(directory.file("state/panel"), 0o700) }
        let words = "what the committee's page has set cannot be read by you"
        let (show, own) = (["config", "show", "audio.volume"], Binary.withoutOverride)
        let outcome = try Binary.run(show, in: directory, environment: environment, prefix: own)
        #expect(outcome.code == 0 && outcome.output.contains("70") && outcome.errors.contains(words), "\(outcome.text)")
    }

    @Test func `where there is no such folder, nothing is set`() throws {
        rmdir(directory.file("state/panel"))
        try write("a file", "state/panel")
        #expect(try Configuration.load(main, locations).audio.plan.volumes.usual == Volume(percent: 70))
    }

    @Test func `a key that it has is changed there`() throws {
        _ = try load("[audio]\nvolume = 50\n")
        let source = try ConfigSource(reading: main, locations)
        let revision = try ConfigRevision(source, [ConfigChange(key: "audio.volume", to: .integer(40))])
        #expect(revision.files.map(\.path) == [locations.panelConfig])
        #expect(revision.texts.panel.map { String(decoding: $0.bytes, as: UTF8.self) } == "[audio]\nvolume = 40\n")
    }
}
