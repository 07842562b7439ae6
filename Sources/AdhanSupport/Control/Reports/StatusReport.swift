import AdhanCore

/// The report that `adhand status` shows and prints as JSON. Times are ISO 8601 with the offset of the mosque's zone.
package struct StatusReport: Codable, Equatable {
    package enum Health: String, Codable { case healthy, degraded }

    package struct ReportedPlace: Codable, Equatable {
        package var name: String
        package var latitude: Double
        package var longitude: Double
        package var timezone: String
        /// Whether the config names the place. Otherwise nothing sounds, or the fallback's times do.
        package var isSet: Bool
    }

    package struct Next: Codable, Equatable {
        package var prayer: String
        package var date: String
        package var at: String
        /// Whole seconds from now.
        package var inSeconds: Int64
        package var source: String
        /// Why it will not sound; nil where it will.
        package var withheld: String?
    }

    /// The next occasion of a kind other than the adhan.
    package struct Upcoming: Codable, Equatable {
        package var occasion: String
        package var date: String
        package var at: String
        /// When the prayer after a khutbah begins; nil where that is not known, and for every other occasion.
        package var iqama: String?
        /// Why it will not sound though it has a recording; nil where it will, or has none.
        package var withheld: String?
    }

    /// A prayer of today, from the timetable and the ledger.
    package struct Today: Codable, Equatable {
        package var prayer: String
        /// When it is called.
        package var at: String
        /// When it begins, where it is called later.
        package var begins: String?
        /// The ledger's state; nil where it has no row yet.
        package var state: String?
        /// Why it will not sound; nil where it will, or is over.
        package var withheld: String?
        /// Whether it was due before adhand first ran here, so that it has no row.
        package var isBeforeFirstStart: Bool?

        private enum CodingKeys: String, CodingKey {
            case prayer, at, begins, state, withheld
            case isBeforeFirstStart = "before_first_start"
        }
    }

    package struct State: Codable, Equatable {
        /// One word.
        package var state: String
        package var words: String

        package init(state: String, words: String) {
            (self.state, self.words) = (state, words)
        }
    }

    /// The last self-test, which tries the sound unheard.
    package struct SelfTest: Codable, Equatable {
        /// `ok`, `failing`, or `untried`: not run yet, or not since its faults were mended.
        package var state: String
        package var words: String
        /// When it last ran.
        package var at: String?
        /// When a test last succeeded, since this process began.
        package var lastFine: String?
        /// When the next daily test is due; nil where it is off.
        package var next: String?

        package init(state: String, words: String, at: String? = nil, lastFine: String? = nil, next: String? = nil) {
            (self.state, self.words, self.at, self.lastFine, self.next) = (state, words, at, lastFine, next)
        }
    }

    package struct Source: Codable, Equatable {
        /// `file`, `s3`, `aladhan` or `bundle`.
        package var name: String
        /// `ok`; `faulty`: answers without usable times; `failing`: does not answer; `unasked` or `elsewhere`.
        package var state: String
        package var words: String
        /// For a network source: when it was last asked.
        package var askedAt: String?
        /// The last day of those that it has, or that are cached, without a gap from today on.
        package var through: String?
        /// The last day that it had, where that is over.
        package var ended: String?

        package init(
            name: String,
            state: String,
            words: String,
            askedAt: String? = nil,
            through: String? = nil,
            ended: String? = nil
        ) {
            (self.name, self.state, self.words) = (name, state, words)
            (self.askedAt, self.through, self.ended) = (askedAt, through, ended)
        }
    }

    package struct Mirror: Codable, Equatable {
        package struct Failure: Codable, Equatable {
            package var at: String
            /// `denied`, `unreachable`, `disk` …
            package var kind: String
            package var reason: String
        }

        package var name: String
        /// `ok`, `failing`, or `untried` before the first pass.
        package var state: String
        package var words: String
        /// When the mirror last equalled its bucket.
        package var lastSuccess: String?
        /// The same in seconds before `now`.
        package var age: Int64?
        package var lastFailure: Failure?
        package var files = 0
        /// In bytes.
        package var size = 0
        package var refused = 0
    }

    /// Something that a person should mend.
    package struct Problem: Codable, Equatable {
        /// Its `FaultKind`, and where there may be several of a kind, which one: `source:aladhan`. It stays the same as
        /// long as the fault lasts, whatever its words. Nil from a daemon that does not tell.
        package var id: String?
        /// Nil from a daemon that does not tell.
        package var severity: FaultSeverity?
        /// When this process first saw it; nil from a daemon that does not tell.
        package var since: String?
        package var what: String
        /// The one thing to do next; where there is a `command`, for a person without a terminal.
        package var advice: String
        /// What to type into a terminal; nil where `advice` has it.
        package var command: String?
        /// What it means; nil for a fault that has no sentence but `what`.
        package var fault: Fault?
        /// The first call that it keeps silent.
        package var call: Call?
        /// For a timetable that ends, for how many days after today it has times; nil for any other fault.
        package var daysLeft: Int?

        /// - Parameter subject: which one of the kind; nil where there is only one.
        package init(_ kind: FaultKind, _ subject: String? = nil, what: String, advice: String) {
            id = kind.rawValue + (subject.map { ":\($0)" } ?? "")
            (severity, self.what, self.advice) = (kind.severity, what, advice)
        }

        /// - Parameters:
        ///   - what: nil for the fault's own sentence.
        ///   - command: nil for the fault's own.
        package init(_ kind: FaultKind, _ subject: String?, _ fault: Fault, what: String?, command: String?) {
            self.init(kind, subject, what: what ?? fault.sentence, advice: fault.advice)
            (self.fault, self.command) = (fault, command ?? fault.command)
        }

        /// The next thing to do, for a terminal.
        package var remedy: String { command ?? advice }

        package struct Call: Codable, Equatable {
            /// `adhan-maghrib`
            package var occasion: String
            package var at: String

            package init(occasion: String, at: String) { (self.occasion, self.at) = (occasion, at) }
        }
    }

    package var health: Health
    package var version: String
    package var now: String
    /// When this process began.
    package var since: String
    package var place: ReportedPlace
    /// Whether each call of the next 24 hours will sound; nil from a daemon that does not tell.
    package var adhans: [Adhan]?
    package var next: Next?
    /// Where the next adhan will not sound: the next one that will. Nil where none is known.
    package var nextSounding: Next?
    /// The next of each other kind, sorted by time.
    package var upcoming: [Upcoming] = []
    /// The mosque date of `today`.
    package var date: String
    /// The Hijri date now, as `1448-09-01`, by the mosque's calendar and its turn; nil where it is not known.
    package var hijri: String?
    package var today: [Today]
    /// What sounds now, in words: a device has accepted its first sample.
    package var sounding: String?
    /// A trial or a dua of which no device has accepted a sample yet, in words.
    package var starting: String?
    /// The occasion that sounds within seconds, is late and still tried, or just ends, as `2026-11-21 adhan-dhuhr`;
    /// nil where there is none.
    package var preparing: String?
    /// The program of `[hooks]` that is to run or runs, as `the after of adhan-dhuhr`; nil where there is none.
    package var program: String?
    package var clock: State
    package var audio: State
    package var selfTest: SelfTest
    package var timetable: State
    /// In the order in which a day is looked for; the calculation is behind all of them.
    package var sources: [Source]
    package var ledger: State
    package var configuration: State
    /// `ok`, `faulty`, or `away` where it is no longer heard of; nil where no display has said anything.
    package var display: State?
    /// Until when everything is muted, and by whom.
    package var mutedUntil: String?
    package var mutedBy: String?
    /// What was set by `adhand set`, as `adhan.dhuhr off by amina`; nil where nothing was.
    package var settings: [String]?
    /// What has become of the calls since this process began; nil from a daemon that does not count.
    package var counts: Counts?
    /// Nil where the config names no mirror.
    package var mirrors: [Mirror]?
    /// The version that apt would install in place of this one; nil where there is none, or nobody looks.
    package var newer: String?
    package var problems: [Problem]
}

