import AdhanCore
import AdhanTestSupport
import Glibc

@testable import AdhanSupport
@testable import AdhanCaller

/// Runs one box through a scenario, and checks the promises after every fault.
final class Campaign {
    struct Broken: Error, CustomStringConvertible {
        let description: String
    }

    /// The present time without faults: until when its prayers have been checked, and what was settled before it began.
    struct Calm {
        var until: Instant
        let settled: Set<OccasionKey>
        /// What was announced before.
        let announced: Set<OccasionKey>
    }

    static let soundLength: Duration = .seconds(45)
    private static let reloadsInTrouble = 7

    private let scenario: Scenario
    let source: CampaignSource
    let box: VirtualBox
    let log = CampaignLog()
    private let zones: [Fault.Zone: ZoneRules]
    /// How many seconds the box's wall clock is ahead.
    private var skew: Duration = .zero
    private(set) var isTrusted = true
    var lastCalled: Instant?
    var checked = 0
    /// How many refreshes there had been when the timetable was last corrected; the next one takes up the correction.
    private(set) var correctedAfter = -1
    var seen: Set<OccasionKey> = []
    /// What was called, without a record on any disk when the process ended.
    var traceless: Set<OccasionKey> = []
    /// The prayers called a second time because there was no readable record of the first.
    var excused = 0
    /// The present fault of the disks.
    private(set) var trouble: Fault.Disk?
    /// When the rows that waited for a mended disk have been written.
    private(set) var wellAt = Instant(seconds: 0)
    /// When the recordings beside the calls were last missing.
    private(set) var lacking: Range<Instant>?
    var announcements = 0
    /// Each mute since the beginning, also those that were taken back.
    private(set) var mutes: [Mute?] = []
    /// Nil after a fault that may delay a prayer.
    var calm: Calm?
    private let ledger: CampaignLedger
    /// The latest move to another box; nil before the first.
    var move: Move?
    /// When the ledger was last replaced; of the days before, it has only what was in memory then.
    private(set) var lostAt: Instant?
    private(set) var calledWhenLost = 0
    /// Whether the process of that time had not read it, so that it could not write that day's earlier rows into the new one.
    private(set) var wasLostUnread = false
    /// The calls before a ledger was replaced that the process had not read. By a clock that was ahead, one may be of a later date.
    private(set) var lostUnread: Set<OccasionKey> = []
    /// The path of the ledger's lock file.
    private let folder: TestDirectory
    private var lock: LockFile?

    /// - Parameters:
    ///   - scenario: the faults.
    ///   - ledger: an empty ledger.
    init(_ scenario: Scenario, ledger: CampaignLedger = .inMemory()) throws {
        (self.scenario, self.ledger) = (scenario, ledger)
        folder = try TestDirectory(in: access("/dev/shm", W_OK) == 0 ? "/dev/shm" : TestDirectory.parent)
        let (coordinates, zone) = try scenario.city.place()
        zones = [.local: zone, .withoutSummerTime: zone.withoutSummerTime, .anHourOff: zone.anHourLater]
        source = CampaignSource(coordinates)
        let start = zone.instant(try CivilDate(scenario.start), secondOfDay: 0)
        box = VirtualBox(at: start, source: source, ledger: ledger.disk, soundLength: Self.soundLength, zone: zone)
        box.settings.asksClock = true
        (box.settings.rules, box.settings.sounds) = Self.day(scenario.day, box.settings.sounds)
        box.follower = { [unowned box, log] notice in log.say(notice.words(box.settings.zone)) }
    }

    deinit {
        unlink(lockFile)
        rmdir(folder.path)
    }

    private var lockFile: String { folder.file("ledger.lock") }

    /// - Throws: `Broken` with the broken promise.
    func run() throws {
        try boot()
        for (after, fault) in scenario.faults {
            try peace(for: .seconds(after))
            try endure(fault)
        }
        // At the end all faults are mended, and there is time to write the rows that are owed.
        box.ledger.fail(nil)
        box.paces = (.prompt, .prompt)
        box.player.behaviour = .plays
        box.settings.zone = zones[.local] ?? .utc
        box.life?.post(.zone(box.settings.zone))
        pass(.minutes(20))
        try check()
        try auditLedger()
    }

