import AdhanCore

/// What a program around a sound came to.
struct HookOutcome: Sendable, Equatable {
    enum Kind: String, CaseIterable, Sendable { case before, after }

    let kind: Kind
    let program: String
    let occasion: HookOccasion
    let end: HookRun.End
    /// What it said last, on one line; bounded.
    let output: String

    init(_ kind: Kind, _ program: String, _ occasion: HookOccasion, _ end: HookRun.End, output: [UInt8]) {
        (self.kind, self.program, self.occasion, self.end) = (kind, program, occasion, end)
        let text = OneLine.of(String(decoding: output, as: UTF8.self))
        self.output = text.split(separator: " ").joined(separator: " ")
    }

    var isFailure: Bool { end.problem != nil }

    /// For the journal.
    var words: String {
        let said = output.isEmpty ? "" : ": \(output)"
        return
            "[hooks] \(kind.rawValue) of \(occasion.date) \(occasion.occasion), \(program): \(end.problem ?? "done")\(said)"
    }

    /// For the status; nil where it was no failure.
    var problem: String? {
        end.problem.map {
            "[hooks] \(kind.rawValue), \(program): \($0)" + (output.isEmpty ? "" : ": \(output.suffix(200))")
        }
    }
}
