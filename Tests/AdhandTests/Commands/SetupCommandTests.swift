import AdhanTestSupport
import Glibc
import Testing

/// `adhand setup`, on a terminal of 80 columns and without one.
@Suite struct SetupCommandTests {
    private let directory: TestDirectory
    private let config: String

    init() throws {
        directory = try TestDirectory()
        config = directory.file("etc/config.toml")
    }

    private var text: String { String(decoding: TestDirectory.bytes(of: config), as: UTF8.self) }

    /// Setup with these options, and nothing to answer on.
    private func setUp(_ options: String...) throws -> Binary.Outcome {
        try Binary.run(["setup", "--config", config, "--no-rehearse"] + options, in: directory)
    }

    /// Setup on a terminal, on which somebody types these lines.
    private func walk(_ answers: [String], options: [String] = []) throws -> Binary.Outcome {
        let terminal = #"""
            printf '%b' "$ANSWERS" | script -qec "stty cols 80; $(printf '%q ' "$@")" /dev/null
            """#
        return try Binary.run(
            ["setup", "--config", config, "--no-rehearse"] + options,
            in: directory,
            environment: ["ANSWERS": answers.map { $0 + "\\n" }.joined(), "NO_COLOR": "1"],
            prefix: ["bash", "-c", terminal, "--"]
        )
    }

    @Test func `seven answers on a terminal make a config that is in order`() throws {
        let outcome = try walk(["Rochdale", "", "mwl shafi", "silent", "", "", "20 13:30 15 5 15", "no", ""])
        #expect(outcome.code == 0, "\(outcome.text)")
        #expect(
            text.hasSuffix(
                """
                [place]
                name = "Rochdale"
                latitude = 53.6177
                longitude = -2.1552
                timezone = "Europe/London"

                [calculation]
                method = "mwl"
                madhab = "shafi"
                high_latitude = "nearest-latitude"

                [audio]
                devices = ["silent"]

                [iqama]
                fajr = "+20m"
                dhuhr = "13:30"
                asr = "+15m"
                maghrib = "+5m"
                isha = "+15m"

                """
            ),
            "\(text)"
        )
        for words in ["1 of 7  Where is the mosque?", "7 of 7  Is there a screen", "Tomorrow, ", "13:30"] {
            #expect(outcome.output.contains(words), "\(words): \(outcome.output)")
        }
        // A typed answer ends the line of a prompt.
        for line in outcome.output.replacing("> ", with: "\n").split(whereSeparator: \.isNewline) {
            #expect(line.count <= 80, "\(line)")
        }
        #expect(try Binary.run(["check-config", config], in: directory).code == 0)
    }

    @Test func `a wrong answer is asked for again, and one of several is chosen by its number`() throws {
        let outcome = try walk(["Xyzzyplugh", "Springfield", "3", "", "mw", "mwl", "silent", "", "", "", "en", ""])
        #expect(outcome.code == 0, "\(outcome.text)")
        for words in ["no city is known by that name", "  3  Springfield, Illinois, United States", "did you mean"] {
            #expect(outcome.output.contains(words), "\(words): \(outcome.output)")
        }
        #expect(text.contains("timezone = \"America/Chicago\""))
    }

    @Test func `the end of the input writes nothing`() throws {
        let outcome = try walk(["Rochdale", "", ""])
        #expect(outcome.code == EX_TEMPFAIL, "\(outcome.text)")
        #expect(outcome.output.contains("nothing was changed"))
        #expect(access(config, F_OK) != 0)
    }

    @Test func `^C in the middle says that nothing was changed`() throws {
        let script = #"""
            mkfifo in; exec 3<>in; setsid script -qfec "stty cols 80; exec $(printf '%q ' "$@")" out <in >/dev/null & job=$!
            until grep -q 'Where is the mosque' out; do sleep 0.1; done; printf '\003' >&3; wait $job; code=$?; cat out; exit $code
            """#
        let outcome = try Binary.run(
            ["setup", "--config", config, "--no-rehearse"],
            in: directory,
            prefix: ["timeout", "60", "bash", "-c", script, "--"]
        )
        #expect(outcome.code == EX_TEMPFAIL, "\(outcome.text)")
        #expect(outcome.output.contains("adhand: nothing was changed"), "\(outcome.text)")
        #expect(access(config, F_OK) != 0)
    }

    @Test func `with options nothing is asked, and the same again changes nothing`() throws {
        let first = try setUp("--yes", "--place", "Rochdale", "--device", "silent", "--screen", "en, ar")
        #expect(first.code == 0, "\(first.text)")
        let written = text
        #expect(written.contains("devices = [\"silent\"]") && written.contains("languages = [\"en\", \"ar\"]"))
        // The service would not call a prayer by a clock that is not trusted.
        let isTrusted = try Binary.run(["clock", "--config", config], in: directory).code == 0
        #expect(first.output.contains("The adhan stays silent for now: the clock") != isTrusted, "\(first.text)")
        let again = try setUp("--yes")
        #expect(again.code == 0 && again.output.contains("config.toml stays as it is."), "\(again.text)")
        #expect(text == written)
        let other = try setUp("--yes", "--iqama", "20 20 15 5 15")
        #expect(other.output.contains("+ ") && text.contains("isha = \"+15m\""), "\(other.text)")
        #expect(try setUp("--yes", "--iqama", "none").code == 0 && text.contains("isha = \"off\""))
    }

    @Test func `another place gets its own method, and says so`() throws {
        #expect(try setUp("--yes", "--place", "Rochdale", "--device", "silent", "--screen", "no").code == 0)
        let moved = try setUp("--yes", "--place", "Makkah")
        #expect(moved.code == 0 && text.contains("method = \"umm-al-qura\"\nmadhab = \"shafi\""), "\(moved.text)")
        #expect(moved.output.contains("customary there is taken. The former one: moonsighting hanafi"))
        let back = try walk(["Rochdale", "", "2", "", "", "", "no", ""])
        #expect(back.code == 0 && text.contains("method = \"umm-al-qura\""), "\(back.text)")
        #expect(back.output.contains("  1  moonsighting hanafi") && back.output.contains("  2  umm-al-qura shafi"))
    }

    @Test func `calculated times are not called the timetable's`() throws {
        // Not the service's config, for which setup copies the file.
        let own = ["setup", "--config", directory.file("own/config.toml"), "--no-rehearse", "--yes"]
        #expect(try Binary.run(own + ["--place", "Rochdale", "--device", "silent"], in: directory).code == 0)
        let year = try Binary.run(["times", "--days", "300", "--format", "csv"] + own[1...2], in: directory)
        let table = try directory.write(Array(year.output.utf8), to: "times.csv")
        let before = try Binary.run(own + ["--timetable", table], in: directory)
        #expect(try Self.tomorrow(before).hasPrefix("timetable calculated"), "\(before.text)")
        let moved = try Binary.run(own + ["--place", "Jakarta"], in: directory)
        #expect(try Self.tomorrow(moved).hasPrefix("time iqama"), "\(moved.text)")
        let words = "times.csv: no day of it can be used at this place. To leave it out: sudo adhand setup --timetable"
        #expect(moved.code == 0 && moved.output.contains(words), "\(moved.text)")
    }

    /// The heads of the columns of tomorrow's times.
    private static func tomorrow(_ outcome: Binary.Outcome) throws -> String {
        let lines = outcome.output.split(separator: "\n")
        let title = try #require(lines.firstIndex { $0.hasPrefix("Tomorrow, ") }, "\(outcome.text)")
        return lines[title + 1].split(separator: " ").joined(separator: " ")
    }

    @Test func `the command with sudo has all options`() throws {
        try directory.write(Array("[audio]\nvolume = 60\n".utf8), to: "config.toml")
        let file = directory.file("config.toml")
        chmod(file, 0)
        let outcome = try Binary.run(
            ["setup", "--config", file, "--yes", "--place", "Rochdale, UK"],
            in: directory,
            prefix: Binary.withoutOverride
        )
        let words = "as root: sudo adhand setup --config \(file) --yes --place 'Rochdale, UK'"
        #expect(outcome.code == EX_NOPERM && outcome.errors.contains(words), "\(outcome.text)")
    }

    @Test(.enabled(if: geteuid() == 0)) func `root makes the folder of the config so that the service may enter`()
        throws
    {
        let outcome = try Binary.run(
            ["setup", "--config", config, "--no-rehearse", "--yes", "--place", "Rochdale", "--device", "silent"],
            in: directory,
            prefix: ["bash", "-c", "umask 077; exec \"$@\"", "--"]
        )
        var status = stat()
        #expect(stat(directory.file("etc"), &status) == 0 && status.st_mode & 0o7777 == 0o755, "\(outcome.text)")
    }

    @Test func `a question may be answered again before anything is written`() throws {
        let outcome = try walk([
            "Cairo, Egypt", "", "", "silent", "", "", "", "no", "1", "Rochdale", "", "", "9", "maybe", "",
        ])
        #expect(outcome.code == 0, "\(outcome.text)")
        #expect(text.contains("name = \"Rochdale\"") && !text.contains("Cairo"), "\(text)")
        // With the place, its customary method.
        #expect(text.contains("method = \"moonsighting\""), "\(text)")
        #expect(outcome.output.contains("1 to 7 asks that question again"))
    }

    @Test func `a line that is there is replaced only after a yes`() throws {
        #expect(try setUp("--yes", "--place", "Rochdale", "--device", "silent", "--screen", "no").code == 0)
        let before = text
        let refused = try walk(["", "", "isna", "", "", "", "no", "n"])
        #expect(refused.code == EX_TEMPFAIL && text == before, "\(refused.text)")
        let taken = try walk(["", "", "isna", "", "", "", "no", ""])
        #expect(taken.code == 0, "\(taken.text)")
        #expect(text == before.replacing("\"moonsighting\"", with: "\"isna\""))
    }

    @Test(arguments: [
        ([], "add --yes, and at least --place"), (["--yes"], "add --place"),
        (["--yes", "--place", "Springfield"], "--place \"Springfield, Illinois, United States\""),
        (["--yes", "--place", "95, 1"], "95.0 is not a latitude"),
        (["--yes", "--place", "Rochdale", "--method", "moonsigting"], "did you mean"),
        (["--yes", "--place", "Rochdale", "--iqama", "20"], "five are needed"),
        (["--yes", "--place", "Rochdale", "--timetable", "nowhere.csv"], "nowhere.csv"),
        (["--yes", "--place", "Rochdale", "--recording", "nowhere.mp3"], "nowhere.mp3"),
        (["--yes", "--place", "Rochdale", "--screen", "xx"], "languages"),
    ])
    func `a wrong or missing option is named, and nothing is written`(options: [String], words: String) throws {
        let outcome = try Binary.run(["setup", "--config", config, "--no-rehearse"] + options, in: directory)
        #expect(outcome.code == EX_USAGE && outcome.errors.contains(words), "\(outcome.text)")
        #expect(access(config, F_OK) != 0)
    }

    @Test func `a config that is wrong already is left as it is`() throws {
        try directory.write(Array("[plce]\n".utf8), to: "config.toml")
        let outcome = try Binary.run(
            ["setup", "--config", directory.file("config.toml"), "--yes", "--place", "Rochdale"],
            in: directory
        )
        #expect(outcome.code == EX_CONFIG && outcome.errors.contains("config.toml:1"), "\(outcome.text)")
        #expect(outcome.errors.contains("correct it first"))
    }
}
