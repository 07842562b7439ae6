import AdhanAudio
import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Foundation
import Synchronization
import Testing

/// A disk on which the reads of some files do not return. Each of its files holds the same recording.
private final class HangingDisk: Sendable {
    private struct State {
        var hung: Set<String> = []
        var isSlow = false
        var reads: [String] = []
        var waiting: Set<String> = []
    }

    private let state = Mutex(State())
    private let recording: String

    init(_ recording: String) { self.recording = recording }

    /// The files in the order in which their reads were begun.
    var reads: [String] { state.withLock(\.reads) }
    /// The files whose reads have not returned.
    var waiting: Set<String> { state.withLock(\.waiting) }

    /// - Parameter isSlow: whether reads go on, but take as long.
    func hang(_ files: [String], isSlow: Bool = false) {
        state.withLock { ($0.hung, $0.isSlow) = (Set(files), isSlow) }
    }

    func answer() { state.withLock { $0.hung = [] } }

    func read(_ path: String, _ onProgress: () -> Void) throws(AudioError) -> SoundFile {
        let isSlow = state.withLock { state in
            state.reads.append(path)
            if state.hung.contains(path) { state.waiting.insert(path) }
            return state.isSlow
        }
        _ = eventually(within: .seconds(60)) {
            if isSlow { onProgress() }
            return state.withLock { !$0.hung.contains(path) }
        }
        defer { state.withLock { _ = $0.waiting.remove(path) } }
        return try SoundFile(path: recording)
    }
}

/// A player of recordings on such a disk, on a virtual clock.
private final class HangingReadStory {
    let clock = VirtualHostClock()
    let log = PlayerEventLog()
    let disk: HangingDisk
    let player: Player
    private let fixture: Fixture

    /// - Parameter named: the files of the config.
    init(named: [String]) throws {
        fixture = try Fixture(seconds: 1)
        let (card, disk, threads) = (ScriptedCard(), HangingDisk(fixture.path), Threads())
        (self.disk, self.threads) = (disk, threads)
        let reads = RecordingReads { path, onProgress throws(AudioError) in try disk.read(path, onProgress) }
        player = Player(
            PlayerConfiguration(devices: ["card"]),
            clock: clock,
            read: { path, onProgress throws(AudioError) in
                Recording(try reads.read(path, named: named, onProgress: onProgress))
            },
            open: { name, format, clock throws(AudioError) in try card.open(name, format, clock) },
            startThread: { body in
                threads.started.add(1, ordering: .relaxed)
                Thread.detachNewThread(body)
            },
            onEvent: log.append
        )
    }

    /// Reads that go on while the process exits would use what it has taken down.
    deinit {
        disk.answer()
        _ = eventually { disk.waiting.isEmpty }
    }

    private final class Threads: Sendable { let started = Atomic(0) }
    private let threads: Threads

    /// How many threads the player has started.
    var threadsStarted: Int { threads.started.load(ordering: .relaxed) }

    func arm(_ id: Int, _ file: String) {
        let at = clock.wall().advanced(by: .seconds(10))
        player.arm(PlaybackRequest(id: id, at: at, latest: at.advanced(by: .seconds(60)), file: file))
        player.start(id)
    }

    /// Why the playback failed; nil where it has not, within twenty seconds.
    func failure(of id: Int) -> String? {
        func find() -> String? {
            log.events.lazy.compactMap { if case .failed(id, let fault) = $0 { fault.sentence } else { nil } }.first
        }
        _ = eventually { find() != nil }
        return find()
    }

    /// The report of the playback's end; nil where there is none within twenty seconds.
    func report(of id: Int) -> SoundReport? {
        func find() -> SoundReport? {
            log.events.lazy.compactMap { if case .ended(id, let report) = $0 { report } else { nil } }.first
        }
        _ = eventually { find() != nil }
        return find()
    }

    /// Arms a playback whose read does not return, and waits until the player has given it up.
    ///
    /// - Returns: why it failed.
    func giveUp(_ id: Int, _ file: String) -> String? {
        arm(id, file)
        guard eventually({ disk.waiting.contains(file) }) else { return nil }
        clock.sleep(.seconds(11))
        player.checkProgress()
        return failure(of: id)
    }
}

