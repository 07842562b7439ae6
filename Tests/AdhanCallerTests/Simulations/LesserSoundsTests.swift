import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanCaller

/// Nothing sounds beside an adhan or a khutbah. Plain days: Fajr 05:00, Dhuhr 12:00, Asr 15:00, Maghrib 18:00, Isha 20:00 UTC.
@Suite struct LesserSoundsTests {
    private func rules(_ change: (inout MosqueRules) -> Void) -> MosqueRules {
        var rules = MosqueRules()
        change(&rules)
        return rules
    }

    @Test func `a tarhim that is longer than its lead is faded out for the adhan`() throws {
        let rules = rules { $0.tarhim[.fajr] = ByDay(360) }
        let box = VirtualBox(at: try .utc("2026-11-21", 4), rules, sounding: [.tarhim], soundLength: .minutes(10))
        box.start()
        box.run(until: try .utc("2026-11-21", 6))
        #expect(box.story == ["11-21 04:54 tarhim-fajr", "11-21 05:00 adhan-fajr"])
        #expect(try box.rows("2026-11-21") == ["tarhim-fajr stopped: by adhan-fajr", "adhan-fajr completed"])
    }

    @Test func `a tarhim that the power cut interrupted is not begun again, and the adhan is on time`() throws {
        let rules = rules { $0.tarhim[.fajr] = ByDay(360) }
        let box = VirtualBox(at: try .utc("2026-11-21", 4), rules, sounding: [.tarhim], soundLength: .minutes(4))
        box.start()
        box.run(until: try .utc("2026-11-21", 4, 56))
        box.losePower(until: try .utc("2026-11-21", 4, 57))
        box.run(until: try .utc("2026-11-21", 6))
        #expect(box.story == ["11-21 04:54 tarhim-fajr", "11-21 05:00 adhan-fajr"])
    }

    @Test func `a reminder that another sounds through is skipped for that one`() throws {
        let rules = rules {
            $0.iqama[.dhuhr] = ByDay(IqamaRule(.beside(.adhan, seconds: 1200)))
            $0.reminders = [.iqama(.dhuhr): [120, 60]]
        }
        let box = VirtualBox(at: try .utc("2026-11-21", 11), rules, sounding: [.reminder], soundLength: .minutes(5))
        box.start()
        box.run(until: try .utc("2026-11-21", 13))
        let rows = try box.rows("2026-11-21").filter { $0.hasPrefix("reminder") }
        #expect(rows.last == "reminder-iqama-dhuhr-1m skipped: reminder-iqama-dhuhr-2m sounds", "\(rows)")
    }

    @Test(arguments: [true, false])
    func `an iqama that is due during its adhan comes when that has ended`(hasRecording: Bool) throws {
        let rules = rules {
            $0.iqama[.asr] = ByDay(IqamaRule(.beside(.adhan, seconds: 180)))
            $0.iqama[.maghrib] = ByDay(IqamaRule(.beside(.adhan, seconds: 60)))
        }
        let kinds: [Occasion.Kind] = hasRecording ? [.iqama] : []
        let box = VirtualBox(at: try .utc("2026-11-21", 14), rules, sounding: kinds, soundLength: .seconds(210))
        box.start()
        box.run(until: try .utc("2026-11-21", 19))
        let ends = try [Instant.utc("2026-11-21", 15), .utc("2026-11-21", 18)].map { $0 + .seconds(210) }
        if hasRecording {
            #expect(box.called.filter { $0.key.occasion.kind == .iqama }.map(\.at) == ends)
            #expect(try box.rows("2026-11-21").last == "iqama-maghrib completed")
        } else {
            #expect(box.announced.map(\.at) == ends)
        }
    }