    /// Applies a fault and checks the promises.
    private func endure(_ fault: Fault) throws {
        if fault.disturbs {
            try checkPunctuality()
            calm = nil
        }
        try apply(fault)
        try check()
        try checkPunctuality()
    }

    private func boot() throws {
        lock = try LockFile(lockFile)
        try log.start()
        box.start()
        box.life?.post(.clock(isTrusted ? .synchronised : .untrusted(.noHardwareClock)))
    }

    /// Kills the process.
    private func kill(isPowerCut: Bool = false) throws {
        try checkTraces(isPowerCut)
        if isPowerCut { box.marks.removeAll() }
        box.kill()
        log.end()
        lock = nil
    }

    private func vouch(_ trusted: Bool) {
        isTrusted = trusted
        box.life?.post(.clock(trusted ? .synchronised : .untrusted(.noHardwareClock)))
    }

    func pass(_ time: Duration) { box.run(until: box.now + time) }

    private func apply(_ fault: Fault) throws {
        switch fault {
        case .kill(let down):
            try restart(after: .seconds(down))
        case .sigterm(let down):
            box.stop(by: "SIGTERM")
            pass(.seconds(1))
            try restart(after: .seconds(down))
        case .powerCut(let down, let lost):
            try kill(isPowerCut: true)
            // The clock stood still while the power was off.
            skew -= .seconds(down)
            isTrusted = false
            try boot()
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
        case .device(_, let lasting), .disk(_, let lasting), .log(let lasting), .timetable(let lasting),
            .missing(let lasting):
            try begin(fault)
            // Somebody notices the fault and corrects the config, again and again.
            for _ in 0..<Self.reloadsInTrouble {
                if case .disk = fault { box.reload() }
                pass(.seconds(lasting) / Self.reloadsInTrouble)
            }
            end(fault)
        case .during(let outer, let inner):
            let over = box.now + .seconds(outer.length)
            try begin(outer)
            for later in inner {
                pass(.seconds(later.after))
                try endure(later.fault)
            }
            pass(max(.zero, box.now.duration(to: over)))
            end(outer)
        case .doubt(let lasting):
            vouch(false)
            pass(.seconds(lasting))
            vouch(true)
        case .mute(let time, let takenBackAfter):
            box.mute(until: box.now + .seconds(time))
            mutes.append(box.saved.mute)
            pass(.seconds(takenBackAfter ?? time))
            if takenBackAfter != nil { box.unmute() }
        case .muteNext(let takenBackAfter):
            // reason: a process that has just begun may know no adhan yet, and refuses it
            try? box.mute("next")
            mutes.append(box.saved.mute)
            guard let takenBackAfter else { return }
            pass(.seconds(takenBackAfter))
            box.unmute()
        case .secondDaemon:
            guard (try? LockFile(lockFile)) == nil else {  // reason: it must be refused
                throw Broken(description: "a second daemon was let onto the ledger")
            }
        case .untilAdhan(let plus):
            pass(max(.zero, (nextAdhan() ?? box.now) + .seconds(plus) - box.now))
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
        case .move(let after, let down):
            let archive = try ledger.export()
            pass(.seconds(after))
            box.stop(by: "SIGTERM")
            pass(.seconds(1))
            try check()
            guard let archive else { return try restart(after: .seconds(down)) }
            try kill()
            try archive.place(box.now)
            box.marks.removeAll()
            box.wait(until: box.now + .seconds(down))
            move = try Move(to: box, called: seen)
            try boot()
        case .trial:
            // It is rightly refused where something sounds or an adhan is near.
            try? box.play("trial.mp3")  // reason: see above
        }
    }

    private func restart(after down: Duration) throws {
        try kill()
        box.wait(until: box.now + down)
        try boot()
    }

