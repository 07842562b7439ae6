import AdhanAudio
import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Glibc
import Testing

/// The contract of every output.
@Suite(.serialized) struct OutputContractTests {
    enum Kind: CaseIterable { case alsa, silent, silentOnVirtualClock, file }

    /// An output, and its clock.
    private struct Bench {
        let output: any AudioOutput
        let clock: any HostClock
        static let format = SoundFormat(rate: 44_100, channels: 2)

        /// Writes silence of that length, and each rejected block again.
        func write(_ length: Duration) throws {
            var left = Self.format.frames(in: length)
            while left > 0 { left -= try output.write(Self.block.prefix(min(left, 2205) * 2)).frames }
        }

        func measure(_ body: () throws -> Void) rethrows -> Duration {
            let start = clock.monotonic()
            try body()
            return clock.monotonic() - start
        }

        static let block = [Int16](repeating: 0, count: 2205 * 2)
        static let second = [Int16](repeating: 0, count: 44_100 * 2)
    }

    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    private func open(_ kind: Kind, _ server: PulseServer?) throws -> Bench {
        let clock: any HostClock = kind == .silentOnVirtualClock ? VirtualHostClock() : LinuxClock()
        let output: any AudioOutput =
            if let server {
                try ALSAOutput(name: server.device, format: Bench.format, clock: clock)
            } else if kind == .file {
                try FileOutput(path: directory.file("sound.wav"), format: Bench.format, clock: clock)
            } else {
                SilentOutput(format: Bench.format, clock: clock)
            }
        return Bench(output: output, clock: clock)
    }

    /// Each part with an output of its own, on one server.
    @Test(arguments: Kind.allCases)
    func `an output plays at the device's pace, drains, drops, and reports that it ran dry once`(kind: Kind) throws {
        let server = kind == .alsa ? try PulseServer() : nil
        let parts = [keepsPace, takesNothingWhenFull, tellsItsDelay, drains, drainsAShortSound, drops]
        for part in parts {
            let bench = try open(kind, server)
            defer { bench.output.close() }
            try part(bench)
        }
        let bench = try open(kind, server)
        defer { bench.output.close() }
        try runsDry(bench, kind)
    }

    private func keepsPace(_ bench: Bench) throws {
        let took = try bench.measure { try bench.write(.seconds(2)) }
        // The rest in the buffer was not waited for, and a server adds a buffer of its own.
        #expect((.milliseconds(700) ..< .seconds(15)).contains(took))
    }

    /// And is waited for only up to a limit.
    private func takesNothingWhenFull(_ bench: Bench) throws {
        for _ in 0..<3 {
            let took = try bench.measure { _ = try bench.output.write(Bench.second[...]) }
            #expect(took < .seconds(5))
        }
        #expect(try bench.output.delay() > 0)
    }

