import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanSupport

@Suite struct CalculationConfigurationTests {
    private let rig: ConfigRig

    init() throws { rig = try ConfigRig() }

    private func load(_ text: String) throws -> Configuration { try rig.load(text) }

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
        #expect(calculator.method == .moonsighting && calculator.madhab == .hanafi && calculator.shafaq == .ahmar)
        #expect(calculator.highLatitude == .diyanet && calculator.highLatitudeLimit == 48.5)
        #expect(calculator.rounding == .up && !calculator.ishaLaterInRamadan)
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
        #expect(method.isha == .minutesAfterMaghrib(90) && method.maghribAngle == .degrees(4))
        let faults = try rig.faults(custom + "isha = 4\nmaghrib = 5")
        #expect(faults.first?.hasPrefix("F:3: Maghrib at 5.0 degrees would not be before Isha at 4.0") == true)
    }
}

/// A calculation as lines of the config.
struct CalculationChangesTests {
    private func text(_ changes: [ConfigChange], in config: String = "") throws -> String {
        var edit = ConfigEdit(Array(config.utf8), file: "config.toml")
        try edit.apply(changes)
        return String(decoding: edit.bytes, as: UTF8.self)
    }

    @Test func `a method with a name, its school, its rule and the mosque's minutes`() throws {
        let offsets = try #require(PrayerOffsets([.dhuhr: 4, .fajr: -2]))
        let changes = CalculationConfiguration.changes(
            to: .ummAlQura,
            .hanafi,
            .seventhOfNight,
            ishaLaterInRamadan: false,
            offsets: offsets
        )
        #expect(
            try text(changes) == """
                [calculation]
                method = "umm-al-qura"
                madhab = "hanafi"
                high_latitude = "seventh-of-night"
                ramadan_isha = false

                [calculation.offsets]
                fajr = -2
                dhuhr = 4

                """
        )
    }

    @Test func `angles of the mosque's own, and minutes in place of Isha's angle`() throws {
        var custom = CustomMethod()
        (custom.fajrAngle, custom.ishaAngle) = (13.5, 10.5)
        let own = CalculationConfiguration.changes(to: try custom.method(), .shafi, .angle)
        #expect(try text(own).hasSuffix("[calculation.custom]\nfajr = 13.5\nisha = 10.5\n"))
        (custom.fajrAngle, custom.ishaMinutes, custom.maghribAngle) = (18.25, 90, 4.5)
        let exact = CalculationConfiguration.changes(to: try custom.method(), .shafi, .angle)
        let lines = "[calculation.custom]\nfajr = 18.25\nisha_minutes = 90\nmaghrib = 4.5\n"
        #expect(try text(exact).hasSuffix(lines))
    }

    @Test func `nothing of an earlier method stays`() throws {
        let before = """
            [calculation]
            method = "custom"
            ramadan_isha = false
            [calculation.custom]
            fajr = 13.5
            [calculation.offsets]
            isha = 3

            """
        let after = try text(CalculationConfiguration.changes(to: .mwl, .shafi, .middleOfNight), in: before)
        for gone in ["13.5", "isha = 3", "ramadan_isha"] { #expect(!after.contains(gone), "\(after)") }
        #expect(after.contains("method = \"mwl\"") && after.contains("madhab = \"shafi\""))
    }
}
