import AdhanCore
import AdhanSystem

/// Something about the place that a person is to know of.
package struct PlaceRemark: Sendable, Equatable {
    package let words: String
    /// What to do in `[place]`, which is its last word.
    package let advice: String
}

extension PlaceConfiguration {
    /// Takes the place that the daemon last ran with where the config names none.
    package mutating func recall(from store: PlaceStore) {
        guard knowledge == .fallback else { return }
        let found = TimeLimit.run(.seconds(5), on: store.file) { Result { try store.load() } }
        do {
            guard let found else { throw FileFault(path: store.file, reason: "its disk does not answer") }
            guard let last = try found.get() else { return }
            (place, knowledge) = (last, .remembered)
        } catch {
            remarks.append(
                PlaceRemark(words: "\(error)", advice: "put latitude, longitude and timezone into [place]")
            )
        }
    }

    /// Says what there is to say of a place that is not given, or that does not fit its zone.
    package mutating func remark() {
        let text = "\(place.name) (\(place.coordinates.latitude), \(place.coordinates.longitude), \(place.timezone))"
        switch knowledge {
        case .given, .fallback: break
        case .remembered:
            remarks.append(
                PlaceRemark(
                    words: "the config names no place; the last known one, \(text), is used",
                    advice: "put its latitude, longitude and timezone into [place]"
                )
            )
        case .zonePoint:
            let sound =
                allowFallback
                ? "Times calculated for that point sound, by allow_fallback"
                : "Times calculated for that point do not sound"
            remarks.append(
                PlaceRemark(
                    words:
                        "the config has no coordinates, so a timetable is compared with the sun at the zone's main city, \(text), and may differ "
                        + "by \(DurationText.format(Self.zoneSpread)) more than usual. \(sound)",
                    advice: "put latitude and longitude into [place]"
                )
            )
        }
        guard knowledge != .zonePoint, let misfit else { return }
        remarks.append(PlaceRemark(words: "\(misfit)", advice: "correct timezone, latitude or longitude in [place]"))
    }

    /// By how much the sun's times within a zone differ from those at its point, and the limits of the check with them: across
    /// India, Kazakhstan or the Eastern time of America it is 50 to 80 minutes. China is wider; there the coordinates are needed.
    package static let zoneSpread: Duration = .minutes(90)

    /// Whose adhans are not to sound: Maghrib at another city's time would spoil a fast. A bundle is taken by its nearness to the
    /// place, and a zone's point is near to no mosque in particular.
    package var withheld: WithheldSources? {
        guard !allowFallback else { return nil }
        return switch knowledge {
        case .given, .remembered: nil
        case .zonePoint: WithheldSources([.bundle, .calculation], because: Self.notSet)
        case .fallback: .all(because: Self.notSet)
        }
    }

    private static let notSet = "place not set"

    private var misfit: ZoneMisfit? {
        // A zone that nobody knows is refused elsewhere; without tzdata's table the clock alone is looked at.
        guard let zone = try? SystemZones.find(place.timezone) else { return nil }  // reason: see above
        return ZoneFit.objection(
            to: place.coordinates,
            in: zone,
            point: (try? SystemZones.point(of: place.timezone)) ?? nil,  // reason: see above
            country: (try? SystemZones.countryPoints(of: place.timezone)) ?? [],  // reason: see above
            // The box may not yet know what year it is.
            year: ZoneRules.utc.wall(at: Release.date).date.year
        )
    }
}
