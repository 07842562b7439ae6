import AdhanCore
import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanDisplay
@testable import AdhanSupport

/// What Prometheus reads.
@Suite struct MetricsTests {
    /// A metric as the text has it.
    struct Family: Equatable {
        var type = ""
        var samples: [String: String] = [:]
    }

    static let now = Instant(seconds: 1_795_000_000)

    /// A daemon that has something to say to each metric.
    static func status() throws -> StatusReport {
        var status = StatusReport.healthy
        status.date = "2026-11-21"
        status.next = .init(
            prayer: "asr",
            date: status.date,
            at: "2026-11-21T15:00:00+00:00",
            inSeconds: 60,
            source: "file"
        )
        status.today = [.init(prayer: "fajr", at: "2026-11-21T05:00:00+00:00", state: "completed")]
        status.sources = [.init(name: "file", state: "ok", words: "", through: "2026-11-30")]
        status.adhans = [.sample]
        var tally = Tally()
        for (prayer, late) in [(Prayer.fajr, 12), (.dhuhr, 700)] as [(Prayer, Int64)] {
            let due = ScheduledOccasion(OccasionKey(try CivilDate(status.date), .adhan(prayer)), at: now, source: .file)
            var row = LedgerEntry(due, .completed)
            (row.began, row.latenessMilliseconds) = (now + .milliseconds(late), late)
            tally.note(row, nil)
            if prayer == .dhuhr { tally.note(LedgerEntry(due, .missed), .clockUntrusted) }
        }
        tally.note(xruns: 3)
        status.counts = .init(tally, .utc)
        let failure = StatusReport.Mirror.Failure(at: "2026-11-21T05:00:00+00:00", kind: "denied", reason: "no")
        status.mirrors = [
            .init(name: "main", state: "ok", words: "", lastSuccess: failure.at, lastFailure: failure, files: 3)
        ]
        return status
    }

    @Test func `whether the next adhan will sound is 1 or 0, and nothing before it was tested`() throws {
        func sample(_ willSound: Bool?) throws -> String? {
            var (status, adhan, replaced) = (try Self.status(), StatusReport.Adhan.sample, StatusReport.Adhan.sample)
            adhan.willSound = willSound
            // The call that takes its place decides.
            (replaced.willSound, replaced.cause) = (willSound != true, AdhanSilence.Cause.replaced.rawValue)
            status.adhans = [replaced, adhan]
            return Self.families(Self.text(status))["adhand_next_adhan_will_sound"]?.samples[""]
        }
        #expect(try sample(true) == "1")
        #expect(try sample(false) == "0")
        #expect(try sample(nil) == nil)
    }

    private static var times: TimesReport {
        let place = Place.fallback
        let days = [PrayerDay.plain(ZoneRules.utc.wall(at: now).date)]
        return TimesReport(
            place,
            .utc,
            days,
            before: nil,
            MosqueRules(),
            ExtraTimes.Spans(),
            .ummAlQura,
            showsAll: true
        )
    }

    static func text(_ status: StatusReport?) -> String {
        var view = DaemonView(since: now)
        (view.status, view.isHere) = (status, status != nil)
        if status != nil { view.times = times }
        // The box's screen, and a phone in a pocket, which draws nothing.
        let pages = Heartbeats()
        for (name, behind) in [("screen", 2.5), ("phone", 900)] {
            let drawn = Double(now.seconds) - behind
            pages.beat(
                name,
                .init(seen: now.seconds, version: nil, scene: nil, drawn: drawn, isLocal: name == "screen")
            )
        }
        return Metrics(view: view, pages: pages, streams: 1, now: now).text
    }

    /// The metrics of a text by their names, where each sample follows its help and type.
    static func families(_ text: String) -> [String: Family] {
        var found: [String: Family] = [:]
        var last = ""
        for line in text.split(separator: "\n") {
            if let help = line.wholeMatch(of: /# HELP (adhand_[a-z_]+) [A-Z].+\./) {
                last = String(help.1)
                #expect(found.updateValue(Family(), forKey: last) == nil, "\(line)")
            } else if let type = line.wholeMatch(of: /# TYPE (adhand_[a-z_]+) (gauge|counter|histogram)/) {
                #expect(type.1 == last, "\(line)")
                found[last]?.type = String(type.2)
            } else if let sample = line.wholeMatch(
                of: /(adhand_[a-z_]+)(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? (-?[0-9.]+)/
            ) {
                let suffix = sample.1.dropFirst(last.count)
                #expect(sample.1.hasPrefix(last), "\(line)")
                #expect(suffix.isEmpty || found[last]?.type == "histogram", "\(line)")
                found[last]?.samples["\(suffix)\(sample.2 ?? "")"] = String(sample.4)
            } else {
                Issue.record("\(line)")
            }
        }
        return found
    }

    @Test func `counters and the histogram are what the daemon has counted`() throws {
        let found = Self.families(Self.text(try Self.status()))
        #expect(found["adhand_played_total"]?.type == "counter")
        #expect(found["adhand_played_total"]?.samples["{prayer=\"dhuhr\"}"] == "1")
        #expect(found["adhand_played_total"]?.samples["{prayer=\"isha\"}"] == "0")
        #expect(found["adhand_last_played_timestamp_seconds"]?.samples["{prayer=\"fajr\"}"] == "1795000000")
        #expect(found["adhand_missed_total"]?.samples.count == MissReason.Kind.allCases.count)
        #expect(found["adhand_missed_total"]?.samples["{reason=\"clock_untrusted\"}"] == "1")
        #expect(found["adhand_xruns_total"] == Family(type: "counter", samples: ["": "3"]))
        #expect(found["adhand_skipped_total"] == Family(type: "counter", samples: ["": "0"]))
        #expect(
            found["adhand_source_end_timestamp_seconds"]?.samples["{source=\"file\"}"]
                == "\(try Instant.utc("2026-12-01", 0).seconds)"
        )
        let late = try #require(found["adhand_lateness_seconds"])
        #expect(late.type == "histogram" && late.samples["_count"] == "2" && late.samples["_sum"] == "0.712")
        for (bound, count) in [("0.02", "1"), ("0.5", "1"), ("1", "2"), ("60", "2"), ("+Inf", "2")] {
            #expect(late.samples["_bucket{le=\"\(bound)\"}"] == count, "\(bound)")
        }
    }