extension StatusReport {
    /// Sets the fields that every report has. The rest is nil or empty.
    package init(
        _ health: Health,
        _ place: PlaceConfiguration,
        _ zone: ZoneRules,
        now: Instant,
        since: Instant,
        today: CivilDate,
        clock: State,
        audio: State,
        selfTest: SelfTest,
        timetable: State,
        ledger: State,
        configuration: State,
        problems: [Problem]
    ) {
        (self.health, version, self.problems) = (health, Release.version, problems)
        (self.now, self.since) = (zone.formatted(now.flooredToSecond), zone.formatted(since.flooredToSecond))
        (self.place, date, self.today, sources) = (ReportedPlace(place, zone), today.description, [], [])
        (self.clock, self.audio, self.selfTest, self.timetable) = (clock, audio, selfTest, timetable)
        (self.ledger, self.configuration) = (ledger, configuration)
    }

    /// One line for `systemctl status`.
    package var line: String {
        let first = problems.first?.what ?? ""
        let isTold = (adhans ?? []).contains { $0.at == self.next?.at && problems.first?.silences($0) == true }
        func words(_ next: Next) -> String { "\(next.prayer) \(next.at.dropFirst(11).prefix(5))" }
        let sounding = nextSounding.map { ", then \(words($0))" } ?? ""
        let next =
            next.map { "next \(words($0))\($0.withheld.map { isTold ? " (silent)" : " (\($0))" } ?? "")\(sounding)" }
            ?? "no adhan ahead"
        return (first.isEmpty ? "" : "ATTENTION: \(first). ")
            + "\(self.sounding.map { "sounding: \($0), " } ?? "")\(next), "
            + "source \(self.next?.source ?? timetable.state), clock \(clock.state), audio \(audio.state)"
            + ((adhans ?? []).contains { $0.isPlaceholder == true } ? ", placeholder tone" : "")
    }
}

