import AdhanTestSupport
import Glibc
import Testing

/// `adhand clock` with the real binary, whatever the state of the machine's clock.
@Suite struct ClockCommandTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    /// Without a bus that could report otherwise.
    private var environment: [String: String] {
        ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=" + directory.file("nowhere")]
    }

    @Test func `a clock that a person confirmed is trusted, with that reason`() throws {
        let confirmed = try Binary.run(["clock", "confirm"], in: directory, environment: environment)
        #expect(confirmed.code == 0, "\(confirmed.text)")
        #expect(confirmed.output.contains(directory.file("run/clock-confirmed")))
        let shown = try Binary.run(["clock"], in: directory, environment: environment)
        #expect(shown.code == 0, "\(shown.text)")
        #expect(shown.output.contains("(America/New_York)"))
        #expect(shown.output.contains("a person has confirmed the clock"))
    }

    @Test func `the exit code shows the state, and the config can make the clock always trusted`() throws {
        let shown = try Binary.run(["clock"], in: directory, environment: environment)
        #expect(shown.code == (shown.output.contains("state      untrusted") ? 1 : 0), "\(shown.text)")
        let config = try Binary.config("[clock]\ntrust = \"always\"\ntrust_after = \"0s\"\n", in: directory)
        let always = try Binary.run(["clock", "--config", config], in: directory, environment: environment)
        #expect(always.code == 0)
        #expect(always.output.contains("state      assumed"))
    }

    @Test func `a confirmation that cannot be written is reported`() throws {
        try directory.write([1], to: "run")
        let refused = try Binary.run(["clock", "confirm"], in: directory, environment: environment)
        #expect(refused.code == EX_CANTCREAT, "\(refused.text)")
        let folder = directory.file("run")
        let sentence = "the clock is not confirmed: the daemon's folder \(folder) is not there, and cannot be made"
        #expect(refused.errors.contains(sentence), "\(refused.text)")
    }

    @Test(arguments: [
        ("trust = \"never\"", ":2: trust = \"never\" is not known: it is one of auto, always"),
        ("trust_after = \"25h\"", ":2: trust_after = \"25h\" is not between 0s and 1d"),
        ("trust_afer = \"1h\"", ":2: unknown key 'trust_afer' in [clock]; did you mean 'trust_after'?"),
    ])
    func `a wrong key in the config is reported with its line`(line: String, sentence: String) throws {
        let config = try Binary.config("[clock]\n\(line)\n", in: directory)
        let outcome = try Binary.run(["clock", "--config", config], in: directory, environment: environment)
        #expect(outcome.code == EX_CONFIG)
        #expect(outcome.errors.contains(sentence), "\(outcome.text)")
    }
}
