import AdhanCore
import AdhanSupport

/// Runs a program for each message, which it has in its environment.
struct ProgramReceiver: Receiver {
    private let path: String
    private let sentences: Sentences
    private let supervisor: String
    private let limit: Duration

    init(
        _ path: String,
        _ sentences: Sentences,
        supervisor: String = HookRun.ownBinary,
        limit: Duration = .seconds(30)
    ) {
        (self.path, self.sentences, self.supervisor, self.limit) = (path, sentences, supervisor, limit)
    }

    func deliver(_ message: Message) -> Delivery {
        let environment = HookProgram.environment.merging(environment(message)) { $1 }
        let run = HookRun([path], environment: environment, supervisor: supervisor)
        let end = LinuxClock().monotonic() + limit
        // Its output is not quoted: it may have the secret that the program uses.
        return run.run(until: { end }).problem.map { .again(after: .zero, reason: $0) } ?? .done
    }

    private func environment(_ message: Message) -> [String: String] {
        let due = message.due.map { "\($0)" }
        let values: [(String, String?)] = [
            ("KEY", message.key), ("KIND", message.kind.rawValue), ("SEVERITY", message.severity.rawValue),
            ("TITLE", sentences.title(message)), ("TEXT", sentences.text(message)), ("WORDS", message.words),
            ("ADVICE", message.advice), ("OCCASION", message.occasion), ("PRAYER", message.prayer?.rawValue),
            ("DATE", message.date), ("DUE", due), ("FAULT", message.fault?.id),
            ("FAULT_PHASE", message.fault?.phase.rawValue), ("TEST", message.isTest == true ? "1" : nil),
        ]
        // A NUL would end a value.
        return values.reduce(into: [:]) { $0["ADHAN_\($1.0)"] = ($1.1 ?? "").replacing("\0", with: " ") }
    }
}
