import AdhanSupport
import Glibc

/// systemd's information about one of adhand's services.
enum UnitState: Sendable {
    /// The machine was not started by systemd.
    case noSystemd
    /// systemd does not answer, and why.
    case silent(String)
    /// `LoadState`, `ActiveState` and `UnitFileState` of the unit, as `systemctl show` names them.
    case unit(load: String, active: String, file: String)

    /// It may block for six seconds. `name` is without `.service`.
    static func now(_ name: String) -> UnitState {
        guard SystemBus.Property.hasSystemd else { return .noSystemd }
        func text(_ property: String) throws(SystemBus.Fault) -> String {
            try SystemBus().text(.unit(name, "Unit", property))
        }
        do throws(SystemBus.Fault) {
            return .unit(load: try text("LoadState"), active: try text("ActiveState"), file: try text("UnitFileState"))
        } catch {
            return .silent("\(error)")
        }
    }
}

extension UnitState {
    /// Whether the unit runs. It may block for six seconds.
    static func isActive(_ name: String) -> Bool {
        if case .unit(_, "active", _) = now(name) { true } else { false }
    }

    /// Whether the unit runs, begins to run, or will after the next boot. It may block for six seconds.
    static func isInUse(_ name: String) -> Bool { now(name).isInUse }

    var isInUse: Bool {
        guard case .unit(_, let active, let file) = self else { return false }
        return file == "enabled" || ["active", "activating", "reloading", "refreshing"].contains(active)
    }

    /// The state of a unit beside the daemon's. A daemon that was started by hand starts its own process in its place.
    static func helper(_ name: String, _ locations: Locations) -> UnitState {
        locations.runtime == "/run/adhand" ? .now(name) : .noSystemd
    }

    /// In which state an installed unit is that does not run; nil where it runs, or nothing is known of it.
    var idle: String? {
        if case .unit("loaded", let active, _) = self, active != "active" { active } else { nil }
    }
}

/// Where the service's unit lets the daemon write, whatever the permissions are.
struct UnitSandbox: Sendable, Equatable {
    /// The folders and files that it may write to; nil where it may write everywhere, or there is no unit,
    /// or that is not known.
    let writable: [String]?

    static let none = UnitSandbox(writable: nil)

    /// Asks systemd, which may block for eight seconds.
    static func now(_ locations: Locations) -> UnitSandbox {
        guard SystemBus.Property.hasSystemd else { return .none }
        do throws(SystemBus.Fault) {
            guard try SystemBus().text(.unit("adhand", "Service", "ProtectSystem")) == "strict" else { return .none }
            let paths = try SystemBus().texts(.unit("adhand", "Service", "ReadWritePaths"))
            return UnitSandbox(service: [locations.state, locations.cache, locations.runtime], readWritePaths: paths)
        } catch {
            // The check of the service says that systemd does not answer.
            return .none
        }
    }

    /// Whether the daemon may write to that path, which need not exist. Links are followed.
    func allows(_ path: String) -> Bool {
        guard let writable else { return true }
        func parts(_ path: String) -> [Substring] { PathName.parts(of: PathName.withoutLinks(path)) }
        let wanted = parts(path)
        return writable.contains { wanted.starts(with: parts($0)) }
    }
}

extension UnitSandbox {
    /// - Parameters:
    ///   - paths: `ReadWritePaths=`; a `-` before a path means that it may be missing,
    ///     a `+` that it is below `RootDirectory=`.
    init(service folders: [String], readWritePaths paths: [String]) {
        writable = folders + paths.map { String($0.drop { $0 == "-" || $0 == "+" }) }
    }
}
