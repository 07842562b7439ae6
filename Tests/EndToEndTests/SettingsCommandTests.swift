import AdhanTestSupport
import Glibc
import Testing

@testable import AdhanSupport
@testable import AdhanCore

/// `adhand set` and what status says of it, with the real daemon.
@Suite(.serialized) struct SettingsCommandTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    @Test func `a changed volume says for which prayers another one counts, and may be in decibels`() throws {
        let daemon = try RunningDaemon(QuietMorning.config + "[audio.volumes]\nfajr = 60\n", in: directory)
        #expect(
            try daemon.command("set", "volume", "40").output
                == "fajr keeps its own volume, 60, by [audio.volumes] in the config; to change it, too: adhand set volume.fajr 40\nvolume is 40 from now on\n"
        )
        #expect(
            try daemon.command("set", "volume.fajr", "-12dB").output
                == "[audio.volumes] in the config has 60 for fajr; this setting counts instead\nvolume.fajr is 63.1 from now on\n"
        )
        #expect(
            try daemon.command("set", "volume", "50").output
                == "fajr keeps its own volume, 63.1, by adhand set; to change it, too: adhand set volume.fajr 50\nvolume is 50 from now on\n"
        )
        #expect(try daemon.command("set", "volume.asr", "30").output == "volume.asr is 30 from now on\n")
        #expect(try daemon.command("set", "adhan.isha", "OFF").output == "adhan.isha is off from now on\n")
        let wrong = try daemon.command("set", "volume", "40", "--confi")
        #expect(wrong.code == EX_USAGE && wrong.errors.contains("unknown option '--confi'"), "\(wrong.text)")
        let none = try daemon.command("set", "volume")
        #expect(none.code == EX_USAGE && none.errors.contains("Missing expected argument"), "\(none.text)")
        for words in [["volume.fajr=60"], ["volume.fajr=", "60"], ["volume.fajr", "=", "60"]] {
            let wrong = try Binary.run(["set"] + words, in: directory)
            #expect(
                wrong.code == EX_USAGE && wrong.errors.contains("value: adhand set volume.fajr 60"),
                "\(wrong.text)"
            )
        }
        daemon.stop()
    }

    @Test func `today's Hijri date as a person says it is used everywhere, with the person's name, until it is undone`()
        throws
    {
        let daemon = try RunningDaemon(QuietMorning.config, in: directory)
        // It answers before it has loaded its timetable.
        #expect(eventually { (try? daemon.report().hijri) != nil })
        let before = try HijriDate(try #require(try daemon.report().hijri))
        let later = try daemon.command("hijri", "today", "is", "\(before.day % 29 + 1)").output
        let now = try HijriDate(try #require(try daemon.report().hijri))
        #expect(now.day == before.day % 29 + 1 && later.hasPrefix("today is \(now.words), since 1 "), "\(later)")
        #expect(try daemon.command("hijri").output.contains("  \(now)  "))
        #expect(try daemon.command("times", "--format", "json").output.contains("\"\(now)\""))
        let status = try daemon.report()
        let setting = try #require(status.settings?.first)
        #expect(setting.hasPrefix("hijri.adjust 14") && status.preferences.inForce.map(\.key) == [.hijriAdjust])
        let settings = try daemon.command("settings").output
        #expect(settings.contains(#/hijri\.adjust +1 .+ 14[0-9]{2} is [0-9]/#), "\(settings)")
        #expect(!settings.contains("-01="), "\(settings)")
        let far = try daemon.command("hijri", "today", "is", "\((before.day + 14) % 29 + 1)")
        #expect(far.code == EX_USAGE && far.errors.contains("no sighting is more than 2 days from it"), "\(far.text)")
        daemon.stop()

        let again = try RunningDaemon(nil, in: directory)
        #expect(eventually { (try? again.report().hijri) == now.description })
        #expect(
            try again.command("set", "hijri.adjust", "default").output
                == "today is \(before.words), as the config says\n"
        )
        #expect(try again.report().hijri == before.description && again.report().settings == nil)
        let ways = [
            try again.command("set", "hijri.adjust", "+1"), try again.command("set", "hijri.adjust", "1"),
            try again.command("set", "hijri", "+1"), try again.command("hijri", "adjust", "1"),
        ]
        #expect(Set(ways.map(\.text)).count == 1, "\(ways)")
        #expect(try again.command("set", "hijri.adjust", "default").code == 0)
        // The config declares the months around this one as they are, so that there is no room.
        let starts = [before.month, before.month.advanced(by: 1)].map { month in
            "\(month) = \"\(HijriCalendar.ummAlQura.start(of: month))\"\n"
        }
        try again.write(QuietMorning.config + "[hijri.starts]\n" + starts.joined())
        #expect(try again.command("reload").code == 0)
        let refused = try ["+1", "-1"].map { try again.command("set", "hijri.adjust", $0) }
        #expect(
            refused.contains { $0.code == EX_USAGE && $0.errors.contains("because [hijri.starts] in") },
            "\(refused)"
        )
        again.stop()
    }

    @Test func `status names today's adhans that will not sound, why, the next that will, and the Friday prayer`()
        throws
    {
        let more = """
            [audio]
            devices = ["null"]
            [adhan]
            asr = "off"
            [jumuah]
            times = ["13:00"]
            iqama = "25m"
            """
        let daemon = try RunningDaemon(QuietMorning.config + more, in: directory)
        #expect(try daemon.command("set", "adhan.dhuhr", "off").code == 0)
        // It answers before it has loaded its timetable.
        #expect(eventually { (try? daemon.report().next) != nil })
        let report = try daemon.report()
        let reason = try #require(report.next?.withheld)
        #expect(reason.hasPrefix("switched off by ") && report.nextSounding?.prayer == "maghrib")
        let withheld = Dictionary(uniqueKeysWithValues: report.today.map { ($0.prayer, $0.withheld) })
        #expect(withheld["dhuhr"] == reason && withheld["asr"] == "off in [adhan]")
        #expect(withheld["fajr"] == .some(nil) && withheld["maghrib"] == .some(nil))
        #expect(report.upcoming.first { $0.occasion == "jumuah-1" }?.iqama?.dropFirst(11).prefix(5) == "13:25")
        #expect(
            report.line.contains("next dhuhr ") && report.line.contains("(\(reason)), then maghrib 1"),
            "\(report.line)"
        )
        // Muted, the first after the mute.
        #expect(try daemon.command("mute", "12h").code == 0)
        #expect(try daemon.report().nextSounding?.prayer == "fajr")
        daemon.stop()
    }
}
