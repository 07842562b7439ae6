import AdhanSupport
import AdhanAudio
import AdhanCore
import AdhanCaller
import ArgumentParser
import Glibc

struct Play: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Play a prayer's recording, or any MP3, now.",
        discussion:
            """
            Exit code: 0 if it was heard completely; 69 if not, for example because no device opens within five \
            seconds; 66 if the file does not exist. Ctrl-C fades it out. The ledger is not changed.
            """
    )

    @Argument(
        help: ArgumentHelp("fajr, dhuhr, asr, maghrib, isha, or an MP3 file.", valueName: "prayer|file"),
        completion: .prayersAndRecordings
    )
    var what = Prayer.dhuhr.rawValue

    @OptionGroup var options: CommonOptions

    func run() throws {
        try requireFile()
        do {
            return try followDaemon()
        } catch let fault as ControlFault {
            guard case .notRunning = fault else { throw fault }
            // No other program is using the sound device.
        }
        let parts = try options.parts()
        if let objection = UnknownDevice.objection(to: parts.configuration.audio.devices) {
            throw Ending(EX_UNAVAILABLE, objection)
        }
        let preferences = try options.box.preferences()
        let choice =
            prayer.map { parts.sound(for: $0, preferences) } ?? parts.sound(file: what, preferences)
        // The player reports what is wrong with the file.
        let file = parts.recordings.find(choice.file)
        if file == choice.file { try? parts.loudness?.measure(SoundFile(path: file)) }  // reason: see above
        if let silence = parts.silence(of: choice, for: prayer, preferences) {
            throw Ending(EX_UNAVAILABLE, silence)
        }
        let name = RecordingName(file, sha256: (try? SoundFile(path: file))?.sha256)  // reason: see above
        let mailbox = try Mailbox<PlayerEvent>()
        let clock = LinuxClock()
        let ticker = try Ticker(wakeUp: mailbox.descriptor, signals: [SIGTERM, SIGINT, SIGHUP], clock: clock)
        let player = parts.player { mailbox.post($0) }
        let now = clock.wall()
        var (wasStopped, looksUntil) = (false, MonotonicInstant?.none)
        let playback = PlaybackRequest(id: 1, at: now, latest: now + .minutes(1), choice)
        let (hooks, occasion) = (parts.hooks(), HookOccasion(trialAt: now, parts.zone))
        defer { hooks.finish(isStopping: wasStopped) }
        player.arm(playback)
        while true {
            // A player that hangs is noticed by looking each second.
            let tick = ticker.next(due: clock.wall())
            if !tick.signals.isEmpty {
                wasStopped = true
                player.stop(playback.id, by: Account(user: getuid()).name)
            }
            for event in mailbox.collect() {
                switch event {
                case .armed(_, _, let problem):
                    // The daemon searches for a device for longer; a person can try again.
                    if problem != nil { looksUntil = clock.monotonic() + AuxiliaryPlayback.patience }
                    hooks.decide { $0.armed(occasion) }
                case .found: looksUntil = nil
                case .ended(_, let report): hooks.decide { $0.over(occasion, report.stateHere) }
                default: break
                }
                if let outcome = try follow(event, player, name) {
                    if !outcome { throw Ending(EX_UNAVAILABLE) }
                    return
                }
            }
            player.checkProgress()
            if let end = looksUntil, clock.monotonic() >= end {
                looksUntil = nil
                player.stop(playback.id, by: Self.noDevice)
            }
        }
    }

    /// The prayer that is named as in the config; other names may be those of files.
    private var prayer: Prayer? { Prayer.called.first { $0.rawValue == what } }

    /// A missing file is reported before the daemon or a device is asked. The player reports all other faults.
    private func requireFile() throws {
        guard prayer == nil, access(what, F_OK) != 0, [ENOENT, ENOTDIR].contains(errno) else {
            return
        }
        let meant = PrayerText.nearest(to: what)
        let hint = meant.map { "; did you mean '\($0)'?" } ?? ""
        throw Ending(EX_NOINPUT, "there is no file '\(what)'\(hint)")
    }

    /// Lets the daemon play it, which has the sound device and knows when an adhan is near.
    private func followDaemon() throws {
        let client = options.box.control()
        let events = try client.events(of: DaemonEvent.self)
        var request = ControlRequest(.play, prayer: prayer)
        if request.prayer == nil { request.file = PathName.absolute(what) }
        let begun = try client.ask(request, for: TrialBegun.self)
        say("the daemon starts \(begun.recording ?? begun.file); adhand stop ends it")
        while let event = try events.next() {
            guard event.trial == begun.id else { continue }
            say(event.words ?? "")
            if let isWhole = event.isWhole {
                if !isWhole { throw Ending(EX_UNAVAILABLE) }
                return
            }
        }
        throw ControlFault.hungUp(path: client.path)
    }

    private static let noDevice = "the command, for want of a device"

    /// - Returns: whether it was heard completely; nil while it is playing.
    private func follow(_ event: PlayerEvent, _ player: Player, _ name: RecordingName) throws -> Bool? {
        switch event {
        case .armed(let id, _, let problem?):
            writeError("adhand: \(problem.sentence)")
            player.start(id)
        case .armed(let id, let device, nil):
            say("starting on \(device)")
            player.start(id)
        case .began(_, _, let device):
            say("playing \(name) on \(device)")
        case .ended(_, let report) where report.end == .stopped(by: Self.noDevice) && report.heard == .zero:
            let patience = DurationText.format(AuxiliaryPlayback.patience)
            writeError("adhand: no device was found within \(patience), so nothing was heard")
            return false
        case .noted(_, let words), .found(_, _, let words): say(words)
        case .lost(_, let fault): say(fault.sentence)
        case .failed(_, let fault):
            writeError("adhand: \(fault.sentence); \(fault.command)")
            return false
        case .ended(_, let report):
            if report.isHeardWhole { say(report.words) } else { writeError("adhand: \(report.words)") }
            return report.isHeardWhole
        }
        return nil
    }
}
