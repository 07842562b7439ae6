import AdhanCore
import AdhanSupport

/// The daemon's status, or why there is none.
typealias DaemonAnswer = Result<StatusReport, ControlFault>

struct Finding: Equatable, Sendable {
    /// One sentence about what was found or what is wrong.
    let words: String
    /// The one thing to do, as a command if there is one; nil if all is well.
    let advice: String?

    var isGood: Bool { advice == nil }

    static func good(_ words: String) -> Finding { Finding(words: words, advice: nil) }
    static func bad(_ words: String, do advice: String) -> Finding { Finding(words: words, advice: advice) }
    /// Only root can see more.
    static func forRoot(_ words: String) -> Finding { .bad(words, do: asRoot) }
    /// The check could not be made because another one, which it needs, has found a fault.
    static func needs(_ check: String) -> Finding {
        .bad("not looked at, since that needs the \(check)", do: "see '\(check)' above, then look again")
    }

    static let asRoot = "look as root: sudo adhand doctor"
}

/// All findings, also in their JSON form.
struct DoctorReport: Codable {
    struct Row: Codable {
        /// The check's name; a check may have several rows. `others`: those that need a valid config.
        let look: String
        let ok: Bool
        let words: String
        let advice: String?

        init(_ check: String, _ finding: Finding) {
            (look, ok, words, advice) = (check, finding.isGood, finding.words, finding.advice)
        }
    }

    let ok: Bool
    let version: String
    let rows: [Row]

    /// One line per row, followed by what to do.
    var text: String {
        let width = rows.map(\.look.count).max() ?? 0
        return rows.map { row in
            let advice = row.advice.map { "    → \(OneLine.of($0))\n" } ?? ""
            return "\(row.ok ? "OK" : "!!")  \(row.look.padded(to: width))  \(OneLine.of(row.words))\n\(advice)"
        }.joined()
    }
}
