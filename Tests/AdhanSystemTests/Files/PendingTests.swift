import AdhanSystem
import Foundation
import Testing

/// Waiting for work with a limit.
@Suite struct PendingTests {
    private func elapsed(_ work: () -> Void) -> Duration { ContinuousClock().measure(work) }

    @Test func `nothing under way is not waited for`() {
        let pending = Pending()
        #expect(pending.wait() && pending.wait(within: .zero) && pending.wait(within: .seconds(-1)))
    }

    @Test func `what does not end is waited for as long as the limit says, and no less`() {
        let pending = Pending(1)
        let time = elapsed { #expect(!pending.wait(within: .milliseconds(50))) }
        #expect(time >= .milliseconds(50))
        #expect(!pending.wait(within: .zero))
        pending.leave()
        #expect(pending.wait(within: .zero))
    }

    @Test func `all of it has to end, on whatever thread`() {
        let pending = Pending(1)
        pending.enter()
        Thread.detachNewThread { pending.leave() }
        Thread.detachNewThread { pending.leave() }
        #expect(pending.wait(within: .seconds(20)))
        #expect(pending.wait())
    }
}
