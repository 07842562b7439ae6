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
            choices: cityTitles,
            proposal: placeProposal
        )
    }

    private var placeProposal: SetupProposal? {
        if wasSetUp || configuration.place.knowledge == .given {
            return SetupProposal(words: Self.words(configuration.place.place), changes: [])
        }
        guard let city = likelyCity else { return nil }
        let words = "\(Self.words(city.place)), the largest city of the box's time zone"
        return SetupProposal(words: words, changes: Self.lines(city.place), isGuess: true)
    }

    mutating func answerPlace(_ text: String) throws(SetupRefusal) {
        if let index = try choice(text, of: cityTitles) { return try settle(cities[index].place) }
        let point: Coordinates?
        do {
            // `Datong, China, at 40.0936, 113.2914`: one of two cities that have all names in common.
            let behind = text.ranges(of: Self.at).last.map { String(text[$0.upperBound...]) }
            point = try CoordinateText.point(behind ?? text)
        } catch {
            throw SetupRefusal("\(error)")
        }
        if let point { return try settle(try place(at: point)) }
        if let problem = CoordinateText.linkProblem(text) {
            throw SetupRefusal("\(problem): 53.6097, -2.1561")
        }
        if CoordinateText.degrees(text.uppercased()[...]) != nil {
            throw SetupRefusal("that is one number; write both, latitude first: 53.6097, -2.1561")
        }
        let (found, isSure) = box.cities.search(text)
        if found.count == 1, isSure, let city = found.first { return try settle(city.place) }
        cities = found
        guard found.isEmpty else {
            let name = OneLine.of(text, limit: 40)
            throw SetupRefusal(
                isSure ? "there are several; which one is meant?" : "no city is called \(name); did you mean:"
            )
        }
        let elsewhere = box.cities.search(String(text.prefix { $0 != "," }))
        if elsewhere.isSure {
            cities = elsewhere.cities
            throw SetupRefusal("there is no such city there; did you mean:")
        }
        throw SetupRefusal(
            "no city is known by that name; write a larger one nearby, or the coordinates: 53.6097, -2.1561"
        )
    }

    private static let at = ", at "

    /// The cities that may be meant, each with what tells it from the others.
    private var cityTitles: [String] {
        cities.map { city in
            guard cities.count(where: { $0.title == city.title }) > 1 else { return city.title }
            return "\(city.title)\(Self.at)\(city.coordinates.latitude), \(city.coordinates.longitude)"
        }
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
        let before = configuration.place.place
        // A mosque's own name is that of no city.
        let keepsName = wasSetUp && before.name != before.timezone && !box.cities.search(before.name).isSure
        try choose(
            Place(
                name: keepsName ? before.name : place.name,
                coordinates: place.coordinates,
                timezone: place.timezone
            )
        )
        cities = []
    }

    /// Takes a place as it was shown.
    ///
    /// - Throws: `SetupRefusal` where the config's reader refuses it.
    package mutating func choose(_ place: Place) throws(SetupRefusal) {
        let before = configuration.place.place
        let isNear = wasSetUp && before.coordinates.distance(to: place.coordinates) <= Self.moved
        try take(.place, Self.lines(place, keepsElevation: isNear))
    }

    /// So many kilometres away it may be another mosque, on other ground.
    private static let moved = 5.0

    package var nearestCity: City? {
        box.cities.nearest(to: configuration.place.place.coordinates, within: Self.reach)
    }

    /// The city that the time zone of the box suggests.
    package var likelyCity: City? { box.timezone.flatMap { box.cities.largest(in: $0) } }

    /// The place, and the city that is nearest to it.
    var placeWords: String {
        Self.words(configuration.place.place) + (nearestCity.map { ", near \($0.title)" } ?? "")
    }

    private static func words(_ place: Place) -> String {
        "\(place.name): \(place.coordinates.latitude), \(place.coordinates.longitude), \(place.timezone)"
    }

    private static func lines(_ place: Place, keepsElevation: Bool = false) -> [ConfigChange] {
        [
            ConfigChange(key: "place.name", to: .text(place.name)),
            ConfigChange(key: "place.latitude", to: .number(place.coordinates.latitude)),
            ConfigChange(key: "place.longitude", to: .number(place.coordinates.longitude)),
            ConfigChange(key: "place.timezone", to: .text(place.timezone)),
            // They name another place: AlAdhan would be asked for it.
            ConfigChange(key: "place.city", to: nil), ConfigChange(key: "place.country", to: nil),
        ] + (keepsElevation ? [] : [ConfigChange(key: "place.elevation", to: nil)])
    }
}
