import AdhanSupport

/// Checks whether the receivers of `[[notify]]` can be told. Nothing is sent.
enum NotifyCheck {
    private static let test = "sudo adhand notify test"

    /// Reads the disk, which may block.
    static func findings(_ configuration: Configuration, _ daemon: DaemonAnswer, notify: UnitState) -> [Finding] {
        let receivers = configuration.notify.receivers
        guard !receivers.isEmpty else { return [.good("[[notify]] names nobody who is told")] }
        if let idle = idle(daemon, notify, "tells the receivers of [[notify]]") { return [idle] }
        let told = try? daemon.get()  // reason: the row of the daemon has its fault
        let failing = (told?.problems ?? []).filter { $0.id?.hasPrefix(FaultKind.receiver.rawValue) == true }
        let bad =
            configuration.notify.problems.map { Finding.bad("\($0)", do: "correct it, then try it: \(test)") }
            + failing.map { Finding.bad($0.what, do: $0.advice) }
        let names = receivers.map(\.name).joined(separator: ", ")
        return bad.isEmpty ? [.good("[[notify]] tells \(names); to try it: \(test)")] : bad
    }

    /// The finding where the daemon runs and `adhand-notify` does not.
    static func idle(_ daemon: DaemonAnswer, _ notify: UnitState, _ work: String) -> Finding? {
        guard case .success = daemon, let idle = notify.idle else { return nil }
        let advice = "start it: sudo systemctl start adhand-notify; if it stops: sudo journalctl -u adhand-notify"
        return .bad("the service adhand-notify, which \(work), is \(idle)", do: advice)
    }
}
