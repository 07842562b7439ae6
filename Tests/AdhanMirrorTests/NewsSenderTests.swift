import AdhanControl
import AdhanCore
import AdhanSystem
import Synchronization
import Testing

@testable import AdhanMirror

struct NewsSenderTests {
    @Test func `events are told as they happen, and a flood of them is summed up at its end`() throws {
        let sent = Mutex<[ControlRequest]>([])
        let gate = WaitGroup(1)
        let sender = try NewsSender { request in
            _ = gate.wait(within: .seconds(10))
            sent.withLock { $0.append(request) }
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
}
