/// The location stated by a file in the mosque-year format. It is optional; a wrong one is reported, and the days are
/// still used.
struct FileLocation: Hashable {
    var coordinates: Coordinates?
    var fault: TimetableFault?

    init() {}

    /// - Parameter members: those of the file's top object.
    init(_ members: [JSONNode]) {
        let found = members.filter { $0.key.lowercased() == "location" }
        guard let node = found.first else { return }
        if let second = found.dropFirst().first {
            fault = TimetableFault(line: second.line, date: nil, LocationProblem.keyTwice("location"))
            return
        }
        if case .null = node.value { return }
        guard case .object(let parts) = node.value else {
            fault = TimetableFault(line: node.line, date: nil, LocationProblem.notAnObject(node.quoted))
            return
        }
        do throws(Misplaced) {
            let latitude = try Self.number("latitude", ["latitude", "lat"], parts, node.line)
            let longitude = try Self.number("longitude", ["longitude", "long", "lon", "lng"], parts, node.line)
            do {
                coordinates = try Coordinates(latitude: latitude, longitude: longitude)
            } catch {
                throw Misplaced(line: node.line, problem: .noSuchPlace(error))
            }
        } catch {
            fault = TimetableFault(line: error.line, date: nil, error.problem)
        }
    }

    private struct Misplaced: Error {
        let line: Int
        let problem: LocationProblem
    }

    private static func number(
        _ name: String,
        _ spellings: [String],
        _ parts: [JSONNode],
        _ line: Int
    ) throws(Misplaced) -> Double {
        let found = parts.filter { spellings.contains($0.key.lowercased()) }
        guard let node = found.first else { throw Misplaced(line: line, problem: .missing(name)) }
        if let second = found.dropFirst().first { throw Misplaced(line: second.line, problem: .keyTwice(name)) }
        switch node.value {
        case .number(let number): return number
        case .integer(let number): return Double(number)
        default: throw Misplaced(line: node.line, problem: .notANumber(name, node.quoted))
        }
    }
}

/// Why a stated location is not valid.
private enum LocationProblem: CustomStringConvertible {
    case notAnObject(String)
    case missing(String)
    case keyTwice(String)
    case notANumber(String, String)
    case noSuchPlace(InvalidValue)

    var description: String {
        switch self {
        case .notAnObject(let value):
            "location is \(value), but it must be an object: {\"latitude\": 53.6097, \"longitude\": -2.1561}"
        case .missing(let name): "location has no \"\(name)\""
        case .keyTwice(let name): "\(name) is here a second time; keep only the right one"
        case .notANumber(let name, let value):
            "the \(name) of the location is \(value), but it must be a number of degrees, without quotes"
        case .noSuchPlace(let error): "the location is not valid: \(error)"
        }
    }
}
