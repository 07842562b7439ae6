import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Testing

@testable import AdhanCaller

struct HookPlanTests {
    private let dhuhr: HookOccasion
    private let asr: HookOccasion
    private let trial: HookOccasion

    init() throws {
        let date = try CivilDate("2026-11-21")
        func occasion(_ prayer: Prayer, _ hour: Int) throws -> HookOccasion {
            try HookOccasion(OccasionKey(date, .adhan(prayer)), at: .utc("2026-11-21", hour), source: .file, .utc)
        }
        (dhuhr, asr) = (try occasion(.dhuhr, 12), try occasion(.asr, 15))
        trial = HookOccasion(trialAt: try .utc("2026-11-21", 10), .utc)
    }

    @Test func `each before has one after, with the end of the sound`() {
        var plan = HookPlan()
        #expect(plan.armed(dhuhr) == [.before(dhuhr)])
        #expect(plan.over(dhuhr, .completed) == [.after(dhuhr, .completed)])
        #expect(plan.over(dhuhr, .completed) == [])
        #expect(plan.armed(trial) == [.before(trial)])
        #expect(plan.over(trial, .stopped) == [.after(trial, .stopped)])
        #expect(plan.stopping() == [])
    }

    @Test func `a sound that is armed again, at another time, has one before`() throws {
        var plan = HookPlan()
        _ = plan.armed(dhuhr)
        var later = dhuhr
        later.due = "2026-11-21T12:03:00+00:00"
        #expect(plan.armed(later) == [])
        #expect(plan.over(later, .missed).count == 1)
    }

    @Test func `the after of one sound comes before the before of the next`() {
        var plan = HookPlan()
        _ = plan.armed(dhuhr)
        #expect(plan.armed(asr) == [.after(dhuhr, .interrupted), .before(asr)])
    }

    @Test func `the same prayer of another day is another sound`() {
        var plan = HookPlan()
        _ = plan.armed(dhuhr)
        var tomorrow = dhuhr
        tomorrow.date = "2026-11-22"
        #expect(plan.over(tomorrow, .completed) == [])
        #expect(plan.armed(tomorrow) == [.after(dhuhr, .interrupted), .before(tomorrow)])
    }

    @Test func `what a sound has switched on stays on for the adhan that ends it`() {
        var plan = HookPlan()
        _ = plan.armed(dhuhr)
        #expect(plan.handedOver(dhuhr) == [])
        #expect(plan.armed(asr) == [.before(asr)])
        #expect(plan.over(asr, .completed) == [.after(asr, .completed)])
    }

    @Test func `if the adhan that ended a sound never sounds, the sound's after runs with its end`() {
        var plan = HookPlan()
        _ = plan.armed(dhuhr)
        _ = plan.handedOver(dhuhr)
        #expect(plan.over(asr, .missed) == [.after(dhuhr, .missed)])
        #expect(plan.stopping() == [])
    }

    @Test func `a sound that was not armed has no after, unless a crash has left it`() {
        var plan = HookPlan()
        for state in [LedgerState.missed, .skipped, .completed, .stopped] { #expect(plan.over(dhuhr, state) == []) }
        #expect(plan.over(asr, .interrupted) == [.after(asr, .interrupted)])
    }

    @Test func `what a crash has left gets its after once, by its mark or by the ledger's row`() {
        var plan = HookPlan()
        #expect(plan.found(dhuhr) == [.after(dhuhr, .interrupted)])
        #expect(plan.over(dhuhr, .interrupted) == [])
        // During its grace it may still be called.
        #expect(plan.armed(dhuhr) == [.before(dhuhr)])
        #expect(plan.over(dhuhr, .interrupted) == [.after(dhuhr, .interrupted)])
    }

    @Test func `a stop runs the after of what was armed`() {
        var plan = HookPlan()
        _ = plan.armed(dhuhr)
        #expect(plan.stopping() == [.after(dhuhr, .stopped)])
        #expect(plan.stopping() == [])
    }
}
