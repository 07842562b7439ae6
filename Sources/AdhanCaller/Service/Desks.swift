/// What other processes do for the daemon: each desk keeps what waits for one of them.
package struct Desks: Sendable {
    package let fetch: FetchDesk
    package let hooks: HookDesk

    package init(fetch: FetchDesk, hooks: HookDesk = HookDesk()) { (self.fetch, self.hooks) = (fetch, hooks) }
}
