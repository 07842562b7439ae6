import AdhanCore
import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanSupport

@Suite struct ConfigurationTests {
    private let rig: ConfigRig
    private var directory: TestDirectory { rig.directory }
    private var locations: Locations { rig.locations }

    init() throws { rig = try ConfigRig(["STATE_DIRECTORY": "/state"]) }

    private func load(_ text: String) throws -> Configuration { try rig.load(text) }

    @Test func `the example is valid and contains every key of the code`() throws {
        let example = Binary.root + "/config.example.toml"
        let configuration = try Configuration.load(example, locations)
        #expect(!configuration.place.isSet && configuration.place.place == .fallback)
        // With every default uncommented it is still accepted and means exactly the same.
        let uncommented = try BrokenConfigTests.uncommentedExample()
        let full = try load(uncommented)
        #expect(full.audio.devices == configuration.audio.devices)
        #expect(full.audio.plan.volumes.usual == configuration.audio.plan.volumes.usual)
        #expect(full.audio.plan.fadeIn == configuration.audio.plan.fadeIn)
        #expect(full.audio.plan.duaPause == configuration.audio.plan.duaPause)
        #expect(full.audio.leadIn == configuration.audio.leadIn && full.audio.tail == configuration.audio.tail)
        #expect(full.schedule.grace == configuration.schedule.grace && full.refresh == configuration.refresh)
        #expect(full.place.isSet && full.place.place.coordinates.elevation == 0)
        #expect(full.place.allowFallback == configuration.place.allowFallback)
        #expect(full.calculation.rounding == nil, "the method's own")
        #expect(full.calculation.ishaLaterInRamadan == configuration.calculation.ishaLaterInRamadan)
        #expect(full.calculation.shafaq == configuration.calculation.shafaq)
        #expect(full.calculation.spans == configuration.calculation.spans)
        #expect(full.timetable.accept == .dates([try CivilDate("2026-03-12")]))
        #expect(full.timetable.sources == [.s3, .aladhan] && configuration.timetable.sources.isEmpty)
        #expect(full.timetable.s3?.settings.key == "PrayerTimes{year}.json")
        #expect(full.timetable.aladhan == configuration.timetable.aladhan)
        for key in try knownKeys() {
            // Alternatives to another key are indented.
            let isThere = uncommented.contains("\n\(key) = ") || uncommented.contains("\n#   \(key) = ")
            #expect(isThere, "\(key) is not in config.example.toml")
        }
    }

    @Test func `each commented line of the example is accepted where it stands`() throws {
        let example = try String(contentsOfFile: Binary.root + "/config.example.toml", encoding: .utf8)
        let uncommented = example.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.wholeMatch(of: /#\s+((?:[a-z0-9_-]+ = |\[\[?[a-z0-9.]+\]).*)/)?.1 ?? line
        }
        // The second of two ways to say the same is a fault of its own.
        let own = uncommented.filter { !$0.hasPrefix("url = ") }, others = uncommented.filter { $0.hasPrefix("url = ") }
        #expect(own.count { $0.hasPrefix("[[") } >= 5 && others.count == 1)
        let configuration = try load(own.joined(separator: "\n"))
        #expect(configuration.exceptions.flatMap(\.1).count == 4)
        #expect(try load("[timetable.s3]\n\(others.joined(separator: "\n"))\n").timetable.s3 != nil)
    }

    /// The keys that the code reads, taken from its own answer to an unknown key.
    private func knownKeys() throws -> [String] {
        let tables =
            "place calculation calculation.offsets calculation.custom timetable timetable.s3 timetable.aladhan refresh updates "
            + "audio audio.volumes audio.fades audio.files schedule ledger clock hooks adhan iqama jumuah tarhim reminders ramadan "
            + "eid display display.colours panel mirror notify"
        let inner = "offsets custom s3 aladhan volumes fades files quiet when colours messages pictures".split(
            separator: " "
        )
        var keys: [String] = []
        for table in tables.split(separator: " ").map(String.init) {
            let faults = try rig.faults("\(Advice.header(table))\nxxxxxxxxxxxxxxxx = 1\n")
            let message = try #require(faults.first { $0.contains("known are ") })
            let list = try #require(message.split(separator: "known are ").last).split(separator: ", ")
            // The example has some of the occasions.
            keys += list.filter { !inner.contains($0) && !($0.contains("-") && table == "reminders") }.map(String.init)
        }
        #expect(keys.count >= 20)
        return keys
    }

    @Test func `all faults are reported, not only the first`() throws {
        let faults = try rig.faults("[place]\nlattitude = 1\n[audio]\nvolume = 200\n[schedule]\ngrace = \"now\"\n")
        #expect(faults.map { $0.prefix(4) } == ["F:2:", "F:4:", "F:6:"])
    }

    @Test func `a config that is too large or not a file is refused and named`() throws {
        let large = try directory.write(Array(repeating: 0x23, count: 2 << 20), to: "large.toml")
        #expect(throws: FileFault.self) { try Configuration.load(large, locations) }
        #expect(throws: FileFault.self) { try Configuration.load(directory.path, locations) }
        #expect(throws: FileFault.self) { try Configuration.load("/dev/zero", locations) }
    }

