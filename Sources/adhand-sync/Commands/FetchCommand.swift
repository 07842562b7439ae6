import AdhanSupport
import AdhanCore
import Glibc

/// Answers one question for a command that a person waits for. The question comes on stdin as a line of JSON. The
/// outcome goes to stdout as a line, and the payload behind it.
struct FetchCommand {
    /// The command that has started it.
    let parent: Int32
    let options: BoxOptions

    func run() throws {
        guard OwnProcess.endWithParent(parent) else { return }
        let question: FetchQuestion = try JSONText.decode(from: Array((readLine() ?? "").utf8))
        let (configuration, _) = try options.load()
        let fault = FetchFault(.here, "\(question.source.rawValue): the config does not name it any more")
        let result = configuration.remoteTimetables.answer(question) ?? .failure(fault)
        var bytes = try ControlLine.encode(FetchOutcome(question.number, result))
        if case .success(.fetched(let fetched)) = result { bytes += fetched.bytes }
        let code = OpenFile.write(bytes, to: STDOUT_FILENO)
        guard code == 0 else { throw SystemFault("writing the answer", code) }
    }
}
