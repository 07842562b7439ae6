import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanTimetables

@Suite struct BoxDelayTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    private func delay(_ number: String, _ spread: Duration = .minutes(5)) throws -> Duration {
        try directory.write(Array((number + "\n").utf8), to: "machine-id")
        return BoxDelay.within(spread, machineFile: directory.file("machine-id"))
    }

    @Test func `a machine's id gives its share of the spread, always the same`() throws {
        #expect(try delay("00000000000000000000000000000000") == .zero)
        #expect(try delay("80000000000000000000000000000000") == .seconds(150))
        #expect(try delay("ffffffffffffffffffffffffffffffff") < .minutes(5))
        #expect(try delay("ffffffffffffffffffffffffffffffff") > .seconds(299))
        #expect(try delay("3a5f0c11b2d94e0f8a7b6c5d4e3f2a1b") == delay("3a5f0c11b2d94e0f8a7b6c5d4e3f2a1b"))
        #expect(try delay("3a5f0c11b2d94e0f8a7b6c5d4e3f2a1b", .zero) == .zero)
    }

    @Test func `a machine without an id gets a random share`() throws {
        for file in [directory.file("none"), directory.path] {
            #expect((Duration.zero...Duration.minutes(5)).contains(BoxDelay.within(.minutes(5), machineFile: file)))
        }
        #expect((Duration.zero...Duration.minutes(5)).contains(try delay("uninitialized")))
    }
}
