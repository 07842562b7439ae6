@testable import AdhanAudio
import AdhanCore
import AdhanTestSupport
import Glibc
import Testing

/// The device `file:PATH`; what it has in common with every other output is in `OutputContractTests`.
@Suite struct FileOutputTests {
    private let directory: TestDirectory
    private let clock = VirtualHostClock()
    private let format = SoundFormat(rate: 8000, channels: 2)

    init() throws { directory = try TestDirectory() }

    private func open() throws -> FileOutput {
        try FileOutput(path: directory.file("sound.wav"), format: format, clock: clock)
    }

    private func bytes() -> [UInt8] { TestDirectory.bytes(of: directory.file("sound.wav")) }

    private func number(_ bytes: [UInt8], _ offset: Int) -> Int {
        bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    @Test func `after each write the file is a whole WAV of what was written`() throws {
        let output = try open()
        defer { output.close() }
        #expect(output.name == "file:" + directory.file("sound.wav"))
        #expect(try output.write([1, -2, 0x1234, -0x8000]).frames == 2)
        let file = bytes()
        #expect(file.count == 52 && number(file, 4) == 44 && number(file, 40) == 8)
        #expect(Array(file[0..<4]) == Array("RIFF".utf8) && Array(file[8..<16]) == Array("WAVEfmt ".utf8))
        #expect(file[22] == 2 && number(file, 24) == 8000 && number(file, 28) == 32_000 && file[34] == 16)
        #expect(Array(file[44...]) == [1, 0, 0xFE, 0xFF, 0x34, 0x12, 0, 0x80])
    }

    @Test func `what is dropped before it was heard is not in the file, and a new sound begins it anew`() throws {
        let first = try open()
        var left = format.frames(in: .milliseconds(400))
        while left > 0 { left -= try first.write([Int16](repeating: 7, count: min(left, 100) * 2)[...]).frames }
        clock.sleep(.milliseconds(100))
        let unheard = first.delay()
        #expect(unheard > 0)
        first.drop()
        #expect(bytes().count == 44 + (format.frames(in: .milliseconds(400)) - unheard) * 4)
        first.close()
        let second = try open()
        second.close()
        #expect(bytes().count == 44)
    }

    @Test func `what is no ordinary file, or lies where nothing can be written, is refused with its reason`() throws {
        let path = directory.file("sound.wav")
        for make in [{ mkfifo(path, 0o600) }, { symlink("/tmp/elsewhere.wav", path) }, { mkdir(path, 0o700) }] {
            #expect(make() == 0)
            #expect(throws: AudioError.self) { try open() }
            #expect(remove(path) == 0)
        }
        #expect(throws: AudioError.self) { try FileOutput(path: "/nowhere/a.wav", format: format, clock: clock) }
    }

    @Test func `what is there and is no WAV file is left as it is`() throws {
        let recording = try directory.write([0x49, 0x44, 0x33, 4], to: "adhan.mp3")
        #expect(FileOutput.problem(at: recording) == "it is no WAV file, and would be overwritten")
        #expect(throws: AudioError.self) { try FileOutput(path: recording, format: format, clock: clock) }
        #expect(TestDirectory.bytes(of: recording) == [0x49, 0x44, 0x33, 4])
        #expect(link(recording, directory.file("second.wav")) == 0)
        #expect(FileOutput.problem(at: directory.file("second.wav")) == "it has another name, too (a hard link)")
        #expect(unlink(directory.file("second.wav")) == 0)
        #expect(FileOutput.problem(at: "/nowhere/a.wav") == "there is no folder /nowhere/")
        #expect(FileOutput.problem(at: directory.path) == "it is not an ordinary file")
        let path = directory.file("sound.wav")
        #expect(FileOutput.refusal(at: path) == nil && access(path, F_OK) != 0, "a look leaves no file")
        #expect(FileOutput.refusal(at: directory.file("nowhere/a.wav")) == ENOENT)
        #expect(FileOutput.refusal(at: directory.path) == EISDIR)
        try open().close()
        let before = TestDirectory.bytes(of: path)
        #expect(FileOutput.refusal(at: path) == nil && TestDirectory.bytes(of: path) == before)
        #expect(FileOutput.problem(at: directory.file("sound.wav")) == nil)
        let probe = AudioProbe(["file:\(recording)", "file:\(directory.file("sound.wav"))"], [format])
        #expect(probe.device == "file:\(directory.file("sound.wav"))" && probe.failures.count == 1)
    }

    enum Card: CaseIterable {
        case comesBefore, comesAfter, goesAgain
    }

    /// One row tells of one beginning: a card is taken only before it, and only once.
    @Test(arguments: Card.allCases)
    func `where no card opens the player uses the file, until a card is there before the sound begins`(_ when: Card)
        throws
    {
        let fixture = try Fixture(seconds: 1)
        let file = "file:" + directory.file("sound.wav")
        let at = clock.wall() + .seconds(20)
        let start = clock.wall() - .seconds(1)
        let faults: [ScriptedCard.Fault] =
            switch when {
            case .comesBefore: [.absent(from: start, until: at - .seconds(10))]
            case .comesAfter: [.absent(from: start, until: at + .milliseconds(300))]
            case .goesAgain:
                [
                    .absent(from: start, until: at - .seconds(10)),
                    .absent(from: at - .seconds(1), until: at - .milliseconds(500)),
                ]
            }
        let card = ScriptedCard(faults)
        let bench = PlayerBench(
            devices: ["card", file],
            clock: clock,
            open: { [directory] name, format, clock throws(AudioError) in
                guard name == "card" else {
                    return try FileOutput(path: directory.file("sound.wav"), format: format, clock: clock)
                }
                return try card.open(name, format, clock)
            }
        )
        bench.arm(1, fixture.path, in: 20)
        let (report, log) = (try bench.report(), bench.log)
        #expect(report.end == .completed && log.armed?.device == file && log.armed?.problem == nil, "\(log.events)")
        #expect(report.device == (when == .comesBefore ? "card" : file), "\(log.events)")
        #expect(report.heard == .seconds(1) && report.gap == .zero, "\(log.events)")
    }
}
