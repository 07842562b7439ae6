import AdhanCore
import AdhanSupport
import Glibc

/// Recognises a table in a child process with limits on its memory and its time: a file of somebody else must not
/// break the process that calls the prayers. The child is `adhand timetable days`.
package struct ChildTableReader: TableReader {
    package struct Limits: Sendable {
        /// The most writable memory, in bytes. A year needs less than 8 MB, a file made to need much some 40.
        package var memory = 256 << 20
        /// The most CPU time. A year takes less than a second of it.
        package var seconds = 30
        /// How long the child may take, on a box that has other things to do.
        package var patience: Duration = .seconds(90)
        /// The most bytes of an answer. A year has some 100 kB.
        package var answer = 8 << 20

        package init() {}
    }

    private let find: @Sendable () -> String?
    private let words: [String]
    private let limits: Limits

    /// - Parameter program: the child's executable, searched for at each read; nil where none is installed.
    package init(
        _ program: @autoclosure @escaping @Sendable () -> String? = Executables.find("adhand"),
        _ words: [String] = ["timetable", "days"],
        _ limits: Limits = Limits()
    ) {
        (find, self.words, self.limits) = (program, words, limits)
    }

    /// The installed program, with other limits.
    package init(limits: Limits) { self.init(Executables.find("adhand"), ["timetable", "days"], limits) }

    package func read(_ bytes: [UInt8], _ facts: TableFacts) throws(TimetableRefusal) -> WrittenTimetable {
        try examine(bytes, facts).written
    }

    package func examine(_ bytes: [UInt8], _ facts: TableFacts) throws(TimetableRefusal) -> ExaminedTable {
        guard let program = find() else {
            throw .unread(
                "this table has to be recognised, and the program for that, adhand, is not installed beside "
                    + "\(Executables.folder ?? "this one"); install adhand again: "
                    + Executables.installCommand()
            )
        }
        let request = TableExchange.Request(
            parent: getpid(),
            memory: limits.memory,
            seconds: limits.seconds,
            facts: facts
        )
        let child: AnsweringChild
        do {
            child = try AnsweringChild(program, words, head: try JSONText.bytes(of: request) + [0x0A], input: bytes)
        } catch {
            throw .unread("the program that recognises tables cannot be started: \(program): \(error)")
        }
        let (output, end) = child.finish(within: limits.patience, limit: limits.answer)
        guard case .exited(0) = end else { throw .unread(reason(end, program)) }
        let answer: TableExchange.Answer
        do {
            answer = try JSONText.decode(TableExchange.Answer.self, from: output)
        } catch {
            throw .unread(
                "\(program) recognised this table, and its answer is not understood; if adhand was upgraded just "
                    + "now: sudo systemctl restart adhand"
            )
        }
        if let refusal = answer.refusal {
            throw answer.isUndecided == true ? .undecided(refusal) : .unrecognised(refusal)
        }
        guard let written = answer.written, written.isSound else { throw .unread(reason(.exited(0), program)) }
        return ExaminedTable(written: written, remarks: answer.remarks ?? [], columns: answer.columns ?? [])
    }

    /// What a person can do about a table that breaks the child.
    private static let remedy =
        "see what is in it, or make a small table of it on another computer: adhand timetable import FILE"

    private func reason(_ end: AnsweringChild.End, _ program: String) -> String {
        switch end {
        case .exited(let code):
            "the program that recognises tables, \(program), gave no answer (exit code \(code)); if adhand was "
                + "upgraded just now: sudo systemctl restart adhand"
        case .signalled(SIGXCPU): "the table takes more than \(limits.seconds) s to recognise; \(Self.remedy)"
        case .signalled(SIGKILL):
            "the program that recognises tables was killed, as where the box has no memory left; \(Self.remedy)"
        case .signalled(let signal):
            "the program that recognises tables broke off (signal \(signal)), as where a table needs more than "
                + "\(limits.memory >> 20) MB of memory; \(Self.remedy)"
        case .late:
            "the table was not recognised within \(DurationText.format(limits.patience)): the box is busy, or its disk "
                + "does not answer; \(Self.remedy)"
        case .flood:
            "the table's days have more than \(limits.answer >> 20) MB, far more than two years need; \(Self.remedy)"
        }
    }
}
