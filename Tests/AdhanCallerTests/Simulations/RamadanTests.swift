import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanCaller

/// Ramadan 1448 with 29 and with 30 days, and both Eids. Plain days: Fajr 05:00, Maghrib 18:00 UTC.
@Suite struct RamadanTests {
    private func box(_ month: String, ends: String) throws -> VirtualBox {
        var rules = MosqueRules()
        rules.calendar = try HijriCalendar(declared: [
            try HijriMonth("1448-09"): try CivilDate("2027-02-08"), try HijriMonth("1448-10"): try CivilDate(ends),
        ])
        rules.ramadan.suhoor = [3600]
        rules.ramadan.iftar = .before(120)
        (rules.eid.fitr, rules.eid.adha, rules.eid.takbir) = ([8 * 3600], [8 * 3600 + 1800], 1200)
        return VirtualBox(at: try .utc(month, 0), rules, sounding: [.suhoor, .iftar, .takbir])
    }

    /// On a day of Ramadan on which iftar sounds in place of Maghrib's adhan.
    private func boxWithIftarInstead() throws -> VirtualBox {
        let box = try box("2027-02-10", ends: "2027-03-10")
        box.settings.rules.ramadan.iftar = .instead
        return box
    }

    @Test(arguments: [(29, "2027-03-09", "03-08"), (30, "2027-03-10", "03-09")])
    func `Ramadan has the days that the mosque declares, and Eid follows it`(days: Int, eid: String, last: String)
        throws
    {
        let box = try box("2027-02-06", ends: eid)
        box.start()
        box.run(until: try .utc("2027-03-14", 0))
        for word in ["suhoor-1h", "imsak", "iftar"] {
            let found = box.story(of: word)
            #expect(found.count == days, "\(word)")
            #expect(found.first?.hasPrefix("02-08") == true && found.last?.hasPrefix(last) == true, "\(word)")
        }
        let date = eid.dropFirst(5)
        #expect(box.story(of: "eid") == ["\(date) 08:00 eid-1"])
        #expect(box.story(of: "takbir") == ["\(date) 07:40 takbir-1"])
    }

