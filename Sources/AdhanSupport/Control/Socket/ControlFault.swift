import AdhanCore
import Glibc

/// What can go wrong with the control socket, at either end, with advice for the caretaker of the box.
package enum ControlFault: Error, Equatable, CustomStringConvertible {
    case badPath(String, limit: Int)
    case otherDaemon(path: String)
    /// The service was started while this daemon ran.
    case serviceHasCome(path: String)
    case notASocket(path: String)
    /// The lock or the folder belongs to another user (`owner`, a uid), whose adhand may run.
    case notOurs(owner: UInt32, LockFault)
    /// There is no lock, without which two daemons could share the socket.
    case unlocked(path: String, LockFault)
    case system(path: String, doing: String, code: Int32)
    case notRunning(path: String)
    case notAllowed(path: String, user: String)
    case noAnswer(path: String, after: Duration)
    case hungUp(path: String)
    case unintelligible(path: String, line: String, reason: String)
    /// The daemon has understood the request and refuses it.
    case refused(ControlFailure)
    case unencodable(reason: String)

    package var description: String {
        switch self {
        case .badPath(let path, let limit):
            "'\(path)' cannot be a control socket: its path may have 1 to \(limit) bytes, and has \(path.utf8.count); "
                + "set RUNTIME_DIRECTORY to a shorter one"
        case .otherDaemon(let path):
            "another adhand answers on '\(path)'; only one may call the prayers: stop it first"
        case .serviceHasCome(let path):
            "the service runs now, with its control socket '\(path)'; only one may call the prayers, so this adhand, "
                + "which was started beside it, has ended. To run this one instead, stop the service first: "
                + "sudo systemctl stop adhand"
        case .notASocket(let path):
            "'\(path)' is in the control socket's place and is no socket; look what it is and move it away"
        case .notOurs(let owner, let fault):
            "an adhand of \(Account(user: owner).name) may call the prayers, and only one may: \(fault). "
                + "Start that one (the service: sudo systemctl start adhand), "
                + "or give this one a ledger and a RUNTIME_DIRECTORY of its own"
        case .unlocked(let path, let fault):
            "the control socket '\(path)' is not made: \(fault)"
        case .system(let path, let doing, let code):
            "the control socket '\(path)': \(doing) failed: \(String(cString: strerror(code)))"
        case .notRunning(let path):
            "no adhand answers on '\(path)'; start it: sudo systemctl start adhand; if it does not stay: "
                + "sudo adhand doctor"
        case .notAllowed(let path, let user):
            "you may not open '\(path)', so adhand cannot be asked for its state. To see whether it runs: "
                + "systemctl is-active adhand. To talk to it, join the group adhand: sudo adduser \(user) adhand, "
                + "then log in again"
        case .noAnswer(let path, let after):
            "the adhand on '\(path)' has not answered within \(DurationText.format(after)); "
                + "look at it: systemctl status adhand"
        case .hungUp(let path):
            "the adhand on '\(path)' has hung up without an answer; perhaps it is just stopping: try again"
        case .unintelligible(let path, let line, let reason):
            "the answer of the adhand on '\(path)' is not understood: '\(line)': \(reason); "
                + "restart it if adhand was just updated"
        case .refused(let failure):
            failure.message
        case .unencodable(let reason):
            "the answer cannot be put into JSON: \(reason); please report it"
        }
    }

    /// The exit code of a command that meets it, from sysexits.
    package var exitCode: Int32 {
        switch self {
        case .badPath, .otherDaemon, .serviceHasCome, .notASocket, .unlocked, .system: EX_CANTCREAT
        case .notRunning, .noAnswer, .hungUp: EX_UNAVAILABLE
        case .notAllowed, .notOurs: EX_NOPERM
        case .unintelligible: EX_PROTOCOL
        case .refused(let failure): failure.code
        case .unencodable: EX_SOFTWARE
        }
    }
}
