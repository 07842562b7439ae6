import AdhanCore
import AdhanTestSupport
import ArgumentParser
import Glibc
import Testing

@testable import adhand

/// Commands as people type them.
struct TypedCommandTests {
    private let box: Box

    init() throws { box = try Box() }

    @Test(arguments: MistakeRow.rows { $0 == "adhand" })
    func `a guessed command and a forgotten argument are answered with what to type`(row: MistakeRow) throws {
        let words = row.typed.split(separator: " ").map(String.init)
        if let lines = EntryPoint.unknownCommand(words[...]) {
            let end = "there is no command '\(words.last ?? "")'; \(row.answer)"
            #expect(lines.first?.hasSuffix(end) == true, "\(row)")
        } else {
            let error = #expect(throws: (any Error).self) { try Adhand.parseAsRoot(words) }
            #expect(Self.message(of: try #require(error)).contains("> \(row.answer) Usage:"), "\(row)")
        }
    }

    /// The message in one line: long lines are wrapped.
    private static func message(of error: any Error) -> String {
        Adhand.fullMessage(for: error).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static let wrong: [(line: String, code: Int32, sentence: String)] = [
        ("times --latitude 51.5", EX_USAGE, "--longitude is missing"),
        ("times --latitude 91 --longitude 0 --timezone Africa/Accra", EX_USAGE, "91.0 is not a latitude"),
        ("times --latitude 91 --longitude 0 --timezone Africa/Accra", EX_USAGE, "Usage: adhand times "),
        ("times --latitude 53,6", EX_USAGE, "'53,6' is no number: write 53.6"),
        (
            "times --latitude 51.5 --longitude 0 --timezone BST", EX_CONFIG,
            "timezone 'BST': that is not the full name of a place's zone; did you mean \"Europe/London\"?"
        ),
        (
            "methods suggest --latitude 51.5 --longitude 0 --timezone GMT+1", EX_CONFIG,
            "timezone 'GMT+1': that is not the full name of a place's zone; write the mosque's Area/Place"
        ),
        ("times --latitude 1 --longitude 0 --timezone Europe/Nowhere", EX_CONFIG, "Europe/Nowhere"),
        ("times --latitude 1 --longitude 0 --timezone ../passwd", EX_CONFIG, "not the name of a time zone"),
        ("methods suggest", EX_USAGE, "no place is set in the config"),
        ("methods suggest", EX_USAGE, "Usage: adhand methods suggest "),
        ("times --date 2026-02-30", EX_USAGE, "2026 has no 30 February"),
        ("times 2026-02-29", EX_USAGE, "2026 has no 29 February"),
        ("times --date 0026-01-01", EX_USAGE, "--date 0026-01-01 is not of the years 1900 to 2200"),
        ("times --year 26", EX_USAGE, "--year 26 is not between 1900 and 2200; did you mean 2026?"),
        ("times --days 0", EX_USAGE, "--days 0 is not between"), ("times --method mlw", EX_USAGE, "mlw"),
        ("times --madhab x", EX_USAGE, "it is shafi or hanafi"),
        ("times --madhab hanbli", EX_USAGE, "the hanbali Asr is the same as shafi: write 'shafi'"),
        ("times friday", EX_USAGE, "'friday' is no day. Write today, tomorrow or a date such as 2026-11-27"),
        ("simulate friday", EX_USAGE, "'friday' is no day. Write today, tomorrow or a date such as 2026-11-27"),
        ("simulate tomorrow --from 2026-01-01", EX_USAGE, "the start is given twice; give it once"),
        ("history --from 2026-02-02 --to 2026-02-01", EX_USAGE, "is before"),
        ("history", EX_NOINPUT, "there is no ledger yet"),
        ("hijri 1447-13-01", EX_USAGE, "Usage: adhand hijri [<date> ...]"),
        ("rehearse sunrise", EX_USAGE, "sunrise"), ("rehearse --in 5", EX_USAGE, "'5' is not a length of time"),
        ("rehearse --in 2h", EX_USAGE, "is not between 1s and 1h"),
        ("rehearse --in -1h30m", EX_USAGE, "'-1h30m' is neither an option nor a value"),
        ("rehearse farj", EX_USAGE, "'farj' is no prayer; did you mean: adhand rehearse fajr"),
        ("rehearse jumah", EX_USAGE, "'jumah' is no prayer; write fajr, dhuhr, asr, maghrib or isha"),
        ("mute -1h", EX_USAGE, "'-1h' is neither an option nor a value: a time span is not negative, as in 1h"),
        ("run --config /nowhere/config.toml", EX_NOINPUT, "/nowhere/config.toml: No such file or directory"),
        ("play /nowhere.mp3", EX_NOINPUT, "there is no file '/nowhere.mp3'"),
        ("play zuhr", EX_NOINPUT, "there is no file 'zuhr'; did you mean 'dhuhr'?"),
        ("staus", EX_USAGE, "there is no command 'staus'; did you mean 'status'?"),
        ("timetable chek x.csv", EX_USAGE, "there is no command 'chek'; did you mean 'check'?"),
        ("timetable chek x.csv", EX_USAGE, "See 'adhand timetable --help' for all of them."),
        ("help bogus", EX_USAGE, "there is no command 'bogus'"),
        ("help timetable dif", EX_USAGE, "there is no command 'dif'; did you mean 'diff'?"),
        ("timetable convert x.csv --latitude 51.5", EX_USAGE, "a location needs --latitude and --longitude"),
        ("timetable convert x.csv --latitude 151.5 --longitude 0", EX_USAGE, "151.5 is not a latitude"),
        ("timetable convert x.csv --to csv --name Al-Manar", EX_USAGE, "a table has no room for --name"),
        ("timetable import x.csv --map fajr", EX_USAGE, "--map fajr is written PRAYER=COLUMN"),
        ("config set", EX_USAGE, "Missing expected arguments"),
        ("config set audio.volume", EX_USAGE, "Missing expected arguments"),
        ("config set a.b c d", EX_USAGE, "a value with blanks stands in quotes"),
        ("config set a.b = c d", EX_USAGE, "there is no = between"),
        ("config set a.b ", EX_USAGE, "a.b needs a value; to remove the line: adhand config unset a.b"),
        ("config set a.b ''", EX_USAGE, "a.b needs a value"),
        ("check-config /a.toml --config /b.toml", EX_USAGE, "name the file once: adhand check-config FILE"),
        ("config set a.b 1 a.b 2", EX_USAGE, "a.b is given twice"),
        ("config set a.b 1 --force", EX_USAGE, "unknown option '--force'"),
    ]

    /// A command that is refused before it runs needs no process.
    @Test(arguments: wrong) func `wrong input gets a sentence and an exit code`(
        line: String,
        code: Int32,
        sentence: String
    ) throws {
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        if let lines = EntryPoint.unknownCommand(words[...]) {
            #expect(code == EX_USAGE && lines.contains { $0.contains(sentence) }, "\(lines)")
            return
        }
        do { _ = try Adhand.parseAsRoot(words) } catch {
            let (found, message) = (Adhand.exitCode(for: error), Self.message(of: error))
            // The parser takes the h of -1h for -h; the process refuses such a span first.
            if found.rawValue == code, message.contains(sentence) { return }
        }
        try box.run("", words).expect(code, errors: sentence)
    }

    @Test func `an unknown command is answered with the one to type`() throws {
        let outcome = try box.run("setings").expect(EX_USAGE)
        let words = "adhand: there is no command 'setings'; did you mean 'settings'?\n"
        #expect(outcome.errors.hasPrefix(words), "\(outcome.text)")
    }

    @Test func `status takes the short name for its details`() throws {
        #expect(try #require(try Adhand.parseAsRoot(["status", "-v"]) as? Status).verbose)
    }

    @Test(arguments: [
        ("yesterday", "[iqama]\nisha = \"+15m\"\n", true), ("today", "[iqama]\nisha = \"+15m\"\n", false),
        ("yesterday", "", false),
    ])
    func `the times of a past day say that rules of now count`(day: String, rules: String, isTold: Bool) throws {
        try box.write(Box.riyadh + rules)
        let outcome = try box.runConfigured("times \(day)").expect(0)
        let note = "past days are by the rules of now; what was called on them: adhand history"
        #expect(outcome.errors.contains(note) == isTold, "\(outcome.text)")
    }

    @Test func `tomorrow's times, a simulation without dates and a fit that is exact are what is meant`() throws {
        try box.write(Box.riyadh + "[calculation]\nmethod = \"umm-al-qura\"\n")
        let days = try box.runConfigured("times --days 2 --format csv").lines
        let tomorrow = try box.runConfigured("times tomorrow --format csv").lines
        #expect(tomorrow.count == 2 && tomorrow.last == days.last, "\(tomorrow)")
        let around = try box.runConfigured("times yesterday --days 3 --format csv").lines
        #expect(Array(around.suffix(2)) == Array(days.dropFirst()), "\(around)")
        try box.runConfigured("simulate tomorrow").expect(0, output: String(tomorrow.last?.prefix(10) ?? "none"))
        try box.runConfigured("simulate").expect(0, output: "isha")
        let year = try box.write(try box.runConfigured("times --year 2026 --format csv").output, "y.csv")
        let fit = try box.runConfigured("methods fit \(year)").expect(output: "# dhuhr: the same on every day\n")
        #expect(!fit.output.contains(" 0 min"), "\(fit.text)")
    }
}
