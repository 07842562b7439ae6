import AdhanLedger
import AdhanTestSupport
import Glibc
import Testing

@testable import AdhanSupport
@testable import AdhanCore

/// What the daemon and the doctor say where people have set that no adhan is heard.
@Suite(.serialized) struct SilentSettingsTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    private static let prayers = Prayer.called.map(\.rawValue)

    /// The status' problems once the daemon has loaded its timetable.
    private func problems(_ daemon: RunningDaemon) throws -> [StatusReport.Problem] {
        #expect(eventually { (try? daemon.report().next) != nil })
        return try daemon.report().problems
    }

    /// A receiver of messages knows a fault by its id.
    @Test func `each fault has an id of its own, which says what it is about`() throws {
        let files = try ["a.mp3", "b.mp3"].map { try directory.write(Array("no sound".utf8), to: $0) }
        let ledger = SQLiteLedger(file: directory.file("state/ledger.sqlite"))
        Folder.make(directory.file("state"))
        let now = LinuxClock().wall().flooredToSecond
        let date = ZoneRules.utc.wall(at: now).date
        let lost: [Occasion] = [.adhan(.dhuhr), .iqama(.dhuhr), .adhan(.asr)]
        for (occasion, hours) in zip(lost, [3, 2, 1]) {
            let due = ScheduledOccasion(OccasionKey(date, occasion), at: now - .hours(hours), source: .file)
            try ledger.record(LedgerEntry(due, .missed, reason: "not running"))
        }
        let audio = "[audio]\ndevices = [\"null\"]\nadhan = \"\(files[0])\"\nadhan_fajr = \"\(files[1])\"\n"
        let volumes = "[audio.volumes]\nfajr = 0\nasr = 5\nisha = 5\n"
        let daemon = try RunningDaemon.box(QuietMorning.config + audio + volumes, in: directory)
        _ = try problems(daemon)
        #expect(try daemon.command("set", "volume.maghrib", "0").code == 0)
        #expect(try daemon.command("set", "volume.dhuhr", "5").code == 0)
        var ids: [String] { ((try? daemon.report())?.problems ?? []).compactMap(\.id) }
        let wanted =
            files.map { "recording:\($0)" } + lost.map { "missed:\(OccasionKey(date, $0))" }
            + [
                "silent:volume fajr", "silent:volume maghrib", "setting:volume asr", "setting:volume isha",
                "setting:set volume.dhuhr",
            ]
        #expect(eventually { Set(ids).isSuperset(of: wanted) }, "\(ids)")
        #expect(Set(ids).count == ids.count, "\(ids)")
        daemon.stop()
    }

    @Test func `a volume of 0 that somebody has set is not blamed on the config, and the advice takes it back`() throws
    {
        let daemon = try RunningDaemon.box(QuietMorning.config + "[audio]\ndevices = [\"null\"]\n", in: directory)
        _ = try problems(daemon)
        let set = try daemon.command("set", "volume", "0")
        let words = "no adhan of the next 24 hours will sound: the volume was set to 0 by "
        #expect(set.output.contains(words), "\(set.text)")
        #expect(set.output.contains(": adhand set volume default\nvolume is 0 from now on\n"), "\(set.text)")
        let problem = try problems(daemon).first { $0.what.hasPrefix(words) }
        #expect(problem?.command == "adhand set volume default" && problem?.fault?.id == "volume-low")
        let play = try daemon.command("play")
        #expect(play.code == EX_UNAVAILABLE && play.errors.contains("volume is 0, set by "), "\(play.text)")
        #expect(play.errors.contains("take it back: adhand set volume default"), "\(play.text)")
        let doctor = try daemon.command("doctor")
        #expect(doctor.output.contains("!!  adhans       \(words)"), "\(doctor.text)")
        #expect(doctor.output.contains("    → adhand set volume default\n"), "\(doctor.text)")

        #expect(try daemon.command("set", "volume", "default").code == 0)
        #expect(try daemon.report().health == .healthy)
        let one = try daemon.command("set", "volume.fajr", "0").output
        #expect(one.contains("Fajr will NOT sound: its volume was set to 0 by "), "\(one)")
        #expect(one.hasSuffix(": adhand set volume.fajr default\nvolume.fajr is 0 from now on\n"), "\(one)")
        let report = try daemon.report()
        #expect(
            report.health == .degraded && report.problems.contains { $0.command == "adhand set volume.fajr default" }
        )
        daemon.stop()
    }

    @Test func `an adhan that a person switched off is told first, with the person, the day and the way back`() throws {
        let daemon = try RunningDaemon.box(QuietMorning.config + "[audio]\ndevices = [\"null\"]\n", in: directory)
        #expect(eventually { (try? daemon.report().adhans?.allSatisfy { $0.willSound == true }) == true })
        let fine = try daemon.command("status").output
        let head = "adhand is healthy: every adhan of the next 24 hours will sound"
        #expect(fine.hasPrefix("\(head), but only with the placeholder tone\n"), "\(fine)")
        let sound = " will sound: placeholder tone (no recording chosen), volume 100, on null\n"
        #expect(fine.contains(sound) && fine.contains("\n\(RecordingName.remedy)\n"), "\(fine)")
        #expect(try daemon.command("set", "adhan.fajr", "off").output == "adhan.fajr is off from now on\n")
        let status = try daemon.command("status")
        #expect(status.code == 0 && !status.output.contains("healthy"), "\(status.text)")
        #expect(status.output.hasPrefix("adhand runs as it was set: 1 of 5 adhans will NOT sound\n"), "\(status.text)")
        let off = /\nFajr tomorrow [0-9:]+ will NOT sound: switched off by .+ on .+\. To undo: (.+)\n/
        let undo = try #require(status.output.firstMatch(of: off)?.1)
        #expect(undo == "adhand set adhan.fajr default")
        let doctor = try daemon.command("doctor").output
        #expect(doctor.contains("OK  adhans       Fajr will NOT sound: switched off by "), "\(doctor)")
        #expect(try daemon.command("set", "adhan.fajr", "default").code == 0)
        #expect(try daemon.command("status").output.hasPrefix("adhand is healthy"))
        daemon.stop()
    }

    @Test func `a volume that nobody hears is asked about, also where it is set by a command`() throws {
        let daemon = try RunningDaemon.box(QuietMorning.config + "[audio]\ndevices = [\"null\"]\n", in: directory)
        _ = try problems(daemon)
        let set = try daemon.command("set", "volume", "0.8")
        #expect(set.output.contains(") is 0.8 of 100, which nobody hears; did you mean 80?"), "\(set.text)")
        #expect(try problems(daemon).contains { $0.what.contains("is 0.8 of 100, which nobody hears") })
        let doctor = try daemon.command("doctor").output
        #expect(doctor.contains("!!  volume       volume (set by "), "\(doctor)")
        daemon.stop()
    }

    @Test func `setting an adhan says why it stays silent, and nothing of another one`() throws {
        let more = "[audio]\ndevices = [\"null\"]\n[audio.volumes]\nfajr = 0\n[adhan]\nasr = \"off\"\n"
        let daemon = try RunningDaemon.box(QuietMorning.config + more, in: directory)
        _ = try problems(daemon)
        let fajr = try daemon.command("set", "adhan.fajr", "on").output
        #expect(fajr.contains("Fajr will NOT sound: its volume in [audio.volumes] is 0"), "\(fajr)")
        let asr = try daemon.command("set", "adhan.asr", "default").output
        #expect(asr.contains("Asr will NOT sound: it is off in [adhan]") && !asr.contains("Fajr"), "\(asr)")
        let isha = try daemon.command("set", "adhan.isha", "off").output
        #expect(isha == "adhan.isha is off from now on\n", "\(isha)")
        daemon.stop()
    }

    @Test func `all five adhans off are a problem, whoever has switched them off`() throws {
        let daemon = try RunningDaemon.box(
            QuietMorning.config + "[audio]\ndevices = [\"null\"]\n[adhan]\nasr = \"off\"\n",
            in: directory
        )
        _ = try problems(daemon)
        var last = ""
        for prayer in Self.prayers where prayer != "asr" {
            #expect(try daemon.report().health == .healthy, "one of them still sounds")
            last = try daemon.command("set", "adhan.\(prayer)", "off").output
        }
        let words = "Dhuhr, Maghrib, Isha and Fajr will NOT sound: switched off by "
        #expect(last.contains(words), "\(last)")
        let found = try problems(daemon)
        let advice = "adhand set adhan.dhuhr default, and "
        #expect(found.contains { $0.what.hasPrefix(words) && $0.advice.hasPrefix(advice) })
        #expect(found.contains { $0.what == "Asr will NOT sound: it is off in [adhan]" }, "\(found)")
        let status = try daemon.command("status").output
        #expect(status.contains("the next that will sound: none is known"), "\(status)")
        let doctor = try daemon.command("doctor").output
        #expect(doctor.contains("!!  adhans       \(words)"), "\(doctor)")
        daemon.stop()

        let all = "[adhan]\n" + Self.prayers.map { "\($0) = \"off\"\n" }.joined()
        let config = try Binary.config(QuietMorning.config + all, in: directory)
        let check = try Binary.run(["check-config", config], in: directory).output
        #expect(
            check.contains("no adhan of the next 24 hours will sound: it is off in [adhan]")
                && check.contains("one thing is wrong"),
            "\(check)"
        )
        // A mosque may call the Friday prayer alone.
        let friday = "[jumuah]\ntimes = [\"13:00\"]\nadhan = \"khutbah\"\n"
        _ = try Binary.config(QuietMorning.config + all + friday, in: directory)
        let alone = try Binary.run(["check-config", config], in: directory).output
        #expect(alone.contains("is in order, but not every adhan is heard"), "\(alone)")
    }
}
