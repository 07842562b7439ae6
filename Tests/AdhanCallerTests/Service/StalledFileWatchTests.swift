import AdhanTestSupport
import AdhanSupport
import Testing

@testable import AdhanCaller

/// A recording on a disk that hangs, across several reloads.
@Suite struct StalledFileWatchTests {
    private let path = "/srv/adhan.mp3"
    private let long = BootClock.now() - KeptRecordings.patience - .seconds(1)

    private func next(_ before: KeptRecordings, _ paths: [String]) -> KeptRecordings {
        let next = KeptRecordings(paths)
        next.adopt(before)
        return next
    }

    @Test func `the time for which a file is stalled goes on across reloads`() {
        let first = KeptRecordings(["/srv/fajr.mp3", path])
        first.pendingReads.begin(path, at: long)
        let second = next(first, [path])
        let third = next(second, [path])
        #expect([first, second, third].map(\.stalled) == [path, path, path])
        #expect(third.lookedAt == path)
        #expect(next(third, ["/srv/fajr.mp3"]).stalled == nil)
        // Another look at it counts from the first one.
        third.pendingReads.begin(path)
        #expect(third.stalled == path)
        // The look of the first config returns.
        first.pendingReads.end(path)
        #expect([first, second, third].allSatisfy { $0.stalled == nil && $0.lookedAt == nil })
    }

    @Test func `a look that began before its config was taken up counts, too`() {
        let (before, after) = (KeptRecordings([path]), KeptRecordings([path]))
        after.pendingReads.begin(path, at: long)
        after.adopt(before)
        #expect(after.stalled == path)
        after.adopt(after)
        #expect(after.stalled == path)
        _ = after.reload()
        #expect(after.stalled == nil)
    }

    @Test func `it is reported once, and once more when it answers again`() {
        let log = RecordedLog()
        let first = KeptRecordings([path])
        first.pendingReads.begin(path, at: long)
        let watch = StalledFileWatch(timetable: nil, recordings: KeptRecordings([]))
        watch.logStalledFiles(log.logger)
        #expect(log.lines.isEmpty)
        let (second, third) = (KeptRecordings([path]), KeptRecordings([path]))
        let watches = [first, second, third].map { StalledFileWatch(timetable: nil, recordings: $0) }
        // A file that was stalled when the watch was made is reported by the start itself.
        watches[0].adopt(watch)
        watches[0].logStalledFiles(log.logger)
        #expect(log.lines.isEmpty)
        second.adopt(first)
        watches[1].logStalledFiles(log.logger)
        #expect(log.lines.count == 1 && log.lines.first?.hasPrefix("warning: \(path) has not answered") == true)
        third.adopt(second)
        watches[2].adopt(watches[1])
        watches[2].logStalledFiles(log.logger)
        #expect(log.lines.count == 1)
        first.pendingReads.end(path)
        for _ in 1...2 { watches[2].logStalledFiles(log.logger) }
        #expect(log.lines.dropFirst() == ["notice: \(path) answers again"])
    }
}
