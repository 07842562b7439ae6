import AdhanSupport
import AdhanCore
import Glibc

/// Answers one question to the network, for a command that a person waits for: the question comes on stdin as a line of
/// JSON; the outcome goes to stdout as a line, and what was fetched behind it.
struct FetchCommand {
    /// The command that has started it.
    let parent: Int32
    let options: BoxOptions

    func run() throws {
        guard OwnProcess.endWithParent(parent) else { return }
        let question: FetchQuestion = try JSONText.decode(from: Array((readLine() ?? "").utf8))
        let (configuration, _) = try options.load(daemon: false)
        let fault = FetchFault(.here, "\(question.source.rawValue): the config does not name it any more")
        let result = configuration.remoteTimetables.answer(question) ?? .failure(fault)
        var bytes = try ControlLine.encode(FetchOutcome(question.number, result))
        if case .success(.fetched(let fetched)) = result { bytes += fetched.bytes }
        // It may be a workbook, which is no text.
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { throw SystemFault("writing the answer", errno) }
            rest = rest.dropFirst(max(count, 0))
        }
    }
}
