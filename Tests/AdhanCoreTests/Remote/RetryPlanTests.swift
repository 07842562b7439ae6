import AdhanCore
import Testing

struct RetryPlanTests {
    private let plan = RetryPlan(tries: 3)

    @Test func `the wait is random, below a limit that doubles`() {
        for (tries, ceiling) in [(1, 1.0), (2, 2.0)] {
            for chance in [0, 0.25, 0.999] {
                let wait = plan.wait(after: tries, asked: nil, left: .seconds(90), chance: chance)
                #expect(wait == .seconds(ceiling * chance))
            }
        }
    }

    @Test func `the last try is the last`() {
        #expect(plan.wait(after: 3, asked: nil, left: .seconds(90), chance: 0) == nil)
        #expect(plan.wait(after: Int.max, asked: nil, left: .seconds(90), chance: 0) == nil)
        for tries in [0, -1, Int.min] {
            let once = RetryPlan(tries: tries)
            #expect(once.wait(after: 1, asked: nil, left: .seconds(90), chance: 0) == nil)
        }
    }

    @Test func `a wait that would use up the time limit is not begun`() {
        #expect(plan.wait(after: 1, asked: nil, left: .milliseconds(500), chance: 0.5) == nil)
        #expect(plan.wait(after: 1, asked: nil, left: .milliseconds(501), chance: 0.5) == .milliseconds(500))
        #expect(plan.wait(after: 1, asked: nil, left: .seconds(-1), chance: 0) == nil)
    }

    @Test func `the wait is at least as long as the server asks for`() {
        #expect(plan.wait(after: 1, asked: .seconds(30), left: .seconds(90), chance: 0.5) == .milliseconds(30_500))
        #expect(plan.wait(after: 1, asked: .seconds(90), left: .seconds(90), chance: 0) == nil)
    }

    @Test func `a large number of tries does not overflow`() {
        let endless = RetryPlan(tries: .max)
        #expect(endless.wait(after: 1000, asked: nil, left: .days(9), chance: 0.5) == .seconds(32_768))
    }
}
