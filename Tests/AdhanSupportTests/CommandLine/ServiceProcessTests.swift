import AdhanTestSupport
import Synchronization
import Testing

@testable import AdhanSupport

/// A start that waits for a repair.
@Suite struct ServiceProcessTests {
    private struct Fault: Error, CustomStringConvertible { let description: String }

    @Test func `each reason is told once, and the value is returned after the repair`() throws {
        let sent = Mutex<[String]>([])
        let log = RecordedLog()
        let notifier = try Notifier { message in sent.withLock { $0.append(message) } }
        let signals = StopSignals()
        defer { signals.unblock() }
        var reasons = ["the zone is missing", "the zone is missing", "the zone is cut", "the zone is cut"]
        let value = try ServiceProcess(log: log.logger, signals: signals, notifier: notifier, interval: 0)
            .wait("waiting", where: { $0 is Fault }) {
                guard reasons.isEmpty else { throw Fault(description: reasons.removeFirst()) }
                return "repaired"
            }
        #expect(value == "repaired")
        #expect(log.lines == ["error: waiting: the zone is missing", "error: waiting: the zone is cut"])
        notifier.flush(within: .seconds(10))
        let told = ["the zone is missing", "the zone is cut"].map { "READY=1\nSTATUS=waiting: \($0)" }
        #expect(sent.withLock { $0 } == told)
    }

    @Test func `a fault that no repair is awaited for ends the wait`() throws {
        let signals = StopSignals()
        defer { signals.unblock() }
        let process = ServiceProcess(
            log: RecordedLog().logger,
            signals: signals,
            notifier: try Notifier { _ in },
            interval: 0
        )
        #expect(throws: Fault.self) {
            try process.wait("waiting", where: { _ in false }) { throw Fault(description: "a wrong config") }
        }
    }
}
