import AdhanAudio
import AdhanCore
import Glibc
import Logging

/// `adhand run`: one life of the loop after another, each with the config of its time.
///
/// A reload ends the life between two sounds and begins another: what was called is in the ledger, so a life can end at any
/// moment, and every key of the config is taken up without a restart of the process.
struct Daemon {
    let log: Logger
    /// Reads the config anew; it may block.
    let read: @Sendable () -> Result<Assembly, ReloadFault>

    /// Runs until it is signalled.
    ///
    /// - Parameter problem: why the first config is not that of the file; nil where it is.
    /// - Throws: `ControlFault.otherDaemon` where another one runs already, `SystemFault` where the kernel has no timer for us.
    func run(_ first: Assembly, configurationProblem problem: String? = nil) throws {
        let inbox = try Mailbox<DriveEvent>()
        let caretaker = Caretaker(first, since: SystemPlayerClock().wall(), log: log, inbox: inbox, read: read)
        caretaker.board.configurationProblem = problem
        first.makeFolders()
        caretaker.server = try server(first.socket(), inbox)
        do {
            try caretaker.hooks.recover()
        } catch {
            log.error("\(error): no program is run for what it may have told of")
        }
        var next: Assembly? = first
        while let assembly = next {
            assembly.makeFolders()
            caretaker.take(assembly)
            let end = try assembly.drive(
                settings(assembly),
                source: assembly.timetableSource(),
                ledger: assembly.ledger(),
                marks: assembly.marks(),
                remotes: assembly.remotes,
                watches: assembly.watches(log, inbox),
                knobNotes: assembly.knobs(log),
                inbox: inbox,
                caretaker: caretaker
            )
            guard case .replaced(let successor) = end else { break }
            next = successor
        }
        caretaker.hooks.finish(isHurried: true)
        caretaker.server?.stop()
    }

    private func settings(_ assembly: Assembly) -> DaemonLoop.Settings {
        var settings = assembly.settings()
        do {
            settings.policy.mute = try assembly.mutes().load()
        } catch {
            log.error("\(error)")
        }
        return settings
    }

    /// - Returns: nil where the socket cannot be had: the prayers are called all the same.
    private func server(_ path: String, _ inbox: Mailbox<DriveEvent>) throws -> ControlServer? {
        do {
            return try ControlServer(path: path) { inbox.post(.caretaker(.order($0, $1, $2))) }
        } catch let fault as ControlFault {
            if case .otherDaemon = fault { throw fault }
            log.error("\(fault); the prayers are called all the same, but no command reaches the daemon")
            return nil
        }
    }
}
