import Testing

@testable import AdhanCore

struct AlAdhanSettingsTests {
    private let place = AlAdhanSettings.PlaceQuery.coordinates(latitude: 53.6097, longitude: -2.1561)
    private let november: TimetablePeriod

    init() throws { november = .month(of: try CivilDate("2026-11-21")) }

    @Test func `a month is requested by coordinates`() throws {
        var settings = AlAdhanSettings(place, method: .number(3))
        settings.timezone = "Europe/London"
        let query = "latitude=53.6097&longitude=-2.1561&method=3&school=0&timezonestring=Europe%2FLondon&iso8601=true"
        #expect(try settings.address(of: november).whole == "https://api.aladhan.com/v1/calendar/2026/11?\(query)")
    }

    @Test func `a year is requested by city, from another server`() throws {
        var settings = AlAdhanSettings(.city("Saint-Étienne", country: "France"), method: .number(12))
        (settings.span, settings.baseURL) = (.year, "http://127.0.0.1:8080/times/")
        let query = "city=Saint-%C3%89tienne&country=France&method=12&school=0&iso8601=true"
        let address = try settings.address(of: .year(of: november.dates.lowerBound)).whole
        #expect(address == "http://127.0.0.1:8080/times/v1/calendarByCity/2026?\(query)")
    }

    @Test func `all settings of the mosque are in the request`() throws {
        var settings = AlAdhanSettings(place, method: .number(15))
        (settings.madhab, settings.latitudeAdjustment, settings.shafaq) = (.hanafi, .angle, .ahmar)
        settings.tune = [.fajr: -2, .sunrise: 1, .dhuhr: 5, .asr: 3, .maghrib: 4, .isha: 6]
        let tune = "tune=0%2C-2%2C1%2C5%2C3%2C4%2C0%2C6%2C0"
        let end = "&method=15&school=1&latitudeAdjustmentMethod=3&\(tune)&shafaq=ahmer&iso8601=true"
        #expect(try settings.address(of: november).whole.hasSuffix(end))
    }

    @Test func `a method of the mosque's own is sent as angles and minutes`() throws {
        var custom = CustomMethod()
        (custom.fajrAngle, custom.ishaAngle) = (18.5, 17.25)
        #expect(try query(custom).contains("&method=99&methodSettings=18.5%2Cnull%2C17.25&"))
        (custom.ishaMinutes, custom.maghribAngle) = (90, 4)
        #expect(try query(custom).contains("&method=99&methodSettings=18.5%2C4%2C90%20min&"))
    }

    private func query(_ custom: CustomMethod) throws -> String {
        try AlAdhanSettings(place, method: .custom(custom)).address(of: november).query ?? ""
    }

    @Test func `a number is never written with an exponent`() throws {
        for (degrees, text) in [(0.00001, "0.00001"), (-0.5, "-0.5"), (-180, "-180"), (1e300, "0"), (.nan, "0")] {
            let settings = AlAdhanSettings(.coordinates(latitude: degrees, longitude: 0), method: .number(3))
            #expect(try settings.address(of: november).query?.hasPrefix("latitude=\(text)&longitude=0&") == true)
        }
    }
}
