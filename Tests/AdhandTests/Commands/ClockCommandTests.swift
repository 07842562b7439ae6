import AdhanTestSupport
import Glibc
import Testing

/// `adhand clock` with the real binary, whatever the state of the machine's clock.
struct ClockCommandTests {
    private let box: Box

    init() throws { box = try Box() }

    /// Without a bus that could report otherwise.
    private func run(_ line: String) throws -> Binary.Outcome {
        try box.run(line, environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=" + box.file("nowhere")])
    }

    @Test func `a clock that a person confirmed is trusted, with that reason`() throws {
        try run("clock confirm").expect(0, output: box.file("run/clock-confirmed"), ".\nThe clock is trusted until")
        try run("clock").expect(0, output: "(America/New_York)", "a person has confirmed the clock")
    }

    @Test func `the exit code shows the state, and the config can make the clock always trusted`() throws {
        let shown = try run("clock")
        #expect(shown.code == (shown.output.contains("state      untrusted") ? 1 : 0), "\(shown.text)")
        try box.write("[clock]\ntrust = \"always\"\ntrust_after = \"0s\"\n")
        try run("clock --config \(box.config)").expect(0, output: "state      assumed")
    }

    @Test func `a confirmation that cannot be written, and a wrong key, are reported`() throws {
        try box.write("x", "run")
        try run("clock confirm").expect(
            EX_CANTCREAT,
            errors:
                "the clock is not confirmed: the daemon's folder \(box.file("run")) is not there, and cannot be made"
        )
        try box.write("[clock]\ntrust_afer = \"1h\"\n")
        let words = ":2: unknown key 'trust_afer' in [clock]; did you mean 'trust_after'?"
        try run("clock --config \(box.config)").expect(EX_CONFIG, errors: words)
    }
}
