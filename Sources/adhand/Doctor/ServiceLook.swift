import AdhanSupport
import Glibc

/// systemd's information about one of adhand's services.
package enum ServiceLook: Sendable {
    /// The machine was not started by systemd.
    case noSystemd
    /// systemd does not answer, and why.
    case silent(String)
    /// `LoadState`, `ActiveState` and `UnitFileState` of the unit, as `systemctl show` names them.
    case unit(load: String, active: String, file: String)

    /// May take six seconds.
    ///
    /// - Parameter name: of the unit, without `.service`.
    package static func now(_ name: String = "adhand") -> ServiceLook {
        // The same check as in systemd's sd_booted(3).
        guard access("/run/systemd/system", F_OK) == 0 else { return .noSystemd }
        do throws(SystemBus.Fault) {
            return .unit(
                load: try unit(name, "LoadState"),
                active: try unit(name, "ActiveState"),
                file: try unit(name, "UnitFileState")
            )
        } catch {
            return .silent("\(error)")
        }
    }

    private static func unit(_ unit: String, _ property: String) throws(SystemBus.Fault) -> String {
        try SystemBus().text(
            SystemBus.Property(
                service: "org.freedesktop.systemd1",
                // In the bus' encoding.
                object: "/org/freedesktop/systemd1/unit/\(unit.replacing("-", with: "_2d"))_2eservice",
                interface: "org.freedesktop.systemd1.Unit",
                name: property
            )
        )
    }
}
