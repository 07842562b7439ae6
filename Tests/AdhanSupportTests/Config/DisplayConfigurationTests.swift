import AdhanCore
import Testing

@testable import AdhanSupport

/// `[display]`.
@Suite struct DisplayConfigurationTests {
    private func read(
        _ toml: String,
        beside config: String = "config.toml"
    ) throws -> (display: DisplayConfiguration, faults: [String]) {
        let top = ConfigTable("", [try TOMLNode.parse(Array("[display]\n\(toml)".utf8), file: config)])
        let table = top.table("display")
        let display = DisplayConfiguration(table, beside: config)
        return (display, table.finish().map(\.description))
    }

    @Test func `the defaults are for this box alone, and for all states`() throws {
        let (display, faults) = try read("")
        #expect(faults.isEmpty && display.listen.isLoopback && "\(display.listen)" == "127.0.0.1:8080")
        #expect(display.languages == [.english] && display.states == DisplayConfiguration.State.usual)
        #expect(display.messages.isEmpty && display.tomorrow == .afterIsha && !display.untilSunrise)
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
        let listen = display.listen
        #expect(listen.isV6 && listen.host == "::" && listen.port == 80 && !listen.isLoopback)
        #expect(display.languages == [.arabic, .english] && display.has12Hours && display.states.isEmpty)
        #expect(display.tomorrow == .midnight && display.untilSunrise)
        #expect(display.night == 21 * 3600 && "\(display.ground)" == "#000000")
        #expect(display.messages.map(\.text) == ["a", "b"] && display.messages[1].language == .turkish)
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
        #expect(try read(softer).faults.isEmpty && read("background = \"hall.jpg\"").faults.isEmpty)
    }

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
            try read(toml, beside: "/etc/adhand/config.toml").display.files
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

/// `[panel]`.
@Suite struct PanelConfigurationTests {
    @Test(arguments: [
        ("", "0.0.0.0:8443", []),
        ("listen = \"[::]:443\"\nhosts = [\"panel.mosque.example\"]", "[::]:443", ["panel.mosque.example"]),
    ])
    func `it is for the mosque's network, unless an address and names are given`(
        toml: String,
        listen: String,
        hosts: [String]
    ) throws {
        let top = ConfigTable("", [try TOMLNode.parse(Array("[panel]\n\(toml)".utf8), file: "config.toml")])
        let table = top.table("panel")
        let panel = PanelConfiguration(table)
        #expect(table.finish().isEmpty && "\(panel.listen)" == listen && panel.hosts == hosts)
    }
}