extension StatusReport.ReportedPlace {
    fileprivate init(_ place: PlaceConfiguration, _ zone: ZoneRules) {
        (name, timezone, isSet) = (place.place.name, zone.name, place.isSet)
        (latitude, longitude) = (place.place.coordinates.latitude, place.place.coordinates.longitude)
    }
}

extension StatusReport.Next {
    package init(_ due: ScheduledOccasion, at now: Instant, _ zone: ZoneRules, withheld: String?) {
        (prayer, date) = (due.key.occasion.prayer?.rawValue ?? due.key.occasion.name, due.key.date.description)
        (at, inSeconds) = (zone.formatted(due.at), (due.at - now).components.seconds)
        (source, self.withheld) = (due.source.rawValue, withheld)
    }
}

extension StatusReport.Upcoming {
    package init(_ due: ScheduledOccasion, _ zone: ZoneRules, iqama: Instant?, withheld: String?) {
        (occasion, date, at) = (due.key.occasion.name, due.key.date.description, zone.formatted(due.at))
        (self.iqama, self.withheld) = (iqama.map(zone.formatted), withheld)
    }
}

extension StatusReport.Today {
    /// - Parameter begins: when the prayer begins; nil where that is not known.
    package init(_ due: ScheduledOccasion, _ zone: ZoneRules, begins: Instant?) {
        prayer = due.key.occasion.prayer?.rawValue ?? due.key.occasion.name
        (at, self.begins) = (zone.formatted(due.at), begins == due.at ? nil : begins.map(zone.formatted))
    }
}

extension StatusReport.Mirror {
    /// - Parameter status: how it was last found; nil before its first pass.
    package init(_ name: String, _ status: MirrorStatus?, at now: Instant, _ zone: ZoneRules) {
        self.name = name
        guard let status else {
            (state, words) = ("untried", "no pass has been made yet")
            return
        }
        let refusal = status.refusedCount > 0 ? ", \(status.refusedCount) refused" : ""
        let gone = ", \(status.withheldCount) of them gone from the bucket and kept for now"
        let kept = status.withheldCount > 0 ? gone : ""
        state = status.error == nil ? "ok" : "failing"
        words = status.error ?? "\(status.files) files\(kept)\(refusal)"
        let since = status.lastSuccess.map { Instant(seconds: $0) }
        (lastSuccess, age) = (since.map(zone.formatted), since.map { max(0, (now - $0).components.seconds) })
        lastFailure = status.lastFailure.map { failure in
            let at = zone.formatted(Instant(seconds: failure.at))
            return Failure(at: at, kind: failure.kind, reason: failure.reason)
        }
        (files, size, refused) = (status.files, status.size, status.refusedCount)
    }
}
