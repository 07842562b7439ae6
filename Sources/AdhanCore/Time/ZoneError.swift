/// Why a tzdata file could not be read as a zone.
package struct ZoneError: Error, Hashable, CustomStringConvertible {
    package enum Fault: Sendable, Hashable {
        /// It does not begin with `TZif`.
        case notTZif
        /// A version that this reader does not know; the byte is quoted.
        case version(UInt8)
        /// The file ends within a part.
        case truncated(part: String, needs: Int, has: Int)
        /// A count that the format forbids.
        case count(part: String, Int)
        /// A zone with leap seconds (`right/…`), which POSIX time does not have.
        case leapSeconds
        /// A transition that is not later than the one before it.
        case order(transition: Int)
        /// A transition or a type that points past the end of its table.
        case index(part: String, Int)
        /// A UTC offset no zone has, in seconds.
        case offset(Int)
        /// A TZ string that cannot be parsed: the string, and what is wrong with it.
        case rule(String, String)
    }

    package let zone: String
    package let fault: Fault

    package init(zone: String, fault: Fault) {
        (self.zone, self.fault) = (zone, fault)
    }

    package var description: String { "time zone '\(zone)': \(reason)" }

    package var reason: String {
        switch fault {
        case .notTZif: "the file is not a TZif file"
        case .version(let byte): "the file is TZif of the unknown version \(byte)"
        case .truncated(let part, let needs, let has): "the \(part) needs \(needs) bytes and the file has \(has) left"
        case .count(let part, let count): "\(count) \(part) are not allowed"
        case .leapSeconds: "it counts leap seconds; take the zone without 'right/' before its name"
        case .order(let transition): "transition \(transition) is not later than the one before it"
        case .index(let part, let index): "a \(part) points to number \(index), which is not there"
        case .offset(let seconds): "\(seconds) seconds from UTC is more than a day"
        case .rule(let text, let reason): "the rule '\(text)' cannot be read: \(reason)"
        }
    }
}
