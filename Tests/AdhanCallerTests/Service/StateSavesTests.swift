import AdhanCore
import AdhanTestSupport
import Glibc
import Testing

@testable import AdhanSupport
@testable import AdhanCaller

/// A daemon's service without a daemon.
private struct ServiceRig {
    let directory: TestDirectory
    let inbox: Mailbox<LoopEvent>
    let desk: FetchDesk
    let parts: DaemonParts
    let service: DaemonService
    let now: Instant

    init() throws {
        directory = try TestDirectory()
        (inbox, now) = (try Mailbox(), try .utc("2026-11-21", 9))
        let locations = Locations(
            resources: Binary.root + "/Resources",
            daemon: true,
            environment: ["STATE_DIRECTORY": directory.file("state"), "RUNTIME_DIRECTORY": directory.file("run")]
        )
        desk = FetchDesk(runtime: locations.runtime)
        let config = try Binary.config(QuietMorning.config, in: directory)
        parts = try DaemonParts(try Configuration.load(config, locations), locations, desk.network)
        service = DaemonService(
            parts,
            since: now,
            log: RecordedLog().logger,
            notifier: try Notifier { _ in },
            inbox: inbox,
            desks: Desks(fetch: desk)
        ) { .failure(ReloadFault(words: "none")) }
    }
}

extension Mailbox<ControlReplier.Message> {
    /// The line that a user gets; empty where there is none.
    func line() -> String {
        guard case .reply(let line, _, _)? = take() else { return "" }
        return String(decoding: line, as: UTF8.self)
    }
}

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
        let rig = try ServiceRig()
        (directory, inbox, service, now, replies) = (rig.directory, rig.inbox, rig.service, rig.now, try Mailbox())
        loop = .plain(at: now) { $0 = rig.parts.settings() }
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

    @Test func `a setting that the disk refuses is in force, and is tried again each minute until it is saved`() throws
    {
        let start = MonotonicInstant.start + .hours(1)
        set("volume.asr", "30")
        #expect(loop.saved.preferences.inForce.count == 1)
        service.tickSaves(loop, start)
        try receive()
        let problem = "it is tried again each minute, and until then a restart forgets the change of the settings"
        #expect(replies.line().contains(problem))
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
        #expect(replies.line().isEmpty)
        try receive()
        #expect(replies.line().contains("volume.asr is 30 from now on"))
        #expect(replies.line().isEmpty)
        try receive()
        #expect(replies.line().contains("volume.fajr is 40 from now on"))
    }
}

/// The daemon's own user and root alone may get its questions to the network and answer them.
@Suite struct FetchOrdersTests {
    private let rig: ServiceRig

    init() throws { rig = try ServiceRig() }

    /// The line that a user gets.
    private func reply(to command: ControlRequest.Command, of user: uid_t) throws -> String {
        let replies = try Mailbox<ControlReplier.Message>()
        let replier = ControlReplier(connection: 1, mailbox: replies)
        rig.service.fetch(ControlRequest(command), ControlCaller(uid: user, name: "somebody"), replier)
        return replies.line()
    }

    @Test func `only the daemon's own user and root get the questions and may answer them`() throws {
        for command in [ControlRequest.Command.fetches, .fetched] {
            let refusal = "only the daemon's own user and root may answer its questions to the network"
            for user in [geteuid() + 1, 65_534] {
                let reply = try reply(to: command, of: user)
                #expect(reply.contains(refusal), "\(command), uid \(user): \(reply)")
            }
            for user in [0, geteuid()] {
                let reply = try reply(to: command, of: user)
                let words = command == .fetches ? rig.desk.folder : "which says what came of a question"
                #expect(reply.replacing("\\/", with: "/").contains(words), "\(command), uid \(user): \(reply)")
            }
        }
    }
}
