import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Foundation
import Synchronization

/// The program `cache-writer` of this build, which stores one payload and exits.
struct CacheWriter {
    /// The folder of the cache.
    let folder: String

    static let year = TimetablePeriod.year(of: CivilDate(dayNumber: 20_500))

    /// The payload that it stores.
    static func payload(_ letter: Character, count: Int) -> Payload {
        Payload(
            provenance: Provenance(
                source: .s3,
                period: "2026",
                address: RemoteAddress(rawValue: "https://example.org/PrayerTimes2026.json"),
                fetchedAt: Instant(seconds: 1_795_240_080),
                etag: String(letter),
                lastModified: nil
            ),
            bytes: Array(String(repeating: letter, count: count).utf8)
        )
    }

    /// - Parameter prefix: a command that runs it.
    /// - Returns: its exit code, or 137 if it did not end within a minute, and its output.
    func run(_ letter: Character, count: Int, prefix: [String] = [], in directory: TestDirectory) throws -> (
        Int32, String
    ) {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let path = URL(filePath: tests).deletingLastPathComponent().appending(path: "test-subject").path
        let output = directory.file("cache-writer.out")
        let child = try ChildProcess(prefix + [path, "cache", folder, String(letter), String(count)], output: output)
        if !eventually(within: .seconds(60), { child.hasEnded }) { child.signal(SIGKILL) }
        return (child.wait(), String(decoding: TestDirectory.bytes(of: output), as: UTF8.self))
    }
}

/// Exit codes of child processes for which several threads wait.
final class Finished: Sendable {
    private let all = Mutex<[Int32]>([])

    func add(_ code: Int32) { all.withLock { $0.append(code) } }

    var codes: [Int32] { all.withLock { $0 } }
}

extension PrayerCalculator {
    /// London, by the Muslim World League.
    static var london: PrayerCalculator {
        get throws {
            PrayerCalculator(
                coordinates: try Coordinates(latitude: 51.5074, longitude: -0.1278),
                zone: try SystemZones.find("Europe/London"),
                method: .mwl
            )
        }
    }
}
