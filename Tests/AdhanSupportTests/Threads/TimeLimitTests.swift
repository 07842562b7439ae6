import AdhanTestSupport
import Dispatch
import Foundation
import Synchronization
import Testing

@testable import AdhanSupport

@Suite(.serialized) struct TimeLimitTests {
    @Test func `work that does not come back is left behind`() {
        #expect(TimeLimit.run(.seconds(20), on: "quick") { 7 } == 7)
        let back = DispatchSemaphore(value: 0)
        #expect(TimeLimit.run(.milliseconds(100), on: "slow") { back.wait() } == nil)
        // What is left behind counts for the tests after this one.
        back.signal()
        #expect(eventually { TimeLimit.run(.seconds(20), on: "slow") { 7 } == 7 })
    }

    @Test func `what hangs is begun once, other work goes on, and it is begun again once it has come back`() {
        let back = DispatchSemaphore(value: 0)
        let begun = Atomic(0)
        for _ in 0..<100 {
            let answer: Void? = TimeLimit.run(.milliseconds(100), on: "the hung disk") {
                begun.add(1, ordering: .relaxed)
                back.wait()
            }
            #expect(answer == nil)
        }
        #expect(begun.load(ordering: .relaxed) == 1)
        #expect(TimeLimit.run(.seconds(20), [.init("its job", on: "the hung disk") {}]) == ["its job"])
        #expect(TimeLimit.run(.seconds(20), on: "another disk") { 7 } == 7)
        back.signal()
        #expect(eventually { TimeLimit.run(.seconds(20), on: "the hung disk") { 7 } == 7 })
    }

    @Test func `what comes late is handed on, what comes in time is not`() {
        let back = DispatchSemaphore(value: 0)
        let late = Mutex<[Int]>([])
        let slow = TimeLimit.begin(on: "late") {
            back.wait()
            return 7
        } late: { value in
            late.withLock { $0.append(value) }
        }
        #expect(slow.answer(by: BootClock.now() + .milliseconds(100)) == nil)
        back.signal()
        #expect(eventually { late.withLock { $0 } == [7] })
        let quick = TimeLimit.begin(on: "in time") {
            8
        } late: { value in
            late.withLock { $0.append(value) }
        }
        #expect(quick.answer(by: BootClock.now() + .seconds(20)) == 8 && late.withLock { $0 } == [7])
    }

    @Test func `no more work is begun while 64 pieces of it hang, and it is once they have come back`() {
        let back = DispatchSemaphore(value: 0)
        let hanging = (1...64).map { number in TimeLimit.NamedWork("job \(number)") { back.wait() } }
        #expect(TimeLimit.run(.milliseconds(100), hanging.dropLast()).count == 63)
        #expect(TimeLimit.run(.seconds(20), on: "one more") { 7 } == 7)
        #expect(TimeLimit.run(.milliseconds(100), hanging.suffix(1)).count == 1)
        #expect(TimeLimit.run(.seconds(20), on: "one more") { 7 } == nil)
        #expect(TimeLimit.run(.seconds(20), [TimeLimit.NamedWork("one more") {}]) == ["one more"])
        for _ in hanging { back.signal() }
        #expect(eventually { TimeLimit.run(.seconds(20), on: "one more") { 7 } == 7 })
    }
}

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
        #expect(time >= .milliseconds(50) && !group.wait(within: .zero))
        group.leave()
        #expect(group.wait(within: .zero))
    }

    @Test func `all of it has to end, on whatever thread`() {
        let group = WaitGroup(1)
        group.enter()
        Thread.detachNewThread { group.leave() }
        Thread.detachNewThread { group.leave() }
        #expect(group.wait(within: .seconds(20)) && group.wait())
    }
}