    @Test func `relative paths are resolved against the folder of the config`() throws {
        let configuration = try load("[audio]\nadhan = \"sounds/adhan.mp3\"\n")
        #expect(configuration.audio.plan.files == [directory.file("sounds/adhan.mp3")])
        #expect(try load("").audio.plan.files == ["/resources/adhan.mp3"])
        #expect(try load("").ledger.file == "/state/ledger.sqlite")
    }

    @Test func `a loudness and the hour of the self-test are read, and off means none`() throws {
        for (text, loudness) in [("-23 LUFS", -23), ("-16.5lufs", -16.5), ("off", nil)] as [(String, Double?)] {
            #expect(try load("[audio]\nloudness = \"\(text)\"\n").audio.loudness == loudness)
        }
        #expect(try load("").audio.selfTest == 14 * 3600)
        for (text, hour) in [("03:30", 12_600), ("off", nil)] as [(String, Int?)] {
            #expect(try load("[audio]\nself_test = \"\(text)\"\n").audio.selfTest == hour)
        }
    }

    @Test func `recordings and volumes are read as written`() throws {
        let plan = try load(
            """
            [audio]
            adhan = ["a.mp3", "/b.mp3"]
            adhan_fajr = "f.mp3"
            dua = "d.mp3"
            dua_fajr = ["e.mp3"]
            dua_pause = "0s"
            volume = "-6.5 dB"
            fade_in = "1s"
            [audio.files]
            isha = ["i.mp3", "j.mp3"]
            [audio.fades]
            fajr = "8s"
            [audio.volumes]
            fajr = 60
            isha = 0
            [[audio.quiet]]
            from = "22:00"
            to = "06:30"
            volume = "-20dB"
            [[audio.quiet]]
            from = "13:00"
            to = "14:00"
            volume = 50
            """
        ).audio.plan
        var expected = SoundPlan(adhan: Recordings(directory.file("a.mp3"), ["/b.mp3"]))
        expected.ofPrayers[.fajr] = Recordings(directory.file("f.mp3"))
        expected.ofPrayers[.isha] = Recordings(directory.file("i.mp3"), [directory.file("j.mp3")])
        expected.dua = Recordings(directory.file("d.mp3"))
        expected.duaOfFajr = Recordings(directory.file("e.mp3"))
        expected.duaPause = .zero
        expected.fadeIn = .seconds(1)
        expected.fadesOfPrayers[.fajr] = .seconds(8)
        expected.volumes.usual = Volume(decibels: -6.5)
        expected.volumes.ofPrayers = [.fajr: Volume(percent: 60), .isha: .silent]
        expected.volumes.quiet = [
            QuietHours(from: 22 * 3600, to: 23_400, volume: Volume(decibels: -20)),
            QuietHours(from: 13 * 3600, to: 14 * 3600, volume: Volume(percent: 50)),
        ]
        #expect(plan == expected)
        let names = plan.files.map { $0.split(separator: "/").last ?? "" }
        #expect(names == ["b.mp3", "a.mp3", "f.mp3", "i.mp3", "j.mp3", "d.mp3", "e.mp3"])
    }

    @Test func `hook programs are read as written`() throws {
        let hooks = try load(
            "[hooks]\nbefore = [\"bin/amplifier\", \"on\", \"./a\"]\nafter = [\"cec-client\"]\ntimeout = \"1m\"\n"
        ).hooks
        #expect(hooks.before == [directory.file("bin/amplifier"), "on", "./a"])
        #expect(hooks.after == ["cec-client"], "looked for in PATH")
        #expect(try hooks.timeout == .seconds(60) && load("").hooks.isEmpty && load("").hooks.timeout == .seconds(10))
    }

    @Test func `durations are parsed and formatted alike`() throws {
        for text in ["500ms", "10s", "5m", "1h30m", "2d", "1h1m1s1ms", "0s"] {
            #expect(DurationText.format(try DurationText.parse(text)) == text)
        }
        for text in ["", "5", "m", "5 m", "-5m", "5m1h", "5m5m", "1.5h", "9999999999s", "5µs", "٥m"] {
            #expect(throws: InvalidValue.self, "\(text)") { try DurationText.parse(text) }
        }
    }

    @Test func `the mosque's declared first days are in its calendar`() throws {
        let own = try load("[hijri.starts]\n1447-09 = \"2026-02-19\"\n").hijri.calendar
        #expect(own.date(try CivilDate("2026-02-19"))?.description == "1447-09-01")
        #expect(try load("").hijri.calendar == .ummAlQura)
        let text = "[hijri]\nturns = \"maghrib\"\nstarts.1447-09 = \"2026-02-19\"\n"
        #expect(try load(text).hijri.calendar.turn == .maghrib)
    }

    @Test func `the days that the mosque accepts are dates, or all`() throws {
        #expect(try load("").timetable.accept == .none)
        #expect(try load("[timetable]\naccept = \"all\"\n").timetable.accept == .all)
        let dates = try load("[timetable]\naccept = [\"2026-03-12\", \"2026-03-13\"]\n").timetable.accept
        #expect(try dates.contains(CivilDate("2026-03-13")) && !dates.contains(CivilDate("2026-03-14")))
        #expect(try load("[timetable]\naccept = []\n").timetable.accept == .none)
    }
}
