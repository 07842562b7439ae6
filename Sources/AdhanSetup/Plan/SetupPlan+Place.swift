import AdhanCore
import AdhanSupport

extension SetupPlan {
    /// No city above 15,000 people is farther from a village; beyond it lies another zone, perhaps.
    private static let reach = 150.0

    var placeQuestion: SetupQuestion {
        SetupQuestion(
            topic: .place,
            title: "Where is the mosque?",
            notes: [
                "A city, perhaps with its country: Rochdale, UK. More exact are coordinates, or the link of a map: "
                    + "53.6097, -2.1561"
            ],
            choices: cities.map(\.title),
            proposal: placeProposal
        )
    }

    private var placeProposal: SetupProposal? {
        if wasSetUp || configuration.place.knowledge == .given {
            return SetupProposal(words: Self.words(configuration.place.place), changes: [])
        }
        guard let zone = box.timezone, let city = box.cities.largest(in: zone) else { return nil }
        let words = "\(Self.words(city.place)), the largest city of the box's time zone"
        return SetupProposal(words: words, changes: Self.lines(city.place), isGuess: true)
    }

    mutating func answerPlace(_ text: String) throws(SetupRefusal) {
        if let index = try choice(text, of: cities.map(\.title)) { return try settle(cities[index].place) }
        let point: Coordinates?
        do {
            point = try CoordinateText.point(text)
        } catch {
            throw SetupRefusal("\(error)")
        }
        if let point { return try settle(try place(at: point)) }
        if CoordinateText.degrees(text.uppercased()[...]) != nil {
            throw SetupRefusal("that is one number; write both, latitude first: 53.6097, -2.1561")
        }
        let found = ["yes", "y", "no", "n"].contains(text.lowercased()) ? [] : box.cities.search(text)
        guard let first = found.first else {
            throw SetupRefusal(
                "no city is known by that name; write a larger one nearby, or the coordinates: 53.6097, -2.1561"
            )
        }
        guard found.count > 1 else { return try settle(first.place) }
        cities = found
        throw SetupRefusal("there are several; which one is meant?")
    }

    /// A point with the name and the zone of the nearest city.
    private func place(at point: Coordinates) throws(SetupRefusal) -> Place {
        guard let city = box.cities.nearest(to: point, within: Self.reach) else {
            throw SetupRefusal(
                "no city is within \(Int(Self.reach)) km of \(point.latitude), \(point.longitude), so that the time "
                    + "zone is not known; \(turned(point) ?? "write a city")"
            )
        }
        return Place(name: city.name, coordinates: point, timezone: city.timezone)
    }

    /// The question whether the two numbers were meant in the other order; nil where that is no place either.
    private func turned(_ point: Coordinates) -> String? {
        // reason: a longitude may be no latitude
        guard let other = try? Coordinates(latitude: point.longitude, longitude: point.latitude),
            let city = box.cities.nearest(to: other, within: Self.reach)
        else { return nil }
        return "did you mean \(other.latitude), \(other.longitude), near \(city.title)?"
    }

    private mutating func settle(_ place: Place) throws(SetupRefusal) {
        try take(.place, Self.lines(place))
        cities = []
    }

    var placeWords: String { Self.words(configuration.place.place) }

    private static func words(_ place: Place) -> String {
        "\(place.name): \(place.coordinates.latitude), \(place.coordinates.longitude), \(place.timezone)"
    }

    private static func lines(_ place: Place) -> [ConfigChange] {
        [
            ConfigChange(key: "place.name", to: .text(place.name)),
            ConfigChange(key: "place.latitude", to: .number(place.coordinates.latitude)),
            ConfigChange(key: "place.longitude", to: .number(place.coordinates.longitude)),
            ConfigChange(key: "place.timezone", to: .text(place.timezone)),
            // Those of another place: AlAdhan would be asked for it.
            ConfigChange(key: "place.city", to: nil), ConfigChange(key: "place.country", to: nil),
            ConfigChange(key: "place.elevation", to: nil),
        ]
    }
}
