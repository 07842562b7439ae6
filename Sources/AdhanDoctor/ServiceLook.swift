import AdhanSystem
import Glibc

/// systemd's information about the daemon.
package enum ServiceLook: Sendable {
    /// The machine was not started by systemd.
    case noSystemd
    /// systemd does not answer, and why.
    case silent(String)
    /// `LoadState`, `ActiveState` and `UnitFileState` of the unit, as `systemctl show` names them.
    case unit(load: String, active: String, file: String)

    /// May take six seconds.
    package static func now() -> ServiceLook {
        // The same check as in systemd's sd_booted(3).
        guard access("/run/systemd/system", F_OK) == 0 else { return .noSystemd }
        do throws(SystemBus.Fault) {
            return .unit(
                load: try unit("LoadState"),
                active: try unit("ActiveState"),
                file: try unit("UnitFileState")
            )
        } catch {
            return .silent("\(error)")
        }
    }

    private static func unit(_ name: String) throws(SystemBus.Fault) -> String {
        try SystemBus().text(
            SystemBus.Property(
                service: "org.freedesktop.systemd1",
                // adhand.service, in the bus' encoding.
                object: "/org/freedesktop/systemd1/unit/adhand_2eservice",
                interface: "org.freedesktop.systemd1.Unit",
                name: name
            )
        )
    }
}
