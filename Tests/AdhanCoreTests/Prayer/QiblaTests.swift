import AdhanCore
import Testing

@Suite struct `The qibla` {
    /// To a tenth of a degree: as published for these cities, and from places due north and south of the Kaaba.
    @Test(arguments: [
        (38.9072, -77.0369, 56.56), (40.7128, -74.0059, 58.48), (51.5074, -0.1278, 118.98),
        (-33.8688, 151.2093, 277.49), (-6.182, 106.829, 295.14), (1.352, 103.8198, 293.02), (0, 39.8262, 0),
        (60, 39.8262, 180),
    ])
    func `is the direction of the great circle`(latitude: Double, longitude: Double, degrees: Double) throws {
        let qibla = try Coordinates(latitude: latitude, longitude: longitude).qibla.degrees
        #expect(abs(qibla - degrees) < 0.1, "\(qibla)")
    }

    @Test func `is a number everywhere, even at the Kaaba and opposite it`() throws {
        let edges = [(21.4225, 39.8262), (-21.4225, -140.1738), (90, 0), (-90, 0), (0, 180), (0, -180)]
        for (latitude, longitude) in edges {
            #expect((0..<360).contains(try Coordinates(latitude: latitude, longitude: longitude).qibla.degrees))
        }
    }
}
