import AdhanCore

/// A line of an iCalendar file (RFC 5545).
enum ContentLine {
    /// The most octets of a line without its end (section 3.1).
    private static let width = 75

    /// The line with CRLF at its end. Where it is longer than 75 octets it goes on in a line that begins with a space.
    /// No scalar of UTF-8 is cut.
    static func text(_ name: String, _ value: String) -> String {
        var (lines, octets) = ("", 0)
        for scalar in (name + ":" + value).unicodeScalars {
            let count = UTF8.width(scalar)
            if octets + count > width {
                lines += "\r\n "
                octets = 1
            }
            lines.unicodeScalars.append(scalar)
            octets += count
        }
        return lines + "\r\n"
    }

    /// A value of the type TEXT (section 3.3.11). Line breaks are kept; other control and invisible characters, which a
    /// value may not have or which could deceive a reader, are left out.
    static func escaped(_ text: String) -> String {
        var value = ""
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", ",", ";": value += "\\" + String(scalar)
            case "\n" where previous == "\r": break
            case "\t": value += " "
            case _ where OneLine.isBreak(scalar): value += "\\n"
            case _ where OneLine.isHidden(scalar): break
            default: value.unicodeScalars.append(scalar)
            }
            previous = scalar
        }
        return value
    }

    /// A moment in UTC (section 3.3.5), for example `20261121T054800Z`; fractions of a second are cut off.
    static func moment(_ instant: Instant) -> String {
        let wall = ZoneRules.utc.wall(at: instant)
        let clock = wall.hour.padded(to: 2) + wall.minute.padded(to: 2) + wall.second.padded(to: 2)
        return wall.date.description.replacing("-", with: "") + "T" + clock + "Z"
    }
}
