import AdhanSupport
import AdhanCore

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
        out.add("up", .gauge, "Whether the daemon answers.", view.isHere ? 1 : 0)
        out.add("display_streams", .gauge, "Pages and programs that follow the events.", Double(streams))
        out.add("display_pages", .gauge, "Pages that were heard of in the last minute.", Double(pages.all(now).count))
        out.add(
            "display_behind_seconds",
            .gauge,
            "Since when the page on the box's own screen has drawn nothing.",
            pages.ownDrawn(now).map { Double(now.seconds) - $0 }
        )
        out.add(
            "display_box_page_seen_timestamp_seconds",
            .gauge,
            "When a page on the box's own screen was last heard of.",
            pages.ownSeen.map(Double.init)
        )
    }

    private func addDaemon(_ status: StatusReport, _ out: inout PrometheusText) {
        func add(_ name: String, _ help: String, isFine: Bool, _ state: String) {
            out.add(name, .gauge, help, [.init(labels: [("state", state)], value: isFine ? 1 : 0)])
        }
        out.add("build_info", .gauge, "The daemon's version.", by: "version", [status.version: 1])
        out.add("healthy", .gauge, "Whether nothing needs attention.", status.health == .healthy ? 1 : 0)
        // One that is not tested yet has no sample: neither 0 nor 1 would be true.
        let next = status.adhans?.first { !$0.isReplaced }?.willSound
        out.add("next_adhan_will_sound", .gauge, "Whether the next adhan will sound.", next.map { $0 ? 1 : 0 })
        out.add("problems", .gauge, "How many things need attention.", Double(status.problems.count))
        let (clock, audio) = (status.clock.state, status.audio.state)
        add("clock_trusted", "Whether the clock is trusted.", isFine: clock != "untrusted", clock)
        add("audio_ok", "Whether the sound device opens.", isFine: audio == "ok", audio)
        let isWritten = status.ledger.state != "failing"
        out.add("ledger_ok", .gauge, "Whether the ledger can be written.", isWritten ? 1 : 0)
        out.add("muted", .gauge, "Whether a person has muted the prayers.", status.mutedUntil == nil ? 0 : 1)
        out.add("start_timestamp_seconds", .gauge, "When the daemon started.", moment(status.since))
        let sources = status.sources.map {
            PrometheusText.Sample(labels: [("source", $0.name), ("state", $0.state)], value: 1)
        }
        out.add("source_state", .gauge, "What is known of each source of times.", sources)
    }

    private func addTimes(_ status: StatusReport, _ out: inout PrometheusText) {
        let next = status.next.flatMap { next in moment(next.at).map { [next.prayer: $0] } } ?? [:]
        out.add("next_prayer_timestamp_seconds", .gauge, "When the next prayer is called.", by: "prayer", next)
        let states = status.today.compactMap { prayer in
            prayer.state.map {
                PrometheusText.Sample(labels: [("prayer", prayer.prayer), ("state", $0)], value: 1)
            }
        }
        out.add("prayer_state", .gauge, "What the ledger has of today's prayers.", states)
        let today = view.zone.wall(at: now).date.description
        let inUse = view.times?.days.first { $0.date == today }.map { [$0.source: 1.0] } ?? [:]
        out.add("source_in_use", .gauge, "Where today's times come from.", by: "source", inUse)
        let ends = status.sources.compactMap { source in
            end(of: source).map { PrometheusText.Sample(labels: [("source", source.name)], value: $0) }
        }
        out.add(
            "source_end_timestamp_seconds",
            .gauge,
            "When the days that a source has times for, without a gap from today on, are over.",
            ends
        )
    }

    private func addCounts(_ counts: StatusReport.Counts, _ out: inout PrometheusText) {
        let last = counts.lastPlayed.compactMapValues(moment)
        out.add("last_played_timestamp_seconds", .gauge, "When each prayer was last heard.", by: "prayer", last)
        let played = counts.played.mapValues(Double.init)
        out.add("played_total", .counter, "Calls that were heard, whole or in part.", by: "prayer", played)
        let missed = counts.missed.mapValues(Double.init)
        out.add("missed_total", .counter, "Calls that were missed, by reason.", by: "reason", missed)
        out.add("interrupted_total", .counter, "Calls that broke off.", Double(counts.interrupted))
        out.add("skipped_total", .counter, "Calls that were not meant to sound.", Double(counts.skipped))
        out.add("xruns_total", .counter, "How often the sound device ran out of samples.", Double(counts.xruns))
        let late = counts.lateness
        let buckets = late.buckets.map { (PrometheusText.number($0.atMost), $0.count) } + [("+Inf", late.count)]
        let samples = buckets.map { PrometheusText.Sample(suffix: "_bucket", labels: [("le", $0)], value: Double($1)) }
        out.add(
            "lateness_seconds",
            .histogram,
            "From the second at which a call was due to its first sample.",
            samples + [.init(suffix: "_sum", value: late.seconds), .init(suffix: "_count", value: Double(late.count))]
        )
    }

    private func addMirrors(_ mirrors: [StatusReport.Mirror], _ out: inout PrometheusText) {
        func by(_ value: (StatusReport.Mirror) -> Double?) -> [String: Double] {
            mirrors.reduce(into: [:]) { $0[$1.name] = value($1) }
        }
        let state = by { $0.state == "ok" ? 1 : 0 }
        out.add(
            "mirror_ok",
            .gauge,
            "Whether the mirror's last pass did all it had to; 0 where there has been none.",
            by: "mirror",
            state
        )
        let last = by { $0.lastSuccess.flatMap(moment) }
        out.add(
            "mirror_last_success_timestamp_seconds",
            .gauge,
            "When the mirror last equalled its bucket.",
            by: "mirror",
            last
        )
        let failures = mirrors.compactMap { mirror in
            mirror.lastFailure.flatMap { failure in
                moment(failure.at).map {
                    PrometheusText.Sample(labels: [("mirror", mirror.name), ("reason", failure.kind)], value: $0)
                }
            }
        }
        out.add(
            "mirror_last_failure_timestamp_seconds",
            .gauge,
            "When a pass of the mirror last failed, and why.",
            failures
        )
        out.add("mirror_files", .gauge, "How many files the mirror has.", by: "mirror", by { Double($0.files) })
        out.add("mirror_bytes", .gauge, "The size of all files of the mirror.", by: "mirror", by { Double($0.size) })
        out.add("mirror_refused", .gauge, "How many objects are not taken.", by: "mirror", by { Double($0.refused) })
    }

    private func end(of source: StatusReport.Source) -> Double? {
        // A date of another version is left out.
        guard let through = source.through, let last = try? CivilDate(through) else { return nil }  // reason: see above
        return Double(view.zone.instant(last.adding(days: 1), secondOfDay: 0).seconds)
    }

    private func moment(_ text: String) -> Double? {
        // A daemon of another version: the sample is left out.
        (try? ReportedDay.moment(text)).map { Double($0.seconds) }  // reason: see above
    }
}
