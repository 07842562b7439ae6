import AdhanCore

package struct HookOutcome: Codable, Sendable, Equatable {
    package enum Kind: String, CaseIterable, Codable, Sendable { case before, after, at }

    package let kind: Kind
    package let program: String
    package let occasion: HookOccasion
    package let end: HookRun.End
    /// The end of its output, on one line; at most 4096 bytes.
    package let output: String

    package init(_ call: HookCall, _ end: HookRun.End, output: [UInt8] = []) {
        (kind, program, occasion, self.end) = (call.kind, call.program, call.occasion, end)
        let text = OneLine.of(String(decoding: output, as: UTF8.self))
        self.output = text.split(separator: " ").joined(separator: " ")
    }

    package var isFailure: Bool { end.problem != nil }

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
