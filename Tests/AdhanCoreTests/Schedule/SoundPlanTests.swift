import AdhanTestSupport
import AdhanCore
import Testing

struct SoundPlanTests {
    @Test(arguments: [(100, 0), (80, -5.8146), (60, -13.3109), (50, -18.0618), (25, -36.1236), (1, -120)])
    func `the volume scale is cubic`(percent: Double, decibels: Double) {
        let volume = Volume(percent: percent)
        #expect(abs(volume.decibels - decibels) < 0.001)
        #expect(abs(volume.gain - percent * percent * percent / 1e6) < 1e-12)
        #expect(abs(volume.percent - percent) < 1e-9)
    }

    @Test func `full leaves the recording unchanged, 0 is silence, and nothing exceeds full`() {
        #expect(Volume(percent: 100).gain == 1 && Volume(percent: 0) == .silent)
        #expect(Volume.silent.gain == 0 && Volume.silent.percent == 0)
        #expect(Volume(decibels: 3) == .full && Volume(decibels: .nan) == .full)
    }

    @Test func `a prayer's own volume replaces the usual one, louder or not`() {
        var plan = VolumePlan()
        plan.usual = Volume(percent: 50)
        plan.ofPrayers = [.fajr: Volume(percent: 40), .dhuhr: .full]
        #expect(plan.volume(of: .fajr, at: 0) == Volume(percent: 40) && plan.volume(of: .dhuhr, at: 0) == .full)
        #expect(plan.volume(of: .asr, at: 0) == Volume(percent: 50))
        #expect(plan.volume(of: nil, at: 0) == Volume(percent: 50))
    }

    /// From 22:00 to 06:30, and from 13:00 to 14:00.
    @Test(arguments: [
        ("00:00:00", true), ("06:29:59", true), ("06:30:00", false), ("12:00:00", false), ("21:59:59", false),
        ("22:00:00", true), ("23:59:59", true), ("12:59:59", false), ("13:00:00", true), ("13:59:59", true),
        ("14:00:00", false),
    ])
    func `quiet hours, past midnight too, last from their first second to the one before their end`(
        time: String,
        isQuiet: Bool
    ) throws {
        var plan = VolumePlan()
        plan.quiet = [(22 * 3600, 6 * 3600 + 1800), (13 * 3600, 14 * 3600)].map {
            QuietHours(from: $0, to: $1, volume: Volume(percent: 40))
        }
        let second = try ClockText.parse(time)
        #expect(plan.volume(of: .fajr, at: second) == (isQuiet ? Volume(percent: 40) : .full))
    }

    @Test func `the quietest applicable volume counts, and quiet hours make nothing louder`() {
        var plan = VolumePlan()
        plan.ofPrayers = [.fajr: Volume(percent: 30), .isha: .full]
        plan.quiet = [
            QuietHours(from: 20 * 3600, to: 7 * 3600, volume: Volume(percent: 60)),
            QuietHours(from: 22 * 3600, to: 6 * 3600, volume: Volume(percent: 45)),
        ]
        #expect(plan.volume(of: .isha, at: 21 * 3600) == Volume(percent: 60))
        #expect(plan.volume(of: .isha, at: 23 * 3600) == Volume(percent: 45))
        #expect(plan.volume(of: .fajr, at: 5 * 3600) == Volume(percent: 30))
    }

