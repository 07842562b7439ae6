import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanSupport

@Suite struct CalculationConfigurationTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    private func load(_ text: String) throws -> Configuration {
        let locations = Locations(resources: "/resources", daemon: true, environment: ["HOME": "/home/box"])
        return try Configuration.load(Binary.config(text, in: directory), locations)
    }

    @Test func `every choice of the mosque reaches the calculator`() throws {
        let configuration = try load(
            """
            [place]
            latitude = 51.5
            longitude = 0
            elevation = 245
            timezone = "Europe/London"
            [calculation]
            method = "15"
            madhab = "hanafi"
            high_latitude = "diyanet"
            high_latitude_limit = 48.5
            shafaq = "ahmar"
            rounding = "up"
            ramadan_isha = false
            imsak = 15
            before_sunset = 20
            midnight = "sunrise"
            """
        )
        let calculator = configuration.calculation.calculator(
            configuration.place.place,
            .utc,
            configuration.hijri.calendar
        )
        #expect(calculator.coordinates.elevation == 245)
        #expect(calculator.method == .moonsighting)
        #expect(calculator.madhab == .hanafi)
        #expect(calculator.highLatitude == .diyanet && calculator.highLatitudeLimit == 48.5)
        #expect(calculator.shafaq == .ahmar)
        #expect(calculator.rounding == .up)
        #expect(!calculator.ishaLaterInRamadan)
        var spans = ExtraTimes.Spans()
        (spans.imsak, spans.beforeSunset, spans.midnight) = (15, 20, .sunrise)
        #expect(configuration.calculation.spans == spans)
    }

    @Test(
        arguments: [("", nil), ("rounding = \"nearest\"", Rounding.nearest), ("rounding = \"none\"", Rounding.none)]
            as [(String, Rounding?)]
    )
    func `the method's rounding counts, unless the config has one`(line: String, rounding: Rounding?) throws {
        let calculation = try load("[calculation]\nmethod = \"singapore\"\n\(line)\n").calculation
        #expect(calculation.calculator(.fallback, .utc, .ummAlQura).rounding == rounding)
    }

    @Test func `Umm al-Qura's Isha is later in the Ramadan of the mosque's calendar`() throws {
        let configuration = try load("[calculation]\nmethod = \"umm-al-qura\"")
        let calculator = configuration.calculation.calculator(.fallback, .utc, configuration.hijri.calendar)
        for (date, minutes) in [("2026-02-17", 90), ("2026-02-18", 120), ("2026-03-19", 120), ("2026-03-20", 90)] {
            let day = calculator.day(try CivilDate(date))
            #expect(day[.maghrib].duration(to: day[.isha]) == .minutes(minutes), "\(date)")
        }
    }

    @Test func `the mosque's own method has its own table`() throws {
        let custom = "[calculation]\nmethod = \"custom\"\n[calculation.custom]\n"
        let method = try load(custom + "fajr = 19.5\nisha_minutes = 90\nmaghrib = 4").calculation.method
        #expect(abs(method.fajrAngle.degrees - 19.5) < 1e-9)
        #expect(method.isha == .minutesAfterMaghrib(90))
        #expect(method.maghribAngle == .degrees(4))
        let error = #expect(throws: ConfigError.self) {
            try load(custom + "isha = 4\nmaghrib = 5")
        }
        #expect(error?.description.contains(":3: Maghrib at 5.0 degrees would not be before Isha at 4.0") == true)
    }
}
