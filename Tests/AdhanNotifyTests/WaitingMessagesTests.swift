import AdhanCore
import AdhanSupport
import Testing

@testable import adhand_notify

/// The queue in memory, and its changes for the file.
@Suite struct WaitingMessagesTests {
    private func keys(_ waiting: inout WaitingMessages) -> [String] {
        waiting.takeChanges().messages.map(\.message.key)
    }

    @Test func `what could not be written is written later, with what came since`() {
        var waiting = WaitingMessages(QueueLimits())
        waiting.add(.sample("1"), for: ["a", "b"], at: 0)
        waiting.add(.sample("2"), for: ["a"], at: 1)
        let lost = waiting.takeChanges()
        #expect(lost.messages.map(\.message.key) == ["1", "2"] && !waiting.isChanged)
        waiting.finish(DeliveredMessage(receiver: "a", key: "2"), at: 2)
        waiting.add(.sample("3"), for: ["a"], at: 3)
        waiting.giveBack(lost)
        let changes = waiting.takeChanges()
        #expect(changes.messages.map(\.message.key) == ["1", "3"] && changes.removed == ["2"])
        #expect(changes.told == [DeliveredMessage(receiver: "a", key: "2"): 2] && !waiting.isChanged)
    }

    @Test func `told keys that could not be written are written later`() {
        var waiting = WaitingMessages(QueueLimits())
        let done = DeliveredMessage(receiver: "a", key: "1")
        waiting.add(.sample("1"), for: ["a"], at: 0)
        waiting.finish(done, at: 1)
        waiting.giveBack(waiting.takeChanges())
        #expect(waiting.takeChanges().told == [done: 1])
    }

    @Test func `another disk gets all that waits, and what it alone has is told first`() throws {
        var waiting = WaitingMessages(QueueLimits())
        waiting.add(.sample("1"), for: ["a"], at: 5)
        _ = waiting.takeChanges()
        let old = QueuedMessage(message: .sample("0"), at: -9, receivers: ["a": .init(count: 2, reason: "500")])
        let told = DeliveredMessage(receiver: "b", key: "7")
        waiting.merge(QueueContents(messages: [old], told: [told: -5]), at: 6)
        #expect(waiting.first(for: "a", atLeast: .info)?.attempts == 2)
        #expect(keys(&waiting) == ["1"])
        waiting.add(.sample("7"), for: ["b"], at: 7)
        #expect(waiting.first(for: "b", atLeast: .info) == nil)
    }

    @Test func `what memory has finished does not come back from a file`() {
        var waiting = WaitingMessages(QueueLimits())
        let old = QueuedMessage(message: .sample("0"), at: 0, receivers: ["a": .init()])
        waiting.merge(QueueContents(messages: [old]), at: 0)
        waiting.finish(DeliveredMessage(receiver: "a", key: "0"), at: 1)
        waiting.merge(QueueContents(messages: [old]), at: 2)
        #expect(waiting.first(for: "a", atLeast: .info) == nil && waiting.takeChanges().removed == ["0"])
    }

    @Test func `of the told keys the latest are remembered`() {
        var waiting = WaitingMessages(QueueLimits(told: 2))
        for number in 1...4 {
            let key = "\(number)"
            waiting.add(.sample(key), for: ["a"], at: Int64(number))
            waiting.finish(DeliveredMessage(receiver: "a", key: key), at: Int64(number))
        }
        waiting.prune(at: 5)
        for number in 1...4 { waiting.add(.sample("\(number)"), for: ["a"], at: 6) }
        #expect(waiting.first(for: "a", atLeast: .info)?.message.key == "1")
        #expect(waiting.takeChanges().messages.map(\.message.key) == ["1", "2"])
    }
}
