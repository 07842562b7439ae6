import AdhanCore
import AdhanSupport
import AdhanTestSupport
import AdhanWeb
import Foundation
import Glibc
import Testing

@testable import AdhanPanel

/// The page *Sound* through the real server: uploads, listening, choices and the test that is heard.
@Suite struct PanelSoundTests {
    private let rig: PanelRig

    init() throws { rig = try PanelRig() }

    private func recording(seconds: Double = 3, name: String = "a.mp3") throws -> [UInt8] {
        let samples = MP3Fixture.phrase(seconds: seconds, channels: 1)
        return TestDirectory.bytes(of: try MP3Fixture.encode(samples, channels: 1, in: rig.directory, name: name))
    }

    private func upload(
        _ bytes: [UInt8],
        _ login: PanelRig.Answer,
        name: String = "Adhan%20Makkah.mp3",
        type: String = "application/octet-stream",
        token: String? = nil
    ) throws -> PanelRig.Answer {
        try rig.upload("/api/sound/upload?name=\(name)", bytes, as: login, type: type, token: token)
    }

    private func post(_ path: String, _ body: [String: Any], _ login: PanelRig.Answer) throws -> PanelRig.Answer {
        try rig.post(path, body, as: login)
    }

    private var kept: [String] {
        Folder.names(in: rig.service.settings.folder.path, limit: 100).filter { $0.hasPrefix("recording-") }.sorted()
    }

    @Test func `a recording is uploaded, checked, listed by its name, and heard in the browser`() throws {
        let (login, bytes) = (try rig.enter("Amina", .caretaker), try recording())
        let answer = try upload(bytes, login)
        #expect(answer.status == 200, "\(answer.text)")
        let file = try #require(answer.json["file"] as? String)
        #expect(answer.json["title"] as? String == "Adhan Makkah.mp3" && kept == [file])
        #expect(answer.json["remarks"] as? [String] == ["short"])
        #expect(TestDirectory.bytes(of: rig.service.settings.folder.path + "/" + file) == bytes)
        let page = try rig.get("/api/sound", as: login)
        let row = try #require((page.json["recordings"] as? [[String: Any]])?.first)
        let facts = try #require(row["facts"] as? [String: Any])
        #expect(row["title"] as? String == "Adhan Makkah.mp3" && row["who"] as? String == "Amina")
        #expect(facts["duration_ms"] as? Int == 3000 && facts["channels"] as? Int == 1)
        #expect((facts["loudness_lufs"] as? Double).map { (-40 ... -5).contains($0) } == true)
        // Safari and Chrome ask so.
        let path = "/api/sound/recording?file=\(file.replacing(" ", with: "%20"))"
        let whole = try rig.get(path, as: login)
        #expect(whole.status == 200 && whole.headers["content-length"] == "\(bytes.count)")
        #expect(whole.headers["content-type"] == "audio/mpeg" && whole.headers["accept-ranges"] == "bytes")
        #expect(whole.headers["content-security-policy"]?.contains("media-src 'self'") == true)
        let first = try rig.get(path, as: login, ["Range: bytes=0-1"])
        #expect(first.status == 206 && first.headers["content-range"] == "bytes 0-1/\(bytes.count)")
        #expect(first.headers["content-length"] == "2")
        #expect(try rig.get(path, as: login, ["Range: bytes=\(bytes.count)-"]).status == 416)
    }

