import AdhanCore
import AdhanTestSupport
import Foundation
import Glibc
import Synchronization
import Testing

@testable import AdhanSupport
@testable import adhand_notify

/// The threads that give each receiver its messages.
struct DispatcherTests {
    /// A receiver that answers as a test says, and writes down what it got.
    private final class Scripted: Receiver {
        private let state = Mutex<(got: [String], answer: Delivery)>(([], .done))
        /// Held while it hangs.
        let gate = Mutex<Void>(())

        var got: [String] { state.withLock(\.got) }
        func answer(_ delivery: Delivery) { state.withLock { $0.answer = delivery } }

        func deliver(_ message: Message) -> Delivery {
            gate.withLock { _ in
                state.withLock { state in
                    state.got.append(message.key)
                    return state.answer
                }
            }
        }
    }

    private let directory: TestDirectory
    private let log = RecordedLog()
    private let clock = VirtualHostClock()
    private let zone = ZoneRules.fixed(name: "UTC", offset: 0)

    init() throws { directory = try TestDirectory() }

    private func queue() -> MessageQueue { MessageQueue(directory.file("queue.sqlite"), clock: clock, log: log.logger) }

    private func dispatcher() -> Dispatcher { Dispatcher(queue(), zone: zone, clock: clock, log: log.logger) }

    private func entry(
        _ name: String,
        _ receiver: any Receiver,
        _ change: (inout NotifyConfiguration.Receiver) -> Void = { _ in }
    ) -> Dispatcher.Entry {
        var settings = NotifyConfiguration.Receiver(
            name: name,
            destination: .command("/a"),
            spot: SourceLocation(file: "a", line: 1)
        )
        change(&settings)
        return Dispatcher.Entry(settings: settings, receiver: receiver)
    }

    @Test func `each receiver gets what it wants, in order`() throws {
        let (all, faults) = (Scripted(), Scripted())
        let dispatcher = dispatcher()
        dispatcher.apply(
            [entry("all", all), entry("faults", faults) { ($0.events, $0.severity) = ([.fault], .warning) }],
            zone: zone
        )
        for number in 1...5 { dispatcher.enqueue(.sample("\(number)")) }
        dispatcher.enqueue(.fault("6", .info))
        dispatcher.enqueue(.fault("7", .warning))
        #expect(eventually { all.got.count == 7 && faults.got.count == 1 })
        #expect(all.got == (1...7).map { "\($0)" } && faults.got == ["7"])
        #expect(dispatcher.stop(within: .seconds(20)))
        #expect(log.lines.isEmpty, "\(log.lines)")
    }

    @Test func `a receiver that hangs holds up no other, and neither does it the queue`() throws {
        let (hanging, other) = (Scripted(), Scripted())
        let dispatcher = dispatcher()
        hanging.gate.withLock { _ in
            dispatcher.apply([entry("hanging", hanging), entry("other", other)], zone: zone)
            for number in 1...20 { dispatcher.enqueue(.sample("\(number)")) }
            #expect(eventually { other.got.count == 20 })
            #expect(hanging.got.isEmpty)
            #expect(!dispatcher.stop(within: .milliseconds(50)))
        }
        // The rest waits for the next start.
        #expect(eventually { hanging.got.count == 1 })
        let next = self.dispatcher()
        next.apply([entry("hanging", hanging)], zone: zone)
        #expect(eventually { hanging.got.count >= 20 })
        #expect(next.stop(within: .seconds(20)))
    }

