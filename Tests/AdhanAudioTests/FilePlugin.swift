import AdhanAudio
import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Testing

/// A recording played into ALSA's `file` plugin, on a virtual clock.
struct FilePlugin {
    let log: PlayerEventLog
    /// What ALSA was given, including silence.
    let bytes: [UInt8]

    init(_ fixture: Fixture, _ choice: SoundChoice? = nil, tail: Duration = .zero, loudness: Loudness? = nil) throws {
        let copy = fixture.directory.file("played.raw")
        let devices = ["file:FILE=\(copy),FORMAT=raw"]
        // A closure may not use a property before all are set.
        let (log, clock) = (PlayerEventLog(), VirtualHostClock())
        let configuration = PlayerConfiguration(devices: devices, tail: tail, loudness: loudness)
        let player = Player(configuration, clock: clock, onEvent: log.append)
        let at = clock.wall().advanced(by: .seconds(5))
        let choice = choice ?? SoundChoice(file: fixture.path)
        // Time passes at once where the player waits: both orders have to be there before.
        clock.standing {
            player.arm(PlaybackRequest(id: 1, at: at, latest: at.advanced(by: .seconds(60)), choice))
            player.start(1)
        }
        #expect(log.waitForReport()?.end == .completed, "\(log.events)")
        (self.log, bytes) = (log, TestDirectory.bytes(of: copy))
    }
}

extension [Int16] {
    /// The samples of a raw recording, least significant byte first.
    init(raw bytes: [UInt8]) {
        self = stride(from: 0, to: bytes.count - 1, by: 2).map {
            Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8)
        }
    }
}
