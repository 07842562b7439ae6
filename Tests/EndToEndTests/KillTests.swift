import AdhanCore
import AdhanLedger
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import test_subject

/// After kill -9 nothing is called twice: the real loop, player and ledger in a process of their own, killed at random times.
@Suite(.serialized) struct KillTests {
    @Test func `killed at 200 random times no prayer is begun a second time`() async throws {
        // Ten boxes at once: each run has to be long enough for an adhan, and the whole test takes about a minute.
        let begun = try await withThrowingTaskGroup(of: Begun.self) { group in
            for _ in 0..<10 {
                group.addTask {
                    try await Self.onThread { try Box().kill(times: 20, device: "paced", lives: 200...4000) }
                }
            }
            return try await group.reduce(into: Begun()) { $0 += $1 }
        }
        #expect(begun.count >= 20, "the subjects hardly came to play: \(begun)")
        #expect(begun.interrupted >= 10, "the kills hardly came in mid-adhan: \(begun)")
    }

    @Test func `killed ten times while a real device plays no prayer is begun a second time`() throws {
        let server = try PulseServer()
        var begun = Begun()
        // In a busy box it comes to play less often.
        for _ in 0..<3 where begun.count < 3 || begun.interrupted == 0 {
            begun += try Box().kill(times: 10, device: "default", environment: server.environment, lives: 1500...4000)
        }
        #expect(begun.count >= 3 && begun.interrupted > 0, "the subject hardly came to play: \(begun)")
    }

    /// Keeps blocking work off Swift's thread pool, which has one thread per core.
    private static func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value
    {
        try await withCheckedThrowingContinuation { continuation in
            Thread { continuation.resume(with: Result(catching: work)) }.start()
        }
    }
}

/// How many prayers were begun, and how many of them a kill interrupted.
private struct Begun: Sendable {
    var (count, interrupted) = (0, 0)

    static func += (sum: inout Begun, other: Begun) {
        sum.count += other.count
        sum.interrupted += other.interrupted
    }
}

/// One ledger, and the runs of the process that writes it.
private struct Box {
    private let directory: TestDirectory
    private let ledger: String
    private let log: String
    private let sound: String

    init() throws {
        directory = try TestDirectory()
        (ledger, log) = (directory.file("ledger.sqlite"), directory.file("witness.log"))
        sound = try MP3Fixture.encode(MP3Fixture.phrase(seconds: 2, channels: 1), channels: 1, in: directory)
    }

    /// Starts and kills the process so many times, and compares the ledger with what was really begun.
    ///
    /// - Parameters:
    ///   - lives: how long each run lasts, in milliseconds.
    func kill(
        times: Int,
        device: String,
        environment: [String: String] = [:],
        lives: ClosedRange<Int>
    ) throws -> Begun {
        let seed = UInt64.random(in: 0...UInt64.max)
        var moments = SeededGenerator(seed: seed)
        let origin = Int64(Date().timeIntervalSince1970) + 1
        let variables = environment.merging([
            CrashSubject.ledger: ledger, CrashSubject.log: log, CrashSubject.sound: sound, CrashSubject.device: device,
            CrashSubject.origin: String(origin),
        ]) { $1 }
        for _ in 0..<times {
            let life = Int.random(in: lives, using: &moments)
            unlink(CrashSubject.isUp(log))
            let subject = try start(variables)
            // On a busy machine the start alone can take seconds. The short lives may end in it.
            if life > 1000 { _ = eventually { TestDirectory.size(of: CrashSubject.isUp(log)) > 0 } }
            usleep(UInt32(life * 1000))
            subject.signal(SIGKILL)
            subject.wait()
        }
        // The last run settles what the killed ones left.
        let last = try start(variables.merging([CrashSubject.endsWell: "1"]) { $1 })
        #expect(eventually { last.hasEnded })
        return try audit(times, origin: Instant(seconds: origin), seed)
    }

    private func audit(_ times: Int, origin: Instant, _ seed: UInt64) throws -> Begun {
        let unrecorded = Set(lines(of: CrashSubject.unrecorded(log)))
        let all = lines(of: log)
        // Where a busy disk takes neither row nor mark in time, the adhan is called all the same, and a kill then loses it.
        let begun = all.filter { !unrecorded.contains($0) }
        #expect(Set(begun).count == begun.count, "seed \(seed): begun twice: \(begun)")
        let book = SQLiteLedger(file: ledger, access: .readOnly)
        let rows = try book.entries(.first..<(.last))
        let states = Dictionary(uniqueKeysWithValues: rows.map { ($0.key.description, $0.state) })
        for key in begun {
            let row = try #require(
                rows.first { $0.key.description == key },
                "seed \(seed): \(key) was begun and has no row"
            )
            #expect([.interrupted, .completed].contains(row.state), "seed \(seed): \(row)")
        }
        #expect(rows.allSatisfy { $0.state != .started }, "seed \(seed)")
        // No silent miss: every prayer from the first start to the last one known has its row.
        let known = try #require(rows.map(\.due).max())
        let firstStart = try #require(try book.load(since: .first, now: known).origin.firstStart)
        for day in CrashSubject.Timetable(origin: origin).days {
            for prayer in Prayer.called where day[prayer] < known && day[prayer] >= firstStart {
                let key = OccasionKey(day.date, .adhan(prayer)).description
                #expect(states[key] != nil, "seed \(seed): \(key) is lost in silence")
            }
        }
        let interrupted = begun.filter { states[$0] == .interrupted }.count
        print(
            "\(times) kills: \(begun.count) begun, \(interrupted) of them interrupted, \(rows.count) rows, \(all.count - begun.count) begun without a record, seed \(seed)"
        )
        return Begun(count: begun.count, interrupted: interrupted)
    }

    private func lines(of file: String) -> [String] {
        String(decoding: TestDirectory.bytes(of: file), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func start(_ variables: [String: String]) throws -> ChildProcess {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let executable = URL(filePath: tests).deletingLastPathComponent().appending(path: "test-subject").path
        return try ChildProcess(
            [executable, "loop"],
            environment: variables,
            errors: directory.file("subject.log")
        )
    }
}
