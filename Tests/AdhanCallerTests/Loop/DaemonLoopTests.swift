import AdhanCore
import AdhanTestSupport
import Synchronization
import Testing

@testable import AdhanCaller

/// The loop's reactions one by one, with a player and a disk that answer only when the test says so.
@Suite struct DaemonLoopTests {
    final class Deaf: AdhanPlayer {
        private let state = Mutex((armed: [PlaybackRequest](), released: [Int](), stopped: [Int](), looks: 0))

        var armed: [PlaybackRequest] { state.withLock(\.armed) }
        var released: [Int] { state.withLock(\.released) }
        var stopped: [Int] { state.withLock(\.stopped) }
        var looks: Int { state.withLock(\.looks) }

        func arm(_ request: PlaybackRequest) { state.withLock { $0.armed.append(request) } }
        func start(_ id: PlaybackRequest.ID) { state.withLock { $0.released.append(id) } }
        func stop(_ id: PlaybackRequest.ID, by who: String) { state.withLock { $0.stopped.append(id) } }
        func checkProgress() { state.withLock { $0.looks += 1 } }
        var isStuck: Bool { false }
    }

    final class Told { var notices: [Notice] = [] }

    let player = Deaf()
    let told = Told()
    let disk = HeldJobs()
    let ledger = LedgerOnADisk.inMemory()
    let loop: DaemonLoop
    let second: Instant

    /// Ten seconds before Dhuhr, which is armed; the disk has read the ledger and answers nothing more.
    init() throws {
        second = try .utc("2026-11-21", 12)
        let start = second - .seconds(10)
        let writer = LedgerWriter(
            ledger: ledger,
            marks: InMemoryMarks(),
            perform: disk.queue,
            performMark: { $0() },
            post: { _ in }
        )
        loop = .plain(player, writer, at: start, tell: { [told] in told.notices.append($0) })
        loop.receive(.writer(.found([])), start)
        loop.receive(.writer(.ledgerLoaded(LedgerCache(), problem: nil)), start)
        loop.tick(start)
        for _ in 0..<2 { disk.run() }
    }

    var due: ScheduledOccasion? { loop.activity.due }

    func row(_ prayer: Prayer, _ state: LedgerState) throws -> LedgerEntry {
        let key = OccasionKey(try CivilDate("2026-11-21"), .adhan(prayer))
        return LedgerEntry(ScheduledOccasion(key, at: second, source: .calculation), state)
    }

    func report(
        _ end: SoundReport.End,
        began: Bool = true,
        heard: Duration = .seconds(3),
        remark: String? = nil
    ) -> SoundReport {
        SoundReport(
            end: end,
            began: began ? second : nil,
            ended: second,
            lateness: began ? .zero : nil,
            heard: began ? heard : .zero,
            gap: .zero,
            device: "deaf",
            sha256: "",
            remark: remark
        )
    }

    func hear(_ event: PlayerEvent) { loop.receive(.player(event), second) }

    /// The `started` row is being written.
    func begin() throws -> LedgerEntry {
        loop.receive(.player(.armed(1, device: "deaf", problem: nil)), second - .seconds(9))
        loop.tick(second - .seconds(2))
        return try #require(loop.committing?.entry)
    }

    func words(_ pick: (Notice) -> String?) -> [String] { told.notices.compactMap(pick) }

    /// The names of the notices among these, in order.
    func names(_ names: String...) -> [String] { told.notices.map(\.name).filter(names.contains) }

    /// The notices of these names, as they are logged.
    func logged(_ names: String...) -> [String] {
        told.notices.filter { names.contains($0.name) }.map { $0.words(.utc) }
    }

    /// A recording that cannot be decoded costs the armed adhan.
    func fail() { hear(.failed(1, AdhanCore.Fault(.other, detail: "no MP3"))) }

    func lose() { hear(.lost(1, AdhanCore.Fault(.other, detail: "it is gone"))) }

    @discardableResult
    func play(_ moment: Instant) throws -> Int { try loop.play(SoundChoice(file: "trial.mp3"), by: "amina", moment) }

    @Test func `a player's events of an earlier sound are ignored`() {
        hear(.armed(7, device: "deaf", problem: nil))
        hear(.ended(7, report(.completed)))
        #expect(loop.activity == due.map { .armed($0, ready: false) })
    }