    private func tellsItsDelay(_ bench: Bench) throws {
        try bench.write(.milliseconds(350))
        let before = try bench.output.delay()
        #expect(before > 0)
        #expect(
            eventually {
                bench.clock.sleep(.milliseconds(10))
                return (try? bench.output.delay()).map { $0 < before / 2 } ?? false
            }
        )
    }

    /// After the last frame was played, and not before.
    private func drains(_ bench: Bench) throws {
        let took = try bench.measure {
            try bench.write(.seconds(1))
            while try !bench.output.drain(for: .milliseconds(50)) {}
        }
        #expect((.milliseconds(950) ..< .seconds(15)).contains(took))
    }

    /// Shorter than the start threshold.
    private func drainsAShortSound(_ bench: Bench) throws {
        try bench.write(.milliseconds(20))
        let took = try bench.measure { while try !bench.output.drain(for: .milliseconds(50)) {} }
        #expect(took < .seconds(15))
    }

    /// A write starts it again.
    private func drops(_ bench: Bench) throws {
        try bench.write(.milliseconds(350))
        bench.output.drop()
        #expect(try bench.output.delay() < Bench.format.frames(in: .milliseconds(100)))
        try bench.write(.milliseconds(600))
        #expect(try bench.output.delay() > 0)
    }

    /// The rejected block is taken afterwards.
    private func runsDry(_ bench: Bench, _ kind: Kind) throws {
        try bench.write(.milliseconds(200))
        #expect(
            eventually {
                bench.clock.sleep(.milliseconds(20))
                return (try? bench.output.delay()) == 0
            }
        )
        bench.clock.sleep(.milliseconds(20))
        let acceptances = try (0..<4).map { _ in try bench.output.write(Bench.block[...]) }
        let underruns = acceptances.count { $0.dropout == .underrun }
        // PulseAudio hides an underrun from its clients and goes on by itself.
        #expect(kind == .alsa ? underruns <= 1 : underruns == 1)
        #expect(acceptances.map(\.frames).reduce(0, +) >= 3 * 2205)
    }

    /// Otherwise a caller that scales each block before it is written would do so hundreds of times.
    @Test func `the silent output takes a period at a time, as a card does`() throws {
        let bench = try open(.silentOnVirtualClock, nil)
        var (left, calls) = (Bench.format.frames(in: .seconds(4)), 0)
        while left > 0 {
            // The thread needs a little time for each.
            bench.clock.sleep(.microseconds(100))
            left -= try bench.output.write(Bench.second.prefix(min(left, 44_100) * 2)).frames
            calls += 1
        }
        #expect(calls <= 50, "four seconds are fifty periods")
    }

    @Test func `silence is played to its end, and a device that takes nothing, or is lost, is a fault`() throws {
        let clock = VirtualHostClock()
        func play(_ length: Duration, _ card: ScriptedCard) throws {
            let output = try card.open("card", Bench.format, clock)
            try output.playSilence(length, within: .seconds(5), clock: clock)
        }
        let (card, before) = (ScriptedCard(), clock.monotonic())
        try play(.milliseconds(300), card)
        #expect(card.heard == [Int16](repeating: 0, count: 2 * 13_230))
        #expect(clock.monotonic() - before >= .milliseconds(290))
        #expect(throws: AudioError.deviceStalled(device: "card", after: .seconds(5))) {
            try play(.milliseconds(300), ScriptedCard([.stuck(from: clock.wall())]))
        }
        let soon = clock.wall() + .milliseconds(250)
        #expect(throws: AudioError.self) {
            try play(.seconds(2), ScriptedCard([.absent(from: soon, until: soon + .hours(1))]))
        }
    }

    /// A card with one knob: Master, which is PulseAudio's volume.
    @Test func `the mixer shows a knob's volume and whether it is muted`() throws {
        let server = try PulseServer()
        func knobs(after changes: (String, String)...) throws -> [Mixer.Knob] {
            for (what, value) in changes {
                try ChildProcess.run(["pactl", what, "speaker", value], environment: server.environment)
            }
            return try Mixer.knobs(of: server.device)
        }
        #expect(try knobs(after: ("set-sink-volume", "50%")) == [Mixer.Knob(name: "Master", percent: 50)])
        #expect(try knobs(after: ("set-sink-mute", "1")) == [Mixer.Knob(name: "Master", percent: 50, isMuted: true)])
        let silent = try knobs(after: ("set-sink-volume", "0"), ("set-sink-mute", "0"))
        #expect(silent == [Mixer.Knob(name: "Master", percent: 0)])
        // The quietest step is not taken for silence.
        #expect(try knobs(after: ("set-sink-volume", "20")).first?.percent == 1)
        let output = try ALSAOutput(name: server.device, format: Bench.format)
        #expect(output.card == nil, "an output behind a sound server has no card of its own")
        output.close()
        let error = #expect(throws: AudioError.self) { try Mixer.knobs(of: "no_such_control") }
        guard case .deviceClosed("no_such_control", _, ENOENT, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
