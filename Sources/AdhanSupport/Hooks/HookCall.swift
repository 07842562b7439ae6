import AdhanCore
import Glibc

/// One run of a program of `[hooks]`, with all that it needs.
package struct HookCall: Codable, Equatable, Sendable {
    /// The daemon's number for it. Those of two processes of the daemon differ.
    package let number: Int
    package let kind: HookOutcome.Kind
    package let occasion: HookOccasion
    /// How the sound ended; nil except for `after`.
    package let state: LedgerState?
    /// The program and its arguments; never empty.
    package let command: [String]
    /// In milliseconds.
    private let limit: Int64

    /// Returns nil where the command is empty.
    package init?(
        _ number: Int,
        _ kind: HookOutcome.Kind,
        _ occasion: HookOccasion,
        _ state: LedgerState? = nil,
        command: [String],
        limit: Duration
    ) {
        guard !command.isEmpty else { return nil }
        (self.number, self.kind, self.occasion, self.state) = (number, kind, occasion, state)
        (self.command, self.limit) = (command, limit.wholeMilliseconds)
    }

    package var program: String { command.first ?? "" }

    /// How long the program may run: from a second to a minute, whatever was received.
    package var timeLimit: Duration { .milliseconds(min(max(limit, 1000), 60_000)) }

    var environment: [String: String] {
        HookProgram.environment.merging(occasion.environment) { $1 }
            .merging(state.map { ["ADHAN_STATE": $0.rawValue] } ?? [:]) { $1 }
    }
}

/// The answer to `hooks`: the runs that have not ended, in their order.
package struct HookCalls: Codable, Sendable {
    package let calls: [HookCall]
    /// Whether the daemon ends, and waits for them.
    package let isStopping: Bool

    package init(_ calls: [HookCall], isStopping: Bool) { (self.calls, self.isStopping) = (calls, isStopping) }
}

/// The end of a run, as `adhand notify` tells it.
package struct HookEnd: Codable, Equatable, Sendable {
    package let number: Int
    package let end: HookRun.End
    package let output: String

    /// The code with which a daemon refuses the end of a run that it does not know.
    package static let unknownCode = EX_DATAERR

    package init(_ call: HookCall, _ outcome: HookOutcome) {
        (number, end, output) = (call.number, outcome.end, outcome.output)
    }
}
