import AdhanCore

/// Decides which of tzdata's names denote a place. The others are abbreviations (ambiguous, and valid for half of the
/// year; Foundation takes `BST` for Dhaka's), fixed offsets, whole countries, and copies of zones.
extension SystemZones {
    /// The first components of names that denote no place; the zones in `right` count leap seconds.
    private static let placeless: Set = ["Etc", "SystemV", "posix", "right"]

    /// - Throws: `UnknownZone` if the name is not `Area/Place`.
    package static func check(_ name: String) throws(UnknownZone) {
        guard isPlausible(name) else {
            throw UnknownZone(name, "that is not the name of a time zone")
        }
        guard isPlace(name) else { throw UnknownZone(name, "that is not the full name of a place's zone") }
    }

    static func isPlace(_ name: some StringProtocol) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count > 1 && parts.allSatisfy { !$0.isEmpty } && !placeless.contains(String(parts[0]))
    }

    /// The zone that was probably meant; nil if unclear. Reads tzdata's tables as far as they exist.
    package static func suggestion(for typed: String) -> String? {
        let typed = String(typed.prefix(64)).replacing(" ", with: "_")
        if let zone = abbreviations[typed.uppercased()] { return zone }
        if let target = links[typed], isPlace(target) { return target }
        let names = names.filter { isPlace($0) }.sorted()
        func area(_ name: String) -> String? { name.split(separator: "/").first?.lowercased() }
        func place(_ name: String) -> String { name.split(separator: "/").last?.lowercased() ?? "" }
        // Three letters are similar to too many names.
        guard place(typed).count > 3 else { return nil }
        if holyCities.contains(place(typed)) { return "Asia/Riyadh" }
        let neighbours = names.filter { typed.contains("/") && area($0) == area(typed) }
        // In another area than the one typed a name that is only alike is another city's: Merida for Medina.
        let elsewhere = neighbours.isEmpty ? nil : names.first { place($0) == place(typed) }
        let candidates = neighbours.isEmpty ? names : neighbours
        let near = Spelling.nearest(to: place(typed), among: candidates.map(place))
        return candidates.first { place($0) == near } ?? elsewhere
    }

    /// Mosques know these better than the city that tzdata has named their zone after.
    private static let holyCities: Set = ["mecca", "makkah", "mekka", "medina", "madinah", "jeddah"]

    /// tzdata's old names with their current ones; empty if tzdata is installed without `tzdata.zi`. Debian 13 has the
    /// files of old names in a separate package, tzdata-legacy.
    package static var links: [String: String] {
        let pairs = lines("L ").filter { $0.count == 3 }
        return Dictionary(pairs.map { ($0[2], $0[1]) }) { first, _ in first }
    }

    /// All names that tzdata's lists have, old ones among them; empty if no list can be read.
    static var names: Set<String> {
        let known = (try? rows()) ?? []  // reason: another list may have them
        return Set(known.map(\.zone)).union(links.keys).union(lines("Z ").compactMap { $0.dropFirst().first })
    }

    /// The words of the lines of `tzdata.zi` that begin so; none if it cannot be read.
    private static func lines(_ beginning: String) -> [[String]] {
        // Debian may come without it.
        let bytes = (try? BoundedFile.read(file(of: "tzdata.zi"), limit: sizeLimit)) ?? []  // reason: see above
        return bytes.split(separator: UInt8(ascii: "\n")).filter { $0.starts(with: beginning.utf8) }
            .map { String(decoding: $0, as: UTF8.self).split(separator: " ").map(String.init) }
    }

    /// The most populous zone that uses each abbreviation: from the Zone and Rule lines of tzdata 2025b, and GST, MYT,
    /// SGT and TRT, which tzdata had until 2016.
    private static let abbreviations = [
        "ACST": "Australia/Adelaide", "AEDT": "Australia/Sydney", "AEST": "Australia/Sydney",
        "AKST": "America/Anchorage",
        "AWST": "Australia/Perth", "BST": "Europe/London", "CAT": "Africa/Maputo", "CDT": "America/Chicago",
        "CEST": "Europe/Berlin", "CET": "Europe/Berlin", "CST": "America/Chicago", "CST6CDT": "America/Chicago",
        "EAT": "Africa/Nairobi", "EDT": "America/New_York", "EEST": "Europe/Athens", "EET": "Europe/Athens",
        "EST": "America/New_York", "EST5EDT": "America/New_York", "GMT": "Europe/London", "GST": "Asia/Dubai",
        "HKT": "Asia/Hong_Kong", "HST": "Pacific/Honolulu", "IST": "Asia/Kolkata", "JST": "Asia/Tokyo",
        "KST": "Asia/Seoul",
        "MDT": "America/Denver", "MET": "Europe/Berlin", "MSK": "Europe/Moscow", "MST": "America/Denver",
        "MST7MDT": "America/Denver", "MYT": "Asia/Kuala_Lumpur", "NZDT": "Pacific/Auckland", "NZST": "Pacific/Auckland",
        "PDT": "America/Los_Angeles", "PKT": "Asia/Karachi", "PST": "America/Los_Angeles",
        "PST8PDT": "America/Los_Angeles", "SAST": "Africa/Johannesburg", "SGT": "Asia/Singapore",
        "TRT": "Europe/Istanbul",
        "WAT": "Africa/Lagos", "WET": "Europe/Lisbon", "WIB": "Asia/Jakarta", "WIT": "Asia/Jayapura",
        "WITA": "Asia/Makassar",
    ]
}

package struct UnknownZone: Error, CustomStringConvertible {
    package let name: String
    package let reason: String
    private let advice: String

    /// Searches for the name that was probably meant; reads tzdata's tables.
    package init(_ name: String, _ reason: String) {
        (self.name, self.reason) = (name, reason)
        advice =
            SystemZones.suggestion(for: name).map { "did you mean \"\($0)\"?" }
            ?? "write the mosque's Area/Place, such as \"Europe/London\" or \"Asia/Kuala_Lumpur\"; "
            + "a country's zone mostly has its largest city's name, and they are all shown by: "
            + "timedatectl list-timezones"
    }

    package var description: String {
        "timezone '\(name.prefix(64))': \(reason); \(advice)"
    }
}
