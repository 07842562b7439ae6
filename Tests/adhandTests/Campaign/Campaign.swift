import AdhanCore
import AdhanTestSupport

@testable import adhand

/// Drives one box through a scenario and holds it to the promises of a mosque's box after every fault.
final class Campaign {
    struct Broken: Error, CustomStringConvertible {
        let description: String
    }

    private static let soundLength: Duration = .seconds(45)
    /// What counts as undisturbed before and after a prayer.
    private static let margin: Duration = .minutes(8)
    private static let reloadsInTrouble = 7

    private let scenario: Scenario
    private let source: CampaignSource
    private let box: VirtualBox
    private let zones: [Fault.Zone: ZoneRules]
    /// What the box's wall clock shows too much, in seconds.
    private var skew: Duration = .zero
    private var isTrusted = true
    private var lastCalled: Instant?
    private var checked = 0
    /// The refreshes there had been when the timetable was last corrected: it is taken up at the next one.
    private var correctedAfter = -1
    private var seen: Set<OccasionKey> = []
    private let replace: (LedgerOnADisk) -> Void
    /// When the ledger was replaced last: it has what was known then, and no more of the days before.
    private var lostAt: Instant?

    /// - Parameters:
    ///   - scenario: what befalls the box.
    ///   - ledger: its book, empty.
    ///   - replace: puts an empty one in its place, behind the back of whoever has it open.
    init(
        _ scenario: Scenario,
        ledger: LedgerOnADisk = .inMemory(),
        replace: @escaping (LedgerOnADisk) -> Void = { $0.replace(with: InMemoryLedger()) }
    ) throws {
        (self.scenario, self.replace) = (scenario, replace)
        let (coordinates, zone) = try scenario.city.place()
        zones = [.local: zone, .withoutSummerTime: zone.withoutSummerTime, .anHourOff: zone.anHourLater]
        source = CampaignSource(coordinates)
        let start = zone.instant(try CivilDate(scenario.start), secondOfDay: 0)
        box = VirtualBox(at: start, source: source, ledger: ledger, soundLength: Self.soundLength, zone: zone)
        box.settings.asksClock = true
    }

    /// - Throws: `Broken` with what was promised and not kept.
    func run() throws {
        boot()
        for (after, fault) in scenario.faults {
            try peace(for: .seconds(after))
            apply(fault)
            try check()
        }
        // In the end everything is well again, and there is time to book what is owed.
        box.ledger.fail(nil)
        box.diskAnswers = true
        box.player.behaviour = .plays
        box.life?.post(.zone(zones[.local] ?? .utc))
        pass(.minutes(20))
        try check()
        try auditLedger()
    }

    private func boot() {
        box.start()
        box.life?.post(.clock(isTrusted ? .synchronised : .untrusted(.noHardwareClock)))
    }

    private func vouch(_ trusted: Bool) {
        isTrusted = trusted
        box.life?.post(.clock(trusted ? .synchronised : .untrusted(.noHardwareClock)))
    }

    private func pass(_ time: Duration) { box.run(until: box.now + time) }

