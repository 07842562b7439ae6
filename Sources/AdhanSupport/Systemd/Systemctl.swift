import Glibc

/// systemctl, which also prints for the person who runs the command.
package enum Systemctl {
    /// Runs it to its end.
    ///
    /// - Parameter mayFail: whether its exit code is an answer.
    /// - Throws: `Ending` where it cannot be run, or fails.
    @discardableResult
    package static func run(_ words: [String], _ units: [String], mayFail: Bool = false) throws(Ending) -> Bool {
        var status: Int32 = 0
        do throws(ProgramStart.Fault) {
            let process = try ProgramStart.run("/usr/bin/systemctl", ["systemctl"] + words + units)
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
        } catch {
            throw Ending(EX_UNAVAILABLE, "systemctl cannot be run: \(String(cString: strerror(error.code)))")
        }
        guard status != 0, !mayFail else { return status == 0 }
        let names = units.joined(separator: " ")
        let command = "systemctl \(words.joined(separator: " ")) \(names)"
        throw Ending(EX_UNAVAILABLE, "\(command) failed; see why: systemctl status \(names)")
    }
}
