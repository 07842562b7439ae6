import AdhanCore

/// The zones of the system's tzdata.
enum SystemZones {
    private static let folder = "/usr/share/zoneinfo/"
    /// The largest zone file of tzdata has 4 kB.
    private static let sizeLimit = 1 << 20

    /// - Parameter name: an IANA name such as `Europe/London`.
    /// - Throws: `UnknownZone` where there is no such zone, `ZoneError` where its file is damaged.
    static func rules(named name: String) throws -> ZoneRules {
        guard isPlausible(name) else { throw UnknownZone(name: name, reason: "that is not the name of a time zone") }
        do {
            return try ZoneRules(name: name, tzif: BoundedFile.read(folder + name, limit: sizeLimit))
        } catch let fault as FileFault {
            throw UnknownZone(name: name, reason: "\(fault)")
        }
    }

    /// Whether it can be a name in tzdata, and leads nowhere else.
    private static func isPlausible(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 64 && !name.hasPrefix("/") && !name.contains("..")
            && name.utf8.allSatisfy {
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0
                    || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || "/_+-".utf8.contains($0)
            }
    }
}

struct UnknownZone: Error, CustomStringConvertible {
    let name: String
    let reason: String

    var description: String {
        "timezone '\(name.prefix(64))': \(reason); write an IANA name such as \"Europe/London\" or \"Asia/Kuala_Lumpur\""
    }
}