    private func apply(_ fault: Fault) {
        switch fault {
        case .kill(let down):
            restart(after: .seconds(down))
        case .sigterm(let down):
            box.stop(by: "SIGTERM")
            pass(.seconds(1))
            restart(after: .seconds(down))
        case .powerCut(let down, let lost):
            box.kill()
            // The clock stood still while the power was off.
            skew -= .seconds(down)
            isTrusted = false
            boot()
            pass(.seconds(lost))
            putClockRight()
            vouch(true)
        case .clockLie(let by, let lasting):
            setClock(.seconds(by))
            vouch(true)
            pass(.seconds(lasting))
            putClockRight()
            vouch(true)
        case .clockStep(let by):
            setClock(.seconds(by))
            vouch(isTrusted)
            skew = .zero
        case .sleep(let seconds):
            box.stepClock(to: box.now + .seconds(seconds))
            vouch(true)
        case .zone(let zone):
            box.settings.zone = zones[zone] ?? .utc
            box.life?.post(.zone(box.settings.zone))
        case .correction(let prayer, let minutes):
            source.correct(prayer, minutes: minutes)
            correctedAfter = box.refreshes
        case .device(let device, let lasting):
            box.player.behaviour =
                switch device {
                case .gone: .findsNoDevice("no sound card")
                case .brokenFile: .refusesFile("not an MP3 file")
                case .mute: .isMute
                case .slow: .isSlow(.seconds(40))
                case .unplugged: .losesDevice(after: .seconds(20))
                }
            pass(.seconds(lasting))
            box.player.behaviour = .plays
        case .disk(let disk, let lasting):
            switch disk {
            case .full: box.ledger.fail(.unwritable)
            case .fullEverywhere:
                box.ledger.fail(.unwritable)
                box.marks.refuses = true
            case .unreadable: box.ledger.fail(.unreadable)
            case .hanging: box.diskAnswers = false
            case .replaced:
                lostAt = box.now
                replace(box.ledger)
            }
            // Whoever sees the trouble corrects the config, again and again.
            for _ in 0..<Self.reloadsInTrouble {
                box.reload()
                pass(.seconds(lasting) / Self.reloadsInTrouble)
            }
            box.ledger.fail(nil)
            box.diskAnswers = true
            box.marks.refuses = false
            // What waits in memory alone is written within a minute, and a new file noticed: no kill in between can be made good.
            if [.fullEverywhere, .replaced].contains(disk) { pass(.seconds(61)) }
        case .doubt(let lasting):
            vouch(false)
            pass(.seconds(lasting))
            vouch(true)
        case .mute(let time, let takenBackAfter):
            box.mute(until: box.now + .seconds(time))
            pass(.seconds(takenBackAfter ?? time))
            if takenBackAfter != nil { box.unmute() }
        case .stop(let after):
            let called = box.called.count
            let end = box.now + .hours(12)
            while box.called.count == called, box.now < end { pass(.seconds(30)) }
            pass(.seconds(after))
            box.stopSound()
        case .reload(let times, let interval):
            for _ in 0..<times {
                box.reload()
                pass(.seconds(interval))
            }
        case .trial:
            // Where something sounds or an adhan is near it is refused, and that is as it should be.
            try? box.play("trial.mp3")  // reason: see above
        }
    }

    private func restart(after down: Duration) {
        box.kill()
        box.wait(until: box.now + down)
        boot()
    }

    private func setClock(_ by: Duration) {
        skew += by
        box.stepClock(to: box.now + by)
    }

    private func putClockRight() {
        let wrong = skew
        skew = .zero
        box.stepClock(to: box.now - wrong)
    }

    /// Time in which nothing is wrong: whatever falls due well within it is called at its second.
    private func peace(for time: Duration) throws {
        let (start, end) = (box.now, box.now + time)
        let zone = box.settings.zone
        // The first minutes are for what earlier faults have left behind.
        pass(min(time, .minutes(12)))
        let first = zone.wall(at: start).date.adding(days: -1)
        let expected = source.days(first...zone.wall(at: end).date.adding(days: 1), in: zone).flatMap { day in
            Prayer.called.map { Due(OccasionKey(day.date, .adhan($0)), at: day[$0], source: day.source) }
        }.filter { due in
            due.at > start + .minutes(12) + Self.margin && due.at < end - Self.margin
                && !seen.contains(due.key)
        }
        let isByTheTimetable = box.refreshes > correctedAfter
        let settled = try Set(box.ledger.entries(.first..<(.last)).filter(\.state.settles).map(\.key))
        box.run(until: end)
        guard isTrusted, isByTheTimetable else { return }
        try check()
        for due in expected where !settled.contains(due.key) {
            guard box.called.contains(where: { $0.key == due.key && $0.at == due.at }) else {
                throw Broken(
                    description:
                        "nothing was wrong, and \(due.words(zone)) was not called at its second: \(box.account(due.key))"
                )
            }
        }
    }

