import AdhanSupport
import Glibc

/// Checks whether the display answers, where one is set up. `ServicesCheck` says whether its units run.
enum DisplayCheck {
    private static let why = "see why: systemctl status adhand-display"

    /// Checks the display and the box's own screen.
    static func findings(_ daemon: DaemonAnswer) -> [Finding] {
        findings(.now("adhand-display"), daemon)
            + kiosk(.now("adhand-kiosk"), missing: programs.filter { access($0, X_OK) != 0 })
    }

    static func findings(_ unit: UnitState, _ daemon: DaemonAnswer) -> [Finding] {
        let report = try? daemon.get()  // reason: without the daemon the unit counts
        guard let display = report?.display else {
            guard case .unit(_, "active", "enabled") = unit else { return [] }
            return report == nil
                ? [.good("adhand-display runs; the pages that follow it are known while the daemon runs")]
                : [.bad("adhand-display runs, but the daemon has not heard of it", do: why)]
        }
        switch display.state {
        case "away": return [.bad("the display does not answer: \(display.words)", do: why)]
        case "faulty":
            let advice = "all that it says: sudo journalctl -u adhand-display"
            return [.bad("the display answers: \(display.words)", do: advice)]
        default: return [.good("the display answers: \(display.words)")]
        }
    }

    /// The programs with which the page is shown on the box's own screen.
    private static let programs = ["/usr/bin/cage", "/usr/bin/Xwayland", "/usr/bin/chromium"]

    /// - Parameters:
    ///   - missing: those of `programs` that are not installed.
    /// - Returns: nothing where that unit is not enabled, or none is missing.
    static func kiosk(_ unit: UnitState, missing: [String]) -> [Finding] {
        guard case .unit(_, _, "enabled") = unit, !missing.isEmpty else { return [] }
        let advice = "sudo apt install --no-install-recommends cage xwayland chromium seatd"
        return [.bad("adhand-kiosk needs \(missing.joined(separator: " and "))", do: advice)]
    }
}