    @Test func `a device that opens after its sound was given up begins nothing`() throws {
        let due = try #require(due)
        loop.tick(second - .seconds(20))
        #expect(player.stopped == [1])
        loop.receive(.player(.armed(1, device: "deaf", problem: nil)), second - .seconds(19))
        #expect(loop.activity == .ending(due))
        #expect(names("armed").isEmpty)
    }

    @Test func `a device that is lost before the second is reported, and nothing begins without one`() throws {
        hear(.armed(1, device: "deaf", problem: nil))
        hear(.noted(1, "a word"))
        lose()
        loop.tick(second - .seconds(1))
        #expect(loop.committing == nil)
        #expect(loop.obstacles.values.first == .obstacle("it is gone"))
        hear(.found(1, device: "other", "it is back"))
        #expect(loop.obstacles.isEmpty)
        loop.tick(second - .milliseconds(500))
        #expect(loop.committing != nil)
        let said = ["a word", "it is gone", "it is back"].map { "2026-11-21 adhan-dhuhr: \($0)" }
        #expect(logged("noted", "lost", "found") == said)
    }

    @Test func `a device that is lost while it sounds leaves it begun`() throws {
        _ = try begin()
        hear(.began(1, at: second, device: "deaf"))
        lose()
        hear(.found(1, device: "other", "it is back"))
        #expect(loop.activity == due.map { .begun($0, audible: true) })
    }

    @Test func `a refused file is tried again after a second, with another number`() {
        fail()
        loop.tick(second)
        #expect(player.armed.map(\.id) == [1])
        loop.tick(second + .seconds(1))
        #expect(player.armed.map(\.id) == [1, 2])
    }

    @Test func `a sound given up before its row was begun leaves the occasion open, with the reason`() {
        hear(.ended(1, report(.unheard("the card is busy"), began: false)))
        #expect(loop.memory.rows.isEmpty)
        #expect(loop.obstacles.values.first == .obstacle("the card is busy"))
        loop.tick(second)
        #expect(player.armed.count == 1, "it is left alone for a second")
    }

    @Test func `a sound that ended before its row was written waits for it no more, and has its reasons`() throws {
        _ = try begin()
        hear(.ended(1, report(.unheard("the card died"), began: false, remark: "at half its volume")))
        #expect(loop.committing == nil)
        #expect(loop.memory.rows.map(\.reason) == ["the card died; at half its volume"])
        loop.tick(second + .seconds(14))
        #expect(player.armed.count == 1)
        loop.tick(second + .seconds(15))
        #expect(player.armed.count == 2)
    }

    @Test func `a remark stands alone where there is no other reason`() throws {
        _ = try begin()
        hear(.began(1, at: second, device: "deaf"))
        hear(.ended(1, report(.completed, remark: "at half its volume")))
        #expect(loop.memory.rows.map(\.reason) == ["at half its volume"])
    }

    @Test func `another row's answer releases nothing and ends nothing`() throws {
        let entry = try begin()
        let other = try row(.fajr, .missed)
        loop.receive(.writer(.recorded(other)), second)
        loop.receive(.writer(.unsaved(other, "full", isMarked: true)), second)
        loop.receive(.writer(.refused(other, .refused(other.key, from: .completed, to: .missed))), second)
        #expect(player.released.isEmpty && player.stopped.isEmpty)
        #expect(loop.memory[other.key]?.state == .completed)
        loop.receive(.writer(.recorded(entry)), second)
        #expect(player.released == [1])
    }

    @Test func `a ledger that has another row of it ends it, and is believed`() throws {
        let entry = try begin()
        loop.receive(.writer(.refused(entry, .refused(entry.key, from: .completed, to: .started))), second)
        #expect(player.stopped == [1])
        #expect(loop.memory[entry.key]?.state == .completed)
        #expect(loop.committing == nil)
        #expect(loop.activity == due.map { .ending($0) })
        #expect(names("refused", "gaveUp") == ["refused", "gaveUp"])
    }

    @Test func `another process's adhan is not ours to end`() throws {
        let entry = try begin()
        loop.receive(.writer(.refused(entry, .refused(entry.key, from: .started, to: .started))), second)
        #expect(player.stopped == [1])
        #expect(loop.memory[entry.key]?.state == .interrupted)
    }

