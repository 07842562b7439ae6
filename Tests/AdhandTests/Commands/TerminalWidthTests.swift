import AdhanTestSupport
import Testing

/// What the commands print to a terminal of 80 columns.
@Suite struct TerminalWidthTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    /// The lines on a terminal.
    private func lines(_ arguments: String...) throws -> [Substring] {
        let terminal = #"script -qec "stty cols 80; $(printf '%q ' "$@")" /dev/null"#
        let outcome = try Binary.run(arguments, in: directory, prefix: ["bash", "-c", terminal, "--"])
        let lines = outcome.output.split(whereSeparator: \.isNewline)
        #expect(!lines.isEmpty, "\(outcome.text)")
        return lines
    }

    @Test func `audio devices fits`() throws {
        let config = try Binary.config(
            "[audio]\ndevices = [\"hw:CARD=Nowhere\", \"plughw:7\", \"silent\"]\n",
            in: directory
        )
        for line in try lines("audio", "devices", "--config", config) { #expect(line.count <= 80, "\(line)") }
    }

    @Test(arguments: [("51.5074", "-0.1278", "Europe/London"), ("21.4225", "39.8262", "Asia/Riyadh")])
    func `methods suggest fits, and every line that is no setting is a comment`(
        latitude: String,
        longitude: String,
        timezone: String
    ) throws {
        let place = ["--latitude", latitude, "--longitude", longitude, "--timezone", timezone]
        let onTerminal = try lines("methods", "suggest", place[0], place[1], place[2], place[3], place[4], place[5])
        for line in onTerminal {
            #expect(line.count <= 80, "\(line)")
            #expect(line.hasPrefix("# ") || line == "[calculation]" || line.contains(" = "), "\(line)")
        }
        let piped = try Binary.run(["methods", "suggest"] + place, in: directory).output
        #expect(piped.split(separator: "\n") == onTerminal)
    }
}
