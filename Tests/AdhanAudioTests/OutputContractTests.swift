import AdhanAudio
import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Testing

/// The contract of every output.
@Suite(.serialized) struct OutputContractTests {
    enum Kind: CaseIterable, CustomTestStringConvertible {
        case alsa, silent, silentOnVirtualClock, file
        var testDescription: String { "\(self)" }
    }

    /// An output of that kind, its clock, and the object that keeps it alive.
    private struct Bench {
        let output: any AudioOutput
        let clock: any HostClock
        let server: PulseServer?
        let format = SoundFormat(rate: 44_100, channels: 2)
        private(set) var directory: TestDirectory?

        init(_ kind: Kind) throws {
            server = kind == .alsa ? try PulseServer() : nil
            clock = kind == .silentOnVirtualClock ? VirtualHostClock() : LinuxClock()
            if kind == .file {
                directory = try TestDirectory()
                output = try FileOutput(path: directory?.file("sound.wav") ?? "", format: format, clock: clock)
            } else if let server {
                output = try ALSAOutput(name: server.device, format: format, clock: clock)
            } else {
                output = SilentOutput(format: format, clock: clock)
            }
        }

        /// Writes silence of that length, and each rejected block again.
        func write(_ length: Duration) throws {
            var left = format.frames(in: length)
            let block = [Int16](repeating: 0, count: 2205 * 2)
            while left > 0 { left -= try output.write(block.prefix(min(left, 2205) * 2)).frames }
        }

        func measure(_ body: () throws -> Void) rethrows -> Duration {
            let start = clock.monotonic()
            try body()
            return clock.monotonic() - start
        }
    }

    @Test(arguments: Kind.allCases)
    func `it takes frames at the pace of the device`(kind: Kind) throws {
        let bench = try Bench(kind)
        defer { bench.output.close() }
        let took = try bench.measure { try bench.write(.seconds(2)) }
        // The rest in the buffer was not waited for, and a server adds a buffer of its own.
        #expect(took > .milliseconds(700))
        #expect(took < .seconds(15))
    }

    @Test(arguments: Kind.allCases)
    func `a full buffer takes nothing and is waited for only up to a limit`(kind: Kind) throws {
        let bench = try Bench(kind)
        defer { bench.output.close() }
        let block = [Int16](repeating: 0, count: 44_100 * 2)
        for _ in 0..<3 {
            let took = try bench.measure { _ = try bench.output.write(block[...]) }
            #expect(took < .seconds(5))
        }
        #expect(try bench.output.delay() > 0)
    }

    @Test(arguments: Kind.allCases)
    func `the delay grows by what is written and falls as time passes`(kind: Kind) throws {
        let bench = try Bench(kind)
        defer { bench.output.close() }
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

    @Test(arguments: Kind.allCases)
    func `a drain returns after the last frame was played and not before`(kind: Kind) throws {
        let bench = try Bench(kind)
        defer { bench.output.close() }
        let took = try bench.measure {
            try bench.write(.seconds(1))
            while try !bench.output.drain(for: .milliseconds(50)) {}
        }
        #expect(took >= .milliseconds(950))
        #expect(took < .seconds(15))
    }

    @Test(arguments: Kind.allCases)
    func `a sound shorter than the start threshold is drained too`(kind: Kind) throws {
        let bench = try Bench(kind)
        defer { bench.output.close() }
        try bench.write(.milliseconds(20))
        let took = try bench.measure { while try !bench.output.drain(for: .milliseconds(50)) {} }
        #expect(took < .seconds(15))
    }

    @Test(arguments: Kind.allCases)
    func `a drop discards the buffer, and a write starts again`(kind: Kind) throws {
        let bench = try Bench(kind)
        defer { bench.output.close() }
        try bench.write(.milliseconds(350))
        bench.output.drop()
        #expect(try bench.output.delay() < bench.format.frames(in: .milliseconds(100)))
        try bench.write(.milliseconds(600))
        #expect(try bench.output.delay() > 0)
    }

    @Test(arguments: Kind.allCases)
    func `running dry is reported once and the rejected block is taken afterwards`(kind: Kind) throws {
        let bench = try Bench(kind)
        defer { bench.output.close() }
        try bench.write(.milliseconds(200))
        #expect(
            eventually {
                bench.clock.sleep(.milliseconds(20))
                return (try? bench.output.delay()) == 0
            }
        )
        bench.clock.sleep(.milliseconds(20))
        let block = [Int16](repeating: 0, count: 2205 * 2)
        var underruns = 0
        var accepted = 0
        for _ in 0..<4 {
            let acceptance = try bench.output.write(block[...])
            underruns += acceptance.dropout == .underrun ? 1 : 0
            accepted += acceptance.frames
        }
        // PulseAudio hides an underrun from its clients and goes on by itself.
        #expect(kind == .alsa ? underruns <= 1 : underruns == 1)
        #expect(accepted >= 3 * 2205)
    }

    /// Otherwise a caller that scales each block before it is written would do so hundreds of times.
    @Test func `the silent output takes a period at a time, as a card does`() throws {
        let bench = try Bench(.silentOnVirtualClock)
        let block = [Int16](repeating: 0, count: 44_100 * 2)
        var (left, calls) = (bench.format.frames(in: .seconds(4)), 0)
        while left > 0 {
            // The thread needs a little time for each.
            bench.clock.sleep(.microseconds(100))
            left -= try bench.output.write(block.prefix(min(left, 44_100) * 2)).frames
            calls += 1
        }
        #expect(calls <= 50, "four seconds are fifty periods")
    }
}
