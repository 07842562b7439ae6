import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Synchronization
import Testing

@testable import adhand_sync

/// The mirrors' own loop, on a clock that the test sets.
struct MirrorServiceTests {
    private let rig: MirrorRig
    private let start = BootInstant.start + .hours(1)

    init() throws { rig = try MirrorRig() }

    private func sync(_ mirror: MirrorConfiguration.Mirror? = nil, _ keys: S3Credentials? = nil) throws -> MirrorSync {
        let keys = try keys ?? S3Server.shared.right
        return rig.sync(mirror ?? rig.mirror, ContentCheck(validator: nil)) { () throws(FetchFault) in keys }
    }

    @Test func `a pass is made at once, and then in the interval`() throws {
        try rig.bucket.put(["a": "a"])
        let service = MirrorService([try sync()], now: start, delay: { $0 }, perform: { $0() })
        #expect(service.due == start)
        service.run { start }
        #expect(try rig.files() == rig.objects())
        #expect(service.due == start + .minutes(15))
        try rig.bucket.put(["a": "other"])
        service.run { start + .minutes(14) }
        #expect(try rig.files() != rig.objects())
        service.run { start + .minutes(15) }
        #expect(try rig.files() == rig.objects())
        // After a start the boxes of a fleet do not all ask at once.
        #expect(MirrorService([try sync()], now: start, delay: { $0 }).due == start + .minutes(1))
    }

    @Test func `after a failure it tries again soon, and less and less often`() throws {
        let barred = try sync(nil, S3Server.shared.barred)
        let service = MirrorService([barred], now: start, delay: { $0 }, perform: { $0() })
        var now = start
        for minutes in [1, 2, 4, 8, 15, 15] {
            service.run { [now] in now }
            #expect(service.due == now + .minutes(minutes))
            now = now + .minutes(minutes)
        }
    }

    @Test func `a changed config is taken up at once`() throws {
        try rig.bucket.put(["a": "a"])
        let other = try S3TestBucket()
        try other.put(["b": "b"])
        let service = MirrorService([try sync()], now: start, delay: { $0 }, perform: { $0() })
        service.run { start }
        var mirror = rig.mirror
        (mirror.bucket, mirror.interval) = (other.bucket, .minutes(5))
        service.replace([try sync(mirror)], now: start + .seconds(10))
        service.run { start + .seconds(10) }
        #expect(try rig.files().keys.contains("b"))
        #expect(service.due == start + .seconds(10) + .minutes(5))
        service.replace([])
        #expect(service.due == nil)
    }

    @Test func `no mirror waits for another, and a changed config ends the passes of the old one`() throws {
        let passes = Mutex<[@Sendable () -> Void]>([])
        // They hold the service, which holds them.
        defer { passes.withLock { $0 = [] } }
        var second = rig.mirror
        (second.name, second.directory) = ("second", rig.directory.file("mirrors/second"))
        let start = start
        let service = MirrorService(
            [try sync(), try sync(second)],
            now: start,
            delay: { $0 },
            perform: { pass in passes.withLock { $0.append(pass) } }
        )
        service.run { start }
        #expect(passes.withLock { $0.count } == 2)
        #expect(service.due == nil && !service.hangs(start + .minutes(1)) && service.hangs(start + .hours(3)))
        // Another pass in the same folder waits for the end of the first.
        try rig.bucket.put(["a": "a"])
        service.replace([try sync()], now: start + .minutes(1))
        service.run { start + .minutes(1) }
        #expect(service.due == nil)
        for pass in passes.withLock(\.self) { pass() }
        #expect(try rig.files().isEmpty)
        #expect(rig.events.take().isEmpty)
        service.run { start + .minutes(2) }
        passes.withLock(\.last)?()
        #expect(try rig.files() == rig.objects())
    }
}

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
