import AdhanCore
import AdhanSupport
import Testing

@testable import AdhanPanel

/// The settings of the page *Sound*, and what the config has of them.
@Suite struct SoundChoicesTests {
    private func tree(_ toml: String) throws -> ConfigTree { try ConfigTree(Array(toml.utf8), file: "config.toml") }

    @Test func `they come back from the config as they were put in, and nothing else of it changes`() throws {
        var tables = try tree("[audio]\nlead_in = \"3s\"\nadhan_fajr = \"recording-0.mp3\"\n[iqama]\nfajr = \"+20m\"\n")
        var choices = SoundChoices(of: tables)
        #expect(choices.recordings == ["fajr": "recording-0.mp3"])
        choices.recordings = [
            "adhan": "recording-1.mp3", "fajr": "recording-2.mp3", "asr": "recording-3.mp3",
            "dua_fajr": "recording-4.mp3",
        ]
        choices.volumes = ["usual": 80, "isha": 0]
        choices.device = "plughw:CARD=Headphones,DEV=0"
        choices.put(in: &tables, filesHasFajr: false)
        #expect(SoundChoices(of: tables) == choices)
        let expected = """
            [audio]
            adhan = "recording-1.mp3"
            adhan_fajr = "recording-2.mp3"
            devices = ["plughw:CARD=Headphones,DEV=0"]
            dua_fajr = "recording-4.mp3"
            lead_in = "3s"
            volume = 80
            [audio.files]
            asr = "recording-3.mp3"
            [audio.volumes]
            isha = 0
            [iqama]
            fajr = "+20m"

            """
        #expect(tables == (try tree(expected)))
        // Left to the config of the box again.
        SoundChoices(of: ConfigTree()).put(in: &tables, filesHasFajr: false)
        #expect(tables == (try tree("[audio]\nlead_in = \"3s\"\n[iqama]\nfajr = \"+20m\"\n")))
    }

    @Test func `Fajr's recording is where the config of the box has it`() throws {
        func source(_ text: String, panel: String) -> ConfigSource {
            let own = ConfigSource.PanelFile(file: "panel.toml", bytes: Array(panel.utf8))
            return ConfigSource(file: "config.toml", main: Array(text.utf8), additions: [], panel: own)
        }
        #expect(SoundChoices.filesHasFajr(source("[audio.files]\nfajr = \"f.mp3\"\n", panel: "")))
        #expect(
            !SoundChoices.filesHasFajr(
                source("[audio.files]\nasr = \"a.mp3\"\n", panel: "[audio.files]\nfajr = \"f.mp3\"\n")
            )
        )
        #expect(!SoundChoices.filesHasFajr(source("not TOML", panel: "")))
        var tables = ConfigTree()
        var choices = SoundChoices(of: tables)
        choices.recordings = ["fajr": "recording-2.mp3"]
        choices.put(in: &tables, filesHasFajr: true)
        #expect(tables == (try tree("[audio.files]\nfajr = \"recording-2.mp3\"\n")))
        #expect(SoundChoices(of: tables) == choices)
    }

    @Test func `names, volumes and devices that the page does not offer are not sound`() {
        func isSound(_ change: (inout SoundChoices) -> Void) -> Bool {
            var choices = SoundChoices(of: ConfigTree())
            change(&choices)
            return choices.isSound { $0 == "recording-1.mp3" }
        }
        #expect(isSound { _ in })
        #expect(isSound { $0.recordings = ["adhan": "recording-1.mp3"] })
        #expect(!isSound { $0.recordings = ["adhan": "recording-2.mp3"] })
        #expect(!isSound { $0.recordings = ["adhan": "../recording-1.mp3"] })
        #expect(!isSound { $0.recordings = ["sunrise": "recording-1.mp3"] })
        #expect(isSound { $0.volumes = ["usual": 0, "fajr": 100] })
        #expect(!isSound { $0.volumes = ["fajr": 101] } && !isSound { $0.volumes = ["fajr": -1] })
        #expect(!isSound { $0.volumes = ["sunrise": 50] })
        #expect(isSound { $0.device = "hw:0" })
        for name in ["silent", "file:x.wav", "tee:hw:0,'|id',raw", "", "hw:CARD=a b", "plug:'hw:0'", "hw:0\n"] {
            #expect(!isSound { $0.device = name }, "\(name)")
        }
    }

    @Test func `a change is named for the list of changes`() {
        var (before, after) = (SoundChoices(of: ConfigTree()), SoundChoices(of: ConfigTree()))
        before.volumes = ["fajr": 40, "isha": 60]
        after.volumes = ["fajr": 50]
        after.recordings = ["adhan": "recording-1.mp3"]
        after.device = "default"
        #expect(
            after.changes(from: before) == [
                "recording of adhan", "volume of fajr: 50", "volume of isha: as in the config", "card: default",
            ]
        )
        #expect(after.changes(from: after).isEmpty)
    }

    @Test(arguments: [
        (-14.6, -1.0, 150_000, 0, []), (-35, -20, 150_000, 0, [CheckedRecording.Remark.quiet]),
        (-6, 0.4, 150_000, 0, [.distorts, .loud]), (-14, -1, 3000, 0, [.short]),
        (-14, -1, 1_500_000, 2, [.damaged, .long]),
    ])
    func `a recording that can be played has remarks`(
        loudness: Double,
        peak: Double,
        milliseconds: Int64,
        damages: Int,
        remarks: [CheckedRecording.Remark]
    ) {
        var facts = CheckedRecording()
        (facts.loudness, facts.truePeak, facts.peak) = (loudness, peak, peak)
        (facts.milliseconds, facts.damages, facts.missing) = (milliseconds, damages, 0)
        #expect(facts.remarks == remarks && facts.refusal == nil)
        facts.missing = 500
        #expect(facts.refusal == "the recording is cut short")
        (facts.missing, facts.peak) = (0, nil)
        #expect(facts.refusal == "the recording is silent")
    }
}
