import AdhanControl
import AdhanCore

/// The facts as Prometheus reads them: its text format, version 0.0.4.
struct Metrics {
    let view: DaemonView
    let pages: [String: Heartbeats.Page]
    let streams: Int
    let now: Instant

    var text: String {
        var lines: [String] = []
        func add(_ name: String, _ help: String, _ samples: [(labels: [(String, String)], value: Double)]) {
            guard !samples.isEmpty else { return }
            lines += ["# HELP adhand_\(name) \(help)", "# TYPE adhand_\(name) gauge"]
            for (labels, value) in samples {
                let words = labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
                lines.append("adhand_\(name)\(words.isEmpty ? "" : "{\(words)}") \(Self.number(value))")
            }
        }
        func moment(_ text: String?) -> Double? {
            // A daemon of another version: the sample is left out.
            text.flatMap { try? ReportedDay.moment($0) }.map { Double($0.seconds) }  // reason: see above
        }
        add("up", "Whether the daemon answers.", [([], view.isHere ? 1 : 0)])
        add("display_streams", "Pages and programs that follow the events.", [([], Double(streams))])
        add("display_pages", "Pages that were heard of in the last minute.", [([], Double(pages.count))])
        let behind = pages.values.compactMap { page in page.drawn.map { Double(now.seconds) - $0 } }.max()
        add(
            "display_behind_seconds",
            "Since when the page that is furthest behind has drawn nothing.",
            behind.map { [([], $0)] } ?? []
        )
        guard let status = view.status else { return lines.joined(separator: "\n") + "\n" }
        add("build_info", "The daemon's version.", [([("version", status.version)], 1)])
        add("healthy", "Whether nothing needs attention.", [([], status.health == .healthy ? 1 : 0)])
        add("problems", "How many things need attention.", [([], Double(status.problems.count))])
        if let next = status.next, let at = moment(next.at) {
            add("next_prayer_timestamp_seconds", "When the next prayer is called.", [([("prayer", next.prayer)], at)])
        }
        let today = status.today.compactMap { prayer in
            prayer.state.map { ([("prayer", prayer.prayer), ("state", $0)], 1.0) }
        }
        add("prayer_state", "What the ledger has of today's prayers.", today)
        let sources = status.sources.map { (labels: [("source", $0.name), ("state", $0.state)], value: 1.0) }
        add("source_state", "What is known of each source of times.", sources)
        add(
            "source_in_use",
            "Where the next prayer's time comes from.",
            status.next.map { [([("source", $0.source)], 1)] } ?? []
        )
        let days = status.sources.compactMap { source -> (labels: [(String, String)], value: Double)? in
            // A date of another version is left out.
            guard let through = source.through, let last = try? CivilDate(through),  // reason: see above
                let today = try? CivilDate(status.date)  // reason: see above
            else { return nil }
            return ([("source", source.name)], Double(today.distance(to: last)))
        }
        add("days_remaining", "For how many days after today a source has times.", days)
        add(
            "clock_trusted",
            "Whether the clock is trusted.",
            [([("state", status.clock.state)], status.clock.state == "untrusted" ? 0 : 1)]
        )
        add(
            "audio_ok",
            "Whether the sound device opens.",
            [([("state", status.audio.state)], status.audio.state == "ok" ? 1 : 0)]
        )
        add("ledger_ok", "Whether the ledger can be written.", [([], status.ledger.state == "failing" ? 0 : 1)])
        add("muted", "Whether a person has muted the prayers.", [([], status.mutedUntil == nil ? 0 : 1)])
        if let at = moment(status.since) { add("start_timestamp_seconds", "When the daemon started.", [([], at)]) }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func number(_ value: Double) -> String { Int64(exactly: value).map(String.init) ?? String(value) }

    private static func escaped(_ text: String) -> String {
        OneLine.of(text, limit: 200).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
}
