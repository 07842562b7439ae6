import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanCaller
/// A second daemon on the same ledger, by mistake.
@Suite struct TwoDaemonsTests {
    @Test func `two daemons two seconds apart call each prayer once`() throws {
        let ledger = LedgerOnADisk.inMemory()
        let start = try Instant.utc("2026-11-21", 0)
        let (first, second) = (VirtualBox(at: start, ledger: ledger), VirtualBox(at: start, ledger: ledger))
        first.start()
        second.start()
        for passed in stride(from: 0, to: 2 * 86_400, by: 2) {
            first.run(until: start + .seconds(passed))
            second.run(until: start + .seconds(passed + 2))
        }
        let called = first.called + second.called
        #expect(called.count == 10)
        #expect(Set(called.map(\.key)).count == 10)
    }
}
