import AdhanCore
import AdhanSupport
import Glibc
import Synchronization

/// Checks an upload in a child process with limits on its memory and its time: a file of somebody else must not break
/// the panel. The child is `adhand audio upload`. One runs at a time.
final class RecordingCheck: Sendable {
    struct Limits: Sendable {
        /// The most writable memory of the child, in bytes: the recording twice, and the decoder.
        var memory = 96 << 20
        /// The most CPU time. A minute of sound takes 0.3 s on a server, some 3 s on a Raspberry Pi 3.
        var seconds = 60
        var patience: Duration = .seconds(120)
        /// The most bytes of an answer. It has some 400.
        var answer = 1 << 16
    }

    static let busy = PanelRefusal(503, "checking", "another recording is being checked; try again in a minute")

    private let find: @Sendable () -> String?
    private let words: [String]
    private let limits: Limits
    private let isRunning = Atomic(false)

    /// - Parameter program: the child's executable, searched for at each check; nil where none is installed.
    init(
        _ program: @autoclosure @escaping @Sendable () -> String? = Executables.find("adhand"),
        _ words: [String] = ["audio", "upload"],
        _ limits: Limits = Limits()
    ) {
        (find, self.words, self.limits) = (program, words, limits)
    }

    /// Blocks until the child has ended.
    ///
    /// - Throws: `PanelRefusal` where the bytes are no recording that the mosque may use, or are not checked.
    func check(_ bytes: [UInt8]) throws(PanelRefusal) -> CheckedRecording {
        guard isRunning.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged else {
            throw Self.busy
        }
        defer { isRunning.store(false, ordering: .releasing) }
        let rows: [CheckedRecording]
        do {
            rows = try JSONText.decode(from: try answer(bytes))
        } catch let refusal as PanelRefusal {
            throw refusal
        } catch {
            throw Self.failed("the answer of the program that checks recordings is not understood")
        }
        guard let checked = rows.first else { throw Self.failed("the program that checks recordings gave no answer") }
        if let words = checked.refusal { throw PanelRefusal(422, "bad-recording", words, lines: [words]) }
        return checked
    }

    private func answer(_ bytes: [UInt8]) throws -> [UInt8] {
        guard let program = find() else {
            throw Self.failed("the program that checks recordings, adhand, is not installed")
        }
        let head = LimitedChild.Head(
            parent: getpid(),
            memory: limits.memory,
            seconds: limits.seconds,
            facts: LimitedChild.NoFacts()
        )
        let child: AnsweringChild
        do {
            child = try AnsweringChild(program, words, head: try JSONText.bytes(of: head) + [0x0A], input: bytes)
        } catch {
            throw Self.failed("the program that checks recordings cannot be started: \(error)")
        }
        let (output, end) = child.finish(within: limits.patience, limit: limits.answer)
        guard case .exited(EX_OK) = end else { throw Self.failed(reason(end)) }
        return output
    }

    private func reason(_ end: AnsweringChild.End) -> String {
        switch end {
        case .exited(let code): "the program that checks recordings gave no answer (exit code \(code))"
        case .signalled(SIGXCPU): "the recording takes more than \(limits.seconds) s to check"
        case .signalled(let signal): "the program that checks recordings broke off (signal \(signal))"
        case .late: "the recording was not checked within \(DurationText.format(limits.patience))"
        case .flood: "the answer of the program that checks recordings is too long"
        }
    }

    private static func failed(_ words: String) -> PanelRefusal {
        PanelRefusal(503, "not-checked", words, lines: [words])
    }
}
