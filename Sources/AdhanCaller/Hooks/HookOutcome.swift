import AdhanCore

/// How a hook ended.
package struct HookOutcome: Sendable, Equatable {
    package enum Kind: String, CaseIterable, Sendable { case before, after, at }

    package let kind: Kind
    package let program: String
    package let occasion: HookOccasion
    let end: HookRun.End
    /// The end of its output, on one line; at most 4096 bytes.
    package let output: String

    init(_ kind: Kind, _ program: String, _ occasion: HookOccasion, _ end: HookRun.End, output: [UInt8]) {
        (self.kind, self.program, self.occasion, self.end) = (kind, program, occasion, end)
        let text = OneLine.of(String(decoding: output, as: UTF8.self))
        self.output = text.split(separator: " ").joined(separator: " ")
    }

    var isFailure: Bool { end.problem != nil }

    /// The line for the journal.
    package var words: String {
        let said = output.isEmpty ? "" : ": \(output)"
        return
            "[hooks] \(kind.rawValue) of \(occasion.date) \(occasion.occasion), \(program): "
            + "\(end.problem ?? "done")\(said)"
    }

    /// The sentence for the status; nil where the hook succeeded.
    package var problem: String? {
        end.problem.map {
            "[hooks] \(kind.rawValue), \(program): \($0)" + (output.isEmpty ? "" : ": \(output.suffix(200))")
        }
    }
}