    @Test func `in Ramadan the adhan of Maghrib follows the recording of iftar, and never sounds with it`() throws {
        let box = try box("2027-02-10", ends: "2027-03-10")
        box.start()
        box.run(until: try .utc("2027-02-11", 0))
        #expect(
            box.story == [
                "02-10 04:00 suhoor-1h", "02-10 04:50 imsak", "02-10 05:00 adhan-fajr", "02-10 12:00 adhan-dhuhr",
                "02-10 15:00 adhan-asr", "02-10 18:00 iftar", "02-10 18:02 adhan-maghrib", "02-10 20:00 adhan-isha",
            ]
        )
    }

    @Test func `iftar may sound in place of the adhan, which the ledger says`() throws {
        let box = try boxWithIftarInstead()
        box.start()
        box.run(until: try .utc("2027-02-11", 0))
        #expect(box.story(of: "02-10 18") == ["02-10 18:00 iftar"])
        #expect(try box.rows("2027-02-10").contains("adhan-maghrib skipped: iftar sounds instead"))
    }

    @Test(arguments: [false, true])
    func `where the recording of iftar cannot be played, the adhan of Maghrib is called`(restarts: Bool) throws {
        let box = try boxWithIftarInstead()
        box.player.missing = ["iftar.mp3"]
        box.start()
        box.run(until: try .utc("2027-02-10", 17, 59, 40))
        if restarts { box.losePower(until: try .utc("2027-02-10", 18, 0, 20)) }
        box.run(until: try .utc("2027-02-11", 0))
        #expect(box.story(of: "02-10 18") == ["02-10 18:00\(restarts ? ":20" : "") adhan-maghrib"])
        #expect(
            try box.rows("2027-02-10").filter { $0.contains("maghrib") || $0.contains("iftar") } == [
                "adhan-maghrib completed", "iftar skipped: adhan-maghrib sounded instead",
            ]
        )
    }

    @Test func `where the recording of iftar is read too slowly, the adhan of Maghrib is called on time`() throws {
        let box = try boxWithIftarInstead()
        box.start()
        box.run(until: try .utc("2027-02-10", 17, 59, 40))
        box.player.behaviour = .isSlow(.seconds(40))
        box.run(until: try .utc("2027-02-10", 17, 59, 52))
        box.player.behaviour = .plays
        box.run(until: try .utc("2027-02-10", 19))
        #expect(box.story(of: "02-10 18") == ["02-10 18:00 adhan-maghrib"])
        #expect(try box.rows("2027-02-10").contains("iftar skipped: adhan-maghrib sounded instead"))
    }

    @Test(arguments: [
        ("17:59:50.004", "17:59:58", "18:00"), ("17:59:57.5", "17:59:59.5", "18:00"),
        ("18:00:01", "18:00:03", "18:00:03"),
    ])
    func `however late it is armed, iftar that hangs gives way in time, or two seconds later`(
        start: String,
        gaveUp: String,
        called: String
    ) throws {
        func moment(_ text: String) throws -> Instant {
            let parts = text.split(separator: ":").compactMap { Double($0) }
            let seconds = parts[0] * 3600 + parts[1] * 60 + parts[2]
            return try .utc("2027-02-10", 0) + .milliseconds(Int(seconds * 1000))
        }
        let box = try boxWithIftarInstead()
        box.start()
        box.run(until: try .utc("2027-02-10", 17, 59, 40))
        box.player.behaviour = .isSlow(.seconds(40))
        box.losePower(until: try moment(start))
        box.run(until: try moment(gaveUp) - .milliseconds(10))
        box.player.behaviour = .plays
        box.run(until: try .utc("2027-02-10", 19))
        #expect(box.story(of: "02-10 18") == ["02-10 \(called) adhan-maghrib"])
        let given = box.notices.first {
            if case .gaveUp(let due, _) = $0.notice { due.key.occasion == .iftar } else { false }
        }
        #expect(try given?.at == moment(gaveUp))
    }

    @Test func `where the adhan in place of iftar is not heard either, it is tried again`() throws {
        let box = try boxWithIftarInstead()
        box.player.missing = ["iftar.mp3"]
        box.player.behaviour = .diesUnheard("the card failed")
        box.start()
        box.run(until: try .utc("2027-02-10", 18, 0, 5))
        box.player.behaviour = .plays
        box.run(until: try .utc("2027-02-10", 19))
        #expect(box.story(of: "02-10 18") == ["02-10 18:00:15 adhan-maghrib"])
        #expect(try box.rows("2027-02-10").contains("iftar skipped: adhan-maghrib sounded instead"))
    }

    @Test
    func `the clock steps back before the first sample of the adhan in place of iftar, which is called at its second`()
        throws
    {
        let box = try boxWithIftarInstead()
        box.player.missing = ["iftar.mp3"]
        box.start()
        box.run(until: try .utc("2027-02-10", 17, 59, 59))
        box.stepClock(to: try .utc("2027-02-10", 17, 59, 30))
        box.run(until: try .utc("2027-02-10", 19))
        #expect(box.story(of: "02-10 18") == ["02-10 18:00 adhan-maghrib"])
    }

    @Test(arguments: [true, false])
    func `an adhan that is called later than Maghrib begins is called although iftar is over`(isMissing: Bool) throws {
        let box = try boxWithIftarInstead()
        box.settings.rules.adhan[.maghrib] = ByDay(.at(try TimeRule("begins+3m")))
        if isMissing { box.player.missing = ["iftar.mp3"] }
        box.player.behaviour = .findsNoDevice("no sound card")
        box.start()
        box.run(until: try .utc("2027-02-10", 18, 6))
        box.player.behaviour = .plays
        box.run(until: try .utc("2027-02-10", 19))
        #expect(box.story(of: "adhan-maghrib").count == 1, "\(box.story)")
    }

    @Test func `a device that takes seven seconds to open still plays iftar`() throws {
        let box = try boxWithIftarInstead()
        box.player.behaviour = .isSlow(.seconds(7))
        box.start()
        box.run(until: try .utc("2027-02-10", 18, 1))
        #expect(box.story(of: "02-10 18") == ["02-10 18:00 iftar"])
    }

    @Test func `muted, iftar and the adhan that it replaces give the same reason`() throws {
        let box = try boxWithIftarInstead()
        box.start()
        box.run(until: try .utc("2027-02-10", 17))
        box.mute(until: try .utc("2027-02-10", 19))
        box.run(until: try .utc("2027-02-10", 19))
        #expect(
            try box.rows("2027-02-10").filter { $0.contains("maghrib") || $0.contains("iftar") } == [
                "adhan-maghrib skipped: muted, by amina", "iftar skipped: muted, by amina",
            ]
        )
    }

    @Test func `iftar in place of the adhan does not begin with the iqama or after it`() throws {
        let box = try boxWithIftarInstead()
        box.settings.rules.iqama[.maghrib] = ByDay(IqamaRule(.beside(.adhan, seconds: 120)))
        box.player.behaviour = .findsNoDevice("no sound card")
        box.start()
        box.run(until: try .utc("2027-02-10", 18, 2, 10))
        box.player.behaviour = .plays
        box.run(until: try .utc("2027-02-10", 19))
        #expect(box.story(of: "02-10 18") == ["02-10 18:02 iqama-maghrib"])
        #expect(try box.rows("2027-02-10").contains("iftar missed: no sound card"))
    }

    @Test func `a Maghrib that nobody heard is missed, not skipped for a recording that was not heard either`() throws {
        let box = try boxWithIftarInstead()
        box.player.behaviour = .findsNoDevice("no sound card")
        box.start()
        box.run(until: try .utc("2027-02-10", 19))
        #expect(
            try box.rows("2027-02-10").filter { $0.contains("maghrib") || $0.contains("iftar") } == [
                "adhan-maghrib missed: iftar was to sound instead: no sound card", "iftar missed: no sound card",
            ]
        )
    }

    @Test func `iftar that can be played again does not sound after the adhan in its place`() throws {
        let box = try boxWithIftarInstead()
        box.player.missing = ["iftar.mp3"]
        box.start()
        box.run(until: try .utc("2027-02-10", 18, 0, 5))
        box.player.missing = []
        box.stopSound()
        box.run(until: try .utc("2027-02-10", 19))
        #expect(box.story(of: "02-10 18") == ["02-10 18:00 adhan-maghrib"])
    }

    @Test func `iftar that begins late keeps the adhan silent, also where the device comes late`() throws {
        let box = try boxWithIftarInstead()
        box.player.behaviour = .findsNoDevice("no sound card")
        box.start()
        box.run(until: try .utc("2027-02-10", 18, 0, 30))
        #expect(try !box.rows("2027-02-10").contains { $0.hasPrefix("adhan-maghrib") })
        box.player.behaviour = .plays
        box.run(until: try .utc("2027-02-10", 19))
        #expect(box.story(of: "02-10 18").map { String($0.dropFirst(15)) } == ["iftar"])
        #expect(try box.rows("2027-02-10").contains("adhan-maghrib skipped: iftar sounds instead"))
    }

    @Test func `Eid al-Adha has its prayer too`() throws {
        let box = try box("2027-05-15", ends: "2027-03-10")
        box.start()
        box.run(until: try .utc("2027-05-18", 0))
        #expect(box.story(of: "eid") == ["05-16 08:30 eid-1"])
    }

    @Test(arguments: [HijriCalendar.Turn.midnight, .maghrib])
    func `Isha's iqama of Ramadan begins on its eve where the day ends at Maghrib`(turn: HijriCalendar.Turn) throws {
        var (inRamadan, rules) = (DayCondition(), MosqueRules())
        inRamadan.isRamadan = true
        rules.calendar.turn = turn
        rules.iqama[.isha] = ByDay(IqamaRule(.beside(.begins, seconds: 900)))
        rules.iqama[.isha]?.add(IqamaRule(.beside(.begins, seconds: 1800)), when: inRamadan)
        let box = VirtualBox(at: try .utc("2027-02-06", 0), rules)
        box.start()
        box.run(until: try .utc("2027-02-09", 0))
        let eve = turn == .maghrib ? "02-07 20:30" : "02-07 20:15"
        #expect(box.story(of: "iqama").map { String($0.prefix(11)) } == ["02-06 20:15", eve, "02-08 20:30"])
    }
}
