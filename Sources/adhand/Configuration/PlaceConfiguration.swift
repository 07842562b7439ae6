import AdhanCore

/// `[place]`: where the mosque stands.
struct PlaceConfiguration: Sendable {
    var place: Place
    /// False where the config names no place and the fallback is shown.
    var isSet: Bool
    /// Whether adhans sound at the fallback's times.
    var allowFallback = false

    init(_ table: ConfigTable) {
        let name = table.string("name")
        let latitude = table.number("latitude", in: -90...90)
        let longitude = table.number("longitude", in: -180...180)
        let elevation = table.number("elevation", in: Coordinates.elevations)
        let timezone = table.string("timezone")
        allowFallback = table.bool("allow_fallback")?.value ?? allowFallback
        (place, isSet) = (.fallback, false)

        let missing = [
            ("latitude", latitude == nil), ("longitude", longitude == nil), ("timezone", timezone == nil),
        ].filter(\.1).map(\.0)
        // A key that was there and wrong has its own fault already.
        guard missing.count < 3, table.faults.isEmpty, let spot = table.spot else { return }
        guard let latitude, let longitude, let timezone else {
            table.fault(
                spot,
                "[place] has no \(missing.joined(separator: " and no ")); a place needs latitude, longitude and timezone"
            )
            return
        }
        do {
            let coordinates = try Coordinates(
                latitude: latitude.value,
                longitude: longitude.value,
                elevation: elevation?.value ?? 0
            )
            place = Place(name: name?.value ?? timezone.value, coordinates: coordinates, timezone: timezone.value)
            isSet = true
        } catch {
            table.fault(latitude.spot, "\(error)")
        }
    }
}
