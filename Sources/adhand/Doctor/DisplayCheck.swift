import AdhanSupport

/// Checks whether the display answers, where one is set up.
/// The daemon knows all but its unit, since the display tells it.
package enum DisplayCheck {
    private static let why = "see why: systemctl status adhand-display"

    /// - Parameters:
    ///   - look: at the unit of the display.
    ///   - daemon: the daemon's status, or why there is none.
    /// - Returns: nothing where no display is set up.
    package static func findings(_ look: ServiceLook, _ daemon: Result<StatusReport, ControlFault>) -> [Finding] {
        let report: StatusReport? = if case .success(let report) = daemon { report } else { nil }
        guard let told = report?.display else { return withoutWord(look, isAsked: report != nil).map { [$0] } ?? [] }
        return switch (told.state, look) {
        case ("away", _): [.bad("the display does not answer: \(told.words)", do: why)]
        case ("faulty", _): [.bad("the display answers: \(told.words)", do: "see what, and what to do: adhand status")]
        case (_, .unit(_, "active", let file)) where file != "enabled":
            [
                .bad(
                    "the display answers, but does not start with the box",
                    do: "sudo systemctl enable adhand-display"
                )
            ]
        default: [.good("the display answers: \(told.words)")]
        }
    }

    /// The programs with which the page is shown on the box's own screen.
    package static let programs = ["/usr/bin/cage", "/usr/bin/chromium"]

    /// - Parameters:
    ///   - look: at the unit of the box's own screen.
    ///   - missing: those of `programs` that are not installed.
    /// - Returns: nothing where that unit is not enabled.
    package static func kiosk(_ look: ServiceLook, missing: [String]) -> [Finding] {
        guard case .unit(_, let active, "enabled") = look else { return [] }
        guard missing.isEmpty else {
            let advice = "sudo apt install --no-install-recommends cage chromium seatd"
            return [.bad("adhand-kiosk needs \(missing.joined(separator: " and "))", do: advice)]
        }
        return active == "active"
            ? [.good("adhand-kiosk shows the page on this box's screen")]
            : [
                .bad(
                    "adhand-kiosk does not run: its service is \(active)",
                    do: "see why: systemctl status adhand-kiosk"
                )
            ]
    }

    /// Where the daemon has heard of no display, or says nothing.
    private static func withoutWord(_ look: ServiceLook, isAsked: Bool) -> Finding? {
        switch look {
        case .unit(_, "active", "enabled"):
            isAsked
                ? .bad("adhand-display runs, but the daemon has not heard of it", do: why)
                : .good("adhand-display runs; the pages that follow it are known while the daemon runs")
        case .unit(_, let active, "enabled"): .bad("the display does not run: its service is \(active)", do: why)
        case .unit, .noSystemd, .silent: nil
        }
    }
}
