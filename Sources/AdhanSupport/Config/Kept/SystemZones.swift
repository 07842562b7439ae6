import AdhanCore
import Glibc

/// The zones of the system's tzdata, in `$TZDIR` if that is set, as in glibc.
package enum SystemZones {
    private static let folder = (Environment.variables["TZDIR"] ?? "/usr/share/zoneinfo") + "/"
    /// tzdata's largest zone file has 4 kB.
    package static let sizeLimit = 1 << 20

    package static func file(of name: String) -> String { folder + name }

    /// The rules of a zone.
    ///
    /// - Parameter name: an IANA name such as `Europe/London`; old names are accepted.
    /// - Throws: `UnknownZone` if it denotes no place, or a tzdata in order does not have it; `TzdataFault` if tzdata
    ///   is damaged or missing.
    package static func find(_ name: String) throws -> ZoneRules {
        try check(name)
        do {
            return try ZoneRules(name: name, tzif: bytes(of: name))
        } catch let fault as ZoneError {
            throw TzdataFault("\(file(of: name)): \(fault.reason)")
        } catch let fault as FileFault {
            throw lacks(name, fault) ? UnknownZone(name, "tzdata has no such zone") : TzdataFault("\(fault)")
        }
    }

    /// Whether tzdata's lists are there and do not have the name, so that the missing file is no damage.
    private static func lacks(_ name: String, _ fault: FileFault) -> Bool {
        let isAbsent = [.system(ENOENT), .system(ENOTDIR), .notOrdinary(isFolder: true)].contains(fault.cause)
        guard isAbsent else { return false }
        let names = names
        return !names.isEmpty && !names.contains(name)
    }

    /// The bytes of the zone's file; for an old name without a file, those of the current name.
    package static func bytes(of name: String) throws(FileFault) -> [UInt8] {
        do {
            return try BoundedFile.read(file(of: name), limit: sizeLimit)
        } catch {
            guard error.isMissing, let target = links[name], isPlausible(target) else { throw error }
            return try BoundedFile.read(file(of: target), limit: sizeLimit)
        }
    }

    /// Whether it can be a name in tzdata and does not leave its folder.
    package static func isPlausible(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 64 && !name.hasPrefix("/") && !name.contains("..")
            && name.utf8.allSatisfy { $0.isLetterOrDigit || "/_+-".utf8.contains($0) }
    }
}