    @Test func `after a failure a message is sent again, before the others`() throws {
        let receiver = Scripted()
        receiver.answer(.again(after: .seconds(60), reason: "it answered 500"))
        let dispatcher = dispatcher()
        dispatcher.apply([entry("a", receiver)], zone: zone)
        dispatcher.enqueue(.sample("1"))
        #expect(eventually { receiver.got == ["1"] })
        receiver.answer(.done)
        clock.sleep(.seconds(30))
        dispatcher.enqueue(.sample("2"))
        #expect(!eventually(within: .milliseconds(300)) { receiver.got.count > 1 })
        clock.sleep(.seconds(31))
        dispatcher.enqueue(.sample("3"))
        // Its thread may have begun to wait after the first 30 s only.
        let isTold = eventually {
            clock.sleep(.seconds(5))
            return receiver.got == ["1", "1", "2", "3"]
        }
        #expect(isTold, "\(receiver.got)")
        #expect(dispatcher.stop(within: .seconds(20)))
        #expect(
            log.lines == ["warning: a was not told, and will be later: it answered 500", "notice: a is told again"]
        )
    }

    @Test func `what a receiver refuses for good does not hold up the rest`() throws {
        let receiver = Scripted()
        receiver.answer(.refused(reason: "it answered 422"))
        let dispatcher = dispatcher()
        dispatcher.apply([entry("a", receiver)], zone: zone)
        dispatcher.enqueue(.sample("1"))
        dispatcher.enqueue(.sample("2"))
        #expect(eventually { receiver.got == ["1", "2"] })
        #expect(dispatcher.stop(within: .seconds(20)))
        #expect(log.lines.count == 2 && log.lines.first?.contains("a refuses a message: it answered 422") == true)
    }

    @Test func `in quiet hours only critical faults are told, and other faults after them`() throws {
        let receiver = Scripted()
        let dispatcher = dispatcher()
        let now = zone.wall(at: clock.wall()).secondOfDay
        let quiet = NotifyConfiguration.Quiet(from: (now + 86_390) % 86_400, to: (now + 600) % 86_400)
        dispatcher.apply([entry("a", receiver) { $0.quiet = quiet }], zone: zone)
        dispatcher.enqueue(.sample("adhan"))
        dispatcher.enqueue(.fault("warning", .warning))
        dispatcher.enqueue(.fault("critical", .critical))
        #expect(eventually { receiver.got == ["critical"] })
        clock.sleep(.seconds(700))
        dispatcher.enqueue(.sample("next"))
        #expect(eventually { receiver.got == ["critical", "warning", "next"] }, "\(receiver.got)")
        #expect(dispatcher.stop(within: .seconds(20)))
    }

    @Test func `what waits is not told to a receiver that has got the name and does not want it`() throws {
        let (imam, everybody) = (Scripted(), Scripted())
        let queue = queue()
        queue.add(.fault("fault", .warning), for: ["a"])
        queue.add(.sample("adhan"), for: ["a"])
        let dispatcher = Dispatcher(queue, zone: zone, clock: clock, log: log.logger)
        var settings = entry("a", everybody).settings
        settings.events = [.adhan]
        dispatcher.apply([.init(settings: settings, receiver: everybody), entry("b", imam)], zone: zone)
        #expect(eventually { everybody.got == ["adhan"] })
        #expect(dispatcher.stop(within: .seconds(20)))
        #expect(try QueueFile(reading: directory.file("queue.sqlite")).contents().messages.isEmpty)
        #expect(imam.got.isEmpty)
    }

    @Test func `a receiver's successor waits for the delivery that still runs`() throws {
        let (old, new) = (Scripted(), Scripted())
        let dispatcher = dispatcher()
        old.gate.withLock { _ in
            dispatcher.apply([entry("a", old)], zone: zone)
            dispatcher.enqueue(.sample("1"))
            dispatcher.enqueue(.sample("2"))
            // The gate is closed, so the delivery of the first message hangs by then, or will.
            #expect(!eventually(within: .milliseconds(300)) { !old.got.isEmpty })
            dispatcher.apply([entry("a", new)], zone: zone)
            #expect(!eventually(within: .milliseconds(300)) { !new.got.isEmpty })
        }
        #expect(eventually { new.got == ["2"] && old.got == ["1"] }, "\(old.got) \(new.got)")
        #expect(dispatcher.stop(within: .seconds(20)))
    }

    @Test func `a failure goes on over a new config`() throws {
        let receiver = Scripted()
        receiver.answer(.again(after: .zero, reason: "it does not answer"))
        let dispatcher = dispatcher()
        dispatcher.apply([entry("a", receiver)], zone: zone)
        dispatcher.enqueue(.sample("1"))
        #expect(eventually { !receiver.got.isEmpty })
        #expect(
            eventually {
                clock.sleep(.seconds(10))
                return !dispatcher.failing(zone).isEmpty
            }
        )
        let before = dispatcher.failing(zone)
        dispatcher.apply([entry("a", receiver)], zone: zone)
        #expect(before.count == 1 && dispatcher.failing(zone) == before)
        #expect(dispatcher.stop(within: .seconds(20)))
    }

    @Test func `a new config replaces the receivers by their names`() throws {
        let (old, new) = (Scripted(), Scripted())
        old.answer(.again(after: .zero, reason: "it does not answer"))
        let dispatcher = dispatcher()
        dispatcher.apply([entry("a", old), entry("gone", old)], zone: zone)
        dispatcher.enqueue(.sample("1"))
        #expect(eventually { old.got.count == 2 })
        dispatcher.apply([entry("a", new)], zone: zone)
        #expect(eventually { new.got == ["1"] })
        #expect(dispatcher.stop(within: .seconds(20)))
        #expect(try QueueFile(reading: directory.file("queue.sqlite")).contents().messages.isEmpty)
    }
}
