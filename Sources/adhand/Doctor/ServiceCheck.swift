import AdhanSupport

/// Checks whether the daemon runs, answers, and starts with the box.
package enum ServiceCheck {
    private static let journal = "see why: sudo journalctl -u adhand -n 30"

    /// - Parameter daemon: the daemon's status, or why there is none.
    package static func judge(_ look: ServiceLook, _ daemon: Result<StatusReport, ControlFault>) -> Finding {
        let needsAttention: Bool
        switch daemon {
        case .success(let report): needsAttention = !report.problems.isEmpty
        case .failure(.notAllowed):
            // Only systemd can tell whether the service is there.
            switch look {
            case .unit(_, "active", _), .unit(_, "reloading", _): needsAttention = false
            case .unit: return notRunning(look)
            case .noSystemd, .silent:
                return .bad(
                    "it is not known whether the daemon runs: you may not ask it",
                    do: "look as root: sudo adhand doctor"
                )
            }
        case .failure(.notRunning):
            return notRunning(look)
        case .failure(let fault):
            return .bad("the daemon cannot be asked: \(fault)", do: "restart it: sudo systemctl restart adhand")
        }
        func running(_ words: String) -> Finding {
            needsAttention
                ? .bad("\(words); something needs attention", do: "see what, and what to do: adhand status")
                : .good(words)
        }
        switch look {
        case .noSystemd:
            return running("the daemon runs; there is no systemd here to start it with the box")
        case .silent(let reason):
            return .bad(
                "the daemon runs, but whether it starts with the box is not known: \(reason)",
                do: "ask systemd yourself: systemctl is-enabled adhand"
            )
        case .unit(_, "active", "enabled"), .unit(_, "reloading", "enabled"):
            return running("the daemon runs, and starts with the box")
        case .unit(_, "active", _), .unit(_, "reloading", _):
            return .bad("the daemon runs, but does not start with the box", do: "sudo systemctl enable adhand")
        case .unit:
            return .bad(
                "the daemon runs, but not as the service, so it does not come back after a power cut",
                do: "end it where it was started, then: sudo systemctl enable --now adhand"
            )
        }
    }

    private static func notRunning(_ look: ServiceLook) -> Finding {
        switch look {
        case .noSystemd:
            return .bad("the daemon does not run, and there is no systemd here to start it", do: "start it: adhand run")
        case .silent(let reason):
            return .bad("the daemon does not run; \(reason)", do: "see what systemd says: systemctl status adhand")
        case .unit("not-found", _, _):
            return .bad(
                "the daemon does not run, and systemd has no service named adhand",
                do: "install it with its service: sudo make install, then: sudo systemctl enable --now adhand"
            )
        case .unit("masked", _, _):
            return .bad("the service is masked, so it cannot start", do: "sudo systemctl unmask adhand")
        case .unit("loaded", "inactive", _):
            return .bad("the daemon does not run", do: "sudo systemctl enable --now adhand")
        case .unit("loaded", "active", _):
            return .bad("the daemon runs, but does not answer", do: "restart it: sudo systemctl restart adhand")
        case .unit("loaded", let active, _):
            return .bad("the daemon does not run: its service is \(active)", do: journal)
        case .unit(let load, _, _):
            return .bad("systemd cannot use the service: \(load)", do: "systemctl status adhand")
        }
    }
}
