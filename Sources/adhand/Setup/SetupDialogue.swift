import AdhanSetup
import AdhanSupport
import Glibc

/// Questions and answers on a terminal.
struct SetupDialogue {
    /// Nil where there is no terminal to ask on.
    init?() { guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return nil } }

    func show(_ question: SetupQuestion, number: Int, of count: Int) {
        say("")
        say("\(number) of \(count)  \(question.title)", .notice)
        for note in question.notes { say(note) }
        for (number, choice) in question.choices.enumerated() { say("  \(number + 1)  \(choice)") }
        if let proposal = question.proposal { say("Enter takes: \(proposal.words)") }
    }

    /// Reads a line.
    ///
    /// - Throws: `Ending` where the terminal is gone, or the person has ended its input.
    func ask(_ prompt: String = "") throws -> String {
        print(prompt + "> ", terminator: "")
        fflush(nil)
        guard let line = readLine() else {
            print("")
            throw Ending(EX_TEMPFAIL, "nothing was changed")
        }
        return line
    }
}
