import Foundation
import AdhanSupport
import AdhanTestSupport
import Glibc
import Testing

/// What commands say about volumes at which nothing, or not every prayer, is heard.
@Suite struct VolumeCommandTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    @Test func `an inaudible sound is not reported as heard whole, and the reason is given`() throws {
        let file = try MP3Fixture.encode(MP3Fixture.phrase(seconds: 1, channels: 1), channels: 1, in: directory)
        let silent = try Binary.config("[audio]\nadhan = \"\(file)\"\ndevices = [\"silent\"]\n", in: directory)
        let played = try Binary.run(["play", "--config", silent], in: directory)
        #expect(played.code == EX_UNAVAILABLE, "\(played.text)")
        #expect(played.errors.contains("kept time in silence: the device is silent"), "\(played.text)")
        let drill = try Binary.run(["rehearse", "--in", "2s", "--config", silent], in: directory)
        #expect(drill.code == EX_UNAVAILABLE)
        #expect(drill.output.contains("problem    nothing was heard: the device is silent"), "\(drill.text)")
        let server = try PulseServer()
        for volume in ["0", "0.8"] {
            let text = "[audio]\nadhan = \"\(file)\"\nvolume = \(volume)\n"
            let config = try Binary.config(text, in: directory)
            let outcome = try Binary.run(["play", "--config", config], in: directory, environment: server.environment)
            #expect(outcome.code == EX_UNAVAILABLE, "\(outcome.text)")
            #expect(outcome.errors.contains("nothing would be heard: the volume is too low; raise it in [audio]"))
            #expect(outcome.errors.contains("raise it in [audio] of \(config)"))
            #expect(!outcome.text.contains("whole"))
        }
    }

    @Test func `an implausible volume is reported with its line`() throws {
        let place = "[place]\nlatitude = 51.5\nlongitude = 0\ntimezone = \"Europe/London\"\n"
        for (line, sentence) in [
            ("[audio]\nvolume = 0.8", ":6: volume is 0.8 of 100, which nobody hears; did you mean 80?"),
            ("[audio.volumes]\nfajr = 3", ":6: fajr is 3 of 100, which nobody hears\n"),
            ("[audio]\nvolume = 6", ":6: volume is 6 of 100 (-73 dB), which is barely heard\n"),
            ("[audio]\nvolume = 0", ":6: no adhan of the next 24 hours will sound: [audio] volume is 0\n"),
            (
                "[audio]\nvolume = 0\n[audio.volumes]\nfajr = 50\ndhuhr = 0\nasr = 50",
                // In the order of their times, which depends on the hour.
                " will NOT sound: [audio] volume is 0\n"
            ),
            (
                "[audio.volumes]\n" + Self.prayers.map { "\($0) = 0\n" }.joined(),
                " no adhan of the next 24 hours will sound: its volume in [audio.volumes] is 0\n"
            ),
        ] {
            let config = try Binary.config("\(place)\(line)\n", in: directory)
            let outcome = try Binary.run(["check-config", config], in: directory)
            #expect(outcome.code == 0 && outcome.output.contains(sentence), "\(outcome.text)")
            #expect(!outcome.output.contains("in order"))
            let doctor = try Binary.run(["doctor", "--config", config], in: directory)
            #expect(doctor.output.contains("!!  volume ") || doctor.output.contains("!!  adhans "), "\(doctor.text)")
        }
        // What is not to be called is switched off: a prayer's own 0 is a fault.
        let own = "\(place)[audio]\ndevices = [\"silent\"]\nvolume = 10\n[audio.volumes]\nfajr = 0\n"
        let config = try Binary.config(own, in: directory)
        let words = "Fajr will NOT sound: its volume in [audio.volumes] is 0\n"
        let check = try Binary.run(["check-config", config], in: directory).output
        #expect(check.contains("\(config):9: \(words)") && check.contains("one thing is wrong"), "\(check)")
        let doctor = try Binary.run(["doctor", "--config", config], in: directory).output
        #expect(
            doctor.contains("!!  adhans       \(words)    → write fajr = 100 into [audio.volumes] of "),
            "\(doctor)"
        )
    }

    @Test func `quiet hours that leave no prayer to be heard are a fault, and those over one a remark`() throws {
        let place = QuietMorning.config
        let all = "[[audio.quiet]]\nfrom = \"00:00\"\nto = \"23:59\"\nvolume = 0\n"
        let config = try Binary.config(place + all, in: directory)
        func says(_ text: String, _ who: String, _ hours: String) -> Bool {
            text.contains(who) && text.contains("sound: [[audio.quiet]] has volume = 0 from \(hours)")
        }
        let hours = "00:00 to 23:59"
        let check = try Binary.run(["check-config", config], in: directory)
        #expect(
            says(check.output, "no adhan of the next 24 hours will ", hours)
                && check.output.contains("one thing is wrong"),
            "\(check.text)"
        )
        let doctor = try Binary.run(["doctor", "--config", config], in: directory).output
        let advice = "\n    → raise that volume in [[audio.quiet]] of \(config)"
        #expect(
            says(doctor, "!!  adhans       no adhan of the next 24 hours will ", hours) && doctor.contains(advice),
            "\(doctor)"
        )

        let noon = all.replacing("00:00", with: "11:00").replacing("23:59", with: "13:30")
        _ = try Binary.config("\(place)[audio]\ndevices = [\"silent\"]\n\(noon)", in: directory)
        let one = try Binary.run(["check-config", config], in: directory)
        #expect(says(one.output, "Dhuhr will NOT ", "11:00 to 13:30"), "\(one.text)")
        let order = "is in order, but not every adhan is heard: see above"
        #expect(one.output.hasSuffix("\n\(config) \(order)\n"), "\(one.text)")
        let daemon = try RunningDaemon(nil, in: directory)
        func status() -> String { (try? daemon.command("status").output) ?? "" }
        #expect(eventually { says(status(), "\nDhuhr today ", "11:00 to 13:30") }, "\(status())")
        #expect(status().contains("adhand runs as it was set"), "\(status())")
        let reload = try daemon.command("reload").output
        #expect(says(reload, "Dhuhr will NOT ", "11:00 to 13:30"), "\(reload)")
        #expect(reload.contains("\(order); it is taken up"), "\(reload)")
        _ = try Binary.config(place + all, in: directory)
        #expect(try says(daemon.command("reload").output, "no adhan of the next 24 hours will ", hours))
        #expect(
            eventually {
                status().contains("adhand needs attention: no adhan will sound") && status().contains("from \(hours)")
            },
            "\(status())"
        )
        let start = BootClock.now()
        let play = try daemon.command("play")
        #expect(play.code == EX_UNAVAILABLE && play.errors.contains("nothing would be heard"), "\(play.text)")
        #expect(BootClock.now() - start < .seconds(5))
        daemon.stop()
    }

    private static let prayers = ["fajr", "dhuhr", "asr", "maghrib", "isha"]
}
