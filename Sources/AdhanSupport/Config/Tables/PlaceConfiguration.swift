import AdhanCore

/// `[place]`: where the mosque is.
package struct PlaceConfiguration: Sendable {
    package enum Knowledge: Sendable, Equatable {
        /// From the config.
        case given
        /// The config has only the zone: the coordinates are those of tzdata's point for it, which may be hours away.
        case zonePoint
        /// The config has no place; this is the one that the daemon last ran with.
        case remembered
        /// Never configured: Queens, NY.
        case fallback
    }

    /// A city as AlAdhan looks it up.
    package struct City: Sendable, Equatable {
        package let name: String
        package let country: String
    }

    package var place = Place.fallback
    package var knowledge = Knowledge.fallback
    /// Nil if the config has none.
    package var city: City?
    /// Whether adhans are called at the fallback's times, and at those calculated for a zone's point.
    package var allowFallback = false
    package var remarks: [PlaceRemark] = []
    /// The place's zone; a `TzdataFault` if neither tzdata nor the store has its rules.
    package var zone: Result<KnownZone, any Error>

    /// Why the kept rules of the zone are used; nil where they are not.
    package var tzdataFault: TzdataFault? { if case .success(let found) = zone { found.problem } else { nil } }

    /// False if the place is unknown and the fallback is shown.
    package var isSet: Bool { knowledge != .fallback }

    package init(_ table: ConfigTable, _ zones: ZoneStore) {
        let name = table.string("name")
        let latitude = table.number("latitude", in: -90...90)
        let longitude = table.number("longitude", in: -180...180)
        let elevation = table.number("elevation", in: Coordinates.elevations)
        if latitude != nil, longitude != nil { table.noteDefault("elevation", .integer(0)) }
        let timezone = table.string("timezone")
        let isZoneAlone = timezone != nil && latitude == nil && longitude == nil && elevation == nil
        zone = Result { try zones.find(timezone?.value ?? Place.fallback.timezone, withPoint: isZoneAlone) }
        if let timezone, case .failure(let unknown as UnknownZone) = zone { table.fault(timezone.spot, "\(unknown)") }
        city = Self.city(table)
        allowFallback = table.bool("allow_fallback", default: allowFallback)

        // A wrong key already has its own fault.
        guard table.faults.isEmpty, let spot = table.spot else { return }
        if let latitude, let longitude, let timezone {
            do {
                let coordinates = try Coordinates(
                    latitude: latitude.value,
                    longitude: longitude.value,
                    elevation: elevation?.value ?? 0
                )
                let shown = name?.value.visibleName ?? timezone.value
                place = Place(name: shown, coordinates: coordinates, timezone: timezone.value)
                knowledge = .given
            } catch {
                table.fault(latitude.spot, "\(error)")
            }
            return
        }
        if let timezone, isZoneAlone {
            guard let point = point(of: timezone, table) else { return }
            place = Place(
                name: name?.value ?? city?.name ?? timezone.value,
                coordinates: point,
                timezone: timezone.value
            )
            knowledge = .zonePoint
            return
        }
        let missing =
            [("latitude", latitude), ("longitude", longitude)].filter { $0.1 == nil }.map(\.0)
            + (timezone == nil ? ["timezone"] : [])
        if missing.count < 3 || elevation != nil {
            table.fault(
                spot,
                "[place] has no \(missing.joined(separator: " and no ")); a place needs latitude, "
                    + "longitude and timezone"
            )
        } else if city != nil {
            table.fault(spot, "[place] has a city and no timezone; a city needs its timezone")
        }
    }

    private static func city(_ table: ConfigTable) -> City? {
        let (name, country) = (table.string("city"), table.string("country"))
        for (key, text) in [("city", name), ("country", country)] {
            if let text, text.value.allSatisfy(\.isWhitespace) { table.fault(text.spot, "\(key) is empty") }
        }
        if let name, let country { return City(name: name.value, country: country.value) }
        if let name { table.fault(name.spot, "city = \"\(name.value)\" has no country beside it; a city needs both") }
        if let country {
            table.fault(country.spot, "country = \"\(country.value)\" has no city beside it; a city needs both")
        }
        return nil
    }

    private func point(of timezone: Located<String>, _ table: ConfigTable) -> Coordinates? {
        // Without the zone nothing is calculated for the place.
        guard case .success(let found) = zone else { return place.coordinates }
        if let point = found.point { return point }
        table.fault(
            timezone.spot,
            "timezone = \"\(timezone.value)\": tzdata does not say where that is; "
                + "a place needs latitude and longitude, too"
        )
        return nil
    }
}
