import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanSupport
@testable import AdhanCaller

/// Choices between two moments or two ranks that lie close to one another. Plain days: Fajr 05:00, Asr 15:00, Maghrib 18:00, Isha 20:00
/// UTC.
@Suite struct MarginsTests {
    private func rules(_ change: (inout MosqueRules) -> Void) -> MosqueRules {
        var rules = MosqueRules()
        change(&rules)
        return rules
    }

    private func ramadan() throws -> MosqueRules {
        var rules = MosqueRules()
        rules.calendar = try HijriCalendar(declared: [
            try HijriMonth("1448-09"): try CivilDate("2027-02-08"),
            try HijriMonth("1448-10"): try CivilDate("2027-03-10"),
        ])
        return rules
    }

    @Test func `a late adhan is as loud as it would have been on time`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 18, 30))
        box.settings.sounds.volumes.quiet = [
            QuietHours(from: 20 * 3600 + 60, to: 23 * 3600, volume: Volume(percent: 30))
        ]
        box.start()
        box.run(until: try .utc("2026-11-21", 19))
        box.losePower(until: try .utc("2026-11-21", 20, 1, 30))
        box.run(until: try .utc("2026-11-21", 20, 10))
        #expect(try box.player.heard.map(\.at) == [Instant.utc("2026-11-21", 20, 1, 30)])
        #expect(box.player.heard.first?.volume == .full)
    }

    @Test func `Maghrib is reminded of although iftar sounds in its place`() throws {
        var rules = try ramadan()
        rules.ramadan.iftar = .instead
        rules.reminders = [.adhan(.maghrib): [600]]
        let box = VirtualBox(at: try .utc("2027-02-10", 17), rules, sounding: [.iftar, .reminder])
        box.start()
        box.run(until: try .utc("2027-02-10", 19))
        #expect(box.story == ["02-10 17:50 reminder-maghrib-10m", "02-10 18:00 iftar"])
    }

    @Test func `the small hours belong to the evening's Isha, and no other time of the clock does`() throws {
        for (clock, called) in [("00:30", "11-22 00:30"), ("17:30", "11-21 20:00"), ("21:15", "11-21 21:15")] {
            let rule = try TimeRule(clock)
            let rules = rules { $0.adhan[.isha] = ByDay(.at(rule)) }
            let box = VirtualBox(at: try .utc("2026-11-21", 14), rules)
            box.start()
            box.run(until: try .utc("2026-11-22", 4))
            #expect(box.story(of: "isha") == ["\(called) adhan-isha"], "\(clock)")
        }
    }

    @Test func `imsak ends a call to suhoor`() throws {
        var rules = try ramadan()
        rules.ramadan.suhoor = [900]
        let box = VirtualBox(
            at: try .utc("2027-02-10", 4),
            rules,
            sounding: [.suhoor, .imsak],
            soundLength: .minutes(7)
        )
        box.start()
        box.run(until: try .utc("2027-02-10", 4, 59))
        #expect(box.story == ["02-10 04:45 suhoor-15m", "02-10 04:50 imsak"])
        #expect(try box.rows("2027-02-10").first == "suhoor-15m stopped: by imsak")
    }

    @Test func `the takbir before a second Eid prayer ends for the first`() throws {
        var rules = try ramadan()
        (rules.eid.fitr, rules.eid.takbir) = ([8 * 3600, 8 * 3600 + 900], 1200)
        let box = VirtualBox(
            at: try .utc("2027-03-10", 7, 50),
            rules,
            sounding: [.takbir, .eid],
            soundLength: .minutes(9)
        )
        box.start()
        box.run(until: try .utc("2027-03-10", 9))
        #expect(box.story == ["03-10 07:55 takbir-2", "03-10 08:00 eid-1", "03-10 08:15 eid-2"])
        #expect(try box.rows("2027-03-10").contains("takbir-2 stopped: by eid-1"))
    }

    @Test(arguments: [(50, true), (70, false)])
    func `an iqama that a step of the clock has passed by is announced within a minute`(late: Int, comes: Bool) throws {
        let rules = rules { $0.iqama[.asr] = ByDay(IqamaRule(.beside(.adhan, seconds: 900))) }
        let box = VirtualBox(at: try .utc("2026-11-21", 14), rules)
        box.start()
        box.run(until: try .utc("2026-11-21", 15, 14, 30))
        box.stepClock(to: try .utc("2026-11-21", 15, 15) + .seconds(late))
        box.run(until: try .utc("2026-11-21", 16))
        #expect(box.story(of: "iqama") == (comes ? ["11-21 15:15 iqama-asr"] : []))
    }

    @Test func `the days beyond the timetable have what a person has set`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 14), try ramadan())
        box.start()
        box.run(until: try .utc("2026-11-21", 14, 1))
        let off = try Preferences.Change("adhan.asr", "off", who: "amina", at: box.now)
        let outlook = box.life?.ask { loop, now in
            loop.prefer(off, now)
            return loop.outlook()
        }
        let adhans = outlook?.occasions.filter { $0.key.occasion == .adhan(.asr) } ?? []
        #expect(!adhans.isEmpty && adhans.allSatisfy { $0.silence == .switchedOff(by: "amina") })
    }

    @Test func `what could still have sounded when the power failed is missed, and not forgotten`() throws {
        let rules = rules {
            $0.iqama[.asr] = ByDay(IqamaRule(.beside(.adhan, seconds: 900)))
            $0.reminders = [.adhan(.maghrib): [9870]]
        }
        let box = VirtualBox(at: try .utc("2026-11-21", 14), rules, sounding: [.iqama, .reminder])
        box.start()
        let off = try Preferences.Change("adhan.maghrib", "off", who: "amina", at: box.now)
        box.life?.ask { loop, now in loop.prefer(off, now) }
        box.run(until: try .utc("2026-11-21", 15, 10))
        box.player.behaviour = .findsNoDevice("no sound card")
        // A row proves that the box ran until 15:15:30, half a minute into the iqama's minute.
        box.run(until: try .utc("2026-11-21", 15, 15, 40))
        box.losePower(until: try .utc("2026-11-21", 15, 30))
        box.run(until: try .utc("2026-11-21", 16))
        let rows = try box.rows("2026-11-21")
        #expect(rows.contains { $0.hasPrefix("reminder-maghrib") && $0.contains("skipped") }, "\(rows)")
        #expect(rows.contains("iqama-asr missed: not running"), "\(rows)")
    }

    @Test func `while an adhan waits for a sound card, a reminder without a recording is announced`() throws {
        let rules = rules {
            $0.iqama[.asr] = ByDay(IqamaRule(.beside(.adhan, seconds: 900)))
            $0.reminders = [.iqama(.asr): [600]]
        }
        let box = VirtualBox(at: try .utc("2026-11-21", 14), rules)
        box.player.behaviour = .findsNoDevice("no sound card")
        box.start()
        box.run(until: try .utc("2026-11-21", 16))
        #expect(box.story == ["11-21 15:05 reminder-iqama-asr-10m", "11-21 15:15 iqama-asr"])
    }

    @Test func `a zone that is corrected across the date line calls no prayer again`() throws {
        let (wrong, right) = (try SystemZones.find("Pacific/Pago_Pago"), try SystemZones.find("Pacific/Apia"))
        let coordinates = try Coordinates(latitude: -13.83, longitude: -171.76)
        func source(_ zone: ZoneRules) -> PrayerCalculator {
            PrayerCalculator(coordinates: coordinates, zone: zone, method: .mwl)
        }
        let start = try Instant.utc("2026-11-21", 2)
        let box = VirtualBox(at: start, source: source(wrong), zone: wrong)
        box.start()
        box.run(until: start + .hours(6))
        let (first, count) = (try #require(box.called.first), box.called.count)
        let again = VirtualBox(at: start, source: source(wrong), zone: wrong)
        again.start()
        again.run(until: first.at + .minutes(2))
        #expect(again.called.count == 1)
        again.settings.zone = right
        again.reload(from: source(right))
        again.run(until: start + .hours(6))
        #expect(again.called.count == count, "\(again.called)")
        let date = first.key.date.adding(days: 1)
        let row = try again.ledger.entries(date..<date.adding(days: 1)).first { $0.key.occasion == first.key.occasion }
        #expect(row?.state == .skipped && row?.reason == "it has its row under \(first.key.date)")
    }
}
