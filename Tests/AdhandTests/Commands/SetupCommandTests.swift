import AdhanTestSupport
import Glibc
import Testing

/// `adhand setup`, on a terminal of 80 columns and without one.
struct SetupCommandTests {
    private let box: Box
    private let config: String

    init() throws {
        box = try Box()
        config = box.file("etc/config.toml")
    }

    private var text: String { box.text("etc/config.toml") }

    /// Setup with these options, and nothing to answer on.
    private func setUp(_ options: String, _ more: [String] = [], prefix: [String] = []) throws -> Binary.Outcome {
        try box.run("setup --config \(config) --no-rehearse \(options)", more, prefix: prefix)
    }

    /// Setup on a terminal, on which somebody types these lines.
    private func walk(_ answers: [String]) throws -> Binary.Outcome {
        let terminal = #"""
            printf '%b' "$ANSWERS" | script -qec "stty cols 80; $(printf '%q ' "$@")" /dev/null
            """#
        return try box.run(
            "setup --config \(config) --no-rehearse",
            environment: ["ANSWERS": answers.map { $0 + "\\n" }.joined(), "NO_COLOR": "1"],
            prefix: ["bash", "-c", terminal, "--"]
        )
    }

    @Test func `seven answers on a terminal make a config that is in order`() throws {
        let outcome = try walk(["Rochdale", "", "mwl shafi", "silent", "", "", "20 13:30 15 5 15", "no", ""])
        outcome.expect(0)
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
        outcome.expect(output: "1 of 7  Where is the mosque?", "7 of 7  Is there a screen", "Tomorrow, ", "13:30")
        // A typed answer ends the line of a prompt.
        for line in outcome.output.replacing("> ", with: "\n").split(whereSeparator: \.isNewline) {
            #expect(line.count <= 80, "\(line)")
        }
        try box.run("check-config \(config)").expect(0)
    }

    @Test func `a wrong answer is asked for again, and one of several is chosen by its number`() throws {
        try walk(["Xyzzyplugh", "Springfield", "3", "", "mw", "mwl", "silent", "", "", "", "en", ""]).expect(
            0,
            output: "no city is known by that name",
            "  3  Springfield, Illinois, United States",
            "did you mean"
        )
        #expect(text.contains("timezone = \"America/Chicago\""))
    }

    @Test func `the end of the input writes nothing`() throws {
        try walk(["Rochdale", "", ""]).expect(EX_TEMPFAIL, output: "nothing was changed")
        #expect(access(config, F_OK) != 0)
    }

    @Test func `^C in the middle says that nothing was changed`() throws {
        let script = #"""
            mkfifo in; exec 3<>in; setsid script -qfec "stty cols 80; exec $(printf '%q ' "$@")" out <in >/dev/null & job=$!
            until grep -q 'Where is the mosque' out; do sleep 0.1; done; printf '\003' >&3; wait $job; code=$?; cat out; exit $code
            """#
        try setUp("", prefix: ["timeout", "60", "bash", "-c", script, "--"]).expect(
            EX_TEMPFAIL,
            output: "adhand: nothing was changed"
        )
        #expect(access(config, F_OK) != 0)
    }

    @Test func `with options nothing is asked, and the same again changes nothing`() throws {
        let closed = ["bash", "-c", "umask 077; exec \"$@\"", "--"]
        let options = "--yes --place Rochdale --device silent --screen"
        let first = try setUp(options, ["en, ar"], prefix: closed).expect(0)
        let written = text
        #expect(written.contains("devices = [\"silent\"]") && written.contains("languages = [\"en\", \"ar\"]"))
        var status = stat()
        #expect(stat(box.file("etc"), &status) == 0)
        // The service may enter what root makes.
        if geteuid() == 0 { #expect(status.st_mode & 0o7777 == 0o755) }
        // The service would not call a prayer by a clock that is not trusted.
        let isTrusted = try box.run("clock --config \(config)").code == 0
        #expect(first.output.contains("The adhan stays silent for now: the clock") != isTrusted, "\(first.text)")
        try setUp("--yes").expect(0, output: "config.toml stays as it is.")
        #expect(text == written)
        try setUp("--yes --iqama", ["20 20 15 5 15"]).expect(output: "+ ")
        #expect(text.contains("isha = \"+15m\""))
        try setUp("--yes --iqama none").expect(0)
        #expect(text.contains("isha = \"off\""))
    }

    @Test func `another place gets its own method, and says so`() throws {
        try setUp("--yes --place Rochdale --device silent --screen no").expect(0)
        let words = "customary there is taken. The former one: moonsighting hanafi"
        try setUp("--yes --place Makkah").expect(0, output: words)
        #expect(text.contains("method = \"umm-al-qura\"\nmadhab = \"shafi\""), "\(text)")
        let back = try walk(["Rochdale", "", "2", "", "", "", "no", ""])
        back.expect(0, output: "  1  moonsighting hanafi", "  2  umm-al-qura shafi")
        #expect(text.contains("method = \"umm-al-qura\""), "\(back.text)")
    }

    @Test func `calculated times are not called the timetable's`() throws {
        // Not the service's config, for which setup copies the file.
        let own = "--config \(box.file("own/config.toml"))"
        func setUp(_ options: String) throws -> Binary.Outcome {
            try box.run("setup \(own) --no-rehearse --yes \(options)")
        }
        try setUp("--place Rochdale --device silent").expect(0)
        let table = try box.write(try box.run("times --days 300 --format csv \(own)").output, "times.csv")
        let before = try setUp("--timetable \(table)")
        #expect(try Self.tomorrow(before).hasPrefix("timetable calculated"), "\(before.text)")
        let words = "times.csv: no day of it can be used at this place. To leave it out: sudo adhand setup --timetable"
        let moved = try setUp("--place Jakarta").expect(0, output: words)
        #expect(try Self.tomorrow(moved).hasPrefix("time iqama"), "\(moved.text)")
    }

    /// The heads of the columns of tomorrow's times.
    private static func tomorrow(_ outcome: Binary.Outcome) throws -> String {
        let lines = outcome.output.split(separator: "\n")
        let title = try #require(lines.firstIndex { $0.hasPrefix("Tomorrow, ") }, "\(outcome.text)")
        return lines[title + 1].split(separator: " ").joined(separator: " ")
    }

    @Test func `the command with sudo has all options`() throws {
        chmod(try box.write("[audio]\nvolume = 60\n"), 0)
        let options = ["--config", box.config, "--yes", "--place", "Rochdale, UK"]
        let words = "as root: sudo adhand setup --config \(box.config) --yes --place 'Rochdale, UK'"
        try box.run("setup", options, prefix: Binary.withoutOverride).expect(EX_NOPERM, errors: words)
    }

    @Test func `a question may be answered again before anything is written`() throws {
        let outcome = try walk([
            "Cairo, Egypt", "", "", "silent", "", "", "", "no", "1", "Rochdale", "", "", "9", "maybe", "",
        ])
        outcome.expect(0, output: "1 to 7 asks that question again")
        #expect(text.contains("name = \"Rochdale\"") && !text.contains("Cairo"), "\(text)")
        // With the place, its customary method.
        #expect(text.contains("method = \"moonsighting\""), "\(text)")
    }

    @Test func `a line that is there is replaced only after a yes`() throws {
        try setUp("--yes --place Rochdale --device silent --screen no").expect(0)
        let before = text
        try walk(["", "", "isna", "", "", "", "no", "n"]).expect(EX_TEMPFAIL)
        #expect(text == before)
        try walk(["", "", "isna", "", "", "", "no", ""]).expect(0)
        #expect(text == before.replacing("\"moonsighting\"", with: "\"isna\""))
    }

    /// The mistakes in the answers are rows of docs/mistakes.md.
    @Test(arguments: [
        ("", "add --yes, and at least --place"), ("--yes", "add --place"),
        ("--yes --place Springfield", "--place \"Springfield, Illinois, United States\""),
        ("--yes --place Rochdale --method moonsigting", "did you mean"),
        ("--yes --place Rochdale --recording nowhere.mp3", "nowhere.mp3"),
    ])
    func `a wrong or missing option is named, and nothing is written`(options: String, words: String) throws {
        try setUp(options).expect(EX_USAGE, errors: words)
        #expect(access(config, F_OK) != 0)
    }

    @Test func `a config that is wrong already is left as it is`() throws {
        try box.write("[plce]\n")
        let outcome = try box.runConfigured("setup --yes --place Rochdale")
        outcome.expect(EX_CONFIG, errors: "config.toml:1", "correct it first")
        #expect(box.text() == "[plce]\n")
    }
}
