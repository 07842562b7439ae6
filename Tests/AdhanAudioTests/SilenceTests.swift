import AdhanSupport
import AdhanCore
import AdhanAudio
import AdhanTestSupport
import Testing

struct SilenceTests {
    private let clock = VirtualHostClock()
    private let format = SoundFormat(rate: 44_100, channels: 2)

    @Test func `the silence is played to its end, and nothing else`() throws {
        let card = ScriptedCard()
        let output = try card.open("card", format, clock)
        let before = clock.monotonic()
        try output.playSilence(.milliseconds(300), within: .seconds(5), clock: clock)
        #expect(card.heard == [Int16](repeating: 0, count: 2 * 13_230))
        #expect(clock.monotonic() - before >= .milliseconds(290))
    }

    @Test func `a device that takes nothing is a fault after the limit, and so is one that is lost`() throws {
        let stuck = try ScriptedCard([.stuck(from: clock.wall())]).open("card", format, clock)
        #expect(throws: AudioError.deviceStalled(device: "card", after: .seconds(5))) {
            try stuck.playSilence(.milliseconds(300), within: .seconds(5), clock: clock)
        }
        let soon = clock.wall() + .milliseconds(250)
        let lost = try ScriptedCard([.absent(from: soon, until: soon + .hours(1))]).open("card", format, clock)
        #expect(throws: AudioError.self) {
            try lost.playSilence(.seconds(2), within: .seconds(5), clock: clock)
        }
    }
}
