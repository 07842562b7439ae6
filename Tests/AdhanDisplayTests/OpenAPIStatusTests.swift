import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanSupport
@testable import AdhanDisplay

/// The OpenAPI document describes all that `/api/status` can send, not only what it sends on a day on which all is well.
@Suite struct OpenAPIStatusTests {
    /// A status that has each of its values.
    private static func full() throws -> StatusReport {
        var status = try MetricsTests.status()
        let at = "2026-11-21T12:00:00+00:00"
        let next = StatusReport.Next(
            prayer: "asr",
            date: status.date,
            at: at,
            inSeconds: 60,
            source: "file",
            withheld: "its sound is off"
        )
        (status.next, status.nextSounding) = (next, next)
        status.upcoming = [
            .init(occasion: "jumuah-1", date: status.date, at: at, iqama: at, withheld: "its sound is off")
        ]
        status.hijri = "1448-06-12"
        status.today = [
            .init(
                prayer: "fajr",
                at: at,
                begins: at,
                state: "missed",
                withheld: "its sound is off",
                isBeforeFirstStart: true
            )
        ]
        (status.sounding, status.starting) = ("the adhan of dhuhr", "amina tries tone.mp3")
        for index in status.adhans?.indices ?? 0..<0 { status.adhans?[index].isPlaceholder = true }
        (status.preparing, status.newer) = ("2026-11-21 adhan-dhuhr", "0.2.0+deb12")
        status.program = "the after of adhan-dhuhr"
        status.selfTest = .init(state: "ok", words: "all is well", at: at, lastFine: at, next: at)
        status.sources = [
            .init(name: "file", state: "ok", words: "", askedAt: at, through: "2026-11-30", ended: "2026-11-01")
        ]
        status.display = .init(state: "ok", words: "2 pages follow it")
        (status.mutedUntil, status.mutedBy) = (at, "amina")
        status.settings = ["adhan.dhuhr off by amina"]
        status.mirrors = [
            .init(
                name: "main",
                state: "failing",
                words: "it cannot be reached",
                lastSuccess: at,
                age: 60,
                lastFailure: .init(at: at, kind: "unreachable", reason: "no route"),
                files: 3,
                size: 40,
                refused: 1
            )
        ]
        let fault = Fault(.cardMissing, file: "a.mp3", detail: "Unknown PCM default")
        status.problems = [.init(.sound, nil, fault, what: nil, command: nil)]
        status.problems[0].call = .init(occasion: "adhan-dhuhr", at: "2026-11-21T12:00:00+00:00")
        status.problems[0].since = "2026-11-21T12:00:00+00:00"
        status.problems[0].daysLeft = 14
        return status
    }

    /// The members of a value that are nil or empty, by their paths: a test that lacks them proves nothing of them.
    private func lacking(_ value: Any, _ path: String) -> [String] {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.map { lacking($0.value, path) } ?? [path]
        case .collection, .dictionary:
            return mirror.children.isEmpty ? [path] : mirror.children.flatMap { lacking($0.value, path + "[]") }
        case .enum: return []
        default: return mirror.children.flatMap { lacking($0.value, "\(path).\($0.label ?? "")") }
        }
    }

    @Test func `each key of the status is described`() throws {
        let status = try Self.full()
        #expect(lacking(status, "status") == [])
        let document = try OpenAPI()
        struct Sent: Encodable {
            struct Daemon: Encodable { let state = "here", since = 1 }
            let daemon = Daemon()
            let status: StatusReport
            let pages: [String: Heartbeats.Page]
            let problems: [String]
        }
        var page = Heartbeats.Page(seen: 1, version: "1", scene: "day", drawn: 1.5, isLocal: true)
        (page.unshown, page.cut) = ("/slides/a.png", "/slides/b.html")
        let sent = Sent(status: status, pages: ["a": page], problems: ["a slide is too long"])
        let text = try JSONText.encode(sent, isPretty: false)
        #expect(document.faults("/api/status", 200, text) == [])
    }
}
