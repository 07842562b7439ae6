import AdhanSystem
import AdhanTestSupport
import Testing

@testable import AdhanDaemon

/// A recording on a disk that hangs, over one reload after another.
@Suite struct SilenceWatchTests {
    private let path = "/srv/adhan.mp3"
    private let long = BootClock.now() - KeptRecordings.patience - .seconds(1)

    private func next(_ before: KeptRecordings, _ paths: [String]) -> KeptRecordings {
        let next = KeptRecordings(paths)
        next.adopt(before)
        return next
    }

    @Test func `a file does not answer for as long as it has not, whatever config is taken up meanwhile`() {
        let first = KeptRecordings(["/srv/fajr.mp3", path])
        first.asks.begin(path, at: long)
        let second = next(first, [path])
        let third = next(second, [path])
        #expect([first, second, third].map(\.silent) == [path, path, path])
        #expect(third.lookedAt == path)
        #expect(next(third, ["/srv/fajr.mp3"]).silent == nil)
        // Another look at it waits since then, too.
        third.asks.begin(path)
        #expect(third.silent == path)
        // The look of the first config comes back.
        first.asks.end(path)
        #expect([first, second, third].allSatisfy { $0.silent == nil && $0.lookedAt == nil })
    }

    @Test func `a look that began before its config was taken up is waited for, too`() {
        let (before, after) = (KeptRecordings([path]), KeptRecordings([path]))
        after.asks.begin(path, at: long)
        after.adopt(before)
        #expect(after.silent == path)
        after.adopt(after)
        #expect(after.silent == path)
        _ = after.look()
        #expect(after.silent == nil)
    }

    @Test func `it is said once, and once that it answers again`() {
        let said = Said()
        let first = KeptRecordings([path])
        first.asks.begin(path, at: long)
        let watch = SilenceWatch(timetable: nil, recordings: KeptRecordings([]))
        watch.look(said.logger)
        #expect(said.all.isEmpty)
        let (second, third) = (KeptRecordings([path]), KeptRecordings([path]))
        let watches = [first, second, third].map { SilenceWatch(timetable: nil, recordings: $0) }
        // What was silent as the first was made, its config's announcement has said.
        watches[0].adopt(watch)
        watches[0].look(said.logger)
        #expect(said.all.isEmpty)
        second.adopt(first)
        watches[1].look(said.logger)
        #expect(said.all.count == 1 && said.all.first?.hasPrefix("warning: \(path) has not answered") == true)
        third.adopt(second)
        watches[2].adopt(watches[1])
        watches[2].look(said.logger)
        #expect(said.all.count == 1)
        first.asks.end(path)
        for _ in 1...2 { watches[2].look(said.logger) }
        #expect(said.all.dropFirst() == ["notice: \(path) answers again"])
    }
}
