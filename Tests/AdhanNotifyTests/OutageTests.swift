import AdhanCore
import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanSupport
@testable import adhand_notify

/// A receiver that is gone for an hour, and comes back. Time is virtual, the server is not.
@Suite struct OutageTests {
    private let directory: TestDirectory
    private let log = RecordedLog()
    private let clock = VirtualHostClock()

    init() throws { directory = try TestDirectory() }

    /// A process of the teller with one receiver.
    private func start(_ address: String, secret: SecretFile) throws -> Dispatcher {
        let queue = MessageQueue(directory.file("queue.sqlite"), clock: clock, log: log.logger)
        let dispatcher = Dispatcher(queue, zone: .utc, clock: clock, log: log.logger)
        let settings = NotifyConfiguration.Receiver(
            name: "house",
            destination: .webhook(try WebAddress(address)),
            spot: SourceLocation(file: "a", line: 1)
        )
        let webhook = Webhook(try WebAddress(address), .sample(), secret: secret)
        dispatcher.apply([.init(settings: settings, receiver: webhook)], zone: .utc)
        return dispatcher
    }

    @Test func `after an hour away it gets all, in order, each under one key`() throws {
        let file = try directory.write(Array("wrong\n".utf8), to: "secret")
        chmod(file, 0o600)
        let first = try AnswerServer()
        let address = try first.answering(.init(status: 204))
        var dispatcher = try start(address, secret: SecretFile(file))
        var keys: [String] = []
        // It also wakes the receiver's thread, which cannot see virtual time pass.
        func pass(minutes: Int = 1) {
            for _ in 0..<minutes {
                clock.sleep(.minutes(1))
                keys.append("\(keys.count + 1)")
                dispatcher.enqueue(.sample(keys.last ?? ""))
            }
        }
        pass(minutes: 3)
        #expect(try eventually { try first.keys(at: address) == keys })
        first.end()

        // An hour, in which a person sets the clock twice, and the process is replaced.
        pass(minutes: 20)
        #expect(eventually { log.lines.contains { $0.contains("house was not told, and will be later") } })
        clock.stepWall(by: .days(3))
        pass(minutes: 20)
        #expect(dispatcher.stop(within: .seconds(20)))
        dispatcher = try start(address, secret: SecretFile(file))
        clock.stepWall(by: .days(-9))
        pass(minutes: 20)
        let port = try #require(URL(string: address)?.port.flatMap { UInt16(exactly: $0) })
        let second = try AnswerServer(port: port)
        defer { second.end() }
        // It is back, but does not know the secret.
        let path = String(address.dropFirst(second.base.count))
        try second.script(path, [.init(status: 401), .init(status: 401), .init(status: 204)])
        #expect(
            try eventually(within: .seconds(60)) {
                pass()
                return try second.keys(at: address).count > 2
            }
        )
        #expect(try eventually { try second.keys(at: address).count == keys.count - 3 + 2 })
        // The refused message again under its key, before all others.
        let told = try second.keys(at: address)
        #expect(Array(told.prefix(3)) == ["4", "4", "4"])
        #expect(Array(told.dropFirst(2)) == Array(keys.dropFirst(3)), "\(told)")
        #expect(dispatcher.stop(within: .seconds(20)))
        let asked = try second.asked(at: address).compactMap { $0.headers["x-adhand-signature"] }
        #expect(asked.count == told.count)
        #expect(log.lines.filter { $0.contains("was not told") }.count == 3, "\(log.lines)")
        #expect(log.lines.last == "notice: house is told again")
    }
}
