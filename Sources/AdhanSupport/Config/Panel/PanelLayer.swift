import AdhanCore

/// The panel's settings: a config file in its own folder, which is read after the others and overrides them.
///
/// A thief of the panel must not gain more than its page offers. So a program, an address to listen at, a key
/// and a file outside of the folder are refused here, whatever the file has: by a list of what is allowed.
enum PanelLayer {
    /// The tables that it may have. `[panel] fixed` leaves out some of them.
    static let tables: Set<String> = [
        "place", "calculation", "hijri", "timetable", "adhan", "iqama", "jumuah", "tarhim", "reminders", "ramadan",
        "eid", "audio", "clock", "display",
    ]

    /// The keys in them that it may never have.
    private static let never: Set<String> = [
        "display.listen", "display.hosts", "timetable.sources", "timetable.s3", "timetable.aladhan", "timetable.bundle",
    ]

    /// The texts in which a slash is no path.
    private static let free: Set<String> = [
        "place.name", "place.city", "place.country", "place.timezone", "display.name", "display.messages.text",
    ]

    /// The faults of the file, in its order.
    static func faults(_ top: TOMLNode, fixed: [String], isWritten: Bool) -> [ConfigFault] {
        guard case .table(let members) = top.value else { return [] }
        return members.flatMap { table -> [ConfigFault] in
            guard tables.contains(table.key) else {
                return [ConfigFault(table.spot, "the panel may not set '\(table.key)'")]
            }
            guard !fixed.contains(table.key) else {
                let isByPlace = !isWritten && table.key != "clock"
                let reason =
                    isByPlace
                    ? "the box's own config has a place. To leave both to the panel: [panel] fixed = [\"clock\"]"
                    : "it is in [panel] fixed of the config"
                return [ConfigFault(table.spot, "the panel may not set [\(table.key)]: \(reason)")]
            }
            return faults(table, named: table.key)
        }
    }

    private static func faults(_ node: TOMLNode, named name: String) -> [ConfigFault] {
        if never.contains(name) { return [ConfigFault(node.spot, "the panel may not set \(name)")] }
        switch node.value {
        case .table(let members): return members.flatMap { faults($0, named: "\(name).\($0.key)") }
        case .string(let text) where name == "audio.devices" && !OutputDevice(text).isHarmless:
            let words =
                "audio.devices: '\(OneLine.of(text, limit: 60))' is no card that the panel may choose; "
                + "a device with other arguments could run a program"
            return [ConfigFault(node.spot, words)]
        // The members of a list have no names.
        case .array(let members): return members.flatMap { faults($0, named: name) }
        case .string(let text) where !free.contains(name) && leadsAway(text):
            let shown = OneLine.of(text, limit: 60)
            let words = "'\(shown)' is no plain name; the panel's files are those of its own folder"
            return [ConfigFault(node.spot, "\(name): \(words)")]
        case .string, .integer, .number, .boolean, .dateOrTime: return []
        }
    }

    /// Whether a file of that name could be outside of the folder, or be an output of adhand's own.
    private static func leadsAway(_ text: String) -> Bool {
        text.contains { "/\\\0".contains($0) } || text.hasPrefix(".") || OutputDevice(text).kind == .wav
    }
}
