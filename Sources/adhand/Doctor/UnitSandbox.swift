import AdhanSupport
import Glibc

/// Where the service's unit lets the daemon write, whatever the permissions are.
package struct UnitSandbox: Sendable, Equatable {
    /// The folders and files that it may write to; nil where it may write everywhere, or there is no unit,
    /// or that is not known.
    package let writable: [String]?

    package static let none = UnitSandbox(writable: nil)

    package init(writable: [String]?) { self.writable = writable }

    /// - Parameters:
    ///   - own: the folders that systemd makes for the service.
    ///   - paths: `ReadWritePaths=`; a `-` before a path means that it may be missing,
    ///     a `+` that it is below `RootDirectory=`.
    package init(own: [String], readWritePaths paths: [String]) {
        writable = own + paths.map { String($0.drop { $0 == "-" || $0 == "+" }) }
    }

    /// Asks systemd, which may take eight seconds.
    package static func now(_ locations: Locations) -> UnitSandbox {
        guard access("/run/systemd/system", F_OK) == 0 else { return .none }
        do throws(SystemBus.Fault) {
            guard try SystemBus().text(property("ProtectSystem")) == "strict" else { return .none }
            let paths = try SystemBus().texts(property("ReadWritePaths"))
            return UnitSandbox(own: [locations.state, locations.cache, locations.runtime], readWritePaths: paths)
        } catch {
            // The check of the service says that systemd does not answer.
            return .none
        }
    }

    private static func property(_ name: String) -> SystemBus.Property {
        SystemBus.Property(
            service: "org.freedesktop.systemd1",
            // adhand.service, in the bus' encoding.
            object: "/org/freedesktop/systemd1/unit/adhand_2eservice",
            interface: "org.freedesktop.systemd1.Service",
            name: name
        )
    }

    /// Whether the daemon may write to that path, which need not exist. Links are followed.
    package func allows(_ path: String) -> Bool {
        guard let writable else { return true }
        func parts(_ path: String) -> [Substring] { PathName.parts(of: PathName.withoutLinks(path)) }
        let wanted = parts(path)
        return writable.contains { wanted.starts(with: parts($0)) }
    }
}
