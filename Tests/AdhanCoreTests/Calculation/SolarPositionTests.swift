import AdhanCore
import Testing

/// The worked examples of Meeus, *Astronomical Algorithms*, 2nd edition.
@Suite struct `The sun's position` {
    /// 1992 October 13, 0h.
    private let sun = SolarPosition(julianDay: 2_448_908.5)

    @Test func `agrees with example 25.a`() {
        #expect(abs(sun.apparentLongitude.normalized.degrees - 199.90895) < 0.00001)
        #expect(abs(sun.declination.degrees - -7.78507) < 0.00001)
    }

    @Test func `agrees with example 28.b, 13 minutes 42.7 seconds`() {
        #expect(abs(sun.equationOfTime - (13 * 60 + 42.7)) < 0.05)
    }
}
