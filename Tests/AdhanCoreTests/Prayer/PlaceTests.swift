import AdhanCore
import Testing

@Suite struct `A place on earth` {
    @Test func `reach from pole to pole and all around the earth`() throws {
        #expect(try Coordinates(latitude: -90, longitude: 180).longitude == 180)
        #expect(try Coordinates(latitude: 90, longitude: -180).latitude == 90)
    }

    @Test(arguments: [90.001, -91, .nan, .infinity])
    func `refuse a latitude beyond the poles, quoting it`(latitude: Double) {
        let error = #expect(throws: InvalidValue.self) { try Coordinates(latitude: latitude, longitude: 0) }
        #expect(error?.description.hasPrefix("\(latitude) is not a latitude") == true)
    }

    @Test(arguments: [180.5, -181, .nan, -.infinity])
    func `refuse a longitude beyond the date line, quoting it`(longitude: Double) {
        let error = #expect(throws: InvalidValue.self) { try Coordinates(latitude: 0, longitude: longitude) }
        #expect(error?.description.hasPrefix("\(longitude) is not a longitude") == true)
    }

    @Test func `of the fallback are those of Queens`() {
        #expect(Place.fallback.coordinates.latitude == 40.7282)
        #expect(Place.fallback.coordinates.longitude == -73.7949)
        #expect(Place.fallback.timezone == "America/New_York")
    }
}