    private func begin(_ fault: Fault) throws {
        switch fault {
        case .device(let device, _):
            box.player.behaviour =
                switch device {
                case .gone: .findsNoDevice("no sound card")
                case .brokenFile: .refusesFile("not an MP3 file")
                case .mute: .isMute
                case .slow: .isSlow(.seconds(40))
                case .unplugged: .losesDevice(after: .seconds(20))
                }
        case .disk(let disk, _):
            self.trouble = disk
            switch disk {
            case .full: box.ledger.fail(.unwritable)
            case .fullEverywhere:
                box.ledger.fail(.unwritable)
                box.marks.refuses = true
            case .unreadable: box.ledger.fail(.unreadable)
            case .hanging: box.paces.ledger = .hung
            case .unanswered: box.paces.ledger = DiskPace(delay: nil, reachesFirst: true)
            case .hangingEverywhere: box.paces = (.hung, .hung)
            case .slow: box.paces = (DiskPace(delay: .seconds(3)), DiskPace(delay: .milliseconds(700)))
            case .slowMarks:
                box.paces = (
                    DiskPace(delay: .milliseconds(1400), reachesFirst: true),
                    DiskPace(delay: .seconds(4), reachesFirst: true)
                )
            case .replaced:
                (lostAt, calledWhenLost, wasLostUnread) = (box.now, box.called.count, !box.hasRead)
                if wasLostUnread { lostUnread.formUnion(box.called.map(\.key)) }
                ledger.replace()
            }
        case .missing:
            // Within another one they are missing already.
            if box.player.missing.isEmpty { lacking = box.now..<box.now + .days(100_000) }
            let kinds: [Occasion.Kind] = [.iqama, .tarhim, .imsak, .suhoor, .iftar, .eid, .takbir, .reminder]
            box.player.missing = Set(kinds.map { "\($0.rawValue).mp3" })
        case .log: log.hangs = true
        case .timetable: source.hangs = true
        default: throw Broken(description: "\(fault) does not last")
        }
    }

    private func end(_ fault: Fault) {
        switch fault {
        case .device: box.player.behaviour = .plays
        case .disk(let disk, _):
            // It may have been full by another fault around this one.
            let wasFull = box.marks.refuses
            box.ledger.fail(nil)
            box.paces = (.prompt, .prompt)
            box.marks.refuses = false
            (self.trouble, wellAt) = (nil, box.now + .seconds(61))
            // Within a minute, rows in memory are written and a new file is noticed. A kill before that loses them.
            if wasFull || disk == .replaced { pass(.seconds(61)) }
        case .missing:
            // One within this one has put them back.
            guard !box.player.missing.isEmpty, let began = lacking?.lowerBound else { return }
            box.player.missing = []
            lacking = began..<max(began, box.now)
        case .log: log.hangs = false
        case .timetable:
            source.hangs = false
            guard source.look() else { return }
            // It is taken up at once.
            correctedAfter = -1
            box.life?.post(.timetableChanged)
        default: break
        }
    }

    /// The due time of the next adhan.
    private func nextAdhan() -> Instant? {
        let (zone, now) = (box.settings.zone, box.now)
        let today = zone.wall(at: now).date
        return source.days(today.adding(days: -1)...today.adding(days: 1), in: zone)
            .flatMap { day in Prayer.called.map { day[$0] } }.filter { $0 > now + .seconds(20) }.min()
    }

    private func setClock(_ by: Duration) {
        skew += by
        step(to: box.now + by)
    }

    private func putClockRight() {
        let wrong = skew
        skew = .zero
        step(to: box.now - wrong)
    }

    private func step(to moment: Instant) {
        box.stepClock(to: moment)
        move?.clockShowed(moment)
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
        return (try Coordinates(latitude: latitude, longitude: longitude), try SystemZones.find(zone))
    }
}

extension ZoneRules {
    /// Winter time all year.
    var withoutSummerTime: ZoneRules { .fixed(name: name, offset: offset(at: Instant(seconds: 1_768_000_000))) }
    /// A country that changes its offset for good.
    var anHourLater: ZoneRules { .fixed(name: name, offset: offset(at: Instant(seconds: 1_768_000_000)) + 3600) }
}
