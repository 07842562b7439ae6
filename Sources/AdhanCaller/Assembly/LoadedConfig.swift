/// A config that was read for a reload, with the loop's setup for it.
///
/// A class, since each tick asks whether there is one: a copy of the whole config would be most of an idle tick's cost.
package final class LoadedConfig: Sendable {
    package let assembly: Assembly
    package let setup: LoopSetup

    package init(assembly: Assembly, setup: LoopSetup) {
        (self.assembly, self.setup) = (assembly, setup)
    }
}