    @Test func `an iqama that waits for its adhan is announced after a restart that ended the adhan`() throws {
        let rules = rules { $0.iqama[.asr] = ByDay(IqamaRule(.beside(.adhan, seconds: 60))) }
        let box = VirtualBox(at: try .utc("2026-11-21", 14), rules, soundLength: .minutes(5))
        box.start()
        box.run(until: try .utc("2026-11-21", 15, 2))
        box.stop(by: "SIGTERM")
        box.run(until: try .utc("2026-11-21", 15, 2) + .seconds(5))
        box.start()
        box.run(until: try .utc("2026-11-21", 16))
        #expect(try box.row("2026-11-21", .asr)?.state == .stopped)
        #expect(box.announced.map(\.key.occasion) == [.iqama(.asr)])
    }

    @Test(arguments: [(1, true), (16, true), (17, false)])
    func `an iqama that waits for its adhan is announced once after the power or the process was lost`(
        minute: Int,
        isAnnounced: Bool
    ) throws {
        let rules = rules { $0.iqama[.asr] = ByDay(IqamaRule(.beside(.adhan, seconds: 60))) }
        let box = VirtualBox(at: try .utc("2026-11-21", 14), rules, soundLength: .minutes(5))
        box.start()
        box.run(until: try .utc("2026-11-21", 15, 1, 30))
        let start = try Instant.utc("2026-11-21", 15, max(minute, 1), minute == 1 ? 40 : 0)
        box.losePower(until: start)
        box.run(until: start + .seconds(30))
        box.losePower(until: start + .seconds(90))
        box.run(until: try .utc("2026-11-21", 16))
        let row = try #require(try box.row("2026-11-21", .asr))
        #expect(row.state == .interrupted && row.ended == nil, "nobody knows when it ended")
        #expect(box.announced.map(\.key.occasion) == (isAnnounced ? [.iqama(.asr)] : []))
    }

    @Test func `an iqama waits no longer than its adhan sounds`() throws {
        let rules = rules { $0.iqama[.asr] = ByDay(IqamaRule(.beside(.adhan, seconds: 60))) }
        let box = VirtualBox(at: try .utc("2026-11-21", 14), rules, sounding: [.iqama], soundLength: .minutes(5))
        box.start()
        box.run(until: try .utc("2026-11-21", 15, 2))
        box.losePower(until: try .utc("2026-11-21", 15, 3))
        box.run(until: try .utc("2026-11-21", 16))
        #expect(box.story == ["11-21 15:00 adhan-asr"])
        #expect(try box.rows("2026-11-21").last == "iqama-asr missed: not running")
    }

    @Test func `what a khutbah keeps from being announced is told once, with the reason`() throws {
        let rules = rules {
            $0.jumuah.times = ByDay([15 * 3600 + 600])
            $0.iqama[.asr] = ByDay(IqamaRule(.beside(.adhan, seconds: 900)))
        }
        let box = VirtualBox(at: try .utc("2026-11-27", 14), rules)
        box.start()
        box.run(until: try .utc("2026-11-27", 15, 20))
        box.reload()
        box.run(until: try .utc("2026-11-27", 17))
        let told = box.notices.compactMap { moment, notice -> String? in
            guard case .notAnnounced(let due, let skipReason) = notice else { return nil }
            return "\(ZoneRules.utc.clockText(moment)) \(due.key.occasion.name): \(skipReason.reason)"
        }
        #expect(told == ["15:15 iqama-asr: khutbah of jumuah-1"])
        #expect(!box.story.contains { $0.hasSuffix("iqama-asr") })
    }

