import AdhanCore
import AdhanTestSupport
import Foundation
import Glibc
import Synchronization
import Testing

@testable import AdhanSupport
@testable import adhand_notify

/// Ten thousand messages to real servers. `make notify-long` runs it.
@Suite(.serialized, .enabled(if: getenv("ADHAND_NOTIFY_BENCH") != nil, "it takes minutes")) struct DrainTests {
    /// Counts what another receiver delivers.
    private final class Counting: Receiver {
        private let inner: any Receiver
        let count = Atomic(0)

        init(_ inner: any Receiver) { self.inner = inner }

        func deliver(_ message: Message) -> Delivery {
            let delivery = inner.deliver(message)
            if delivery == .done { count.add(1, ordering: .relaxed) }
            return delivery
        }
    }

    private static let all = 10_000

    private let directory: TestDirectory
    private let log = RecordedLog()

    init() throws { directory = try TestDirectory() }

    /// Queues the messages for each receiver, and has them told.
    private func drain(_ name: String, _ receivers: [any Receiver], messages: Int) throws {
        let counting = receivers.map(Counting.init)
        let names = counting.indices.map { "receiver-\($0)" }
        let queue = MessageQueue(
            directory.file("queue.sqlite"),
            limits: QueueLimits(messages: messages),
            log: log.logger
        )
        for number in 1...messages { queue.add(.sample("\(number)"), for: names) }
        var told: Int { counting.map { $0.count.load(ordering: .relaxed) }.reduce(0, +) }

        let begun = ContinuousClock.now
        let dispatcher = Dispatcher(queue, zone: .utc, log: log.logger)
        let entries = zip(names, counting).map { name, receiver in
            Dispatcher.Entry(
                settings: .init(name: name, destination: .command("/a"), spot: SourceLocation(file: "a", line: 1)),
                receiver: receiver
            )
        }
        dispatcher.apply(entries, zone: .utc)
        // Until then each thread and library has what it needs.
        #expect(eventually(within: .seconds(60)) { told >= Self.all / 10 })
        let early = try OwnMemory.now()
        #expect(eventually(within: .seconds(120)) { told == Self.all }, "\(told) told")
        let (time, growth) = try (ContinuousClock.now - begun, OwnMemory.now() - early)
        #expect(dispatcher.stop(within: .seconds(20)))
        print("\(name), \(receivers.count) at once: \(Self.all) messages in \(time.tenths), \(growth) kB more")
        #expect(time < .seconds(60) && growth < 4096)
        let left = try QueueFile(reading: directory.file("queue.sqlite")).contents().messages
        #expect(left.isEmpty && log.lines.isEmpty, "\(log.lines)")
    }

    /// One receiver has ten times what the product's queue keeps; ten receivers have all that it keeps.
    @Test(arguments: [1, 10]) func `webhooks get all in a minute, in order, each once`(receivers: Int) throws {
        let server = try AnswerServer()
        defer { server.end() }
        let addresses = try (0..<receivers).map { _ in try server.answering(.init(status: 204)) }
        let webhooks = try addresses.map { Webhook(try WebAddress($0), .sample(), secret: nil) }
        let messages = Self.all / receivers
        try drain("webhook", webhooks, messages: messages)
        let keys = (1...messages).map { "\($0)" }
        for address in addresses {
            let isRight = try server.keys(at: address) == keys
            #expect(isRight)
        }
    }

    @Test func `mails go in a minute, in order, each once`() throws {
        let server = try MailServerProcess()
        let senders = try (0..<10).map { number in
            var mail = try NotifyMail("caretaker-\(number)@example.org")
            mail.server = try MailServer("smtp://127.0.0.1:\(server.plain)")
            mail.from = try MailAddress("box@example.org")
            return try #require(MailSender(mail, .sample(), user: nil, secret: nil))
        }
        try drain("mail", senders, messages: Self.all / 10)
        var ids: [String: [String]] = [:]
        for mail in try server.ids() { ids[mail.to, default: []].append(mail.id) }
        // All receivers get the messages in one order.
        let first = ids.values.first ?? []
        #expect(ids.count == 10 && first.count == Self.all / 10 && Set(first).count == first.count)
        #expect(ids.values.allSatisfy { $0 == first })
    }
}
