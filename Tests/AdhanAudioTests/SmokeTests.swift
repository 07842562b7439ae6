import AdhanAudio
import AdhanCore
import AdhanTestSupport
import Testing

@Suite(.serialized) struct SmokeTests {
    @Test func `a sound through the null sink is the decoded file, once, at its second`() throws {
        let server = try PulseServer()
        let directory = try TestDirectory()
        let file = try MP3Fixture.encode(MP3Fixture.phrase(seconds: 6), in: directory)
        let recording = try server.record()
        let log = PlayerEventLog()
        let player = Player(PlayerConfiguration(devices: [server.device])) { log.append($0); print($0) }
        let clock = SystemPlayerClock()
        let at = Instant(seconds: clock.wall().seconds + 4)
        player.arm(Sounding(id: 1, at: at, latest: at.advanced(by: .seconds(60)), file: file))
        player.release(1)
        #expect(eventually { recording.look(); return log.report != nil || log.failure != nil })
        let recorded = recording.finish()
        let decoder = try MP3Decoder(SoundFile(path: file))
        var sound: [Float] = []
        while true { let b = decoder.read(maxFrames: 4096); if b.isEmpty {break}; sound += stride(from: 0, to: b.count, by: 2).map { Float(b[$0]) } }
        let c = ContinuousClock().measure { let x = Correlation(of: sound, in: recorded); print(x)
          print("onset by correlation", at.duration(to: recording.instant(ofFrame: x.offset)).wholeMicroseconds) }
        print(c)
    }
}
