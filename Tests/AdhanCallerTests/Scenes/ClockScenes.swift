import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanCaller

/// A clock that is wrong, jumps and is corrected, and the verdicts on it.
@Suite struct ClockScenes {
    @Test(arguments: Scene.all(wrong)) func `a wrong clock doubles and loses nothing`(_ scene: Scene) throws {
        try scene.play()
    }

    static let wrong = """
        a box that boots in the past calls nothing until its clock is corrected
          11:00 asks clock; start; trusted; 13:00 restart; doubted; 13:30
          heard: 12:00 adhan-dhuhr
          clock 17:58; trusted; 19:00
          heard: 12:00 adhan-dhuhr; 18:00 adhan-maghrib
          has: adhan-asr missed
        after a first boot in 1970 nothing is owed for the years before
          1970-01-01T00:01:40 asks clock; start; doubted; 01:06:40 clock 2026-11-21T11:00; trusted; 2026-11-21T13:00
          rows: 11-21 adhan-dhuhr completed
        stepped back an hour after a prayer it is not called again
          11:00 asks clock; start; trusted; 12:10 clock 11:10; trusted; 13:00
          heard: 12:00 adhan-dhuhr
        stepped over a prayer by less than the grace it is called late, by more it is missed
          11:00 asks clock; start; trusted; 11:30 clock {12:04|12:06}; trusted; 13:00
          has: adhan-dhuhr {completed|missed}
        a prayer missed by a clock that ran ahead is called when its second truly comes
          11:00 asks clock; start; trusted; 11:30 clock 13:00; trusted; 13:01
          has: adhan-dhuhr missed
          clock 11:31; trusted; 13:00
          heard: 12:00 adhan-dhuhr
          rows: adhan-dhuhr completed
        a clock that shows 2098 for a while leaves no harm
          11:00 asks clock; start; trusted; 11:30 clock 2098-01-01T03:00; trusted; 2098-01-01T03:10 restart; trusted
          clock 11:50; trusted; 11-22T00:00
          heard: 12:00 adhan-dhuhr; 15:00 adhan-asr; 18:00 adhan-maghrib; 20:00 adhan-isha
        an absence recorded by a clock that ran ahead covers nothing that falls due afterwards
          11:00 asks clock; start; trusted; 11:30 clock 12-21T03:00; trusted; 12-21T03:10
          has: adhan-all missed
          clock 11:40; trusted; 11:41 off until 14:00; trusted; 14:01
          has: adhan-dhuhr missed: not running
        stepped back in the second before a prayer it is called once, when it comes
          11:00 asks clock; start; trusted; 11:59:59
          rows: adhan-dhuhr started
          clock 11:59:30; 13:00
          heard: 12:00 adhan-dhuhr
          rows: adhan-dhuhr completed
        what fell due before the process began is missed for that, though its clock was not trusted then
          11:00 asks clock; start; trusted; 11:30 kill; 13:00 start; doubted; 13:01 clock 15:30; trusted; 16:00
          rows: adhan-dhuhr missed: not running; adhan-asr missed: not running
        a reminder is not announced again by a process that began after it
          11:00 asks clock; remind adhan-dhuhr 1m; start; trusted
          11:59:01 kill; 11:59:03 start; doubted; 11:59:05 trusted; 12:01
          heard: 11:59 reminder-dhuhr-1m; 12:00 adhan-dhuhr
        the prayers of an untrusted day are missed for that reason, once the clock is trusted
          11:00 asks clock; start; trusted; 11:30 doubted; 16:00
          heard: nothing
          rows: nothing
          trusted; 17:00
          has: adhan-dhuhr missed: the clock was not trusted
        corrected while a later prayer is armed, the earlier one is called at its second
          17:30 start; 17:59:55 clock 14:59:40; 19:00
          heard: 15:00 adhan-asr; 18:00 adhan-maghrib
        set back by an hour while a broken file is tried again, the prayer is still at its second
          11:00 card broken; start; 12:04:30 card plays; clock 11:04:30; 13:00
          heard: 12:00 adhan-dhuhr
        set back by hours between the commit and the first sample, what falls due meanwhile is called
          17:30 start; 17:59:59
          rows: adhan-maghrib started
          clock 14:59:40; 19:00
          heard: 15:00 adhan-asr; 18:00 adhan-maghrib
        set back while its first sample is played, it breaks off with a reason and by nobody, and is not called again
          17:30 card hasty; start; 17:59:59 clock 17:30; 19:00
          heard: nothing
          rows: adhan-maghrib interrupted: the clock stepped back before its second
        """

    @Test(arguments: Scene.all(verdicts)) func `a verdict changes what may sound`(_ scene: Scene) throws {
        try scene.play()
    }

