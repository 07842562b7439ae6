import AdhanCore
import Foundation

/// Everything that was found, and in this shape as JSON.
struct DoctorReport: Codable {
    struct Row: Codable {
        /// A `Look`; one may have several rows.
        var look: String
        var ok: Bool
        var words: String
        /// What to do; nil where all is well.
        var advice: String?
    }

    var ok: Bool
    var version: String
    var rows: [Row]

    /// - Parameter found: what each look came to; one that is not in it could not be made without a config.
    init(_ found: [Look: [Finding]]) {
        version = Adhand.version
        rows = Look.allCases.flatMap { look in
            (found[look] ?? [.needs(.config)]).map {
                Row(look: look.rawValue, ok: $0.isGood, words: $0.words, advice: $0.advice)
            }
        }
        ok = rows.allSatisfy(\.ok)
    }

    /// A line a row, and beneath it what to do.
    var text: String {
        let width = rows.map(\.look.count).max() ?? 0
        return rows.map { row in
            let look = row.look.padding(toLength: width, withPad: " ", startingAt: 0)
            let advice = row.advice.map { "    → \(OneLine.of($0))\n" } ?? ""
            return "\(row.ok ? "OK" : "!!")  \(look)  \(OneLine.of(row.words))\n\(advice)"
        }.joined()
    }

    var json: String { get throws { try JSONText.encode(self) + "\n" } }
}
