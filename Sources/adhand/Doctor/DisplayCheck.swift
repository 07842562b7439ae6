import AdhanSupport
import Glibc

/// Checks whether the display answers, where one is set up.
/// The daemon knows all but its unit, since the display tells it.
enum DisplayCheck {
    private static let why = "see why: systemctl status adhand-display"

    /// Checks the display and the box's own screen.
    static func findings(_ daemon: DaemonAnswer) -> [Finding] {
        findings(.now("adhand-display"), daemon)
            + kiosk(.now("adhand-kiosk"), missing: programs.filter { access($0, X_OK) != 0 })
    }

    /// - Parameter unit: of the display.
    /// - Returns: nothing where no display is set up.
    static func findings(_ unit: UnitState, _ daemon: DaemonAnswer) -> [Finding] {
        let report: StatusReport? = if case .success(let report) = daemon { report } else { nil }
        switch (report?.display?.state, unit) {
        case ("away", _): return [.bad("the display does not answer: \(report?.display?.words ?? "")", do: why)]
        case ("faulty", _):
            let words = "the display answers: \(report?.display?.words ?? "")"
            return [.bad(words, do: "all that it says: journalctl -u adhand-display")]
        case (_?, .unit(_, "active", let file)) where file != "enabled":
            let words = "the display answers, but does not start with the box"
            return [.bad(words, do: "sudo systemctl enable adhand-display")]
        case (_?, _): return [.good("the display answers: \(report?.display?.words ?? "")")]
        // From here on the daemon has heard of no display, or does not answer.
        case (nil, .unit(_, "active", "enabled")):
            return report == nil
                ? [.good("adhand-display runs; the pages that follow it are known while the daemon runs")]
                : [.bad("adhand-display runs, but the daemon has not heard of it", do: why)]
        case (nil, .unit(_, let active, "enabled")):
            return [.bad("the display does not run: its service is \(active)", do: why)]
        case (nil, .unit), (nil, .noSystemd), (nil, .silent): return []
        }
    }

    /// The programs with which the page is shown on the box's own screen.
    private static let programs = ["/usr/bin/cage", "/usr/bin/Xwayland", "/usr/bin/chromium"]

    /// - Parameters:
    ///   - unit: of the box's own screen.
    ///   - missing: those of `programs` that are not installed.
    /// - Returns: nothing where that unit is not enabled.
    static func kiosk(_ unit: UnitState, missing: [String]) -> [Finding] {
        guard case .unit(_, let active, "enabled") = unit else { return [] }
        guard missing.isEmpty else {
            let advice = "sudo apt install --no-install-recommends cage xwayland chromium seatd"
            return [.bad("adhand-kiosk needs \(missing.joined(separator: " and "))", do: advice)]
        }
        if active == "active" { return [.good("adhand-kiosk shows the page on this box's screen")] }
        let words = "adhand-kiosk does not run: its service is \(active)"
        return [.bad(words, do: "see why: systemctl status adhand-kiosk")]
    }
}
