import Glibc

/// A colour of the display page, as `#10201f`.
package struct PageColour: Sendable, Hashable, CustomStringConvertible {
    package static let ground = PageColour(red: 0x10, green: 0x20, blue: 0x1F)
    package static let ink = PageColour(red: 0xF3, green: 0xEE, blue: 0xE3)
    package static let gold = PageColour(red: 0xD8, green: 0xB5, blue: 0x6A)

    private let red, green, blue: UInt8

    private init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

    /// Parses `#` and six hexadecimal digits, and no other form.
    package init?(_ text: String) {
        let digits = text.dropFirst()
        guard text.hasPrefix("#"), digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
            let value = UInt32(digits, radix: 16)
        else { return nil }
        self.init(
            red: UInt8(truncatingIfNeeded: value >> 16),
            green: UInt8(truncatingIfNeeded: value >> 8),
            blue: UInt8(truncatingIfNeeded: value)
        )
    }

    package var description: String {
        let digits = String(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue), radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }

    /// From 1 to 21: WCAG 2.1, definition of "contrast ratio".
    package func contrast(to other: PageColour) -> Double {
        let (lighter, darker) = (max(luminance, other.luminance), min(luminance, other.luminance))
        return (lighter + 0.05) / (darker + 0.05)
    }

    /// The colour behind a picture of that opacity which is black, and behind one which is white.
    package func behind(opacity: Double) -> [PageColour] {
        [0.0, 255].map { end in
            func mixed(_ component: UInt8) -> UInt8 {
                UInt8((Double(component) * (1 - opacity) + end * opacity).rounded())
            }
            return PageColour(red: mixed(red), green: mixed(green), blue: mixed(blue))
        }
    }

    /// From 0 to 1: WCAG 2.1, definition of "relative luminance".
    private var luminance: Double {
        func linear(_ component: UInt8) -> Double {
            let share = Double(component) / 255
            return share <= 0.03928 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }
}
