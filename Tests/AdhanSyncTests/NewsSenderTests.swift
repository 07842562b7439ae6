import AdhanSupport
import AdhanCore
import Synchronization
import Testing

@testable import adhand_sync

struct NewsSenderTests {
    @Test func `events are told as they happen, and a flood of them is summed up at its end`() throws {
        let sent = Mutex<[ControlRequest]>([])
        let gate = WaitGroup(1)
        let sender = try NewsSender { request in
            _ = gate.wait(within: .seconds(10))
            sent.withLock { $0.append(request) }
            return true
        }
        let path = try MirrorPath("adhan.mp3")
        for _ in 0..<100 { sender.tell("main", .added(path, size: 1)) }
        sender.tell("main", .finished(MirrorSummary()))
        gate.leave()
        sender.flush(within: .seconds(10))
        let requests = sent.withLock { $0 }
        #expect(requests.count == 9)
        #expect(requests.first == ControlRequest(.mirrorNews, key: "main.added", value: "added adhan.mp3 (1 bytes)"))
        #expect(requests.last?.key == "main.finished")
        #expect(requests.last?.value?.hasSuffix("(92 events were not told one by one)") == true)
    }

    @Test func `while the daemon is away only the end of a pass is tried`() throws {
        let sent = Mutex<[String]>([])
        let isThere = Mutex(false)
        let sender = try NewsSender { request in
            sent.withLock { $0.append(request.key ?? "") }
            return isThere.withLock { $0 }
        }
        func tell(_ event: MirrorEvent) {
            sender.tell("main", event)
            sender.flush(within: .seconds(10))
        }
        let added = MirrorEvent.added(try MirrorPath("a"), size: 1)
        for _ in 0..<5 { tell(added) }
        tell(.finished(MirrorSummary()))
        #expect(sent.withLock { $0 } == ["main.added", "main.finished"])
        isThere.withLock { $0 = true }
        tell(.finished(MirrorSummary()))
        tell(added)
        #expect(sent.withLock { $0 } == ["main.added", "main.finished", "main.finished", "main.added"])
    }
}
