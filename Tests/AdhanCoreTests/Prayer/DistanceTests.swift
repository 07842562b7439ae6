import AdhanCore
import Testing

@Suite struct `The distance of two places` {
    /// In kilometres. A degree of a meridian or of the equator is 111.195, a quarter of a great circle 10007.56. London
    /// to Makkah and New York to Sydney as published for the ellipsoid, within half a percent.
    @Test(arguments: [
        ((53.6097, -2.1561), (53.6097, -2.1561), 0, 0), ((0.0, 0.0), (1.0, 0.0), 111.195, 0.001),
        ((0, 179.5), (0, -179.5), 111.195, 0.001), ((0, 0), (90, 77), 10_007.557, 0.01),
        ((0, 0), (0, 180), 20_015.115, 0.01), ((-33.3, -70.5), (33.3, 109.5), 20_015.115, 0.01),
        ((51.5074, -0.1278), (21.4225, 39.8262), 4795, 24), ((40.7128, -74.0060), (-33.8688, 151.2093), 15_990, 80),
    ])
    func `is that of the great circle`(
        here: (Double, Double),
        there: (Double, Double),
        kilometres: Double,
        within: Double
    ) throws {
        let (a, b) = (
            try Coordinates(latitude: here.0, longitude: here.1), try Coordinates(latitude: there.0, longitude: there.1)
        )
        #expect(abs(a.distance(to: b) - kilometres) <= within, "\(a.distance(to: b))")
        #expect(a.distance(to: b) == b.distance(to: a))
    }

    @Test func `is exact to the metre for close places`() throws {
        let rochdale = try Coordinates(latitude: 53.6097, longitude: -2.1561)
        let north = try Coordinates(latitude: 53.6097 + 0.001, longitude: -2.1561)
        #expect(abs(rochdale.distance(to: north) - 0.111195) < 1e-6)
    }
}
