import AdhanCore
import AdhanTestSupport
import ArgumentParser
import Glibc
import Testing

@testable import adhand

/// Commands as people type them.
@Suite struct TypedCommandTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    @Test func `an unknown command is answered with the one to type`() throws {
        let outcome = try Binary.run(["setings"], in: directory)
        let words = "adhand: there is no command 'setings'; did you mean 'settings'?\n"
        #expect(outcome.code == EX_USAGE && outcome.errors.hasPrefix(words), "\(outcome.text)")
    }

    @Test(arguments: MistakeRow.rows { $0 == "adhand" })
    func `a guessed command and a forgotten argument are answered with what to type`(row: MistakeRow) throws {
        let words = row.typed.split(separator: " ").map(String.init)
        if let lines = EntryPoint.unknownCommand(words[...]) {
            #expect(
                lines.first?.hasSuffix("there is no command '\(words.last ?? "")'; \(row.answer)") == true,
                "\(row)"
            )
        } else {
            let error = #expect(throws: (any Error).self) { try Adhand.parseAsRoot(words) }
            // Long lines are wrapped.
            let text = Adhand.fullMessage(for: try #require(error)).split(whereSeparator: \.isWhitespace)
            #expect(text.joined(separator: " ").contains("> \(row.answer) Usage:"), "\(row)")
        }
    }

    @Test func `status takes the short name for its details`() throws {
        let status = try #require(try Adhand.parseAsRoot(["status", "-v"]) as? Status)
        #expect(status.verbose)
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

    @Test(arguments: [
        ("yesterday", "[iqama]\nisha = \"+15m\"\n", true), ("today", "[iqama]\nisha = \"+15m\"\n", false),
        ("yesterday", "", false),
    ])
    func `the times of a past day say that rules of now count`(day: String, rules: String, isTold: Bool) throws {
        let place = "[place]\nlatitude = 21.42\nlongitude = 39.83\ntimezone = \"Asia/Riyadh\"\n"
        let config = try Binary.config(place + rules, in: directory)
        let outcome = try Binary.run(["times", day, "--config", config], in: directory)
        let note = "past days are by the rules of now; what was called on them: adhand history"
        #expect(outcome.code == 0 && outcome.errors.contains(note) == isTold, "\(outcome.text)")
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