    @Test func `a daemon that does not count, or has not told anything, leaves its metrics out`() throws {
        var status = try Self.status()
        status.counts = nil
        // As a daemon of an earlier version tells it.
        let told = try JSONEncoder().encode(status)
        #expect(!String(decoding: told, as: UTF8.self).contains("counts"))
        status = try JSONDecoder().decode(StatusReport.self, from: told)
        let without = Self.families(Self.text(status))
        #expect(without["adhand_healthy"] != nil && without.keys.allSatisfy { !$0.hasSuffix("_total") })
        let nothing = Self.families(Self.text(nil))
        #expect(
            Set(nothing.keys) == [
                "adhand_up", "adhand_display_pages", "adhand_display_streams", "adhand_display_behind_seconds",
                "adhand_display_box_page_seen_timestamp_seconds",
            ]
        )
        #expect(nothing["adhand_up"]?.samples == ["": "0"])
    }

    @Test func `only the box's own screen can be behind`() throws {
        let found = Self.families(Self.text(nil))
        #expect(found["adhand_display_behind_seconds"]?.samples == ["": "2.5"])
        #expect(found["adhand_display_pages"]?.samples == ["": "2"])
    }

    @Test func `a label's value is escaped`() throws {
        var status = try Self.status()
        status.version = "1 \"a\\b\"\n"
        #expect(Self.text(status).contains(#"adhand_build_info{version="1 \"a\\b\"#))
    }

    @Test func `each mirror has its age, its size and whether its last pass failed`() throws {
        var status = try Self.status()
        status.mirrors = [
            .init(
                name: "main",
                state: "ok",
                words: "",
                lastSuccess: "2026-11-21T05:00:00+00:00",
                files: 3,
                size: 40,
                refused: 1
            ),
            .init(
                name: "second",
                state: "failing",
                words: "no",
                lastFailure: .init(at: "2026-11-21T05:00:00+00:00", kind: "denied", reason: "s3: x answered 403")
            ), .init(name: "third", state: "untried", words: "no"),
        ]
        let text = Self.text(status)
        for line in [
            "adhand_mirror_ok{mirror=\"main\"} 1", "adhand_mirror_ok{mirror=\"second\"} 0",
            "adhand_mirror_ok{mirror=\"third\"} 0",
            "adhand_mirror_last_success_timestamp_seconds{mirror=\"main\"} 1795237200",
            #"adhand_mirror_last_failure_timestamp_seconds{mirror="second",reason="denied"} 1795237200"#,
            "adhand_mirror_files{mirror=\"main\"} 3", "adhand_mirror_bytes{mirror=\"main\"} 40",
            "adhand_mirror_refused{mirror=\"main\"} 1",
        ] { #expect(text.contains(line + "\n"), "\(line)") }
    }
}

extension StatusReport.Adhan {
    /// One that has each of its values.
    static var sample: StatusReport.Adhan {
        let silence = AdhanSilence(
            .switchedOff,
            "switched off",
            who: "amina",
            since: MetricsTests.now,
            until: MetricsTests.now,
            isChosen: true,
            undo: "adhand set adhan.asr default"
        )
        let forecast = AdhanForecast(
            key: OccasionKey(ZoneRules.utc.wall(at: MetricsTests.now).date, .adhan(.asr)),
            at: MetricsTests.now,
            source: .file,
            sound: SoundChoice(file: "/srv/adhan.mp3"),
            device: "default",
            outcome: .silent(silence)
        )
        return StatusReport.Adhan(forecast, .utc)
    }
}

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
        for (name, family) in families where family.type != "gauge" { #expect(text.contains("`\(name)"), "\(name)") }
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