    /// What holds at every moment, whatever happens.
    private func check() throws {
        let zone = box.settings.zone
        while checked < box.called.count {
            let (key, at) = box.called[checked]
            checked += 1
            guard seen.insert(key).inserted else {
                throw Broken(description: "\(key) was called twice, the second time at \(zone.formatted(at))")
            }
            guard !box.calledMuted.contains(key) else {
                throw Broken(description: "\(key) was called, and somebody had muted it")
            }
            let late = box.dues[key].map { $0.duration(to: at) } ?? .zero
            guard late >= .zero, late <= box.settings.policy.grace + .seconds(2) else {
                throw Broken(description: "\(key) was called \(late) after its second")
            }
            if let lastCalled, at > lastCalled, at < lastCalled + .seconds(1) {
                throw Broken(description: "a burst: \(key) began at \(zone.formatted(at)), right behind another")
            }
            lastCalled = at
        }
        // The decision knows what was called: the ledger's refusal is the last guard, not the first.
        guard box.refusedToCall == nil else {
            throw Broken(description: "only the ledger kept it from being called twice: \(box.refusedToCall ?? "")")
        }
        guard box.calledUntrusted == 0 else {
            throw Broken(description: "an adhan began by a clock that was not trusted")
        }
    }

    /// No silent miss: since its first start the ledger owes a row for every prayer.
    private func auditLedger() throws {
        let zone = box.settings.zone
        let rows = try box.ledger.entries(.first..<(.last))
        let byKey = Dictionary(uniqueKeysWithValues: rows.map { ($0.key, $0) })
        let absences = rows.filter { $0.key.occasion == .everyAdhan }
        if let open = rows.first(where: { $0.state == .started && $0.due < box.now - .minutes(10) }) {
            throw Broken(description: "\(open.key) is still started")
        }
        let known = lostAt.map { zone.wall(at: $0).date } ?? .first
        for key in seen where key.date >= known && byKey[key]?.state.settles != true {
            throw Broken(
                description: "\(key) was called, and the ledger has it as \(byKey[key]?.state.rawValue ?? "nothing")"
            )
        }
        let first = try box.ledger.recall(since: .first, now: box.now).firstStart ?? box.now
        let (start, end) = (
            max(known, zone.wall(at: first).date.adding(days: 1)), zone.wall(at: box.now).date.adding(days: -1)
        )
        guard start <= end else { return }
        for day in source.days(start...end, in: zone) {
            for prayer in Prayer.called where day[prayer] < box.now - .minutes(10) {
                let key = OccasionKey(day.date, .adhan(prayer))
                // A correction or a zone may have moved it by an hour and more since.
                let isCovered = absences.contains {
                    $0.due - .hours(2) <= day[prayer] && day[prayer] <= ($0.ended ?? $0.due) + .hours(2)
                }
                guard byKey[key] != nil || isCovered else {
                    throw Broken(
                        description:
                            "\(key), due \(zone.formatted(day[prayer])), is lost in silence: \(box.account(key, near: day[prayer]))"
                    )
                }
            }
        }
    }
}

extension Scenario.City {
    func place() throws -> (Coordinates, ZoneRules) {
        let (latitude, longitude, zone) =
            switch self {
            case .london: (51.5074, -0.1278, "Europe/London")
            case .cairo: (30.0444, 31.2357, "Africa/Cairo")
            case .queens: (40.7282, -73.7949, "America/New_York")
            case .kualaLumpur: (3.139, 101.6869, "Asia/Kuala_Lumpur")
            case .tromso: (69.6492, 18.9553, "Europe/Oslo")
            case .oskemen: (49.95, 82.61, "Asia/Almaty")
            }
        return (try Coordinates(latitude: latitude, longitude: longitude), try SystemZones.find(zone).rules)
    }
}

extension ZoneRules {
    /// The winter's offset all year.
    var withoutSummerTime: ZoneRules { .fixed(name: name, offset: offset(at: Instant(seconds: 1_768_000_000))) }
    /// A country that moves its clocks for good.
    var anHourLater: ZoneRules { .fixed(name: name, offset: offset(at: Instant(seconds: 1_768_000_000)) + 3600) }
}