    @Test func `an upload that is no recording for a mosque is refused, and leaves nothing`() throws {
        let (login, sound) = (try rig.enter("Amina", .caretaker), try recording())
        let quiet = [Int16](repeating: 0, count: 88_200)
        let silence = try MP3Fixture.encode(quiet, channels: 1, in: rig.directory, name: "s.mp3")
        let noise = (0..<300_000).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13) }
        let files: [(bytes: [UInt8], words: String)] = [
            (Array(sound.prefix(sound.count / 2)), "cut short"), (TestDirectory.bytes(of: silence), "silent"),
            (Array("<!DOCTYPE html><script>alert(1)</script>".utf8), "a web page"),
            (Array("#!/bin/sh\nrm -rf /\n".utf8), "plain text"), ([0x7F] + Array("ELF".utf8) + noise, "recording"),
            (Array("PK\u{3}\u{4}".utf8) + noise, "ZIP"), (Array("RIFF....WAVEfmt ".utf8) + noise, "converted to MP3"),
            ([0, 0, 0, 0x20] + Array("ftypM4A ".utf8) + noise, "converted to MP3"), (noise, "recording"),
            ([UInt8](repeating: 0, count: 1 << 20), "zeros"),
            ([UInt8](repeating: 0xFF, count: 1 << 20), "recording"),
            // False frames of a few bytes each, which a decoder may take for hours of sound.
            ([UInt8]((0..<60_000).flatMap { _ in [0xFF, 0xE3, 0x18, 0xC4] }), "recording"),
            // A tag that is longer than the file.
            (Array("ID3".utf8) + [4, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F] + noise, "recording"),
        ]
        for (bytes, words) in files {
            let answer = try upload(bytes, login)
            #expect([422, 503].contains(answer.status) && answer.text.contains(words), "\(words): \(answer.text)")
        }
        #expect(try upload([], login).error == "bad-request")
        #expect(kept.isEmpty)
        #expect(try rig.get("/api/session").status == 200)
    }

    @Test(.enabled(if: Sanitizer.allowsLimits)) func `a recording of 32 MB is accepted, and one byte more refused`()
        throws
    {
        let (login, sound) = (try rig.enter("Amina", .caretaker), try recording())
        // A tag in front of the sound, as long as anybody likes.
        let count = (32 << 20) - 10 - sound.count
        let size = [21, 14, 7, 0].map { UInt8(count >> $0 & 0x7F) }
        let bytes = Array("ID3".utf8) + [3, 0, 0] + size + [UInt8](repeating: 0, count: count) + sound
        let answer = try upload(bytes, login)
        #expect(bytes.count == 32 << 20 && answer.status == 200, "\(answer.text)")
        let refused = try upload(bytes + [0], login)
        #expect(refused.status == 413 && refused.text == "the body of this request may have 33554432 bytes\n")
        #expect(kept.count == 1)
    }

    @Test func `an upload that another site could send is refused, and nothing but a recording is given out`() throws {
        let (login, bytes) = (try rig.enter("Amina", .caretaker), try recording())
        for type in ["application/json", "multipart/form-data", "text/plain", "application/x-www-form-urlencoded"] {
            #expect(try upload(bytes, login, type: type).error == "foreign")
        }
        #expect(try upload(bytes, login, token: "0").error == "foreign")
        #expect(kept.isEmpty)
        let file = try #require(try upload(bytes, login, name: "a.mp3").json["file"] as? String)
        for name in [
            "", "config.toml", "private/key.pem", "../panel/config.toml", "recording-0.mp3", "recording-0.mp3/..",
            "/etc/passwd", "recording-%2e%2e%2fconfig.toml",
        ] { #expect(try rig.get("/api/sound/recording?file=\(name)", as: login).error == "no-recording", "\(name)") }
        let committee = try rig.enter("Bilal", .committee)
        #expect(try rig.get("/api/sound/recording?file=\(file)", as: committee).status == 200)
    }

    @Test func `a name of an upload is one line of text, however it is spelt`() throws {
        let (login, bytes) = (try rig.enter("Amina", .caretaker), try recording())
        let long = String(repeating: "a", count: 3000)
        for (name, title) in [
            ("%3Cb%3Ea%0Ab", "<b>a b.mp3"), ("..%2F..%2Fetc%2Fpasswd", ".._.._etc_passwd.mp3"), (long, "aaa"),
            ("", "recording.mp3"), ("%D8%A3%D8%B0%D8%A7%D9%86.MP3", "أذان.mp3"),
        ] {
            let answer = try upload(bytes, login, name: name).json
            let given = try #require(answer["title"] as? String)
            #expect(given.hasPrefix(title) && given.count <= 110 && !given.contains("\n"), "\(given)")
            // The settings and the daemon have the path alone, which tells the name, too.
            let file = try #require(answer["file"] as? String)
            #expect(RecordingName("/var/lib/adhand/panel/" + file, sha256: nil).description == given)
        }
        // Equal bytes of one name are one file.
        _ = try upload(bytes, login, name: "")
        #expect(kept.count == 5)
    }

    @Test func `recordings, volumes and the card are chosen, and the daemon takes them up`() throws {
        let login = try rig.enter("Amina", .caretaker)
        let file = try #require(try upload(try recording(), login).json["file"] as? String)
        let page = try rig.get("/api/sound", as: login)
        let cards = page.json["cards"] as? [[String: String]]
        // A device that could run a program is not offered.
        #expect(cards?.map { $0["name"] } == ["default", "plughw:CARD=Hall,DEV=0"])
        func choices(_ device: String, volume: Int = 40) -> [String: Any] {
            let all: [String: Any] = ["recordings": ["fajr": file], "volumes": ["fajr": volume], "device": device]
            return ["base": page.revision, "choices": all]
        }
        #expect(try post("/api/sound", choices("hw:9"), login).error == "no-card")
        #expect(try post("/api/sound", choices("tee:hw:0"), login).error == "bad-request")
        #expect(try post("/api/sound", choices("default", volume: 101), login).error == "bad-request")
        let saved = try post("/api/sound", choices("plughw:CARD=Hall,DEV=0"), login)
        #expect(saved.status == 200, "\(saved.text)")
        let configuration = try rig.service.settings.draft().configuration.audio
        #expect(configuration.devices == ["plughw:CARD=Hall,DEV=0"])
        #expect(configuration.plan.ofPrayers[.fajr]?.files == [rig.service.settings.folder.path + "/" + file])
        #expect(configuration.plan.volumes.ofPrayers[.fajr] == Volume(percent: 40))
        #expect(rig.asked.requests.contains { $0.command == .reload && $0.person == "Amina" })
        // The second of two people is told.
        #expect(try post("/api/sound", choices("default"), login).error == "changed")
        let now = try rig.get("/api/sound", as: login)
        #expect((now.json["choices"] as? [String: Any])?["device"] as? String == "plughw:CARD=Hall,DEV=0")
        let slots = try #require(now.json["slots"] as? [[String: Any]]).compactMap { $0["inUse"] as? [[String: Any]] }
        #expect(slots.first?.first?["isPlaceholder"] as? Bool == true, "the adhan of all prayers is the tone")
        #expect(slots.dropFirst().first?.first?["description"] as? String == "Adhan Makkah.mp3")
        #expect(try post("/api/sound/remove", ["file": file], login).error == "in-use")
        // A copy under another name is not in use.
        let bytes = TestDirectory.bytes(of: rig.service.settings.folder.path + "/" + file)
        _ = try rig.service.settings.files.keep(bytes, .recording, ending: "-copy.mp3")
        try rig.service.settings.files.removeUnused(.recording)
        #expect(kept == [file])
        // A recording that is not in use is removed, and its file with it.
        let other = try #require(try upload(try recording(seconds: 4, name: "b.mp3"), login).json["file"] as? String)
        #expect(kept == [file, other].sorted())
        let removed = try post("/api/sound/remove", ["file": other], login)
        #expect((removed.json["recordings"] as? [[String: Any]])?.count == 1 && kept == [file])
        for name in [other, "../x"] {
            #expect(try post("/api/sound/remove", ["file": name], login).error == "no-recording")
        }
    }

    @Test func `a test is heard at the prayer's volume, for the caretaker and the committee`() throws {
        let login = try rig.enter("Amina", .committee)
        let answer = try post("/api/sound/play", ["prayer": "fajr", "file": "tone"], login)
        #expect(answer.status == 200 && answer.json["words"] as? String == "playing on hw:0", "\(answer.text)")
        #expect(answer.json["isSounding"] as? Bool == true, "the words on the device that is opened are not the last")
        let asked = try #require(rig.asked.requests.last { $0.command == .play })
        #expect(asked.prayer == .fajr && asked.file == Binary.root + "/Resources/adhan.mp3" && asked.person == "Amina")
        #expect(try post("/api/sound/play", ["prayer": "asr"], login).status == 200)
        #expect(rig.asked.requests.last { $0.command == .play }?.file == nil)
        for body in [["file": "/etc/passwd"], ["file": "config.toml", "prayer": "asr"]] {
            #expect(try post("/api/sound/play", body, login).error == "no-recording")
        }
        for body in [["prayer": "sunrise"], ["prayer": "x"], [:]] {
            #expect(try post("/api/sound/play", body, login).error == "bad-request")
        }
        // The stand-in says what the daemon says near a prayer.
        let refusal = try post("/api/sound/play", ["prayer": "isha"], login)
        #expect(refusal.error == "refused" && refusal.text.contains("is near"))
    }

    /// A check by a program of this test.
    private func refusal(_ script: String, _ change: (inout RecordingCheck.Limits) -> Void = { _ in }) -> PanelRefusal?
    {
        var limits = RecordingCheck.Limits()
        change(&limits)
        let check = RecordingCheck("/bin/sh", ["-c", script], limits)
        return #expect(throws: PanelRefusal.self) { try check.check([1, 2, 3]) }
    }

    @Test func `a child that breaks costs one upload, not the panel, and one upload is checked at a time`() throws {
        for (script, words) in [
            ("kill -SEGV $$", "signal 11"), ("exit 3", "exit code 3"), ("echo '[]'", "gave no answer"),
            ("echo '{'", "not understood"),
        ] { #expect(refusal("cat > /dev/null; " + script)?.words.contains(words) == true, "\(script)") }
        #expect(refusal("sleep 600") { $0.patience = .milliseconds(300) }?.words.contains("was not checked") == true)
        #expect(refusal("yes") { $0.answer = 1 << 12 }?.words.contains("too long") == true)
        let missing = RecordingCheck(nil)
        #expect(throws: PanelRefusal.self) { try missing.check([1]) }
        // One is checked at a time.
        var limits = RecordingCheck.Limits()
        limits.patience = .seconds(2)
        let begun = rig.directory.file("begun")
        let check = RecordingCheck("/bin/sh", ["-c", "touch '\(begun)'; cat > /dev/null; sleep 600"], limits)
        // reason: this test is about the second
        let thread = try SystemThread { _ = try? check.check([1]) }
        #expect(eventually { access(begun, F_OK) == 0 })
        let second = #expect(throws: PanelRefusal.self) { try check.check([2]) }
        #expect(second?.code == "checking")
        thread.join()
        let third = #expect(throws: PanelRefusal.self) { try check.check([3]) }
        #expect(third?.code == "not-checked")
    }
}

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
