import AdhanCore
import AdhanSupport

/// What the display knows of the daemon.
struct DaemonView: Sendable {
    /// The last that it told; nil where it has told nothing yet.
    var status: StatusReport?
    var times: TimesReport?
    /// The call that sounds, or the last that did.
    var call: SoundingCall?
    /// The calls that do not sound, or have not.
    var unheard: Set<OccasionKey> = []
    /// How often it was asked for its times: at each refresh of its own, and so after a reload.
    var loads = 0
    /// The zone of `times`.
    var zone: ZoneRules = .utc
    /// Whether it answers.
    var isHere = false
    /// Since when it answers, or does not.
    var since: Instant
    /// Why it does not answer; nil where it does.
    var problem: String?
}

/// The call to prayer that sounds, or the last that did, by the daemon's status.
struct SoundingCall: Equatable, Sendable {
    /// While a call sounds, the page shows it at least until then: the page goes on alone where the display is gone.
    private static let step: Duration = .minutes(15)
    /// The page gets a later end that long before the end that it has. The daemon is asked more often.
    private static let margin: Duration = .minutes(1)

    let key: OccasionKey
    /// When it ended. While it sounds, a moment that is ahead.
    let end: Instant
    let isOver: Bool

    /// The view after a status of the daemon, made from the view before it.
    static func after(_ status: StatusReport, _ last: SoundingCall?) -> SoundingCall? {
        // reason: a status of a daemon of another version changes nothing
        guard let now = try? ReportedMoment(status.now).at else { return last }
        guard let key = status.sounding.flatMap(OccasionKey.init(sounding:)), key.occasion.isCall else {
            return last?.ended(now)
        }
        if let last, last.key == key, !last.isOver, now + margin < last.end { return last }
        return SoundingCall(key: key, end: now + step, isOver: false)
    }

    /// The same call, over at that moment; unchanged where it has ended before.
    func ended(_ moment: Instant) -> SoundingCall {
        isOver ? self : SoundingCall(key: key, end: moment, isOver: true)
    }
}

extension OccasionKey {
    /// `2026-11-21 adhan-dhuhr`, as the status has it; nil for a trial or a dua.
    fileprivate init?(sounding words: String) {
        let parts = words.split(separator: " ").map(String.init)
        guard parts.count == 2 else { return nil }
        self.init(date: parts[0], occasion: parts[1])
    }

    /// Nil where the daemon is of another version, and has another occasion.
    init?(date: String, occasion: String) {
        // reason: see above
        guard let date = try? CivilDate(date), let occasion = try? Occasion(named: occasion) else { return nil }
        self.init(date, occasion)
    }
}

/// The part of the daemon's status that decides what the page shows.
extension StatusReport {
    /// Whether an adhan would not be heard: its device fails, or plays nothing that can be heard.
    var isSilent: Bool { isSoundFailing || audio.state == "silent" }

    /// Whether the sound has failed. A device that makes no sound by the config is no failure: the page is the call.
    var isSoundFailing: Bool { audio.state == "failing" }

    /// The calls that do not sound, or have not: by the daemon's forecast, and by the ledger.
    ///
    /// - Parameter last: what was known before. A call of which the daemon says nothing any more was due:
    ///   it stays what it was.
    func unheard(after last: Set<OccasionKey> = []) -> Set<OccasionKey> {
        var (unheard, known) = (Set<OccasionKey>(), Set<OccasionKey>())
        for prayer in today {
            guard let key = OccasionKey(date: date, occasion: "adhan-\(prayer.prayer)") else { continue }
            if prayer.state != nil { known.insert(key) }
            if prayer.withheld != nil || ["skipped", "missed"].contains(prayer.state) { unheard.insert(key) }
        }
        for call in adhans ?? [] {
            guard let key = OccasionKey(date: call.date, occasion: call.occasion) else { continue }
            known.insert(key)
            // Its replacement is heard, or the forecast would say otherwise.
            if call.willSound == false, !call.isReplaced { unheard.insert(key) } else { unheard.remove(key) }
        }
        // An Isha after midnight is of the date before.
        // reason: a daemon of another version may write a date in another way
        let oldest = (try? CivilDate(date))?.adding(days: -1) ?? .first
        return unheard.union(last.filter { !known.contains($0) && $0.date >= oldest })
    }

    /// Whether nothing is called, since nobody knows the time.
    var isClockUntrusted: Bool { clock.state == "untrusted" }

    /// Whether none of the sources on the network answers.
    var isOffline: Bool {
        let networks = sources.filter { ["s3", "aladhan"].contains($0.name) }
        return !networks.isEmpty && networks.allSatisfy { $0.state == "failing" }
    }

    /// The last day of a timetable that has ended; nil where none has.
    var ended: String? { sources.compactMap(\.ended).max() }
}

extension TimesReport {
    /// How many days a page gets, from yesterday on.
    private static let nearDays = 9

    /// The days that a page needs on that day: a daemon that is gone may have told them weeks ago.
    func near(_ today: CivilDate) -> TimesReport {
        let yesterday = today.adding(days: -1)
        var near = self
        near.days = Array(days.drop { $0.date < yesterday }.prefix(Self.nearDays))
        return near
    }

    /// Without the days that are not called either: where no place is set, they are another place's.
    func without(_ withheld: SkippedSources?) -> TimesReport {
        guard let withheld else { return self }
        let names = Set(withheld.sources.map(\.rawValue))
        var shown = self
        shown.days = days.filter { !names.contains($0.source) }
        return shown
    }
}
