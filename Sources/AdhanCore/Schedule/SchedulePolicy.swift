/// What the mosque has decided about calling.
package struct SchedulePolicy: Sendable, Hashable {
    /// How late a prayer may still begin; past it, it is missed.
    package var grace: Duration = .minutes(5)
    /// Why no adhan is to sound at all, for now; nil where they are.
    package var withheld: String?

    package init() {}
}
