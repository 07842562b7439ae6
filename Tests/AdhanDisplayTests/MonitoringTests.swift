import AdhanCore
import AdhanTestSupport
import Foundation
import Testing

/// The example alerts and the dashboard name what `/metrics` has.
@Suite struct MonitoringTests {
    /// Labels that Prometheus adds to each sample.
    private static let added: Set = ["job", "instance", "alertname"]

    /// The labels of each metric, by the names of its samples.
    private static func labels() throws -> [String: Set<String>] {
        var labels: [String: Set<String>] = [:]
        for (name, family) in MetricsTests.families(MetricsTests.text(try MetricsTests.status())) {
            for sample in family.samples.keys {
                let suffix = sample.prefix { $0 != "{" }
                labels[name + suffix, default: []].formUnion(sample.matches(of: /([a-z]+)="/).map { String($0.1) })
            }
        }
        return labels
    }

    private func text(_ file: String) throws -> String {
        try String(contentsOfFile: Binary.root + "/docs/" + file, encoding: .utf8)
    }

    /// What a text names and the metrics lack.
    private func unknown(_ text: String) throws -> [String] {
        let known = try Self.labels()
        let all = known.values.reduce(Self.added) { $0.union($1) }
        // A selector may be written within JSON.
        let plain = text.replacing("\\\"", with: "\"")
        var unknown: [String] = []
        for found in plain.matches(of: /(adhand_[a-z_]+)(?:\{([^}]*)\})?/) {
            guard let labels = known[String(found.1)] else {
                unknown.append(String(found.1))
                continue
            }
            let used = (found.2 ?? "").matches(of: /([a-z_]+)(?:=~|!=|!~|=)/).map { String($0.1) }
            unknown += used.filter { !labels.union(Self.added).contains($0) }.map { "\(found.1){\($0)}" }
        }
        for found in plain.matches(
            of: /\{\{ *(?:\$labels\.)?([a-z_]+) *\}\}|(?:on|ignoring|by|without) \(([a-z_, ]+)\)/
        ) {
            let names = (found.1 ?? found.2 ?? "").split { $0 == "," || $0 == " " }.map(String.init)
            unknown += names.filter { !all.contains($0) }
        }
        return unknown
    }

    @Test(arguments: ["monitoring/alerts.yml", "monitoring/grafana.json"])
    func `each metric and label is there`(file: String) throws {
        let text = try text(file)
        #expect(text.matches(of: /adhand_/).count > 10)
        #expect(try unknown(text) == [])
        #expect(try unknown(text + #" adhand_gone{prayer="fajr"} adhand_up{sort="a"} by (gone) {{lost}}"#).count == 4)
    }

    @Test func `the guide names each reason, and each counter`() throws {
        let text = try text("monitoring.md")
        let reasons = text.matches(of: /\n\| `([a-z_]+)` \|/).map { String($0.1) }
        #expect(Set(reasons.filter { !$0.hasPrefix("adhand_") }) == Set(MissReason.Kind.allCases.map(\.rawValue)))
        let families = MetricsTests.families(MetricsTests.text(try MetricsTests.status()))
        for found in text.matches(of: /`(adhand_[a-z_]+)/) { #expect(families[String(found.1)] != nil, "\(found.1)") }
        for (name, family) in families where family.type != "gauge" {
            #expect(text.contains("`\(name)"), "\(name)")
        }
    }

    @Test func `the dashboard is JSON whose panels do not overlap`() throws {
        let data = Data(try text("monitoring/grafana.json").utf8)
        let dashboard = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let panels = try #require(dashboard["panels"] as? [[String: Any]])
        var taken: Set<[Int]> = []
        for panel in panels {
            let place = try #require(panel["gridPos"] as? [String: Int])
            let (x, y) = (place["x"] ?? -1, place["y"] ?? -1)
            #expect(x >= 0 && x + (place["w"] ?? 99) <= 24, "\(panel["title"] ?? "")")
            for column in x..<(x + (place["w"] ?? 0)) {
                for row in y..<(y + (place["h"] ?? 0)) { #expect(taken.insert([column, row]).inserted) }
            }
        }
        #expect(panels.count > 10)
    }
}