    static let verdicts = """
        set by more than a minute, the clock is looked at again before it is trusted
          11:00 asks clock; start; trusted; 11:30 clock {+60s|-60s|+61s|-61s}; 12:01
          heard: {12:00 adhan-dhuhr|12:00 adhan-dhuhr|nothing|nothing}
          once: the clock was set {forward by 1m,|back by 1m,|forward by 1m1s|back by 1m1s}
          trusted; 12:02
          files: dhuhr.mp3
        what fell due while the clock was not trusted is called late only once its row is recorded
          11:00 asks clock; start; trusted; 11:50 doubted; disk full; marks full; 12:02 trusted; 12:20
          heard: nothing
        what fell due before the first verdict, but after the start, needs no row
          11:59:50 asks clock; disk full; marks full; start; 12:01 trusted; 12:20
          files: dhuhr.mp3
        after a step forward over a prayer, it is not called late where the ledger could not be read
          11:00 disk unreadable; start; 11:59:30 clock +55s; 12:20
          heard: nothing
        after a step over a prayer it is called late without any disk by a process that has read the ledger
          11:00 start; 11:30 disk full; marks full; clock 12:02; 12:10
          files: dhuhr.mp3
        a new box whose clock is trusted after minutes owes what falls due from then on
          11:00 asks clock; start; 11:10 trusted; 11:30 off until 13:00; trusted; 13:10
          rows: adhan-dhuhr missed: not running
        a clock that is not trusted and shows a month later records no absence
          09:00 asks clock; start; trusted; 13:00 off until 12-21T09:00; doubted
          12-21T09:10 clock 14:00; trusted; 14:10
          rows: adhan-dhuhr completed
        asleep for ten days, with a clock that is trusted an hour later, the days are one row
          11:00 asks clock; start; trusted; 13:00 clock 12-01T12:10; 12-01T13:10 trusted; 12-01T13:20
          has: adhan-dhuhr completed; adhan-all missed; from 2026-11-21T13:00:01+00:00 to
          lacks: adhan-fajr; adhan-asr; adhan-maghrib; adhan-isha
        """

    @Test(arguments: [5, 9, 10, 13, 15])
    func `stepped back by seconds while its row is written, a prayer is called at its second`(by seconds: Int) throws {
        let box = try ScriptedBox("11:00 asks clock; start; trusted; 11:59:58.8 clock -\(seconds)s; 12:01").box
        try expectOnTime(box)
    }

    @Test(arguments: ["11:48:30", "10:50", "2026-11-20T11:50"])
    func `with a ledger that does not answer, a step forward delays no prayer`(start: String) throws {
        let script = "\(start) asks clock; start; trusted; +9m disk hangs; +56s clock 11-21T11:59:56; trusted"
        try expectOnTime(try ScriptedBox("\(script); 11-21T12:01").box)
    }

    private func expectOnTime(_ box: VirtualBox) throws {
        let late = try #require(box.called.last).at - .utc("2026-11-21", 12)
        #expect((.zero...(.seconds(1))).contains(late), "\(late)")
    }

    @Test func `stepped back before an adhan that a person has stopped, the next is the one after it`() throws {
        let scripted = try ScriptedBox(
            "11:00 asks clock; start; trusted; 12:00:05 stop; 12:00:10 clock 11:59:55; trusted; 11:59:58 refresh"
        )
        let box = scripted.box
        #expect(scripted.stopped != nil)
        let told = box.notices.compactMap {
            if case .refreshed(_, let next) = $0.notice { next?.key.occasion } else { nil }
        }
        #expect(told.first == .adhan(.dhuhr) && told.last == .adhan(.asr))
        let status = box.life?.ask { loop, now in loop.timetable?.next(after: now, besides: loop.memory)?.key.occasion }
        #expect(status == .adhan(.asr))
        try scripted.play("13:00")
        #expect(box.called.count == 1)
    }

    @Test func `the days are loaded again when the clock becomes trusted, and at no other verdict`() throws {
        let box = try ScriptedBox("09:00 asks clock; start; trusted").box
        let first = box.starts
        for word in [ClockTrust.synchronised, .assumed(.confirmed), .untrusted(.noHardwareClock)] {
            box.life?.post(.clock(word))
            #expect(box.starts == first)
        }
        box.life?.post(.clock(.synchronised))
        #expect(box.starts == first + 1)
        let words = box.notices.compactMap { if case .clock(let found, _) = $0.notice { found } else { nil } }
        #expect(words == [.synchronised, .assumed(.confirmed), .untrusted(.noHardwareClock), .synchronised])
    }

    @Test func `verdicts load no days in a rehearsal, nor while the clock was never trusted`() throws {
        #expect(try ScriptedBox("09:00 start; doubted; trusted").box.starts == 1)
        let box = try ScriptedBox("09:00 asks clock; start; 09:00; doubted").box
        box.life?.post(.clock(.untrusted(.startedRecently(trustAfter: .minutes(5)))))
        #expect(box.starts == 1)
    }

    @Test func `new rules of the zone apply at once; those of another zone or the same ones change nothing`() throws {
        let box = try ScriptedBox("09:00 start").box
        let news = { box.notices.count { if case .zone = $0.notice { true } else { false } } }
        box.life?.post(.zone(.fixed(name: "Other/Zone", offset: 7200)))
        box.life?.post(.zone(.utc))
        #expect(news() == 0 && box.refreshes == 1)
        box.life?.post(.zone(.fixed(name: ZoneRules.utc.name, offset: 3600)))
        #expect(news() == 1 && box.refreshes == 2)
        box.run(until: try .utc("2026-11-21", 13))
        #expect(box.called.map(\.at) == [try .utc("2026-11-21", 11)])
    }

    @Test func `whatever moment of a minute the box starts at, the prayer is called at its second`() throws {
        for millisecond in stride(from: 0, to: 60_000, by: 977) {
            let box = VirtualBox(at: try .utc("2026-11-21", 11, 50) + .milliseconds(millisecond))
            box.start()
            box.run(until: try .utc("2026-11-21", 12, 30))
            #expect(box.called.map(\.at) == [try .utc("2026-11-21", 12)])
        }
    }
}
