/// A config that was read for a reload, with the loop's setup for it.
///
/// A class, since each tick asks whether there is one: a copy of the whole config would be most of an idle tick's cost.
package final class LoadedConfig: Sendable {
    package let parts: DaemonParts
    let setup: LoopSetup

    init(parts: DaemonParts, setup: LoopSetup) {
        (self.parts, self.setup) = (parts, setup)
    }
}
