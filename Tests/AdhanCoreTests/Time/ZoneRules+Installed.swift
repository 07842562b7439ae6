import AdhanCore
import Foundation

extension ZoneRules {
    /// The bytes of a zone of this machine's tzdata.
    static func installedBytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/" + name)))
    }

    static func installed(_ name: String) throws -> ZoneRules { try ZoneRules(name: name, tzif: installedBytes(name)) }

    /// A zone that always follows a TZ string.
    static func following(_ rule: String) throws -> ZoneRules {
        try ZoneRules(name: rule, tzif: TZifBuilder(footer: rule).bytes)
    }
}

/// Writes a TZif file of version 2, valid or not.
struct TZifBuilder {
    var version: UInt8 = 0x32
    var transitions: [(time: Int64, type: UInt8)] = []
    var types: [(offset: Int32, name: UInt8)] = [(0, 0)]
    var names = "LMT\0"
    /// How many leap seconds it counts.
    var leaps: UInt32 = 0
    var footer = ""

    var bytes: [UInt8] {
        var bytes = header(transitions: 0, types: 1, characters: 1) + [0, 0, 0, 0, 0, 0, 0] + leapSeconds(timeSize: 4)
        bytes += header(
            transitions: UInt32(transitions.count),
            types: UInt32(types.count),
            characters: UInt32(names.utf8.count)
        )
        for (time, _) in transitions { bytes += bigEndian(UInt64(bitPattern: time), 8) }
        bytes += transitions.map(\.type)
        for (offset, name) in types { bytes += bigEndian(UInt64(UInt32(bitPattern: offset)), 4) + [0, name] }
        return bytes + Array(names.utf8) + leapSeconds(timeSize: 8) + Array("\n\(footer)\n".utf8)
    }

    /// One at the end of each year from 1972, as many as there are to be.
    private func leapSeconds(timeSize: Int) -> [UInt8] {
        (0..<UInt64(leaps)).flatMap { number -> [UInt8] in
            let time = UInt64(78_796_800) + number * 31_536_000
            return bigEndian(time, timeSize) + bigEndian(number + 1, 4)
        }
    }

    private func header(transitions: UInt32, types: UInt32, characters: UInt32) -> [UInt8] {
        Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
            + [0, 0, leaps, transitions, types, characters].flatMap { bigEndian(UInt64($0), 4) }
    }

    private func bigEndian(_ value: UInt64, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    }
}
