import AdhanCore

/// All findings, also in their JSON form.
package struct DoctorReport: Codable {
    package struct Row: Codable {
        /// A `Look`, which may have several rows, or `others`.
        package var look: String
        package var ok: Bool
        package var words: String
        /// What to do; nil if all is well.
        package var advice: String?
    }

    package var ok: Bool
    package var version: String
    package var rows: [Row]

    /// - Parameter found: the findings by look. Looks that are missing, because they need a valid config, share one
    ///   row.
    package init(_ found: [Look: [Finding]]) {
        version = Release.version
        rows = Look.allCases.flatMap { look in
            (found[look] ?? []).map {
                Row(look: look.rawValue, ok: $0.isGood, words: $0.words, advice: $0.advice)
            }
        }
        let others = Look.allCases.filter { found[$0] == nil }.map(\.rawValue)
        if !others.isEmpty {
            let needs = Finding.needs(.config)
            let words = "\(others.joined(separator: ", ")): \(needs.words)"
            rows.append(Row(look: "others", ok: false, words: words, advice: needs.advice))
        }
        ok = rows.allSatisfy(\.ok)
    }

    /// One line per row, followed by what to do.
    package var text: String {
        let width = rows.map(\.look.count).max() ?? 0
        return rows.map { row in
            let look = row.look.padded(to: width)
            let advice = row.advice.map { "    → \(OneLine.of($0))\n" } ?? ""
            return "\(row.ok ? "OK" : "!!")  \(look)  \(OneLine.of(row.words))\n\(advice)"
        }.joined()
    }

    package var json: String { get throws { try JSONText.encode(self) + "\n" } }
}
