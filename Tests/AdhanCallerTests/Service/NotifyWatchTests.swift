import AdhanCore
import AdhanSupport
import Testing

@testable import AdhanCaller

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
