import AdhanCore

package struct PlaceRemark: Sendable, Equatable {
    package let words: String
    /// What to do in `[place]`; its final part.
    package let advice: String

    init(_ words: String, _ advice: String) { (self.words, self.advice) = (words, advice) }
}

extension PlaceConfiguration {
    /// Uses the place that the daemon last ran with if the config has none.
    package mutating func useLastPlace(from store: PlaceStore, _ zones: ZoneStore) {
        guard knowledge == .fallback else { return }
        let found = TimeLimit.run(.seconds(5), on: store.file) { Result { try store.load() } }
        do {
            guard let found else { throw FileFault(path: store.file, reason: "its disk does not answer") }
            guard let last = try found.get() else { return }
            (place, knowledge) = (last, .remembered)
            zone = Result { try zones.find(last.timezone) }
        } catch {
            remarks.append(PlaceRemark("\(error)", "put latitude, longitude and timezone into [place]"))
        }
    }

    /// Adds a remark if the place is missing or does not fit its zone.
    package mutating func remark() {
        // Without its zone the place cannot be used.
        guard case .success(let zone) = zone else { return }
        let rules = zone.rules
        // The point of a zone has its name.
        let name = place.name == place.timezone ? "" : ", \(place.timezone)"
        let text = "\(place.name) (\(place.coordinates.latitude), \(place.coordinates.longitude)\(name))"
        switch knowledge {
        case .given, .fallback: break
        case .remembered:
            let words = "the config has no place, so the last known place is used, \(text)"
            remarks.append(PlaceRemark(words, "put its latitude, longitude and timezone into [place]"))
        case .zonePoint:
            let sound =
                allowFallback
                ? "Times calculated for that point sound, by allow_fallback"
                : "Times calculated for that point do not sound"
            let words =
                "the config has no coordinates, so a timetable is compared with the sun at the zone's main "
                + "city, \(text), and may differ by \(DurationText.format(Self.zoneSpread)) more than usual. \(sound)"
            remarks.append(PlaceRemark(words, "put latitude and longitude into [place]"))
        }
        guard knowledge == .given || knowledge == .remembered, let misfit = misfit(rules) else { return }
        remarks.append(PlaceRemark(misfit, "correct timezone, latitude or longitude in [place]"))
    }

    /// The maximum difference between the sun's times within a zone and at its point, by which the check's limits are
    /// widened: across India, Kazakhstan or US Eastern time it is 50 to 80 minutes. China is wider; there coordinates
    /// are needed.
    package static let zoneSpread: Duration = .minutes(90)

    /// The sources whose adhans are not called: Maghrib at another city's time would spoil a fast. A bundled timetable
    /// is chosen by its distance from the place, and a zone's point is not near any particular mosque.
    package var withheld: SkippedSources? {
        guard !allowFallback else { return nil }
        return switch knowledge {
        case .given, .remembered: nil
        case .zonePoint: SkippedSources([.bundle, .calculation], because: Self.notSet)
        case .fallback: .all(because: Self.notSet)
        }
    }

    private static let notSet = "place not set"

    private func misfit(_ rules: ZoneRules) -> String? {
        // Without tzdata's table only the clock is compared.
        ZoneFit.objection(
            to: place.coordinates,
            in: rules,
            point: (try? SystemZones.point(of: place.timezone)) ?? nil,  // reason: see above
            country: (try? SystemZones.countryPoints(of: place.timezone)) ?? [],  // reason: see above
            // The box may not know the year yet.
            year: ZoneRules.utc.wall(at: Release.date).date.year
        )
    }
}