    @Test func `quiet hours follow the wall clock, even on the days the clocks change`() throws {
        let london = try ZoneRules.installed("Europe/London")
        var plan = SoundPlan(adhan: Recordings("a.mp3"))
        plan.volumes.quiet = [QuietHours(from: 22 * 3600, to: 6 * 3600, volume: Volume(percent: 40))]
        func isQuiet(_ date: String, _ hour: Int, _ minute: Int) throws -> Bool {
            let moment = try Instant.utc(date, hour, minute)
            return plan.adhan(of: .fajr, on: try CivilDate(date), at: london.wall(at: moment)).volume < .full
        }
        // 05:30 UTC is 05:30 on the wall in winter and 06:30 in summer.
        for (date, hour, minute, expected) in [
            ("2026-03-28", 5, 30, true), ("2026-03-29", 5, 30, false), ("2026-10-24", 5, 30, false),
            ("2026-10-25", 5, 30, true), ("2026-07-01", 21, 0, true), ("2026-12-01", 21, 59, false),
        ] { #expect(try isQuiet(date, hour, minute) == expected, "\(date)") }
    }

    @Test func `the turn of a recording depends only on date and prayer`() throws {
        let (one, three) = (Recordings("a"), Recordings("a", ["b", "c"]))
        let date = try CivilDate("2026-11-21")
        for prayer in Prayer.called {
            #expect(one.turn(of: prayer, on: date) == "a")
            // Each prayer gets one file after the other, from day to day.
            let days = (0..<6).map { three.turn(of: prayer, on: date.adding(days: $0)) }
            #expect(Set(days.prefix(3)) == ["a", "b", "c"] && Array(days.prefix(3)) == Array(days.suffix(3)))
        }
        let day = Prayer.called.map { three.turn(of: $0, on: date) }
        #expect(zip(day, day.dropFirst()).allSatisfy { $0 != $1 })
        // Before 1970 day numbers are negative.
        let epoch = (-3..<3).map { three.turn(of: .fajr, on: CivilDate(dayNumber: $0)) }
        #expect(epoch == ["a", "b", "c", "a", "b", "c"])
    }

    @Test func `a prayer has its own recording, dua and fade-in, or the common ones`() throws {
        var plan = SoundPlan(adhan: Recordings("a.mp3"))
        plan.ofPrayers = [.fajr: Recordings("f.mp3")]
        (plan.fadeIn, plan.fadesOfPrayers) = (.seconds(1), [.fajr: .seconds(8)])
        (plan.dua, plan.duaOfFajr) = (Recordings("d.mp3"), Recordings("e.mp3"))
        plan.volumes.ofPrayers = [.fajr: Volume(percent: 60)]
        let date = try CivilDate("2026-11-21")
        let wall = ZoneRules.utc.wall(at: try .utc("2026-11-21", 5))
        let fajr = plan.adhan(of: .fajr, on: date, at: wall)
        #expect(fajr == SoundChoice(file: "f.mp3", volume: Volume(percent: 60), fadeIn: .seconds(8)))
        #expect(plan.adhan(of: .asr, on: date, at: wall) == SoundChoice(file: "a.mp3", fadeIn: .seconds(1)))
        #expect(plan.dua(of: .fajr, on: date, at: wall) == SoundChoice(file: "e.mp3", volume: Volume(percent: 60)))
        #expect(plan.dua(of: .asr, on: date, at: wall) == SoundChoice(file: "d.mp3"))
        plan.duaOfFajr = nil
        #expect(plan.dua(of: .fajr, on: date, at: wall)?.file == "d.mp3")
        plan.dua = nil
        #expect(plan.dua(of: .fajr, on: date, at: wall) == nil)
    }

    @Test func `a trial of a file is as loud as a prayer, or as usual, limited by quiet hours`() throws {
        var plan = SoundPlan(adhan: Recordings("a.mp3"))
        (plan.volumes.usual, plan.volumes.ofPrayers) = (Volume(percent: 70), [.fajr: Volume(percent: 40)])
        plan.volumes.quiet = [QuietHours(from: 22 * 3600, to: 4 * 3600, volume: Volume(percent: 30))]
        for (hour, prayer, percent) in [(5, .fajr, 40), (5, .asr, 70), (5, nil, 70), (23, nil, 30)]
            as [(Int, Prayer?, Double)]
        {
            let wall = ZoneRules.utc.wall(at: try .utc("2026-11-21", hour))
            let found = plan.trial(of: "b.mp3", at: wall, volumeOf: prayer)
            #expect(found == SoundChoice(file: "b.mp3", volume: Volume(percent: percent)))
        }
    }

    @Test func `the recordings of calls come first`() {
        var plan = SoundPlan(adhan: Recordings("m.mp3", ["z.mp3"]))
        plan.ofPrayers[.fajr] = Recordings("x.mp3")
        plan.ofOccasions = [
            .iqama: Recordings("b.mp3"), .jumuah: Recordings("y.mp3"), .reminder: Recordings("a.mp3", ["m.mp3"]),
        ]
        plan.dua = Recordings("c.mp3")
        #expect(plan.files == ["m.mp3", "x.mp3", "y.mp3", "z.mp3", "a.mp3", "b.mp3", "c.mp3"])
    }
}
