import AdhanCore

/// A person who may use the panel.
package struct PanelAccount: Sendable, Equatable {
    /// The rights of an account.
    package enum Role: String, Codable, CaseIterable, Sendable {
        case caretaker, committee, volunteer

        /// Whether every setting of a table of the config is this role's.
        func mayChange(table: String) -> Bool {
            switch self {
            case .caretaker: true
            case .committee: Self.times.contains(table)
            case .volunteer: false
            }
        }

        private static let times: Set = ["timetable", "iqama", "jumuah", "eid"]
    }

    package let name: String
    package let role: Role

    /// How the name is compared: without regard to case.
    var key: String { Self.key(of: name) }

    static func key(of name: String) -> String { name.lowercased() }

    private static let longestName = 40

    /// The name without spaces around it; nil where no account may have it.
    static func name(_ text: String) -> String? {
        let name = text.split(separator: " ").joined(separator: " ")
        let isFine = name.unicodeScalars.allSatisfy { scalar in
            let properties = scalar.properties
            let isLetter = properties.isAlphabetic || properties.generalCategory == .nonspacingMark
            return isLetter || properties.numericType != nil || " .-_'’".unicodeScalars.contains(scalar)
        }
        return (1...longestName).contains(name.count) && name.utf8.count < 200 && isFine ? name : nil
    }

    /// Whether a password of this role is long enough, and short enough to be hashed.
    static func accepts(_ secret: String, for role: Role) -> Bool {
        guard role == .volunteer else { return (10...128).contains(secret.count) && secret.utf8.count <= 512 }
        return isPIN(secret)
    }

    private static func isPIN(_ secret: String) -> Bool {
        let digits = Array(secret.utf8)
        guard digits.count == 6, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
        // 111111 and 123456 would be tried first.
        let steps = zip(digits, digits.dropFirst()).map { Int($1) - Int($0) }
        return Set(steps) != [0] && Set(steps) != [1] && Set(steps) != [-1]
    }
}
