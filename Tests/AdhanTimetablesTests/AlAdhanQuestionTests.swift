import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanTimetables
@testable import AdhanSupport

/// The request with which AlAdhan calculates as the mosque's config says.
@Suite struct AlAdhanQuestionTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    private func address(_ config: String) throws -> String {
        let locations = Locations(
            resources: Binary.root + "/Resources",
            daemon: true,
            environment: ["STATE_DIRECTORY": directory.path]
        )
        try directory.write(Array(config.utf8), to: "config.toml")
        let configuration = try Configuration.load(directory.file("config.toml"), locations)
        let date = try CivilDate("2026-11-21")
        let span: TimetablePeriod =
            configuration.timetable.aladhan.calendar == .year ? .year(of: date) : .month(of: date)
        return try AlAdhanSettings(configuration).address(of: span).whole
    }

    private let place = "[place]\nlatitude = 53.6097\nlongitude = -2.1561\ntimezone = \"Europe/London\"\n"

    @Test func `by coordinates, with the mosque's settings`() throws {
        let text = try address(
            place + """
                [calculation]
                method = "karachi"
                madhab = "hanafi"
                high_latitude = "seventh-of-night"
                [calculation.offsets]
                dhuhr = 5
                isha = -2
                """
        )
        #expect(
            text == "https://api.aladhan.com/v1/calendar/2026/11?latitude=53.6097&longitude=-2.1561&method=1&school=1"
                + "&latitudeAdjustmentMethod=2&tune=0%2C0%2C0%2C5%2C0%2C0%2C0%2C-2%2C0&shafaq=general"
                + "&timezonestring=Europe%2FLondon&iso8601=true"
        )
    }

    @Test func `with another method, for a whole year, from another server, and with the mosque's own angles`() throws {
        let other = try address(
            place + "[timetable.aladhan]\nmethod = \"mwl\"\ncalendar = \"year\"\nbase_url = \"https://times.example\"\n"
        )
        #expect(other.hasPrefix("https://times.example/v1/calendar/2026?") && other.contains("&method=3&"))
        let own = "[calculation]\nmethod = \"custom\"\n[calculation.custom]\nfajr = 18.5\nisha = 16\n"
        let custom = try address(place + own)
        #expect(custom.contains("&method=99&methodSettings=18.5%2Cnull%2C16&"))
    }

    @Test func `by city only if there are no coordinates`() throws {
        let city = "city = \"Rochdale\"\ncountry = \"United Kingdom\"\n"
        #expect(
            try address("[place]\ntimezone = \"Europe/London\"\n" + city)
                .hasPrefix("https://api.aladhan.com/v1/calendarByCity/2026/11?city=Rochdale&country=United%20Kingdom&")
        )
        #expect(try address(place + city).contains("latitude=53.6097"))
    }

    @Test func `the mosque's own method is not asked for without its angles, nor anything for a zone alone`() {
        func fault(_ config: String) -> String {
            let error = #expect(throws: ConfigError.self) { try address(config) }
            return error?.description ?? ""
        }
        let advice = "leave this line out; the request then has the method of [calculation], with your own angles"
        for name in ["custom", "99"] {
            let words = fault(place + "[timetable.aladhan]\nmethod = \"\(name)\"\n")
            #expect(
                words.contains(":6: method = \"\(name)\" is not known") && words.hasSuffix("; \(advice)"),
                "\(words)"
            )
        }
        let zone = fault("[place]\ntimezone = \"Europe/London\"\n[timetable]\nsources = [\"aladhan\"]\n")
        #expect(zone.contains(":1: AlAdhan needs a place, and [place] has none"), "\(zone)")
    }
}
