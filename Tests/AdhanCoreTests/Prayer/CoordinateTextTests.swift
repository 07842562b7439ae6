import Testing

@testable import AdhanCore

struct CoordinateTextTests {
    @Test(arguments: [
        "53.6097, -2.1561", "53.6097,-2.1561", "53.6097 -2.1561", "53,6097; -2,1561", "53,6097 -2,1561",
        "53.6097N, 2.1561W", "53.6097 N 2.1561 W", "N53.6097 W2.1561", "N 53.6097, W 2.1561", "2.1561W 53.6097N",
        "53°36'34.92\"N 2°9'21.96\"W", "53° 36' 34.92\" N, 2° 9' 21.96\" W", "53°36.582'N 2°9.366'W",
        "N 53 36.582 W 2 9.366", "53.6097°, -2.1561°", "53.6097°n 2.1561°w", "(53.6097, -2.1561)",
        "lat 53.6097 long -2.1561",
        "latitude: 53.6097, longitude: -2.1561", "geo:53.6097,-2.1561?z=15",
        "https://www.google.com/maps/@53.6097,-2.1561,15z",
        "https://www.google.com/maps/place/X/@53.61,-2.15,17z/data=!3m1!4b1!4m6!8m2!3d53.6097!4d-2.1561",
        "https://maps.google.com/?q=53.6097,-2.1561", "https://maps.apple.com/?ll=53.6097%2C-2.1561&t=m",
        "https://www.openstreetmap.org/#map=15/53.6097/-2.1561",
        "https://www.openstreetmap.org/?mlat=53.6097&mlon=-2.1561#map=19/53.6/-2.1",
    ])
    func `a point is read as people and maps write it`(text: String) throws {
        let point = try #require(try CoordinateText.point(text))
        #expect(abs(point.latitude - 53.6097) < 0.00002 && abs(point.longitude + 2.1561) < 0.00002, "\(point)")
    }

    @Test(arguments: [
        "", "53.6097", "Rochdale", "53.6097, Rochdale", "N 53.6, N 2.1", "53.6N 2.1N", "53.6E 2.1W", "1 2 3 4 5 6 7 8",
        "53.6.9, 2", "53°75'N 2°W", "53.5°30'N 2°W", "10:30, 12:30", "+44 1614 960000", "https://example.org/", "q=",
        "NSEW", "53,6097",
    ])
    func `a text that is no point is none`(text: String) throws { #expect(try CoordinateText.point(text) == nil) }

    @Test func `a point beside the earth is refused with its number`() {
        let fault = #expect(throws: InvalidValue.self) { try CoordinateText.point("95.1, 3") }
        #expect(fault.map { "\($0)".contains("95.1") } == true)
    }

    @Test func `no text takes long, and none ends the process`() throws {
        for text in ["N", "5 ", "1,", "-", "°", "!3d", "1;"] {
            _ = try? CoordinateText.point(String(repeating: text, count: 3000))  // reason: only its end counts
            _ = try? CoordinateText.point(String(repeating: text, count: 38))  // reason: see above
        }
    }
}
