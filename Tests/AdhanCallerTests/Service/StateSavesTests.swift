import AdhanCore
import AdhanTestSupport
import Glibc
import Testing

@testable import AdhanSupport
@testable import AdhanCaller

/// A disk that refuses what people have ordered.
@Suite struct StateSavesTests {
    private let directory: TestDirectory
    private let inbox: Mailbox<LoopEvent>
    private let replies: Mailbox<ControlReplier.Message>
    private let service: DaemonService
    private let loop: DaemonLoop
    private let now: Instant
    private var file: String { directory.file("state/settings.json") }

    init() throws {
        directory = try TestDirectory()
        (inbox, replies, now) = (try Mailbox(), try Mailbox(), try .utc("2026-11-21", 9))
        let locations = Locations(
            resources: Binary.root + "/Resources",
            daemon: true,
            environment: ["STATE_DIRECTORY": directory.file("state"), "RUNTIME_DIRECTORY": directory.file("run")]
        )
        let config = try Binary.config(QuietMorning.config, in: directory)
        let desk = FetchDesk(runtime: locations.runtime)
        let parts = try DaemonParts(try Configuration.load(config, locations), locations, desk.network)
        service = DaemonService(
            parts,
            since: now,
            log: RecordedLog().logger,
            notifier: try Notifier { _ in },
            inbox: inbox,
            desks: Desks(fetch: desk)
        ) { .failure(ReloadFault(words: "none")) }
        let writer = LedgerWriter(
            ledger: InMemoryLedger(),
            marks: parts.marks(),
            perform: { _ in },
            performMark: { _ in },
            post: { _ in }
        )
        loop = DaemonLoop(
            parts.settings(),
            saved: SavedState(),
            source: PlainSource(),
            player: VirtualPlayer(now: now),
            writer: writer,
            now: now
        ) { _ in }
        // The folder's name is taken by a file.
        try ChildProcess.run(["rm", "-rf", directory.file("state")])
        try directory.write([], to: "state")
    }

    private func set(_ key: String, _ value: String) {
        let replier = ControlReplier(connection: 1, mailbox: replies)
        service.set(
            ControlRequest(.set, key: key, value: value),
            ControlCaller(uid: getuid()),
            replier,
            loop,
            now
        )
    }

    /// Waits for the worker's result.
    private func receive() throws {
        var found: LoopEvent?
        #expect(
            eventually {
                found = inbox.take()
                return found != nil
            }
        )
        guard case .service(let job)? = found else { return }
        service.perform(job, loop, now)
    }

    private func reply() throws -> String {
        guard case .reply(let line, _, _)? = replies.take() else { return "" }
        return String(decoding: line, as: UTF8.self)
    }

    @Test func `a setting that the disk refuses is in force, and is tried again each minute until it is saved`() throws
    {
        let start = MonotonicInstant.start + .hours(1)
        set("volume.asr", "30")
        #expect(loop.saved.preferences.inForce.count == 1)
        service.tickSaves(loop, start)
        try receive()
        let problem = "it is tried again each minute, and until then a restart forgets the change of the settings"
        #expect(try reply().contains(problem))
        #expect(service.model.saveProblems[.settings]?.contains(problem) == true)
        try ChildProcess.run(["rm", directory.file("state")])
        try ChildProcess.run(["mkdir", directory.file("state")])
        service.tickSaves(loop, start + .seconds(1))
        service.tickSaves(loop, start + .seconds(60))
        #expect(inbox.take() == nil, "it is tried again too soon")
        #expect(service.saves[.settings]?.due == start + .seconds(61))
        service.tickSaves(loop, start + .seconds(61))
        try receive()
        #expect(service.model.saveProblems.isEmpty && service.saves[.settings]?.due == nil)
        #expect(try PreferenceStore(file: file).load()?.inForce.map(\.key.name) == ["volume.asr"])
    }

    @Test func `each person gets the answer of the own save, or of a later one`() throws {
        set("volume.asr", "30")
        set("volume.fajr", "40")
        #expect(try reply().isEmpty)
        try receive()
        #expect(try reply().contains("volume.asr is 30 from now on"))
        #expect(try reply().isEmpty)
        try receive()
        #expect(try reply().contains("volume.fajr is 40 from now on"))
    }
}
