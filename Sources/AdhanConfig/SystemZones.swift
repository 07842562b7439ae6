import AdhanCore
import AdhanSystem
import Foundation
import Glibc

/// The zones of the system's tzdata, in `$TZDIR` where that is set, as glibc has it.
package enum SystemZones {
    private static let folder = (ProcessInfo.processInfo.environment["TZDIR"] ?? "/usr/share/zoneinfo") + "/"
    /// The largest zone file of tzdata has 4 kB.
    package static let sizeLimit = 1 << 20

    package static func file(of name: String) -> String { folder + name }

    /// The rules of tzdata.
    ///
    /// - Parameter name: a place's IANA name such as `Europe/London`, an old one too.
    /// - Throws: `UnknownZone` where it is no place's, or tzdata does not have it, `ZoneError` where its file is damaged.
    package static func find(_ name: String) throws -> ZoneRules {
        try check(name)
        do {
            return try ZoneRules(name: name, tzif: bytes(of: name))
        } catch let fault as FileFault {
            let isMissing = isInstalled && fault.isMissing
            throw UnknownZone(
                name,
                isMissing ? "tzdata has no such zone" : "\(fault)",
                isTzdataMissing: !isInstalled
            )
        }
    }

    /// Whether there is a tzdata at all.
    private static var isInstalled: Bool { access(file(of: "Europe/London"), F_OK) == 0 }

    /// The zone's file; for an old name without one that of the zone it stands for.
    package static func bytes(of name: String) throws(FileFault) -> [UInt8] {
        do {
            return try BoundedFile.read(file(of: name), limit: sizeLimit)
        } catch {
            guard error.isMissing, let target = links[name], isPlausible(target) else { throw error }
            return try BoundedFile.read(file(of: target), limit: sizeLimit)
        }
    }

    /// Whether it can be a name in tzdata, and leads nowhere else.
    package static func isPlausible(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 64 && !name.hasPrefix("/") && !name.contains("..")
            && name.utf8.allSatisfy {
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0
                    || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || "/_+-".utf8.contains($0)
            }
    }
}
