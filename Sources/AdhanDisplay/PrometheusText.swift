import AdhanCore

/// Prometheus' text format, version 0.0.4.
struct PrometheusText {
    enum Kind: String { case gauge, counter, histogram }

    struct Sample {
        var suffix = ""
        var labels: [(name: String, value: String)] = []
        let value: Double
    }

    private(set) var text = ""

    /// A metric with a sample for each of its labels' values; without samples it is left out.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
        guard !samples.isEmpty else { return }
        text += "# HELP adhand_\(name) \(help)\n# TYPE adhand_\(name) \(kind.rawValue)\n"
        for sample in samples {
            let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
            let words = labels.isEmpty ? "" : "{\(labels)}"
            text += "adhand_\(name)\(sample.suffix)\(words) \(Self.number(sample.value))\n"
        }
    }

    /// A metric with one sample; without a value it is left out.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Double?) {
        add(name, kind, help, value.map { [Sample(value: $0)] } ?? [])
    }

    /// A metric with a sample for each value of one label, in its order.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, by label: String, _ values: [String: Double]) {
        add(
            name,
            kind,
            help,
            values.sorted { $0.key < $1.key }.map { Sample(labels: [(label, $0.key)], value: $0.value) }
        )
    }

    static func number(_ value: Double) -> String { Int64(exactly: value).map(String.init) ?? String(value) }

    private static func escaped(_ text: String) -> String {
        OneLine.of(text, limit: 200).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
}
