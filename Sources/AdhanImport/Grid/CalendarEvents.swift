import AdhanCore

/// The events of an iCalendar file, with the lines on which their properties begin.
struct CalendarEvents {
    struct Start {
        let value: String
        let zone: String?
        /// 1-based.
        let line: Int
    }

    struct Event {
        var summary = ""
        var start: Start?
        /// The line of a rule by which it repeats; nil if it does not.
        var rule: Int?
        var isCancelled = false
    }

    private(set) var events: [Event] = []

    /// Bytes of an unfolded line; the rest is cut off. No property that is read has as many.
    private static let longest = 1000

    /// - Parameter zone: gets each zone of the file that says its IANA name, and that name.
    /// - Throws: `ImportRefusal.calendar` if the file is cut short.
    init(_ text: [UInt8], _ zone: (String, String) -> Void) throws(ImportRefusal) {
        var reader = Reader()
        var (line, number, began): ([UInt8], Int, Int) = ([], 0, 1)
        for bytes in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
            number += 1
            let bytes = bytes.last == 0x0D ? bytes.dropLast() : bytes
            // A line that begins with a blank goes on with the one before.
            if bytes.first == 0x20 || bytes.first == 0x09 {
                line += bytes.dropFirst().prefix(max(0, Self.longest - line.count))
                continue
            }
            reader.read(line, began, zone)
            (line, began) = (Array(bytes.prefix(Self.longest)), number)
        }
        reader.read(line, began, zone)
        if let start = reader.openEvent {
            throw .calendar(line: start, "the calendar ends in the middle of an event; fetch the file again")
        }
        guard reader.isClosed else {
            throw .calendar(
                line: number,
                "the end of the calendar is missing (END:VCALENDAR), as after a download that was broken off; fetch "
                    + "it again"
            )
        }
        events = reader.events
    }

    private struct Reader {
        var events: [Event] = []
        var isClosed = false
        /// The first line of the event that is read; nil if none is.
        var openEvent: Int?
        private var event = Event()
        /// Of what is inside an event, such as an alarm.
        private var depth = 0
        private var zoneName: String?

        mutating func read(_ bytes: [UInt8], _ line: Int, _ zone: (String, String) -> Void) {
            guard let property = Property(bytes) else { return }
            let value = property.value
            switch (property.name, value.uppercased()) {
            case ("BEGIN", _) where openEvent != nil: depth += 1
            case ("BEGIN", "VEVENT"): (event, openEvent, depth) = (Event(), line, 0)
            case ("BEGIN", "VCALENDAR"): isClosed = false
            case ("BEGIN", "VTIMEZONE"): zoneName = nil
            case ("END", "VCALENDAR"): isClosed = true
            case ("END", "VEVENT") where openEvent != nil && depth == 0:
                events.append(event)
                openEvent = nil
            case ("END", _) where depth > 0: depth -= 1
            case ("TZID", _) where openEvent == nil: zoneName = value
            case ("X-LIC-LOCATION", _) where openEvent == nil:
                if let zoneName { zone(zoneName, value) }
            case _ where openEvent != nil && depth == 0: note(property, line)
            default: break
            }
        }

        private mutating func note(_ property: Property, _ line: Int) {
            switch property.name {
            case "SUMMARY": event.summary = property.text
            case "DTSTART": event.start = Start(value: property.value, zone: property.zone, line: line)
            case "RRULE", "RDATE": event.rule = line
            case "STATUS": event.isCancelled = property.value.uppercased() == "CANCELLED"
            default: break
            }
        }
    }
}

/// A content line: `NAME;PARAMETER=value:VALUE`.
private struct Property {
    /// In capitals.
    let name: String
    let value: String
    /// The parameter `TZID`; nil if there is none.
    let zone: String?

    init?(_ line: [UInt8]) {
        // A quoted parameter may have a colon.
        var isQuoted = false
        let colon = line.firstIndex { byte in
            if byte == 0x22 { isQuoted.toggle() }
            return byte == 0x3A && !isQuoted
        }
        guard let colon else { return nil }
        let parts = String(decoding: line[..<colon], as: UTF8.self).split(separator: ";")
        guard let first = parts.first else { return nil }
        name = first.uppercased()
        value = String(decoding: line[(colon + 1)...], as: UTF8.self).trimmed.description
        let named = parts.dropFirst().first { $0.uppercased().hasPrefix("TZID=") }
        zone = named.map { $0.dropFirst(5).filter { $0 != "\"" } }
    }

    /// Of the type TEXT, on one line.
    var text: String {
        var text = ""
        var isEscaped = false
        for character in value {
            if isEscaped {
                text.append("nN".contains(character) ? " " : character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                text.append(character)
            }
        }
        return text
    }
}
