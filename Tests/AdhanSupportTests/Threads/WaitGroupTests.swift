import AdhanSupport
import Foundation
import Testing

/// Waiting for work with a limit.
@Suite struct WaitGroupTests {
    private func elapsed(_ work: () -> Void) -> Duration { ContinuousClock().measure(work) }

    @Test func `nothing under way is not waited for`() {
        let group = WaitGroup()
        #expect(group.wait() && group.wait(within: .zero) && group.wait(within: .seconds(-1)))
    }

    @Test func `what does not end is waited for as long as the limit says, and no less`() {
        let group = WaitGroup(1)
        let time = elapsed { #expect(!group.wait(within: .milliseconds(50))) }
        #expect(time >= .milliseconds(50))
        #expect(!group.wait(within: .zero))
        group.leave()
        #expect(group.wait(within: .zero))
    }

    @Test func `all of it has to end, on whatever thread`() {
        let group = WaitGroup(1)
        group.enter()
        Thread.detachNewThread { group.leave() }
        Thread.detachNewThread { group.leave() }
        #expect(group.wait(within: .seconds(20)))
        #expect(group.wait())
    }
}
