import AdhanSupport
import AdhanCore
import Testing

@testable import AdhanCaller

/// What the daemon knows of the display.
@Suite struct DisplayWatchTests {
    private let wall = Instant(seconds: 1_795_255_200)

    private func state(_ watch: DisplayWatch, after seconds: Int) -> String? {
        watch.state(.start + .seconds(seconds), wall + .seconds(seconds), .utc)?.state
    }

    private func problems(_ watch: DisplayWatch, after seconds: Int) -> [String] {
        watch.problems(.start + .seconds(seconds), wall + .seconds(seconds), .utc).map(\.what)
    }

    @Test func `a display that has never said anything is not missed`() {
        let watch = DisplayWatch()
        #expect(state(watch, after: 86_400) == nil && problems(watch, after: 86_400).isEmpty)
    }

    @Test func `what it says is told on, and only changes count as new`() {
        var watch = DisplayWatch()
        #expect(watch.report([], .start) == true)
        #expect(state(watch, after: 1) == "ok" && problems(watch, after: 1).isEmpty)
        #expect(watch.report(["a.md:1: HTML is not shown"], .start + .seconds(20)) == true)
        #expect(watch.report(["a.md:1: HTML is not shown"], .start + .seconds(40)) == false)
        #expect(state(watch, after: 50) == "faulty")
        #expect(problems(watch, after: 50) == ["display: a.md:1: HTML is not shown"])
    }

    @Test func `what it says of its pages is told on, kept short`() {
        var watch = DisplayWatch()
        #expect(watch.report([], words: "2 pages follow it", .start) == true)
        #expect(watch.report([], words: "2 pages follow it", .start) == false)
        func words() -> String? { watch.state(.start, wall, .utc)?.words }
        #expect(words() == "its pages and files are in order; 2 pages follow it")
        #expect(watch.report(["a"], words: "1 page follows it\n" + String(repeating: "x", count: 5000), .start) == true)
        #expect(words()?.hasPrefix("it has found a problem; 1 page follows it") == true)
        #expect((words()?.utf8.count ?? 0) < 300 && words()?.contains("\n") == false)
    }

    @Test func `after two silent minutes it is missed, until it is heard of again or says that it ends`() {
        var watch = DisplayWatch()
        _ = watch.report(["a.md:1: HTML is not shown"], .start)
        #expect(state(watch, after: 119) == "faulty")
        #expect(state(watch, after: 120) == "away")
        let missed = "the display has not been heard of since \(ZoneRules.utc.formatted(wall))"
        #expect(problems(watch, after: 150) == [missed])
        _ = watch.report([], .start + .seconds(200))
        #expect(state(watch, after: 210) == "ok")
        #expect(watch.report(nil, .start + .seconds(220)) == true)
        #expect(state(watch, after: 1000) == nil && problems(watch, after: 1000).isEmpty)
    }
}

/// The daemon's view of the process that tells people.
@Suite struct NotifyWatchTests {
    private let wall = Instant(seconds: 1_795_255_200)

    private func problems(_ watch: NotifyWatch, after seconds: Int) -> [String] {
        watch.problems(.start + .seconds(seconds), wall + .seconds(seconds), .utc).map(\.what)
    }

    @Test func `what it says is told on, and only changes count as new`() {
        var watch = NotifyWatch(.start)
        let failing = [FailingReceiver("mail", "mail has not been told")]
        #expect(watch.report([], .start + .seconds(1)) == false)
        #expect(watch.report(failing, .start + .seconds(15)) == true)
        #expect(watch.report(failing, .start + .seconds(30)) == false)
        let found = watch.problems(.start + .seconds(40), wall, .utc)
        #expect(found.map(\.what) == ["mail has not been told"] && found.map(\.id) == ["receiver:mail"])
    }

    @Test func `after two silent minutes it is missed, from the start on, until it is heard of again`() {
        var watch = NotifyWatch(.start)
        #expect(problems(watch, after: 119).isEmpty)
        let missed = problems(watch, after: 120)
        #expect(
            missed.count == 1 && missed.first?.contains("since \(ZoneRules.utc.formatted(wall))") == true,
            "\(missed)"
        )
        #expect(watch.report([], .start + .seconds(200)) == true)
        #expect(problems(watch, after: 210).isEmpty)
    }

    @Test func `the last events come again for two minutes, and not without bound`() {
        var events = RecentEvents()
        events.tick(.start + .seconds(10))
        events.add([1])
        events.tick(.start + .seconds(130))
        events.add([2])
        #expect(events.lines == [1, 2])
        events.tick(.start + .seconds(131))
        #expect(events.lines == [2])
        for _ in 0..<1000 { events.add([3]) }
        #expect(events.lines == Array(repeating: 3, count: 64))
    }
}
