/// Where the runs of programs of `[hooks]` go: this process runs them, or another does.
package protocol HookSink: Sendable {
    /// Takes a run. Those around sounds begin in the order of the calls. Returns at once.
    func offer(_ call: HookCall)
    /// Nothing more will sound: a `before` is ended at once, and an `after` within two seconds.
    func stop()
    /// Waits until all runs have ended.
    ///
    /// - Parameter limit: how long to wait; nil to wait without a limit.
    func finish(within limit: Duration?)
}
