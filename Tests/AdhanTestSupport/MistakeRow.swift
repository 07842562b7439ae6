/// A row of docs/mistakes.md.
package struct MistakeRow: CustomStringConvertible, Sendable {
    /// The question, command or view.
    package let place: String
    package let typed: String
    package let answer: String

    package var description: String { "| \(place) | \(typed) | \(answer) |" }

    /// The rows at these places, or at all others.
    package static func rows(where belongs: (_ place: String) -> Bool) -> [MistakeRow] {
        let text = String(decoding: TestDirectory.bytes(of: Binary.root + "/docs/mistakes.md"), as: UTF8.self)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| where ") }
        return rows.filter { !$0.hasPrefix("| --- ") }.map { line in
            let cells = line.dropFirst(2).dropLast(2).split(separator: " | ", maxSplits: 2).map(String.init)
            let typed = cells.dropFirst().first.map { $0.filter { $0 != "`" } } ?? ""
            return MistakeRow(place: cells.first ?? "", typed: typed, answer: cells.dropFirst(2).first ?? "")
        }.filter { belongs($0.place) }
    }
}
