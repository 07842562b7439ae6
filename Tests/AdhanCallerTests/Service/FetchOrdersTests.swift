import AdhanTestSupport
import Glibc
import Testing

@testable import AdhanSupport
@testable import AdhanCaller

/// The daemon's own user and root alone may get its questions to the network and answer them.
@Suite struct FetchOrdersTests {
    private let desk: FetchDesk
    private let service: DaemonService

    init() throws {
        let directory = try TestDirectory()
        let locations = Locations(
            resources: Binary.root + "/Resources",
            daemon: true,
            environment: ["STATE_DIRECTORY": directory.file("state"), "RUNTIME_DIRECTORY": directory.file("run")]
        )
        desk = FetchDesk(runtime: locations.runtime)
        let config = try Binary.config(QuietMorning.config, in: directory)
        service = DaemonService(
            try DaemonParts(try Configuration.load(config, locations), locations, desk.network),
            since: try .utc("2026-11-21", 9),
            log: RecordedLog().logger,
            notifier: try Notifier { _ in },
            inbox: try Mailbox(),
            desks: Desks(fetch: desk)
        ) { .failure(ReloadFault(words: "none")) }
    }

    /// The line that a user gets.
    private func reply(to command: ControlRequest.Command, of user: uid_t) throws -> String {
        let replies = try Mailbox<ControlReplier.Message>()
        let replier = ControlReplier(connection: 1, mailbox: replies)
        service.fetch(ControlRequest(command), ControlCaller(uid: user, name: "somebody"), replier)
        guard case .reply(let line, _, _)? = replies.take() else { return "" }
        return String(decoding: line, as: UTF8.self)
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
                let words = command == .fetches ? desk.folder : "which says what came of a question"
                #expect(reply.replacing("\\/", with: "/").contains(words), "\(command), uid \(user): \(reply)")
            }
        }
    }
}
