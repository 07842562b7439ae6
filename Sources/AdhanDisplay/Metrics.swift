import AdhanCore
import AdhanSupport

/// The facts as Prometheus reads them.
struct Metrics {
    let view: DaemonView
    let pages: Heartbeats
    let streams: Int
    let now: Instant

    var text: String {
        var out = PrometheusText()
        addDisplay(&out)
        guard let status = view.status else { return out.text }
        // What a daemon that is gone was like says nothing of now; times and counts stay true.
        if view.isHere { addDaemon(status, &out) }
        addTimes(status, &out)
        status.counts.map { addCounts($0, &out) }
        status.mirrors.map { addMirrors($0, &out) }
        return out.text
    }

    private func addDisplay(_ out: inout PrometheusText) {
        out.add("up", "Whether the daemon answers.", view.isHere ? 1 : 0)
        out.add("display_streams", "Pages and programs that follow the events.", Double(streams))
        out.add("display_pages", "Pages that were heard of in the last minute.", Double(pages.all(now).count))
        let behind = pages.boxDrawn(now).map { Double(now.seconds) - $0 }
        out.add("display_behind_seconds", "Since when the page on the box's own screen has drawn nothing.", behind)
        let seen = pages.boxSeen.map(Double.init)
        let help = "When a page on the box's own screen was last heard of."
        out.add("display_box_page_seen_timestamp_seconds", help, seen)
    }

    private func addDaemon(_ status: StatusReport, _ out: inout PrometheusText) {
        func add(_ name: String, _ help: String, isFine: Bool, _ state: String) {
            out.add(name, .gauge, help, [.init(labels: [("state", state)], value: isFine ? 1 : 0)])
        }
        out.add("build_info", .gauge, "The daemon's version.", by: "version", [status.version: 1])
        out.add("healthy", "Whether nothing needs attention.", status.health == .healthy ? 1 : 0)
        // One that is not tested yet has no sample: neither 0 nor 1 would be true.
        let next = status.adhans?.first { !$0.isReplaced }?.willSound
        out.add("next_adhan_will_sound", "Whether the next adhan will sound.", next.map { $0 ? 1 : 0 })
        out.add("problems", "How many things need attention.", Double(status.problems.count))
        let (clock, audio) = (status.clock.state, status.audio.state)
        add("clock_trusted", "Whether the clock is trusted.", isFine: clock != "untrusted", clock)
        add("audio_ok", "Whether the sound device opens.", isFine: audio == "ok", audio)
        out.add("ledger_ok", "Whether the ledger can be written.", status.ledger.state == "failing" ? 0 : 1)
        let isMuted = status.mutedUntil != nil || status.adhans?.contains(where: \.isMuted) == true
        out.add("muted", "Whether a person has muted a prayer or everything.", isMuted ? 1 : 0)
        out.add("start_timestamp_seconds", "When the daemon started.", moment(status.since))
        let sources = status.sources.map { PrometheusText.Sample(labels: [("source", $0.name), ("state", $0.state)]) }
        out.add("source_state", .gauge, "What is known of each source of times.", sources)
    }

    private func addTimes(_ status: StatusReport, _ out: inout PrometheusText) {
        let next = status.next.flatMap { next in moment(next.at).map { [next.prayer: $0] } } ?? [:]
        out.add("next_prayer_timestamp_seconds", .gauge, "When the next prayer is called.", by: "prayer", next)
        let states = status.today.compactMap { prayer in
            prayer.state.map { PrometheusText.Sample(labels: [("prayer", prayer.prayer), ("state", $0)]) }
        }
        out.add("prayer_state", .gauge, "What the ledger has of today's prayers.", states)
        let today = view.zone.wall(at: now).date
        let inUse = view.times?.days.first { $0.date == today }.map { [$0.source: 1.0] } ?? [:]
        out.add("source_in_use", .gauge, "Where today's times come from.", by: "source", inUse)
        let ends = status.sources.compactMap { source in
            end(of: source).map { PrometheusText.Sample(labels: [("source", source.name)], value: $0) }
        }
        let help = "When the days that a source has times for, without a gap from today on, are over."
        out.add("source_end_timestamp_seconds", .gauge, help, ends)
    }

