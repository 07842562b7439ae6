import AdhanCore
import AdhanSystem
import Foundation
import Glibc

/// The zones of the system's tzdata, in `$TZDIR` if that is set, as in glibc.
package enum SystemZones {
    private static let folder = (ProcessInfo.processInfo.environment["TZDIR"] ?? "/usr/share/zoneinfo") + "/"
    /// tzdata's largest zone file has 4 kB.
    package static let sizeLimit = 1 << 20

    package static func file(of name: String) -> String { folder + name }

    /// The rules of a zone.
    ///
    /// - Parameter name: an IANA name such as `Europe/London`; old names are accepted.
    /// - Throws: `UnknownZone` if it denotes no place or tzdata does not have it, `ZoneError` if its file is damaged.
    package static func find(_ name: String) throws -> ZoneRules {
        try check(name)
        do {
            return try ZoneRules(name: name, tzif: bytes(of: name))
        } catch let fault as FileFault {
            guard isInstalled else {
                throw UnknownZone(name, "\(fault)", mend: "sudo apt install tzdata")
            }
            throw UnknownZone(name, fault.isMissing ? "tzdata has no such zone" : "\(fault)")
        }
    }

    /// Whether tzdata is installed at all.
    private static var isInstalled: Bool { access(file(of: "Europe/London"), F_OK) == 0 }

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
            && name.utf8.allSatisfy {
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0
                    || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || "/_+-".utf8.contains($0)
            }
    }
}
