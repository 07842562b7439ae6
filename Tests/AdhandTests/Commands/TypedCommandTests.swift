import AdhanCore
import AdhanTestSupport
import Glibc
import Testing

/// Commands as people type them.
@Suite struct TypedCommandTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    @Test(arguments: [
        ("devices", "the sound devices: adhand audio devices"),
        ("check", "the config: adhand check-config. The whole box: sudo adhand doctor"),
        ("setings", "did you mean 'settings'?"), ("version", "the version: adhand --version"),
    ])
    func `a command that there is not is answered with the one to type`(word: String, advice: String) throws {
        let outcome = try Binary.run([word], in: directory)
        #expect(outcome.code == EX_USAGE)
        #expect(outcome.errors.hasPrefix("adhand: there is no command '\(word)'; \(advice)\n"), "\(outcome.text)")
    }

    @Test(arguments: [
        ("start", "to start the page: sudo adhand panel enable"),
        ("stop", "to stop the page: sudo adhand panel disable"),
        ("people", "a caretaker adds and removes people on the page. Its address: sudo adhand panel status"),
        ("add", "a caretaker adds and removes people on the page. Its address: sudo adhand panel status"),
    ])
    func `an order to the page that there is not is answered with the one to type`(word: String, advice: String) throws
    {
        let outcome = try Binary.run(["panel", word], in: directory)
        let words = "adhand panel: there is no command '\(word)'; \(advice)\n"
        #expect(outcome.code == EX_USAGE && outcome.errors.hasPrefix(words), "\(outcome.text)")
    }

    @Test(arguments: [
        (["rehearse", "farj"], "'farj' is no prayer; did you mean: adhand rehearse fajr"),
        (["rehearse", "jumah"], "'jumah' is no prayer; write fajr, dhuhr, asr, maghrib or isha"),
        (["times", "friday"], "'friday' is no day. Write today, tomorrow or a date such as 2026-11-27"),
        (["simulate", "friday"], "'friday' is no day. Write today, tomorrow or a date such as 2026-11-27"),
        (["times", "2026-02-29"], "2026 has no 29 February"),
        (["simulate", "tomorrow", "--from", "2026-01-01"], "the start is given twice; give it once"),
    ])
    func `a day or a prayer that there is not is answered with what to write`(words: [String], answer: String) throws {
        let outcome = try Binary.run(words, in: directory)
        #expect(outcome.code == EX_USAGE && outcome.errors.contains("Error: \(answer)\n"), "\(outcome.text)")
    }

    @Test func `tomorrow's times, a simulation without dates and a fit that is exact are what is meant`() throws {
        let config = try Binary.config(
            "[place]\nlatitude = 21.42\nlongitude = 39.83\ntimezone = \"Asia/Riyadh\"\n"
                + "[calculation]\nmethod = \"umm-al-qura\"\n",
            in: directory
        )
        func run(_ arguments: String...) throws -> Binary.Outcome {
            try Binary.run(arguments + ["--config", config], in: directory)
        }
        let (days, tomorrow) = (
            try run("times", "--days", "2", "--format", "csv"), try run("times", "tomorrow", "--format", "csv")
        )
        #expect(tomorrow.output.split(separator: "\n").count == 2, "\(tomorrow.text)")
        #expect(tomorrow.output.split(separator: "\n").last == days.output.split(separator: "\n").last)
        let around = try run("times", "yesterday", "--days", "3", "--format", "csv").output
        let both = days.output.split(separator: "\n").dropFirst().joined(separator: "\n")
        #expect(around.hasSuffix(both + "\n"), "\(around)")
        let next = try run("simulate", "tomorrow")
        let date = tomorrow.output.split(separator: "\n").last?.prefix(10) ?? "none"
        #expect(next.code == 0 && next.output.contains(date), "\(next.text)")
        let simulation = try run("simulate")
        #expect(simulation.code == 0 && simulation.output.contains("isha"), "\(simulation.text)")
        let year = try directory.write(
            Array(try run("times", "--year", "2026", "--format", "csv").output.utf8),
            to: "y.csv"
        )
        let fit = try run("methods", "fit", year)
        #expect(
            fit.output.contains("# dhuhr: the same on every day\n") && !fit.output.contains(" 0 min"),
            "\(fit.text)"
        )
    }
}