    @Test func `our own row written twice is not reported`() throws {
        let entry = try begin()
        loop.receive(.writer(.recorded(entry)), second)
        loop.receive(.writer(.refused(entry, .refused(entry.key, from: .started, to: .started))), second)
        #expect(player.stopped.isEmpty)
        #expect(loop.memory[entry.key]?.state == .started)
        #expect(names("refused").isEmpty)
        // A settled row, or one of another prayer, is.
        loop.receive(.writer(.refused(entry, .refused(entry.key, from: .stopped, to: .started))), second)
        #expect(loop.memory[entry.key]?.state == .stopped)
        let fajr = try row(.fajr, .started)
        loop.receive(.writer(.refused(fajr, .refused(fajr.key, from: .started, to: .started))), second)
        #expect(names("refused").count == 2)
    }

    @Test func `a slow row is reported once, and once more when it is written`() throws {
        let entry = try begin()
        let begun = second - .seconds(2)
        loop.tick(begun + .milliseconds(899))
        #expect(player.released.isEmpty)
        loop.tick(begun + .milliseconds(900))
        #expect(player.released == [1])
        loop.tick(begun + .milliseconds(1000))
        #expect(player.released == [1])
        loop.receive(.writer(.recorded(try row(.fajr, .missed))), second)
        #expect(loop.unsaved != nil)
        loop.receive(.writer(.recorded(entry)), second)
        loop.receive(.writer(.recorded(entry)), second)
        #expect(names("unsaved", "saved") == ["unsaved", "saved"])
        loop.unsaved = entry
        loop.receive(.writer(.saved(rows: 3)), second)
        #expect(loop.unsaved == nil)
    }

    @Test func `it is finished when the adhan, the trial and the disk are`() throws {
        loop.stop(by: "SIGTERM")
        #expect(player.stopped == [1])
        #expect(!loop.isFinished, "it still sounds")
        hear(.ended(1, report(.stopped(by: "SIGTERM"), began: false)))
        #expect(loop.isFinished)
        loop.tick(second + .seconds(2))
        #expect(player.armed.count == 1, "nothing new is begun")
        loop.writer.record(try row(.fajr, .missed))
        #expect(!loop.isFinished, "the disk has not answered")
        disk.run()
        #expect(loop.isFinished)
    }

    @Test func `a trial that sounds is stopped once, and waited for`() throws {
        fail()
        let id = try play(second - .minutes(2))
        #expect(player.armed.map(\.id) == [1, id] && id == 2)
        #expect(!loop.isQuiet && !loop.prepareForReload())
        loop.tick(second + .seconds(1))
        #expect(player.stopped == [id], "the adhan is told to wait, and the trial to end, once")
        hear(.ended(99, report(.completed)))
        #expect(loop.auxiliary != nil, "that was another sound")
        hear(.armed(id, device: "deaf", problem: nil))
        // A device that is open has not accepted anything.
        let trial = "amina tries trial.mp3"
        #expect(loop.snapshot(second).starting == trial && loop.snapshot(second).sounding == nil)
        hear(.noted(id, "a word"))
        hear(.began(id, at: second, device: "deaf"))
        #expect(loop.snapshot(second).starting == nil && loop.snapshot(second).sounding == trial)
        hear(.ended(id, report(.stopped(by: "adhan"))))
        #expect(loop.isQuiet && loop.prepareForReload())
        let said = logged("auxiliary")
        #expect(
            said.prefix(3) == ["\(trial): starting on deaf", "\(trial): a word", "\(trial) on deaf"] && said.count == 4
        )
        loop.stop(by: "SIGTERM")
        #expect(!loop.prepareForReload(), "a loop that stops takes up no other config")
    }

    @Test func `a refresh, a mute and an unmute are reported`() throws {
        let mute = Mute(from: second, until: second + .hours(1), who: "amina")
        loop.mute(mute, second)
        loop.unmute(by: "amina")
        loop.unmute(by: "amina")
        #expect(loop.refresh(askedAt: second, isUrgent: false) == nil)
        // The first one is that of the start.
        #expect(names("muted", "unmuted", "refreshed") == ["refreshed", "muted", "unmuted", "refreshed"])
    }

    @Test func `a changed file is taken up once the days are loaded, and not before`() throws {
        loop.receive(.timetableChanged, second)
        #expect(words { if case .refreshed(.fileChanged, _) = $0 { "read" } else { nil } } == ["read"])
        loop.days = .none
        loop.receive(.timetableChanged, second)
        #expect(loop.timetable == nil)
    }

    @Test func `a process that was held up reports it, and the player is checked at every tick`() {
        let looks = player.looks
        loop.tick(second - .seconds(9), after: .heldUp(.seconds(1)))
        #expect(player.looks == looks + 1)
        #expect(
            loop.observed.since == second - .seconds(9) && loop.observed.reason(at: second - .seconds(10)) == .heldUp
        )
        #expect(logged("interrupted") == ["the process was held up for 1s"])
    }

    @Test func `skipped sources are reported at the start and with every config`() throws {
        #expect(names("sourcesSkipped").isEmpty)
        var settings = loop.settings
        settings.policy.skippedSources = .all(because: "a test wants it so")
        settings.sounds.duaPause = .seconds(77)
        loop.applyConfig(settings, source: PlainSource(), player: Deaf(), fetches: nil, second)
        #expect(loop.timetable == nil && loop.settings.sounds.duaPause == .seconds(77))
        #expect(names("sourcesSkipped").count == 1)
    }
}