/// Recordings on a disk that does not answer.
struct HangingReadTests {
    private static let words = "cannot read 'iqama.mp3': its disk or server has not answered"

    @Test func `a recording that hangs costs one thread, however often it is asked for`() throws {
        let story = try HangingReadStory(named: ["iqama.mp3", "adhan.mp3"])
        story.disk.hang(["iqama.mp3"])
        let reason = story.giveUp(1, "iqama.mp3")
        #expect(reason?.contains(Self.words) == true, "\(story.log.events)")
        for id in 2...20 {
            story.arm(id, "iqama.mp3")
            // In the same words, so that the loop reports it once.
            #expect(story.failure(of: id) == reason)
            story.player.checkProgress()
        }
        #expect(story.disk.reads == ["iqama.mp3"] && story.threadsStarted == 2)
        story.arm(21, "adhan.mp3")
        #expect(story.report(of: 21)?.end == .completed, "\(story.log.events)")

        story.disk.answer()
        #expect(eventually { story.disk.waiting.isEmpty })
        // The read may still be returning.
        var id = 22
        #expect(
            eventually {
                id += 1
                story.arm(id, "iqama.mp3")
                _ = eventually { story.log.events.contains { $0.id == id } }
                return !story.log.events.contains { if case .failed(id, _) = $0 { true } else { false } }
            }
        )
        #expect(story.report(of: id)?.end == .completed)
        #expect(story.threadsStarted == 2)
    }

    @Test func `as many recordings may hang as the config names, and an adhan is on time`() throws {
        let lesser = (1...6).map { "reminder-\($0).mp3" }
        let story = try HangingReadStory(named: lesser + ["adhan.mp3"])
        story.disk.hang(lesser)
        for (id, file) in lesser.enumerated() { #expect(story.giveUp(id, file)?.contains(file) == true) }
        #expect(!story.player.isStuck)
        story.arm(7, "adhan.mp3")
        let report = story.report(of: 7)
        #expect(report?.end == .completed && report?.lateness?.wholeMilliseconds == 0, "\(story.log.events)")
        #expect(story.threadsStarted == 7)
        story.disk.answer()
    }

    @Test func `files that the config does not name may use up the threads for such files, and no other`() throws {
        let others = (1...4).map { "/media/\($0).mp3" }
        let story = try HangingReadStory(named: ["adhan.mp3", "iqama.mp3"])
        story.disk.hang(others + ["iqama.mp3"])
        for (id, file) in others.enumerated() { #expect(story.giveUp(id, file) != nil) }
        story.arm(5, "/media/5.mp3")
        #expect(
            story.failure(of: 5)?.contains(
                "'/media/5.mp3' is not read while 4 others have not answered: '/media/1.mp3', '/media/2.mp3'"
            ) == true
        )
        #expect(!story.disk.reads.contains("/media/5.mp3") && story.threadsStarted == 5)
        #expect(story.giveUp(6, "iqama.mp3")?.contains(Self.words) == true)
        story.arm(7, "adhan.mp3")
        #expect(story.report(of: 7)?.end == .completed, "\(story.log.events)")
        story.disk.answer()
    }

    @Test(arguments: [false, true])
    func `a read that is to end is given up within a second, for what comes next`(isSlow: Bool) throws {
        let story = try HangingReadStory(named: ["adhan.mp3", "iqama.mp3"])
        story.disk.hang(["iqama.mp3"], isSlow: isSlow)
        story.arm(1, "iqama.mp3")
        #expect(eventually { story.disk.waiting == ["iqama.mp3"] })
        story.clock.sleep(.seconds(5))
        story.player.stop(1, by: "adhan-dhuhr is due")
        story.player.checkProgress()
        #expect(story.log.events.isEmpty)
        story.clock.sleep(.milliseconds(950))
        // The second stop does not begin the second anew.
        story.player.stop(1, by: "somebody")
        story.player.checkProgress()
        story.arm(2, "adhan.mp3")
        #expect(story.report(of: 1)?.end == .stopped(by: "adhan-dhuhr is due"), "\(story.log.events)")
        #expect(story.report(of: 2)?.end == .completed, "\(story.log.events)")
        #expect(!story.log.events.contains { if case .failed = $0 { true } else { false } }, "\(story.log.events)")
        story.disk.answer()
    }
}
