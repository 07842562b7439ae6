import AdhanSupport
import AdhanCore

/// The methods as text.
struct MethodsTable {
    let methods: [CalculationMethod]

    var table: String {
        let lines = columns([["method", "id", "fajr", "isha", "maghrib", "margins"]] + methods.map(row))
        let sources = methods.map { "    \($0.authority): \($0.source)\n" }
        return zip(lines, [""] + sources).map { line, source in "\(line)\n\(source)" }.joined()
            + "fajr, isha and maghrib in degrees of the sun below the horizon, or minutes after Maghrib; "
            + "margins are the authority's own\n"
            + "minutes, apart from [calculation.offsets]; id is AlAdhan's number, which is understood as a name\n"
    }

    private func row(_ method: CalculationMethod) -> [String] {
        let isha =
            switch method.isha {
            case .angle(let angle): angle.plainDegrees
            case .minutesAfterMaghrib(let minutes): "\(minutes) min"
            }
        let ramadan = method.ishaLaterInRamadan == 0 ? "" : " (+\(method.ishaLaterInRamadan) in Ramadan)"
        let margins = Prayer.allCases.filter { method.adjustments[$0] != 0 }
            .map { "\($0.rawValue) \(method.adjustments[$0] > 0 ? "+" : "")\(method.adjustments[$0])" }
        return [
            method.name, String(method.number), method.fajrAngle.plainDegrees, isha + ramadan,
            method.maghribAngle?.plainDegrees ?? "sunset",
            (margins + (method.isSeasonal ? ["seasonal"] : [])).joined(separator: ", "),
        ]
    }

    var json: String { get throws { try JSONText.encode(methods.map { Row($0) }) + "\n" } }

    private struct Row: Encodable {
        let name: String
        let id: Int
        let authority: String
        let fajr_angle: Double
        let isha_angle: Double?
        let isha_minutes: Int?
        let isha_later_in_ramadan: Int
        let maghrib_angle: Double?
        let seasonal: Bool
        let margins: [String: Int]
        let customary_rule: String?
        let source: String

        init(_ method: CalculationMethod) {
            (name, id, authority, source) = (method.name, method.number, method.authority, method.source)
            fajr_angle = method.fajrAngle.roundedDegrees
            switch method.isha {
            case .angle(let angle): (isha_angle, isha_minutes) = (angle.roundedDegrees, nil)
            case .minutesAfterMaghrib(let minutes): (isha_angle, isha_minutes) = (nil, minutes)
            }
            (isha_later_in_ramadan, seasonal) = (method.ishaLaterInRamadan, method.isSeasonal)
            maghrib_angle = method.maghribAngle?.roundedDegrees
            let moved = Prayer.allCases.filter { method.adjustments[$0] != 0 }
            margins = Dictionary(uniqueKeysWithValues: moved.map { ($0.rawValue, method.adjustments[$0]) })
            customary_rule = method.customaryRule?.rawValue
        }
    }
}

extension Angle {
    /// To one decimal: radians do not convert back exactly to the degrees in the source.
    fileprivate var roundedDegrees: Double { (degrees * 10).rounded() / 10 }
    fileprivate var plainDegrees: String {
        roundedDegrees == roundedDegrees.rounded() ? "\(Int(roundedDegrees))" : "\(roundedDegrees)"
    }
}
