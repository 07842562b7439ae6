import AdhanCore
import Testing

@testable import AdhanSupport

/// `[display]`.
@Suite struct DisplayConfigurationTests {
    private func read(_ toml: String) throws -> (display: DisplayConfiguration, faults: [String]) {
        let top = ConfigTable("", [try TOMLNode.parse(Array("[display]\n\(toml)".utf8), file: "config.toml")])
        let table = top.table("display")
        let display = DisplayConfiguration(table)
        return (display, table.finish().map(\.description))
    }

    @Test func `the defaults are for this box alone, and for all states`() throws {
        let (display, faults) = try read("")
        #expect(faults.isEmpty && display.listen.isLoopback && "\(display.listen)" == "127.0.0.1:8080")
        #expect(
            display.languages == [.english] && display.states == DisplayConfiguration.State.usual
                && display.messages.isEmpty
        )
        #expect(display.tomorrow == .afterIsha && !display.untilSunrise)
    }

    @Test func `all of it is read`() throws {
        let (display, faults) = try read(
            """
            listen = "[::]:80"
            languages = ["ar", "en"]
            hours = 12
            states = []
            night = "21:00"
            tomorrow = "midnight"
            until_sunrise = true
            [display.colours]
            ground = "#000000"
            [[display.messages]]
            text = "a"
            days = ["friday"]
            [[display.messages]]
            text = "b"
            from = "2026-11-21"
            until = "2026-11-21"
            language = "tr"
            """
        )
        #expect(faults.isEmpty, "\(faults)")
        #expect(
            display.listen.isV6 && display.listen.host == "::" && display.listen.port == 80
                && !display.listen.isLoopback
        )
        #expect(display.languages == [.arabic, .english] && display.has12Hours && display.states.isEmpty)
        #expect(display.tomorrow == .midnight && display.untilSunrise)
        #expect(display.night == 21 * 3600 && "\(display.ground)" == "#000000")
        #expect(display.messages.map(\.text) == ["a", "b"] && display.messages[1].language == .turkish)
    }

    @Test(arguments: [
        (
            "listen = \"8080\"",
            "listen = \"8080\" is not an address and a port; write \"127.0.0.1:8080\" for this box alone"
        ),
        ("listen = \"mosque.local:8080\"", "is not an address and a port"),
        ("tomorrow = \"each-prayr\"", "did you mean 'each-prayer'?"),
        ("listen = \"127.0.0.1:99999\"", "is not an address and a port"),
        (
            "languages = [\"welsh\"]",
            "languages: the page has no 'welsh'; it has en, ar, ur, tr, fr, de, bn, id, sv"
        ),
        ("languages = [\"en\", \"ar\", \"tr\"]", "languages has more than 2 entries"),
        ("languages = [\"en\", \"en\"]", "languages has 'en' twice; write it once, or another beside it"),
        (
            "hosts = [\"http://mosque.local:8080/\"]",
            "hosts: no browser asks by 'http://mosque.local:8080/'; write \"mosque.local\""
        ),
        ("hosts = [\"mosque.local:8080\"]", "hosts: no browser asks by 'mosque.local:8080'; write \"mosque.local\""),
        ("hosts = [\"*\"]", "hosts: no browser asks by '*'; write each name, as in \"mosque.local\""),
        (
            "hosts = [\"*.mosque.org\"]",
            "hosts: no browser asks by '*.mosque.org'; write each name, as in \"mosque.org\""
        ),
        ("hosts = [\"\"]", "hosts: no browser asks by ''; write each name, as in \"mosque.local\""),
        ("hours = 13", "hours = 13 is no kind of clock; write 12 or 24"),
        (
            "states = [\"kutbah\"]",
            "states: there is no 'kutbah', only adhan, until-iqama, prayer, khutbah, night, slides, after-prayer, phones-off; did you mean 'khutbah'?"
        ),
        ("night = \"12:00\"", "night = \"12:00\" is not between 18:00 and 23:59"),
        ("[display.colours]\nink = \"red\"", "ink = \"red\" is not a colour; write it as in \"#f3eee3\""),
        (
            "[display.colours]\nink = \"#30403f\"",
            "ink #30403f on ground #10201f is hard to read: its contrast is 1.5 : 1"
        ),
        (
            "[display.colours]\ngold = \"#10201f\"",
            "gold #10201f on ground #10201f is hard to read: its contrast is 1.0 : 1"
        ),
        ("[[display.messages]]\ndays = [\"friday\"]", "[[display.messages]] needs a text"),
        (
            "slides_length = \"5m\"\nslides_every = \"2m\"",
            "slides_length is longer than slides_every; make it shorter, or equal to show slides all the time"
        ),
        ("slide_length = \"1s\"", "slide_length = \"1s\" is"),
        ("slides = 3", "slides"),
        ("[[display.messages]]\ntext = \"\"", "text has 0 characters; it may have 1 to 240"),
        ("[[display.messages]]\ntext = \"a\"\nfrom = \"2026-12-01\"\nuntil = \"2026-11-01\"", "is never shown"),
        ("[[display.messages]]\ntext = \"a\"\nfrom = \"1.12.2026\"", "from: "),
    ])
    func `a wrong value is named with what to write`(toml: String, words: String) throws {
        let faults = try read(toml).faults
        #expect(faults.count == 1 && faults[0].contains(words), "\(faults)")
    }

    @Test func `contrast is that of WCAG`() throws {
        let (black, white) = (try #require(PageColour("#000000")), try #require(PageColour("#ffffff")))
        #expect(black.contrast(to: white) == 21 && white.contrast(to: white) == 1)
        // The sketch's figures for the usual colours.
        #expect(abs(PageColour.ink.contrast(to: .ground) - 14.5) < 0.1)
        #expect(abs(PageColour.gold.contrast(to: .ground) - 8.6) < 0.1)
    }

    @Test func `a hall gets the request for silent phones only where its config names it`() throws {
        #expect(try !read("").display.states.contains(.phonesOff))
        let (display, faults) = try read("states = [\"prayer\", \"phones-off\"]\nphones_off_length = \"30s\"")
        #expect(faults.isEmpty && display.states == [.prayer, .phonesOff] && display.phonesOffLength == .seconds(30))
        #expect(try read("phones_off_length = \"10m\"").faults.count == 1)
    }

    @Test func `with a picture behind, the colours have to be read on its darkest and its lightest part`() throws {
        let colours = "[display.colours]\nground = \"#3a4a48\"\nink = \"#f3eee3\"\ngold = \"#f0d090\""
        #expect(try read(colours).faults.isEmpty)
        let softer = colours.replacing("#f3eee3", with: "#c8c4bb")
        let faults = try read("background = \"hall.jpg\"\n" + softer).faults
        #expect(faults.count == 1 && faults[0].contains("with the picture of background"), "\(faults)")
        #expect(try read(softer).faults.isEmpty)
        #expect(try read("background = \"hall.jpg\"").faults.isEmpty)
    }

    // MARK: The mosque's own files

    @Test func `pictures are named in their order, with their days`() throws {
        let (display, faults) = try read(
            """
            background = "hall.jpg"
            [[display.pictures]]
            file = "b.jpg"
            until = "2026-12-31"
            length = "20s"
            [[display.pictures]]
            file = "/srv/a.png"
            place = "after-prayer"
            """
        )
        #expect(faults.isEmpty, "\(faults)")
        let files = display.files
        #expect(files.pictures.map(\.place) == [.slides, .afterPrayer])
        #expect(files.pictures[0].settings.length == .seconds(20) && files.pictures[0].settings.days.until != nil)
        #expect(files.namedFiles.map { $0.split(separator: "/").last } == ["hall.jpg", "b.jpg", "a.png"])
        #expect(files.problems().map(\.key) == ["display.background", "display.pictures", "display.pictures"])
        #expect(try read("[[display.pictures]]\nplace = \"slides\"").faults.count == 1)
        #expect(try read("[[display.pictures]]\nfile = \"a\"\nplace = \"night\"").faults.count == 1)
    }

    @Test func `the folders are beside the config, unless it names others`() throws {
        func files(_ toml: String) throws -> DisplayConfiguration.Files {
            let top = ConfigTable(
                "",
                [try TOMLNode.parse(Array("[display]\n\(toml)".utf8), file: "/etc/adhand/config.toml")]
            )
            return DisplayConfiguration(top.table("display"), beside: "/etc/adhand/config.toml").files
        }
        let usual = try files("")
        #expect(usual.slides == "/etc/adhand/slides" && usual.adhkar == "/etc/adhand/adhkar" && usual.logo == nil)
        #expect(usual.namedFolders.isEmpty && usual.problems().isEmpty)
        let named = try files("slides = \"/srv/slides\"\nlogo = \"logo.svg\"\nslides_every = \"2m\"")
        #expect(named.slides == "/srv/slides" && named.logo == "/etc/adhand/logo.svg")
        #expect(named.namedFolders == ["/srv/slides"] && named.slidesEvery == named.slidesLength)
    }

    @Test func `what is named and not there is said with its key`() throws {
        let (display, faults) = try read("slides = \"/nowhere/slides\"\nadhkar = \"/etc/passwd\"\nlogo = \"/etc\"")
        #expect(faults.isEmpty)
        let problems = display.files.problems()
        #expect(problems.map(\.key) == ["display.slides", "display.adhkar", "display.logo"])
        #expect(
            problems.map(\.words) == [
                "[display] slides: /nowhere/slides: No such file or directory; make it, or correct the path",
                "[display] adhkar: /etc/passwd is no folder; correct the path",
                "[display] logo: /etc is no file; correct the path",
            ]
        )
    }
}
