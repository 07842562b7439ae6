import AdhanSupport
import AdhanCaller
import AdhanCore
import ArgumentParser
import Glibc

struct Clock: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show whether the box's clock is trusted, and why; or confirm it.",
        discussion: "While it is not trusted, the daemon calls nothing. 'play' and 'rehearse' work all the same.",
        subcommands: [Show.self, Confirm.self],
        defaultSubcommand: Show.self
    )

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show whether the clock is trusted, and why. Exit code: 0 if it is, 1 if not."
        )

        @OptionGroup var options: CommonOptions

        func run() throws {
            let parts = try options.parts()
            let report = ClockWatch(parts.locations, parts.configuration.clock.policy).report(recording: false)
            let zone = parts.zone
            say("state      \(report.trust.state)")
            say("why        \(report.trust.words(zone, now: report.now))")
            say("time       \(zone.formatted(report.now)) (\(zone.name))")
            for line in report.evidence { say("observed   \(line)") }
            say("floor      \(zone.formatted(report.floor)): an unsynchronised clock that is before it is wrong")
            for line in report.problems { say("problem    \(line)") }
            if !report.trust.isTrusted { throw Ending(1) }
        }
    }

    struct Confirm: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Confirm that the clock is right. Valid until the machine restarts or the clock is set.",
            discussion: """
                Check first what the clock shows. Only root and members of the group adhand may confirm it. Exit code: \
                77 if you may not, 73 if the confirmation cannot be written.
                """
        )

        @OptionGroup var options: CommonOptions

        func run() throws {
            do {
                let done = try options.box.control().ask(ControlRequest(.clockConfirm), for: Done.self)
                say(done.words)
                return say(Self.meaning)
            } catch {
                guard case .notRunning = error else { throw error }
                // Written where the daemon finds it.
            }
            let parts = try options.parts()
            let observer = ClockObserver(runtime: parts.locations.runtime)
            let (now, anchor) = (observer.sources.wall(), observer.anchor())
            do {
                try observer.person.give(anchor)
            } catch {
                let words = "the clock is not confirmed: " + Self.obstacle(error, parts.locations.runtime)
                throw Ending(error.isDenied ? EX_NOPERM : EX_CANTCREAT, words)
            }
            say("confirmed: it is \(parts.zone.formatted(now)) (\(parts.zone.name))")
            say("No daemon is running; the next one with this folder finds it: \(observer.person.file).")
            say(Self.meaning)
        }

        private static func obstacle(_ fault: AtomicFile.Fault, _ folder: String) -> String {
            if fault.isDenied { return "\(fault); run it as root, for example with sudo" }
            if Folder.exists(folder) { return "\(fault)" }
            return "the daemon's folder \(folder) is not there, and cannot be made; start the daemon, which makes it "
                + "(sudo systemctl start adhand), then confirm the clock again"
        }

        private static let meaning =
            "The clock is trusted until the machine restarts or the clock is set by more than a minute."
    }
}
