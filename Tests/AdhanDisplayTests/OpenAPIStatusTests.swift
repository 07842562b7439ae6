import AdhanCore
import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanDisplay
@testable import AdhanSupport

/// The OpenAPI document describes all that `/api/status` can send, not only what it sends on a day on which all is well.
@Suite struct OpenAPIStatusTests {
    /// A status that has each of its values.
    private static func full() throws -> StatusReport {
        var status = try MetricsTests.status()
        let at = "2026-11-21T12:00:00+00:00"
        let next = StatusReport.Next(
            prayer: "asr",
            date: status.date,
            at: at,
            inSeconds: 60,
            source: "file",
            withheld: "its sound is off"
        )
        (status.next, status.nextSounding) = (next, next)
        status.upcoming = [
            .init(occasion: "jumuah-1", date: status.date, at: at, iqama: at, withheld: "its sound is off")
        ]
        status.hijri = "1448-06-12"
        status.today = [
            .init(
                prayer: "fajr",
                at: at,
                begins: at,
                state: "missed",
                withheld: "its sound is off",
                isBeforeFirstStart: true
            )
        ]
        (status.sounding, status.starting) = ("the adhan of dhuhr", "amina tries tone.mp3")
        for index in status.adhans?.indices ?? 0..<0 { status.adhans?[index].isPlaceholder = true }
        (status.preparing, status.newer) = ("2026-11-21 adhan-dhuhr", "0.2.0+deb12")
        status.program = "the after of adhan-dhuhr"
        status.selfTest = .init(state: "ok", words: "all is well", at: at, lastFine: at, next: at)
        status.sources = [
            .init(name: "file", state: "ok", words: "", askedAt: at, through: "2026-11-30", ended: "2026-11-01")
        ]
        status.display = .init(state: "ok", words: "2 pages follow it")
        (status.mutedUntil, status.mutedBy) = (at, "amina")
        status.settings = ["adhan.dhuhr off by amina"]
        status.mirrors = [
            .init(
                name: "main",
                state: "failing",
                words: "it cannot be reached",
                lastSuccess: at,
                age: 60,
                lastFailure: .init(at: at, kind: "unreachable", reason: "no route"),
                files: 3,
                size: 40,
                refused: 1
            )
        ]
        let fault = Fault(.cardMissing, file: "a.mp3", detail: "Unknown PCM default")
        status.problems = [.init(.sound, nil, fault, what: nil, command: nil)]
        status.problems[0].call = .init(occasion: "adhan-dhuhr", at: "2026-11-21T12:00:00+00:00")
        status.problems[0].since = "2026-11-21T12:00:00+00:00"
        status.problems[0].daysLeft = 14
        return status
    }

    /// The members of a value that are nil or empty, by their paths: a test that lacks them proves nothing of them.
    private func lacking(_ value: Any, _ path: String) -> [String] {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.map { lacking($0.value, path) } ?? [path]
        case .collection, .dictionary:
            return mirror.children.isEmpty ? [path] : mirror.children.flatMap { lacking($0.value, path + "[]") }
        case .enum: return []
        default: return mirror.children.flatMap { lacking($0.value, "\(path).\($0.label ?? "")") }
        }
    }

    @Test func `each key of the status is described`() throws {
        let status = try Self.full()
        #expect(lacking(status, "status") == [])
        let document = try OpenAPI()
        struct Sent: Encodable {
            struct Daemon: Encodable { let state = "here", since = 1 }
            let daemon = Daemon()
            let status: StatusReport
            let pages: [String: Heartbeats.Page]
            let problems: [String]
        }
        var page = Heartbeats.Page(seen: 1, version: "1", scene: "day", drawn: 1.5, isLocal: true)
        (page.unshown, page.cut) = ("/slides/a.png", "/slides/b.html")
        let sent = Sent(status: status, pages: ["a": page], problems: ["a slide is too long"])
        let text = try JSONText.encode(sent, isPretty: false)
        #expect(document.faults("/api/status", 200, text) == [])
    }
}

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
