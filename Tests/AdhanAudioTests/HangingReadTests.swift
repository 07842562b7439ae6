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
    let disk: HangingDisk
    let bench: PlayerBench
    private let threads = Threads()

    /// - Parameters:
    ///   - named: the files of the config.
    ///   - hung: the files whose reads hang.
    init(named: [String], hung: [String], isSlow: Bool = false) throws {
        let (disk, threads) = (HangingDisk(try Fixture(seconds: 1).path), self.threads)
        self.disk = disk
        let reads = RecordingReads { path, onProgress throws(AudioError) in try disk.read(path, onProgress) }
        bench = PlayerBench(
            ["card": ScriptedCard()],
            read: { path, onProgress throws(AudioError) in
                Recording(try reads.read(path, named: named, onProgress: onProgress))
            },
            startThread: { body in
                threads.started.add(1, ordering: .relaxed)
                Thread.detachNewThread(body)
            }
        )
        disk.hang(hung, isSlow: isSlow)
    }

    /// Reads that go on while the process exits would use what it has taken down.
    deinit {
        disk.answer()
        _ = eventually { disk.waiting.isEmpty }
    }

    private final class Threads: Sendable { let started = Atomic(0) }

    /// How many threads the player has started.
    var threadsStarted: Int { threads.started.load(ordering: .relaxed) }

    /// Arms a playback whose read does not return, and waits until the player has given it up.
    ///
    /// - Returns: why it failed.
    func giveUp(_ id: Int, _ file: String) -> String? {
        bench.arm(id, file)
        guard eventually({ disk.waiting.contains(file) }) else { return nil }
        bench.clock.sleep(.seconds(11))
        bench.player.checkProgress()
        return bench.failure(of: id)
    }
}

/// Recordings on a disk that does not answer.
struct HangingReadTests {
    private static let words = "cannot read 'iqama.mp3': its disk or server has not answered"

    @Test func `a recording that hangs costs one thread, however often it is asked for`() throws {
        let story = try HangingReadStory(named: ["iqama.mp3", "adhan.mp3"], hung: ["iqama.mp3"])
        let bench = story.bench
        let reason = story.giveUp(1, "iqama.mp3")
        #expect(reason?.contains(Self.words) == true, "\(bench.log.events)")
        for id in 2...20 {
            bench.arm(id, "iqama.mp3")
            // In the same words, so that the loop reports it once.
            #expect(bench.failure(of: id) == reason)
            bench.player.checkProgress()
        }
        #expect(story.disk.reads == ["iqama.mp3"] && story.threadsStarted == 2)
        bench.arm(21, "adhan.mp3")
        #expect(try bench.report(of: 21).end == .completed)

        story.disk.answer()
        #expect(eventually { story.disk.waiting.isEmpty })
        // The read may still be returning.
        var id = 22
        #expect(
            eventually {
                id += 1
                bench.arm(id, "iqama.mp3")
                _ = eventually { bench.log.events.contains { $0.id == id } }
                return bench.log.failure(of: id) == nil
            }
        )
        #expect(try bench.report(of: id).end == .completed)
        #expect(story.threadsStarted == 2)
    }

    @Test func `as many recordings may hang as the config names, and an adhan is on time`() throws {
        let lesser = (1...6).map { "reminder-\($0).mp3" }
        let story = try HangingReadStory(named: lesser + ["adhan.mp3"], hung: lesser)
        for (id, file) in lesser.enumerated() { #expect(story.giveUp(id, file)?.contains(file) == true) }
        #expect(!story.bench.player.isStuck)
        story.bench.arm(7, "adhan.mp3")
        let report = try story.bench.report(of: 7)
        #expect(report.end == .completed && report.lateness?.wholeMilliseconds == 0, "\(story.bench.log.events)")
        #expect(story.threadsStarted == 7)
    }

    @Test func `files that the config does not name may use up the threads for such files, and no other`() throws {
        let others = (1...4).map { "/media/\($0).mp3" }
        let story = try HangingReadStory(named: ["adhan.mp3", "iqama.mp3"], hung: others + ["iqama.mp3"])
        for (id, file) in others.enumerated() { #expect(story.giveUp(id, file) != nil) }
        story.bench.arm(5, "/media/5.mp3")
        let words = "'/media/5.mp3' is not read while 4 others have not answered: '/media/1.mp3', '/media/2.mp3'"
        #expect(story.bench.failure(of: 5)?.contains(words) == true)
        #expect(!story.disk.reads.contains("/media/5.mp3") && story.threadsStarted == 5)
        #expect(story.giveUp(6, "iqama.mp3")?.contains(Self.words) == true)
        story.bench.arm(7, "adhan.mp3")
        #expect(try story.bench.report(of: 7).end == .completed)
    }

    @Test(arguments: [false, true])
    func `a read that is to end is given up within a second, for what comes next`(isSlow: Bool) throws {
        let story = try HangingReadStory(named: ["adhan.mp3", "iqama.mp3"], hung: ["iqama.mp3"], isSlow: isSlow)
        let bench = story.bench
        bench.arm(1, "iqama.mp3")
        #expect(eventually { story.disk.waiting == ["iqama.mp3"] })
        bench.clock.sleep(.seconds(5))
        bench.player.stop(1, by: "adhan-dhuhr is due")
        bench.player.checkProgress()
        #expect(bench.log.events.isEmpty)
        bench.clock.sleep(.milliseconds(950))
        // The second stop does not begin the second anew.
        bench.player.stop(1, by: "somebody")
        bench.player.checkProgress()
        bench.arm(2, "adhan.mp3")
        #expect(try bench.report(of: 1).end == .stopped(by: "adhan-dhuhr is due"))
        #expect(try bench.report(of: 2).end == .completed)
        #expect(!bench.log.events.contains { if case .failed = $0 { true } else { false } }, "\(bench.log.events)")
    }
}
