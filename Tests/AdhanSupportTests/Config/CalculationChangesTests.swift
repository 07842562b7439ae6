import AdhanCore
import Testing

@testable import AdhanSupport

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
        custom.ishaMinutes = 90
        let minutes = CalculationConfiguration.changes(to: try custom.method(), .shafi, .angle)
        #expect(try text(minutes).hasSuffix("[calculation.custom]\nfajr = 13.5\nisha_minutes = 90\n"))
        (custom.fajrAngle, custom.maghribAngle) = (18.25, 4.5)
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
