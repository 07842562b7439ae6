import AdhanCore
import AdhanSupport

/// Runs a program for each message, which it has in its environment.
struct ProgramReceiver: Receiver {
    /// In bytes, of its output in a reason.
    private static let quoted = 200

    private let path: String
    private let sentences: Sentences
    private let supervisor: String
    private let limit: Duration

    /// - Parameters:
    ///   - supervisor: as for `HookRun`.
    ///   - limit: how long the program may run.
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
        guard let problem = run.run(until: { end }).problem else { return .done }
        let output = OneLine.of(String(decoding: run.output, as: UTF8.self), limit: Self.quoted)
        return .again(after: .zero, reason: output.isEmpty ? problem : "\(problem): \(output)")
    }

    private func environment(_ message: Message) -> [String: String] {
        [
            "ADHAN_KEY": message.key, "ADHAN_KIND": message.kind.rawValue, "ADHAN_SEVERITY": message.severity.rawValue,
            "ADHAN_TITLE": sentences.title(message), "ADHAN_TEXT": sentences.text(message),
            "ADHAN_WORDS": message.words, "ADHAN_ADVICE": message.advice ?? "",
            "ADHAN_OCCASION": message.occasion ?? "", "ADHAN_PRAYER": message.prayer?.rawValue ?? "",
            "ADHAN_DATE": message.date ?? "", "ADHAN_DUE": message.due.map { "\($0)" } ?? "",
            "ADHAN_FAULT": message.fault?.id ?? "", "ADHAN_FAULT_PHASE": message.fault?.phase.rawValue ?? "",
            "ADHAN_TEST": message.isTest == true ? "1" : "",
            // A NUL would end a value.
        ].mapValues { $0.replacing("\0", with: " ") }
    }
}