    private func addCounts(_ counts: StatusReport.Counts, _ out: inout PrometheusText) {
        let last = counts.lastPlayed.compactMapValues(moment)
        out.add("last_played_timestamp_seconds", .gauge, "When each prayer was last heard.", by: "prayer", last)
        let played = counts.played.mapValues(Double.init)
        out.add("played_total", .counter, "Calls that were heard, whole or in part.", by: "prayer", played)
        let missed = counts.missed.mapValues(Double.init)
        out.add("missed_total", .counter, "Calls that were missed, by reason.", by: "reason", missed)
        out.add("interrupted_total", "Calls that broke off.", Double(counts.interrupted), .counter)
        out.add("skipped_total", "Calls that were not meant to sound.", Double(counts.skipped), .counter)
        out.add("xruns_total", "How often the sound device ran out of samples.", Double(counts.xruns), .counter)
        let late = counts.lateness
        let buckets = late.buckets.map { (PrometheusText.number($0.atMost), $0.count) } + [("+Inf", late.count)]
        let samples = buckets.map { PrometheusText.Sample(suffix: "_bucket", labels: [("le", $0)], value: Double($1)) }
        let sums = [("_sum", late.seconds), ("_count", Double(late.count))]
        let help = "From the second at which a call was due to its first sample."
        out.add("lateness_seconds", .histogram, help, samples + sums.map { .init(suffix: $0, value: $1) })
    }

    private func addMirrors(_ mirrors: [StatusReport.Mirror], _ out: inout PrometheusText) {
        func add(_ name: String, _ help: String, _ value: (StatusReport.Mirror) -> Double?) {
            let values = mirrors.reduce(into: [:]) { $0[$1.name] = value($1) }
            out.add("mirror_" + name, .gauge, help, by: "mirror", values)
        }
        add("ok", "Whether the mirror's last pass did all it had to; 0 where there has been none.") {
            $0.state == "ok" ? 1 : 0
        }
        add("last_success_timestamp_seconds", "When the mirror last equalled its bucket.") {
            $0.lastSuccess.flatMap(moment)
        }
        let failures = mirrors.compactMap { mirror -> PrometheusText.Sample? in
            guard let failure = mirror.lastFailure, let at = moment(failure.at) else { return nil }
            return .init(labels: [("mirror", mirror.name), ("reason", failure.kind)], value: at)
        }
        let help = "When a pass of the mirror last failed, and why."
        out.add("mirror_last_failure_timestamp_seconds", .gauge, help, failures)
        add("files", "How many files the mirror has.") { Double($0.files) }
        add("bytes", "The size of all files of the mirror.") { Double($0.size) }
        add("refused", "How many objects are not taken.") { Double($0.refused) }
    }

    private func end(of source: StatusReport.Source) -> Double? {
        // A date of another version is left out.
        guard let through = source.through, let last = try? CivilDate(through) else { return nil }  // reason: see above
        return Double(view.zone.instant(last.adding(days: 1), secondOfDay: 0).seconds)
    }

    private func moment(_ text: String) -> Double? {
        // A daemon of another version: the sample is left out.
        (try? ReportedMoment(text)).map { Double($0.at.seconds) }  // reason: see above
    }
}

/// Prometheus' text format, version 0.0.4.
struct PrometheusText {
    enum Kind: String { case gauge, counter, histogram }

    struct Sample {
        var suffix = ""
        var labels: [(name: String, value: String)] = []
        var value = 1.0
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
    mutating func add(_ name: String, _ help: String, _ value: Double?, _ kind: Kind = .gauge) {
        add(name, kind, help, value.map { [Sample(value: $0)] } ?? [])
    }

    /// A metric with a sample for each value of one label, in its order.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, by label: String, _ values: [String: Double]) {
        let sorted = values.sorted { $0.key < $1.key }
        add(name, kind, help, sorted.map { Sample(labels: [(label, $0.key)], value: $0.value) })
    }

    static func number(_ value: Double) -> String { Int64(exactly: value).map(String.init) ?? String(value) }

    private static func escaped(_ text: String) -> String {
        OneLine.of(text, limit: 200).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
}