extension Notice {
    var name: String { String("\(self)".prefix { $0 != "(" }) }
}

extension DaemonLoop {
    /// A loop with plain days in UTC.
    static func plain(
        _ player: any AdhanPlayer = DaemonLoopTests.Deaf(),
        _ writer: LedgerWriter = .idle(),
        at now: Instant,
        _ change: (inout Settings) -> Void = { _ in },
        tell: @escaping (Notice) -> Void = { _ in }
    ) -> DaemonLoop {
        let sounds = SoundPlan(adhan: Recordings("adhan.mp3"))
        var settings = Settings(zone: .utc, policy: SchedulePolicy(), sounds: sounds)
        change(&settings)
        return DaemonLoop(
            settings,
            saved: SavedState(),
            source: PlainSource(),
            player: player,
            writer: writer,
            now: now,
            tell: tell
        )
    }
}

extension LedgerWriter {
    /// A writer whose workers do nothing, unless another is given.
    static func idle(
        perform: @escaping Perform = { _ in },
        post: @escaping @Sendable (LedgerAnswer) -> Void = { _ in }
    ) -> LedgerWriter {
        let ledger = LedgerOnADisk.inMemory()
        return LedgerWriter(ledger: ledger, marks: InMemoryMarks(), perform: perform, performMark: { _ in }, post: post)
    }
}

/// The words for a trial or a dua.
@Suite struct SoundReportTests {
    private func report(
        _ end: SoundReport.End,
        heard: Duration,
        remark: String? = nil,
        device: String = "null"
    ) -> SoundReport {
        SoundReport(
            end: end,
            began: nil,
            ended: Instant(seconds: 0),
            lateness: nil,
            heard: heard,
            gap: .zero,
            device: device,
            sha256: "",
            remark: remark
        )
    }

    @Test func `only a sound that was heard to its end was heard whole`() {
        let whole = report(.completed, heard: .seconds(3))
        #expect(whole.isHeardWhole && whole.state == .completed && whole.words.hasPrefix("heard whole: 3s on null"))
        let silent = report(.completed, heard: .zero)
        #expect(!silent.isHeardWhole && silent.state == .missed)
        #expect(silent.words == "kept time in silence: the device is null")
        #expect(report(.completed, heard: .zero, remark: "muted").words == "kept time in silence: muted")
        let stopped = report(.stopped(by: "amina"), heard: .seconds(3))
        #expect(!stopped.isHeardWhole && stopped.stateHere == .stopped)
        let filed = report(.completed, heard: .seconds(3), device: "file:/srv/a.wav")
        #expect(!filed.isHeardWhole && filed.stateHere == .missed && filed.state == .completed)
        #expect(filed.words == "nobody heard it here: it was played whole into /srv/a.wav, 3s")
        let unfilled = report(.completed, heard: .zero, device: "file:/srv/a.wav")
        #expect(unfilled.words == "kept time in silence: the device is file:/srv/a.wav")
    }
}
