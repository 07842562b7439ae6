import AdhanCore
import AdhanSupport

struct MethodsTable {
    let methods: [CalculationMethod]

    var table: String {
        let lines = columns([["method", "id", "fajr", "isha", "maghrib", "margins"]] + methods.map(row))
        let sources = methods.map { "    \($0.authority): \($0.source)\n" }
        let rules = HighLatitudeRule.allCases.map { "\($0.rawValue)\n    \($0.source)\n" }
        return zip(lines, [""] + sources).map { line, source in "\(line)\n\(source)" }.joined()
            + "fajr, isha and maghrib in degrees of the sun below the horizon, or minutes after Maghrib; margins are\n"
            + "the authority's own minutes after its rounding, to the nearest minute or up, apart from\n"
            + "[calculation.offsets];\n"
            + "id is AlAdhan's number, which is understood as a name\n\nhigh_latitude\n" + rules.joined()
    }

    private func row(_ method: CalculationMethod) -> [String] {
        let isha =
            switch method.isha {
            case .angle(let angle): angle.plainDegrees
            case .minutesAfterMaghrib(let minutes): "\(minutes) min"
            }
        let ramadan = method.ishaLaterInRamadan == 0 ? "" : " (+\(method.ishaLaterInRamadan) in Ramadan)"
        let rounding = method.rounding == .nearest ? [] : [method.rounding.rawValue]
        let margins = rounding + method.margins.map { "\($0.rawValue) \($1 > 0 ? "+" : "")\($1)" }
        return [
            method.name, String(method.number), method.fajrAngle.plainDegrees, isha + ramadan,
            method.maghribAngle?.plainDegrees ?? "sunset",
            (margins + (method.isSeasonal ? ["seasonal"] : [])).joined(separator: ", "),
        ]
    }

    var json: String {
        get throws {
            let rows = methods.map { method -> JSONObject in
                let angle: Angle? = if case .angle(let angle) = method.isha { angle } else { nil }
                let minutes: Int? = if case .minutesAfterMaghrib(let minutes) = method.isha { minutes } else { nil }
                return [
                    "name": method.name, "id": method.number, "authority": method.authority, "source": method.source,
                    "fajr_angle": method.fajrAngle.roundedDegrees, "isha_angle": angle?.roundedDegrees,
                    "isha_minutes": minutes, "isha_later_in_ramadan": method.ishaLaterInRamadan,
                    "maghrib_angle": method.maghribAngle?.roundedDegrees, "seasonal": method.isSeasonal,
                    "margins": Dictionary(uniqueKeysWithValues: method.margins.map { ($0.rawValue, $1) }),
                    "customary_rule": method.customaryRule?.rawValue, "rounding": method.rounding.rawValue,
                ]
            }
            return try JSONText.encode(rows) + "\n"
        }
    }
}

extension CalculationMethod {
    /// The authority's own minutes, of the prayers that have some.
    fileprivate var margins: [(Prayer, Int)] {
        Prayer.allCases.map { ($0, adjustments[$0]) }.filter { $0.1 != 0 }
    }
}

extension Angle {
    /// To one decimal: radians do not convert back exactly to the degrees in the source.
    fileprivate var roundedDegrees: Double { (degrees * 10).rounded() / 10 }
    fileprivate var plainDegrees: String {
        roundedDegrees == roundedDegrees.rounded() ? "\(Int(roundedDegrees))" : "\(roundedDegrees)"
    }
}
