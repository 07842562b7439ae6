import AdhanSupport

/// Checks whether the daemon runs, answers, and starts with the box.
enum ServiceCheck {
    static func finding(_ unit: UnitState, _ daemon: DaemonAnswer) -> Finding {
        var problems: [StatusReport.Problem] = []
        switch (daemon, unit) {
        case (.success(let report), _): problems = report.problems
        // Only systemd can tell whether the service is there.
        case (.failure(.notAllowed), .unit(_, "active", _)), (.failure(.notAllowed), .unit(_, "reloading", _)): break
        case (.failure(.notAllowed), .noSystemd), (.failure(.notAllowed), .silent):
            return .forRoot("it is not known whether the daemon runs: you may not ask it")
        case (.failure(.notAllowed), .unit), (.failure(.notRunning), _): return notRunning(unit)
        case (.failure(let fault), _):
            return .bad("the daemon cannot be asked: \(fault)", do: "restart it: sudo systemctl restart adhand")
        }
        let words: String
        switch unit {
        case .noSystemd: words = "the daemon runs; there is no systemd here to start it with the box"
        case .unit(_, "active", "enabled"), .unit(_, "reloading", "enabled"):
            words = "the daemon runs, and starts with the box"
        case .silent(let reason):
            return .bad(
                "the daemon runs, but whether it starts with the box is not known: \(reason)",
                do: "ask systemd yourself: systemctl is-enabled adhand"
            )
        case .unit(_, "active", _), .unit(_, "reloading", _):
            return .bad("the daemon runs, but does not start with the box", do: "sudo systemctl enable adhand")
        case .unit:
            return .bad(
                "the daemon runs, but not as the service, so it does not come back after a power cut",
                do: "end it where it was started, then: sudo systemctl enable --now adhand"
            )
        }
        guard let first = problems.first(where: { $0.fault == nil }) else {
            guard !problems.isEmpty else { return .good(words) }
            return .bad("\(words); the sound or the clock needs attention", do: "see the rows above")
        }
        let more = problems.count > 1 ? " (and \(problems.count - 1) more)" : ""
        return .bad("\(words); it reports: \(first.what)\(more)", do: first.remedy)
    }

    private static func notRunning(_ unit: UnitState) -> Finding {
        switch unit {
        case .noSystemd:
            .bad("the daemon does not run, and there is no systemd here to start it", do: "start it: adhand run")
        case .silent(let reason):
            .bad("the daemon does not run; \(reason)", do: "see what systemd says: systemctl status adhand")
        case .unit("not-found", _, _):
            .bad(
                "the daemon does not run, and systemd has no service named adhand",
                do: "install it with its service: \(Executables.installCommand()), "
                    + "then: sudo systemctl enable --now adhand"
            )
        case .unit("masked", _, _):
            .bad("the service is masked, so it cannot start", do: "sudo systemctl unmask adhand")
        case .unit("loaded", "inactive", _):
            .bad("the daemon does not run", do: "sudo systemctl enable --now adhand")
        case .unit("loaded", "active", _):
            .bad("the daemon runs, but does not answer", do: "restart it: sudo systemctl restart adhand")
        case .unit("loaded", let active, _):
            .bad(
                "the daemon does not run: its service is \(active)",
                do: "see why: sudo journalctl -u adhand -n 30"
            )
        case .unit(let load, _, _):
            .bad("systemd cannot use the service: \(load)", do: "systemctl status adhand")
        }
    }
}
