import AdhanCore
import AdhanSystem
import Foundation

/// The zones of the system's tzdata, in `$TZDIR` where that is set, as glibc has it.
package enum SystemZones {
    private static let folder = (ProcessInfo.processInfo.environment["TZDIR"] ?? "/usr/share/zoneinfo") + "/"
    /// The largest zone file of tzdata has 4 kB.
    package static let sizeLimit = 1 << 20

    /// A zone, and where its rules come from.
    package struct Found {
        package let rules: ZoneRules
        /// Why they are not tzdata's; nil where they are.
        package let problem: String?
    }

    package static func file(of name: String) -> String { folder + name }

    /// The rules of tzdata, or where it has no file for the zone those that Foundation was compiled with.
    ///
    /// - Parameter name: a place's IANA name such as `Europe/London`, an old one too.
    /// - Throws: `UnknownZone` where it is no place's, or nobody knows it, `ZoneError` where its file is damaged.
    package static func find(_ name: String) throws -> Found {
        try check(name)
        do {
            return Found(rules: try ZoneRules(name: name, tzif: bytes(of: name)), problem: nil)
        } catch let fault as FileFault {
            guard let rules = compiledIn(name) else { throw UnknownZone(name, "\(fault)") }
            return Found(
                rules: rules,
                problem:
                    "\(fault). The rules for \(name) are those adhand was compiled with, which no update of tzdata reaches: install tzdata"
            )
        }
    }

    /// The zone's file; for an old name without one that of the zone it stands for.
    package static func bytes(of name: String) throws(FileFault) -> [UInt8] {
        do {
            return try BoundedFile.read(file(of: name), limit: sizeLimit)
        } catch {
            guard error.isMissing, let target = links[name], isPlausible(target) else { throw error }
            return try BoundedFile.read(file(of: target), limit: sizeLimit)
        }
    }

    /// What Foundation knows of the zone, from 1970 to 2100.
    private static func compiledIn(_ name: String) -> ZoneRules? {
        guard let zone = TimeZone(identifier: name) else { return nil }
        func kind(_ date: Date) -> (offset: Int, abbreviation: String) {
            (zone.secondsFromGMT(for: date), zone.abbreviation(for: date) ?? name)
        }
        var changes: [(at: Instant, offset: Int, abbreviation: String)] = []
        let start = Date(timeIntervalSince1970: 0)
        var date = start
        while let next = zone.nextDaylightSavingTimeTransition(after: date), next > date, changes.count < 400,
            next.timeIntervalSince1970 < 4_102_444_800
        {
            let (offset, abbreviation) = kind(next)
            changes.append((Instant(seconds: Int64(next.timeIntervalSince1970)), offset, abbreviation))
            date = next
        }
        let first = kind(start)
        return ZoneRules(name: name, offset: first.offset, abbreviation: first.abbreviation, changes: changes)
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
