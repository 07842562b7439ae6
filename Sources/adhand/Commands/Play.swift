import AdhanAudio
import AdhanCore
import ArgumentParser
import Glibc

struct Play: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Try the sound: plays a prayer's file, or any MP3, now.",
        discussion:
            "Ends by itself: with 0 if it was heard whole, with 69 if not. Ctrl-C fades it. The ledger is not touched."
    )

    @Argument(help: ArgumentHelp("fajr, dhuhr, asr, maghrib, isha, or an MP3 file.", valueName: "prayer|file"))
    var what = Prayer.dhuhr.rawValue

    @OptionGroup var options: CommonOptions

    func run() throws {
        let assembly = try options.assembly(daemon: true)
        let file = PrayerArgument(argument: what).map { assembly.configuration.audio.file(for: $0.prayer) } ?? what
        if let placeholder = SoundLook.placeholderWords(file) { print(placeholder) }
        let mailbox = try Mailbox<PlayerEvent>()
        let clock = SystemPlayerClock()
        let heartbeat = try Heartbeat(wakeUp: mailbox.descriptor, signals: [SIGTERM, SIGINT, SIGHUP], clock: clock)
        let player = assembly.player { mailbox.post($0) }
        let now = clock.wall()
        let sounding = Sounding(id: 1, at: now, latest: now + .minutes(1), file: file)
        player.arm(sounding)
        while true {
            let beat = heartbeat.next()
            if !beat.signals.isEmpty { player.stop(sounding.id, by: "the caretaker") }
            for event in mailbox.collect() {
                if let outcome = try follow(event, player) {
                    if !outcome { throw ExitCode(EX_UNAVAILABLE) }
                    return
                }
            }
            player.checkProgress()
        }
    }

    /// - Returns: whether it was heard whole; nil while it goes on.
    private func follow(_ event: PlayerEvent, _ player: Player) throws -> Bool? {
        switch event {
        case .armed(let id, let device, let problem):
            print(problem.map { "\($0): keeping time in silence" } ?? "playing on \(device)")
            player.release(id)
        case .began:
            break
        case .noted(_, let words):
            print(words)
        case .failed(_, let reason):
            writeError("adhand: \(reason)\n")
            return false
        case .ended(_, let report):
            let heard = DurationText.format(.milliseconds(report.heard.wholeMilliseconds))
            switch report.end {
            case .completed where report.began != nil:
                print("heard whole: \(heard) on \(report.device), gap \(report.gap.wholeMilliseconds) ms")
                return true
            case .completed:
                print("nothing was heard: the device is \(report.device)")
            case .stopped(let who):
                print("stopped by \(who) after \(heard)")
            case .interrupted(let reason), .unheard(let reason):
                writeError("adhand: \(reason); \(heard) heard\n")
            }
            return false
        }
        return nil
    }
}
