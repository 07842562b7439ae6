/// The desks of the daemon: each keeps the work that waits for one other process.
package struct Desks: Sendable {
    package let fetch: FetchDesk
    package let hooks: HookDesk

    package init(fetch: FetchDesk, hooks: HookDesk = HookDesk()) { (self.fetch, self.hooks) = (fetch, hooks) }
}
