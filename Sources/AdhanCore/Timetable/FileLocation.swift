/// The location stated by a file in the mosque-year format. It is optional; a wrong one is reported, and the days are
/// still used.
struct FileLocation {
    var coordinates: Coordinates?
    var fault: TimetableFault?

    init() {}

    init(_ members: [JSONNode]) {
        do throws(TimetableFault) {
            guard let node = try Self.only(["location"], members, "location") else { return }
            if case .null = node.value { return }
            guard case .object(let parts) = node.value else {
                throw Self.fault(
                    node,
                    "location is \(node.quoted), but it must be an object: "
                        + "{\"latitude\": 53.6097, \"longitude\": -2.1561}"
                )
            }
            let latitude = try Self.number("latitude", ["lat"], parts, of: node)
            let longitude = try Self.number("longitude", ["long", "lon", "lng"], parts, of: node)
            do {
                coordinates = try Coordinates(latitude: latitude, longitude: longitude)
            } catch {
                throw Self.fault(node, "the location is not valid: \(error)")
            }
        } catch {
            fault = error
        }
    }

    private static func fault(_ node: JSONNode, _ words: String) -> TimetableFault {
        TimetableFault(line: node.line, date: nil, words)
    }

    private static func only(_ keys: [String], _ members: [JSONNode], _ name: String) throws(TimetableFault)
        -> JSONNode?
    {
        let found = members.filter { keys.contains($0.key.lowercased()) }
        if let second = found.dropFirst().first {
            throw fault(second, "\(name) is here a second time; keep only the right one")
        }
        return found.first
    }

    private static func number(
        _ name: String,
        _ others: [String],
        _ parts: [JSONNode],
        of location: JSONNode
    ) throws(TimetableFault) -> Double {
        guard let node = try only([name] + others, parts, name) else {
            throw fault(location, "location has no \"\(name)\"")
        }
        switch node.value {
        case .number(let number): return number
        case .integer(let number): return Double(number)
        default:
            throw fault(
                node,
                "the \(name) of the location is \(node.quoted), but it must be a number of degrees, without quotes"
            )
        }
    }
}