    @Test func `an iqama that was muted is not announced after an unmute, unless it is moved`() throws {
        final class Movable: TimetableSource, @unchecked Sendable {
            var iqama = 15 * 3600 + 900
            func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
                dates.map { date in
                    var day = PrayerDay.plain(date)
                    day.iqama[.asr] = zone.instant(date, secondOfDay: iqama)
                    return day
                }
            }
        }
        let source = Movable()
        let box = VirtualBox(at: try .utc("2026-11-21", 14), source: source)
        box.start()
        box.run(until: try .utc("2026-11-21", 15, 14))
        box.mute(until: try .utc("2026-11-21", 18))
        box.run(until: try .utc("2026-11-21", 15, 15, 20))
        box.unmute()
        box.run(until: try .utc("2026-11-21", 15, 17))
        func told() -> Int { box.notices.count { if case .notAnnounced = $0.notice { true } else { false } } }
        #expect(told() == 1 && box.story(of: "iqama").isEmpty)
        // Another time is another announcement, also of the same mosque date.
        box.stepClock(to: try .utc("2026-11-21", 14, 50))
        source.iqama += 600
        box.life?.post(.timetableChanged)
        box.run(until: try .utc("2026-11-21", 16))
        #expect(told() == 1 && box.story(of: "iqama") == ["11-21 15:25 iqama-asr"])
    }

    @Test func `in a khutbah nothing else sounds, not even a trial`() throws {
        let rules = rules {
            $0.jumuah.times = ByDay([12 * 3600 + 1800])
            $0.jumuah.khutbah = 1800
            $0.reminders = [.adhan(.asr): [9000]]
        }
        let box = VirtualBox(at: try .utc("2026-11-27", 11), rules, sounding: [.reminder, .jumuah])
        box.start()
        box.run(until: try .utc("2026-11-27", 12, 45))
        #expect(throws: TrialRefused.self) { try box.play("trial.mp3") }
        box.run(until: try .utc("2026-11-27", 13))
        #expect(box.story == ["11-27 12:00 adhan-dhuhr", "11-27 12:30 jumuah-1"])
        #expect(try box.rows("2026-11-27").contains("reminder-asr-2h30m skipped: khutbah of jumuah-1"))
    }

    @Test func `what still sounds when the khutbah begins is faded out`() throws {
        let rules = rules {
            $0.jumuah.times = ByDay([12 * 3600 + 1800])
            $0.reminders = [.jumuah(1): [60]]
        }
        let box = VirtualBox(at: try .utc("2026-11-27", 12, 10), rules, sounding: [.reminder], soundLength: .minutes(3))
        box.start()
        box.run(until: try .utc("2026-11-27", 13))
        #expect(box.story == ["11-27 12:29 reminder-jumuah-1-1m", "11-27 12:30 jumuah-1"])
        #expect(try box.rows("2026-11-27").last == "reminder-jumuah-1-1m stopped: by jumuah-1")
    }

    @Test func `two adhans close to one another both sound, and what comes between them does not`() throws {
        struct Far: TimetableSource {
            func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
                dates.map { .plain($0, asr: 12 * 3600 + 120) }
            }
        }
        let rules = rules {
            $0.iqama[.dhuhr] = ByDay(IqamaRule(.beside(.adhan, seconds: 100)))
            $0.tarhim[.asr] = ByDay(90)
        }
        let box = VirtualBox(
            at: try .utc("2026-12-21", 11),
            rules,
            sounding: [.iqama, .tarhim],
            source: Far(),
            soundLength: .seconds(90)
        )
        box.start()
        box.run(until: try .utc("2026-12-21", 14))
        #expect(box.story.filter { $0.contains("adhan") } == ["12-21 12:00 adhan-dhuhr", "12-21 12:02 adhan-asr"])
        #expect(try box.rows("2026-12-21").contains { $0.hasPrefix("tarhim-asr") && !$0.contains("completed") })
    }

    @Test func `restarted seconds before an adhan, what was due before it waits until that has ended`() throws {
        struct Near: TimetableSource {
            func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
                dates.map { .plain($0, asr: 12 * 3600 + 120) }
            }
        }
        let rules = rules { $0.iqama[.dhuhr] = ByDay(IqamaRule(.beside(.adhan, seconds: 100))) }
        let box = VirtualBox(at: try .utc("2026-12-21", 11), rules, sounding: [.iqama], source: Near())
        box.start()
        box.run(until: try .utc("2026-12-21", 12, 1))
        box.losePower(until: try .utc("2026-12-21", 12, 1) + .seconds(49))
        box.run(until: try .utc("2026-12-21", 13))
        #expect(
            box.story == ["12-21 12:00 adhan-dhuhr", "12-21 12:02 adhan-asr", "12-21 12:02:30 iqama-dhuhr"]
        )
        // Opening and closing the device for it could hold up the adhan.
        #expect(box.tried == ["adhan-dhuhr", "adhan-asr", "iqama-dhuhr"])
    }

    @Test func `an occasion without a recording is announced once, and has no row`() throws {
        let rules = rules { $0.iqama[.asr] = ByDay(IqamaRule(.beside(.adhan, seconds: 900))) }
        let box = VirtualBox(at: try .utc("2026-11-21", 14), rules)
        box.start()
        box.run(until: try .utc("2026-11-21", 15, 20))
        box.reload()
        box.run(until: try .utc("2026-11-21", 16))
        #expect(box.story == ["11-21 15:00 adhan-asr", "11-21 15:15 iqama-asr"])
        #expect(try box.rows("2026-11-21") == ["adhan-asr completed"])
    }

    @Test func `a reminder ends for the iqama that it announces`() throws {
        let rules = rules {
            $0.iqama[.asr] = ByDay(IqamaRule(.beside(.adhan, seconds: 900)))
            $0.reminders = [.iqama(.asr): [60]]
        }
        let box = VirtualBox(
            at: try .utc("2026-11-21", 14),
            rules,
            sounding: [.iqama, .reminder],
            soundLength: .minutes(3)
        )
        box.start()
        box.run(until: try .utc("2026-11-21", 16))
        #expect(
            box.story == [
                "11-21 15:00 adhan-asr", "11-21 15:14 reminder-iqama-asr-1m", "11-21 15:15 iqama-asr",
            ]
        )
        #expect(try box.rows("2026-11-21").contains("reminder-iqama-asr-1m stopped: by iqama-asr"))
    }

    @Test func `what is longer than its lead ends for an occasion without a recording, too`() throws {
        let rules = rules {
            ($0.eid.fitr, $0.eid.takbir) = ([8 * 3600], 60)
        }
        let box = VirtualBox(at: try .utc("2027-03-09", 7), rules, sounding: [.takbir], soundLength: .minutes(10))
        box.start()
        box.run(until: try .utc("2027-03-09", 9))
        #expect(box.story == ["03-09 07:59 takbir-1", "03-09 08:00 eid-1"])
        #expect(try box.rows("2027-03-09").contains("takbir-1 stopped: by eid-1"))
    }

    @Test func `a lesser sound that fails holds up no adhan`() throws {
        // Its tries end at 14:59:46. With the delay of a failed adhan, the next sound could be armed only at 15:00:01.
        let rules = rules { $0.reminders = [.adhan(.asr): [59]] }
        let box = VirtualBox(at: try .utc("2026-11-21", 14), rules, sounding: [.reminder])
        box.start()
        box.player.behaviour = .diesUnheard("the card is gone")
        box.run(until: try .utc("2026-11-21", 14, 59, 49))
        box.player.behaviour = .plays
        box.run(until: try .utc("2026-11-21", 16))
        #expect(box.story(of: "adhan") == ["11-21 15:00 adhan-asr"])
    }

    @Test func `a recording that a reload brings owes nothing for the time before`() throws {
        let rules = rules { $0.reminders = [.adhan(.asr): [600]] }
        let box = VirtualBox(at: try .utc("2026-11-21", 14), rules)
        box.start()
        box.run(until: try .utc("2026-11-21", 15, 30))
        box.settings.sounds.ofOccasions[.reminder] = Recordings("reminder.mp3")
        box.reload()
        box.run(until: try .utc("2026-11-21", 16))
        #expect(try box.rows("2026-11-21") == ["adhan-asr completed"])
    }

    @Test func `without a place nothing is announced by another city's times`() throws {
        let rules = rules { $0.iqama[.asr] = ByDay(IqamaRule(.beside(.adhan, seconds: 900))) }
        let box = VirtualBox(at: try .utc("2026-11-21", 14), rules)
        box.settings.policy.skippedSources = .all(because: "place not set")
        box.start()
        box.run(until: try .utc("2026-11-21", 16))
        #expect(box.story.isEmpty)
    }

    @Test func `an adhan that is off is skipped, not missed, after a power cut`() throws {
        let rules = rules { $0.adhan[.asr] = ByDay(.off) }
        let box = VirtualBox(at: try .utc("2026-11-21", 14), rules)
        box.start()
        box.run(until: try .utc("2026-11-21", 14, 30))
        box.losePower(until: try .utc("2026-11-21", 15, 30))
        box.run(until: try .utc("2026-11-21", 16))
        #expect(try box.rows("2026-11-21") == ["adhan-asr skipped: off in [adhan]"])
    }

    @Test func `two khutbahs one after another each have their adhan at its second`() throws {
        let rules = rules {
            ($0.jumuah.times, $0.jumuah.khutbah, $0.jumuah.call) = (
                ByDay([12 * 3600 + 1800, 12 * 3600 + 3000]), 1200, .khutbah
            )
        }
        let box = VirtualBox(at: try .utc("2026-11-27", 11), rules, sounding: [.jumuah])
        box.start()
        box.run(until: try .utc("2026-11-27", 13, 30))
        #expect(box.story == ["11-27 12:30 jumuah-1", "11-27 12:50 jumuah-2"])
        let armed = box.notices.compactMap { at, notice in if case .armed = notice { at } else { nil } }
        #expect(try armed == [.utc("2026-11-27", 12, 29, 50), .utc("2026-11-27", 12, 49, 50)])
    }

    @Test func `dhuhr is called on a Friday even if it begins later than the khutbah`() throws {
        let rules = rules { $0.jumuah.times = ByDay([11 * 3600 + 3000]) }
        let box = VirtualBox(at: try .utc("2026-11-27", 11), rules)
        box.start()
        box.run(until: try .utc("2026-11-27", 13))
        #expect(box.story == ["11-27 11:50 jumuah-1", "11-27 12:00 adhan-dhuhr"])
    }

    @Test func `a mute covers all of them`() throws {
        let rules = rules { $0.tarhim[.asr] = ByDay(300) }
        let box = VirtualBox(at: try .utc("2026-11-21", 14), rules, sounding: [.tarhim])
        box.start()
        box.mute(until: try .utc("2026-11-21", 16))
        box.run(until: try .utc("2026-11-21", 16))
        #expect(
            try box.rows("2026-11-21") == ["tarhim-asr skipped: muted, by amina", "adhan-asr skipped: muted, by amina"]
        )
    }

    @Test func `a recording that is added before a restart owes no rows for what was due before it`() throws {
        let rules = rules { $0.iqama[.asr] = ByDay(IqamaRule(.beside(.adhan, seconds: 900))) }
        let box = VirtualBox(at: try .utc("2026-11-20", 0), rules)
        box.start()
        box.run(until: try .utc("2026-11-21", 19))
        box.kill()
        box.settings.sounds.ofOccasions[.iqama] = Recordings("iqama.mp3")
        box.start()
        box.run(until: try .utc("2026-11-22", 16))
        #expect(try box.rows("2026-11-20").filter { $0.contains("iqama") }.isEmpty)
        #expect(try box.rows("2026-11-21").filter { $0.contains("iqama") }.isEmpty)
        #expect(try box.rows("2026-11-22").last == "iqama-asr completed")
    }

    @Test func `what is due while the box is off is missed, also where it is no adhan`() throws {
        let rules = rules { $0.iqama[.asr] = ByDay(IqamaRule(.beside(.adhan, seconds: 900))) }
        let box = VirtualBox(at: try .utc("2026-11-21", 0), rules, sounding: [.iqama])
        box.start()
        box.run(until: try .utc("2026-11-21", 15, 10))
        box.losePower(until: try .utc("2026-11-21", 15, 20))
        box.run(until: try .utc("2026-11-21", 19))
        #expect(try box.rows("2026-11-21").suffix(2) == ["iqama-asr missed: not running", "adhan-maghrib completed"])
    }

    @Test func `a reload with another rule loses nothing that was due before it`() throws {
        let rules = rules { $0.iqama[.asr] = ByDay(IqamaRule(.beside(.adhan, seconds: 900))) }
        let box = VirtualBox(at: try .utc("2026-11-21", 14), rules, sounding: [.iqama])
        box.start()
        box.run(until: try .utc("2026-11-21", 15, 10))
        box.player.behaviour = .findsNoDevice("no sound card")
        box.run(until: try .utc("2026-11-21", 15, 15, 20))
        box.settings.rules.reminders = [.adhan(.asr): [600]]
        box.settings.sounds.ofOccasions[.reminder] = Recordings("reminder.mp3")
        box.reload(finding: .findsNoDevice("no sound card"))
        box.run(until: try .utc("2026-11-21", 16))
        #expect(try box.rows("2026-11-21") == ["adhan-asr completed", "iqama-asr missed: no sound card"])
    }

    @Test func `a first adhan that is longer than its lead leaves the khutbah's own adhan its second`() throws {
        let rules = rules {
            $0.jumuah.times = ByDay([13 * 3600])
            ($0.jumuah.call, $0.jumuah.firstAdhan) = (.khutbah, 120)
        }
        let box = VirtualBox(
            at: try .utc("2026-11-27", 12),
            rules,
            sounding: [.jumuah, .firstAdhan],
            soundLength: .minutes(3)
        )
        box.start()
        box.run(until: try .utc("2026-11-27", 14))
        #expect(box.story == ["11-27 12:58 jumuah-1-adhan", "11-27 13:00 jumuah-1"])
        let date = try CivilDate("2026-11-27")
        let first = try box.ledger.entries(date..<date.adding(days: 1)).first { $0.key.occasion == .firstAdhan(1) }
        #expect(try first?.ended == .utc("2026-11-27", 12, 59, 48), "the device must be free to be armed")
    }

    @Test func `a recording that cannot be played does not keep the next one waiting`() throws {
        let rules = rules {
            $0.tarhim[.fajr] = ByDay(360)
            $0.reminders = [.adhan(.fajr): [300]]
        }
        let box = VirtualBox(at: try .utc("2026-11-21", 4), rules, sounding: [.tarhim, .reminder])
        box.player.missing = ["tarhim.mp3"]
        box.start()
        box.run(until: try .utc("2026-11-21", 6))
        #expect(box.story == ["11-21 04:55 reminder-fajr-5m", "11-21 05:00 adhan-fajr"])
    }

    @Test func `what was announced does not sound late with a recording that is set a moment later`() throws {
        let rules = rules { $0.iqama[.asr] = ByDay(IqamaRule(.beside(.adhan, seconds: 900))) }
        let box = VirtualBox(at: try .utc("2026-11-21", 14), rules)
        box.start()
        box.run(until: try .utc("2026-11-21", 15, 15, 10))
        box.settings.sounds.ofOccasions[.iqama] = Recordings("iqama.mp3")
        box.reload()
        box.run(until: try .utc("2026-11-21", 16))
        #expect(box.story == ["11-21 15:00 adhan-asr", "11-21 15:15 iqama-asr"])
        #expect(try box.rows("2026-11-21") == ["adhan-asr completed"])
    }

    @Test func `what was heard is not announced once its recording is taken away`() throws {
        let rules = rules { $0.iqama[.asr] = ByDay(IqamaRule(.beside(.adhan, seconds: 900))) }
        let box = VirtualBox(at: try .utc("2026-11-21", 14), rules, sounding: [.iqama], soundLength: .seconds(10))
        box.start()
        box.run(until: try .utc("2026-11-21", 15, 15, 15))
        box.settings.sounds.ofOccasions[.iqama] = nil
        box.reload()
        box.run(until: try .utc("2026-11-21", 16))
        #expect(box.story == ["11-21 15:00 adhan-asr", "11-21 15:15 iqama-asr"])
    }

    @Test func `a reminder that a reload takes away leaves the others as they are`() throws {
        let box = VirtualBox(
            at: try .utc("2026-11-21", 14),
            rules { $0.reminders = [.adhan(.asr): [600, 120]] },
            sounding: [.reminder],
            soundLength: .seconds(10)
        )
        box.start()
        box.run(until: try .utc("2026-11-21", 14, 55))
        box.settings.rules.reminders = [.adhan(.asr): [120]]
        box.reload()
        box.run(until: try .utc("2026-11-21", 14, 57))
        box.settings.rules.reminders = [.adhan(.asr): [900, 600, 120]]
        box.reload()
        box.run(until: try .utc("2026-11-21", 15, 10))
        #expect(
            box.story == [
                "11-21 14:50 reminder-asr-10m", "11-21 14:58 reminder-asr-2m", "11-21 15:00 adhan-asr",
            ]
        )
        #expect(
            try box.rows("2026-11-21") == [
                "reminder-asr-10m completed", "reminder-asr-2m completed", "adhan-asr completed",
            ],
            "the one of 14:45 was none then, and is owed no row"
        )
    }

    @Test func `a time that a changed config moves into the past is missed with that reason`() throws {
        let rules = rules { $0.iqama[.asr] = ByDay(IqamaRule(.beside(.adhan, seconds: 1800))) }
        let box = VirtualBox(at: try .utc("2026-11-21", 14), rules, sounding: [.iqama])
        box.start()
        box.run(until: try .utc("2026-11-21", 15, 10))
        box.settings.rules.iqama[.asr] = ByDay(IqamaRule(.beside(.adhan, seconds: 300)))
        box.reload()
        box.run(until: try .utc("2026-11-21", 16))
        #expect(
            try box.rows("2026-11-21").last
                == "iqama-asr missed: its time was moved from 2026-11-21T15:30:00+00:00 to 2026-11-21T15:05:00+00:00, which was past"
        )
    }

    @Test func `no trial begins shortly before a khutbah without a recording`() throws {
        let rules = rules { $0.jumuah.times = ByDay([12 * 3600 + 1800]) }
        let box = VirtualBox(at: try .utc("2026-11-27", 12, 10), rules)
        box.start()
        box.run(until: try .utc("2026-11-27", 12, 29, 40))
        #expect { try box.play("trial.mp3") } throws: {
            ($0 as? TrialRefused)?.reason == "the khutbah of jumuah-1 is near"
        }
    }

    @Test func `of two lesser sounds at the same time one is skipped, which is no fault`() throws {
        let rules = rules {
            $0.tarhim[.fajr] = ByDay(360)
            $0.reminders = [.adhan(.fajr): [300]]
        }
        let box = VirtualBox(
            at: try .utc("2026-11-21", 4),
            rules,
            sounding: [.tarhim, .reminder],
            soundLength: .seconds(140)
        )
        box.start()
        box.run(until: try .utc("2026-11-21", 6))
        #expect(
            try box.rows("2026-11-21") == [
                "tarhim-fajr completed", "reminder-fajr-5m skipped: tarhim-fajr sounds", "adhan-fajr completed",
            ]
        )
    }

    @Test func `an occasion without a recording is announced although the clock steps over its second`() throws {
        let rules = rules { $0.iqama[.asr] = ByDay(IqamaRule(.beside(.adhan, seconds: 900))) }
        let box = VirtualBox(at: try .utc("2026-11-21", 14), rules)
        box.start()
        box.run(until: try .utc("2026-11-21", 15, 14, 58))
        box.stepClock(to: try .utc("2026-11-21", 15, 15, 2))
        box.run(until: try .utc("2026-11-21", 16))
        #expect(box.story == ["11-21 15:00 adhan-asr", "11-21 15:15 iqama-asr"])
    }
}
