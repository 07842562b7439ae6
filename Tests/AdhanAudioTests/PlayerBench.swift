import AdhanAudio
import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Testing

/// A player on a virtual clock, by default with scripted cards, from arming to the report.
final class PlayerBench {
    let clock: VirtualHostClock
    let log = PlayerEventLog()
    let player: Player

    /// - Parameters:
    ///   - devices: those of the config; by default the cards by name.
    ///   - open: opens a device instead of the cards.
    init(
        _ cards: KeyValuePairs<String, ScriptedCard> = [:],
        devices: [String]? = nil,
        tail: Duration = .zero,
        clock: VirtualHostClock = VirtualHostClock(),
        read: @escaping RecordingReader = { path, onProgress throws(AudioError) in
            Recording(try SoundFile(path: path, onProgress: onProgress))
        },
        open: DeviceOpener? = nil,
        startThread: @escaping ThreadStarter = SystemThread.starter("player")
    ) {
        self.clock = clock
        let known = Dictionary(cards.map { ($0.key, $0.value) }) { first, _ in first }
        let opener: DeviceOpener = { name, format, clock throws(AudioError) in
            guard let card = known[name] else {
                throw .deviceClosed(device: name, doing: "opening", code: 19, message: "Unknown PCM \(name)")
            }
            return try card.open(name, format, clock)
        }
        player = Player(
            PlayerConfiguration(devices: devices ?? cards.map(\.key), tail: tail),
            clock: clock,
            read: read,
            open: open ?? opener,
            startThread: startThread,
            onEvent: log.append
        )
    }

    /// The start of a virtual clock, and ten seconds later: for scripts that need instants.
    static let start = VirtualHostClock().wall()
    static let due = start.advanced(by: .seconds(10))

    /// Arms a sound, and starts it at the same moment: on this clock ten seconds pass before a test could do it later.
    ///
    /// - Parameter who: stops it, too, at the same moment.
    /// - Returns: when it is due.
    @discardableResult
    func arm(
        _ id: Int,
        _ choice: SoundChoice,
        in seconds: Int = 10,
        latest: Duration = .seconds(60),
        isStarted: Bool = true,
        stoppedBy who: String? = nil
    ) -> Instant {
        let at = clock.wall().advanced(by: .seconds(seconds))
        clock.standing {
            player.arm(PlaybackRequest(id: id, at: at, latest: at.advanced(by: latest), choice))
            if isStarted { player.start(id) }
            if let who { player.stop(id, by: who) }
        }
        return at
    }

    @discardableResult
    func arm(
        _ id: Int,
        _ path: String,
        in seconds: Int = 10,
        latest: Duration = .seconds(60),
        isStarted: Bool = true,
        stoppedBy who: String? = nil
    ) -> Instant {
        arm(id, SoundChoice(file: path), in: seconds, latest: latest, isStarted: isStarted, stoppedBy: who)
    }

    /// Plays the file to its end, whatever that is.
    func play(_ path: String, latest: Duration = .seconds(300)) throws -> SoundReport {
        try play(SoundChoice(file: path), latest: latest)
    }

    func play(_ choice: SoundChoice, latest: Duration = .seconds(300)) throws -> SoundReport {
        arm(1, choice, latest: latest)
        return try report()
    }

    /// Waits for the playback's end.
    func report(of id: Int = 1) throws -> SoundReport { try #require(log.waitForReport(of: id), "\(log.events)") }

    /// Waits until the playback has failed, and returns why.
    func failure(of id: Int) -> String? {
        _ = eventually { log.failure(of: id) != nil }
        return log.failure(of: id)
    }
}

extension PlayerEventLog {
    func waitForReport(of id: Int = 1) -> SoundReport? {
        func find() -> SoundReport? {
            events.lazy.compactMap { if case .ended(id, let report) = $0 { report } else { nil } }.first
        }
        _ = eventually { find() != nil }
        return find()
    }

    /// Why the playback failed; nil if it has not.
    func failure(of id: Int) -> String? {
        events.lazy.compactMap { if case .failed(id, let fault) = $0 { fault.sentence } else { nil } }.first
    }

    /// Why the sound was interrupted; nil, and an issue, where it was not.
    func interruption(_ report: SoundReport?) -> String? {
        if case .interrupted(let reason) = report?.end { return reason }
        Issue.record("\(events)")
        return nil
    }
}

/// An output that calls a hook before each of these calls.
final class HookedOutput: AudioOutput {
    enum Call { case opening, write, delay, drop, close }

    private let output: any AudioOutput
    private let hook: (Call, any AudioOutput) -> Void

    init(_ output: any AudioOutput, _ hook: @escaping (Call, any AudioOutput) -> Void) {
        (self.output, self.hook) = (output, hook)
    }

    var name: String { output.name }
    var isAudible: Bool { output.isAudible }
    var format: SoundFormat { output.format }

    func write(_ samples: ArraySlice<Int16>) throws(AudioError) -> Acceptance {
        hook(.write, output)
        return try output.write(samples)
    }

    func delay() throws(AudioError) -> Int {
        hook(.delay, output)
        return try output.delay()
    }

    func drain(for duration: Duration) throws(AudioError) -> Bool { try output.drain(for: duration) }

    func drop() {
        hook(.drop, output)
        output.drop()
    }

    func close() {
        hook(.close, output)
        output.close()
    }
}
