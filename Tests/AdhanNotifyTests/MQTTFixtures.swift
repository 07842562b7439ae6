import AdhanCore
import AdhanTestSupport
import Foundation
import Synchronization
import Testing

@testable import AdhanSupport
@testable import adhand_notify

extension StatusReport {
    /// Nothing needs attention, and the next prayer is Dhuhr.
    static let fine = StatusReport(
        health: .healthy,
        version: "1",
        now: "2026-11-21T10:00:00+00:00",
        since: "2026-11-21T09:00:00+00:00",
        place: .init(name: "Central Mosque", latitude: 53, longitude: -2, timezone: "UTC", isSet: true),
        next: .init(
            prayer: "dhuhr",
            date: "2026-11-21",
            at: "2026-11-21T12:00:00+00:00",
            inSeconds: 7200,
            source: "calculation"
        ),
        date: "2026-11-21",
        hijri: "1448-06-10",
        today: [],
        clock: .init(state: "synchronised", words: ""),
        audio: .init(state: "ok", words: ""),
        selfTest: .init(state: "ok", words: ""),
        timetable: .init(state: "calculation", words: ""),
        sources: [],
        ledger: .init(state: "ok", words: ""),
        configuration: .init(state: "ok", words: ""),
        problems: []
    )

    func with(_ change: (inout StatusReport) -> Void) -> StatusReport {
        var report = self
        change(&report)
        return report
    }
}

extension TimesReport {
    /// 21 and 22 November 2026, in UTC, with an iqama of Dhuhr after twenty minutes.
    static func central() throws -> Self {
        var day = PrayerDay.plain(try CivilDate("2026-11-21"))
        day.iqama[.dhuhr] = day[.dhuhr] + .minutes(20)
        let point = try Coordinates(latitude: 53.6097, longitude: -2.1561)
        return TimesReport(
            Place(name: "Central Mosque", coordinates: point, timezone: "UTC"),
            .utc,
            [day, .plain(try CivilDate("2026-11-22"))],
            before: nil,
            MosqueRules(),
            ExtraTimes.Spans(),
            .ummAlQura,
            showsAll: false
        )
    }
}

extension TimesReport.Day {
    /// The first day of `TimesReport.central`.
    static func today() throws -> Self {
        guard let first = try TimesReport.central().days.first else {
            throw NoBroker(description: "the report has no day")
        }
        return first
    }
}

extension MQTTLink.Waits {
    /// Short, since the broker is on this machine.
    static let short = MQTTLink.Waits(
        first: .milliseconds(50),
        longest: .milliseconds(200),
        answer: .seconds(5),
        steady: .zero,
        keepalive: 5
    )
}

/// A control server that plays the daemon, and notes what it is asked.
final class StandInDaemon: Sendable {
    let asked = Mutex<[ControlRequest]>([])
    /// Why it refuses; nil where it does not.
    let refusal = Mutex<String?>(nil)
    let path: String
    private let server = Mutex<ControlServer?>(nil)

    init(in directory: TestDirectory) throws {
        path = directory.file("adhand.sock")
        try server.withLock { server in
            server = try ControlServer(path: path) { [self] request, _, replier in
                asked.withLock { $0.append(request) }
                if let words = refusal.withLock(\.self) { return replier.refuse(ControlFailure(words)) }
                switch request.command {
                case .play: replier.answer(TrialBegun(id: 1, file: "adhan.mp3"))
                default: replier.answer(Done("done"))
                }
            }
        }
    }

    func stop() { server.withLock { $0.take() }?.stop(within: .seconds(5)) }
}

/// The text as a JSON object.
func object(_ text: String?) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data((text ?? "").utf8))
    return value as? [String: Any] ?? [:]
}

/// The memory of this process, in kilobytes.
struct OwnMemory {
    private let before: Int

    init() throws {
        // From here on the kernel counts the peak anew.
        try "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
        before = try Self.value("VmHWM")
    }

    static func now() throws -> Int { try value("VmRSS") }

    /// How much more it has had since, at most.
    func growth() throws -> Int { try Self.value("VmHWM") - before }

    private static func value(_ name: String) throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return try #require(line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
    }
}
