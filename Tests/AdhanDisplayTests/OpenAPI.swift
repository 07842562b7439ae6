import AdhanTestSupport
import Foundation

/// The OpenAPI document, and whether an answer is what it says. Of JSON Schema it knows the words that the document uses.
struct OpenAPI {
    private static let words: Set<String> = [
        "$ref", "type", "properties", "required", "additionalProperties", "items", "enum", "pattern", "minimum",
        "maximum",
        "description",
    ]

    private let document: [String: Any]

    init() throws {
        let data = try Data(contentsOf: URL(filePath: Binary.root + "/Resources/display/openapi.json"))
        document = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    }

    var paths: [String: Any] { document["paths"] as? [String: Any] ?? [:] }

    /// What is wrong with an answer; empty where nothing is.
    func faults(_ path: String, _ status: Int, _ body: String) -> [String] {
        let get = (paths[path] as? [String: Any])?["get"] as? [String: Any]
        let answer = (get?["responses"] as? [String: Any])?["\(status)"] as? [String: Any]
        let content = (answer?["content"] as? [String: Any])?["application/json"] as? [String: Any]
        guard let schema = content?["schema"] as? [String: Any] else { return ["\(path) has no \(status) as JSON"] }
        guard let value = try? JSONSerialization.jsonObject(with: Data(body.utf8)) else { return ["no JSON"] }
        return faults(value, schema, path)
    }

    private func faults(_ value: Any, _ schema: [String: Any], _ at: String) -> [String] {
        let unknown = Set(schema.keys).subtracting(Self.words)
        guard unknown.isEmpty else { return ["\(at): the test does not know \(unknown)"] }
        if let name = (schema["$ref"] as? String)?.split(separator: "/").last {
            let schemas = (document["components"] as? [String: Any])?["schemas"] as? [String: Any]
            guard let target = schemas?[String(name)] as? [String: Any] else { return ["\(at): no schema \(name)"] }
            return faults(value, target, at)
        }
        switch (schema["type"] as? String, value) {
        case ("object", let object as [String: Any]): return members(object, schema, at)
        case ("array", let list as [Any]):
            guard let items = schema["items"] as? [String: Any] else { return ["\(at): a list without items"] }
            return list.enumerated().flatMap { faults($1, items, "\(at)[\($0)]") }
        case ("string", let text as String):
            if let allowed = schema["enum"] as? [String], !allowed.contains(text) { return ["\(at): '\(text)'"] }
            if let pattern = schema["pattern"] as? String, text.range(of: pattern, options: .regularExpression) == nil {
                return ["\(at): '\(text)' is not \(pattern)"]
            }
            return []
        case ("integer", let number as NSNumber):
            let isWhole = number.doubleValue == number.doubleValue.rounded()
            let least = schema["minimum"] as? Double ?? -.infinity
            return isWhole && number.doubleValue >= least
                && number.doubleValue <= schema["maximum"] as? Double ?? .infinity
                ? [] : ["\(at): \(number)"]
        case ("number", _ as NSNumber), ("boolean", _ as Bool): return []
        case (let type, _): return ["\(at): \(value) is no \(type ?? "value")"]
        }
    }

    private func members(_ object: [String: Any], _ schema: [String: Any], _ at: String) -> [String] {
        let known = schema["properties"] as? [String: [String: Any]] ?? [:]
        let missing = (schema["required"] as? [String] ?? []).filter { object[$0] == nil }.map { "\(at): no \($0)" }
        return missing
            + object.flatMap { name, value -> [String] in
                if let own = known[name] { return faults(value, own, "\(at).\(name)") }
                if let any = schema["additionalProperties"] as? [String: Any] {
                    return faults(value, any, "\(at).\(name)")
                }
                return ["\(at): \(name) is not described"]
            }
    }
}
