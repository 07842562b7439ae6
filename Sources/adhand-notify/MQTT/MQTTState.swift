import AdhanCore
import AdhanSupport

/// The daemon, as far as the link knows it.
struct MQTTView: Sendable {
    /// The last status; nil before the first.
    var status: StatusReport?
    /// The times of the status' date; nil where they are not known.
    var today: TimesReport.Day?
    /// Why the daemon does not answer; nil where it does.
    var absence: String?
    var fault = LatestFault()

    var isHere: Bool { status != nil && absence == nil }
}

/// The fault that came last, also after its end.
struct LatestFault: Sendable, Encodable {
    private(set) var what: String?
    private(set) var advice: String?
    private(set) var since: String?
    /// Nil while it lasts.
    private(set) var until: String?
    /// Nil until there was one.
    private var id: String?
    /// The ids of all that the last status had.
    private var known: Set<String> = []

    private enum CodingKeys: String, CodingKey { case what, advice, since, until }

    mutating func note(_ problems: [StatusReport.Problem], now: String) {
        func name(_ problem: StatusReport.Problem) -> String { problem.id ?? problem.what }
        if let id, until == nil {
            // Its words may change while it lasts.
            if let same = problems.first(where: { name($0) == id }) {
                (what, advice) = (same.what, same.advice)
            } else {
                until = now
            }
        }
        if let new = problems.first(where: { !known.contains(name($0)) }) {
            (id, what, advice, since, until) = (name(new), new.what, new.advice, new.since ?? now, nil)
        }
        known = Set(problems.map(name))
    }
}

struct MQTTState {
    struct Value: Equatable {
        var text: String
        /// As JSON; nil where it has none.
        var attributes: [UInt8]?
    }

    /// Home Assistant's word for a value that is not known.
    static let unknown = "None"
    /// The most bytes of a state: Home Assistant takes 255 characters.
    private static let longest = 255
    /// The most bytes of a sentence in the attributes, and the most sentences.
    private static let (longestSentence, mostSentences) = (300, 20)

    /// By the entity's key. An entity without a value is not told anything, and keeps its last one.
    private(set) var values: [String: Value] = [:]

    init(_ view: MQTTView) {
        setHealth(view)
        guard view.isHere, let status = view.status else { return }
        set("next_salat_name", status.next?.prayer)
        set("next_salat_time", status.next?.at)
        setTimes(status, view.today)
        let hijri = status.hijri.flatMap { try? HijriDate($0) }  // reason: a daemon of another version
        set("hijri_date", hijri?.words ?? status.hijri, ["date": status.hijri])
        set("sounding", status.sounding == nil ? "OFF" : "ON", ["what": status.sounding])
        setNextAdhan(status)
        let muted = (status.adhans ?? []).filter(\.isMuted)
        let names = muted.isEmpty ? nil : muted.map(\.title).joined(separator: ", ")
        set("muted_until", status.mutedUntil, ["by": status.mutedBy ?? muted.first?.who, "adhans": names])
        set("volume", Self.volume(status))
    }

    /// - Parameter attributes: none of them where all are nil.
    private mutating func set(_ key: String, _ text: String?, _ attributes: [String: String?] = [:]) {
        values[key] = Value(
            text: text.map { OneLine.of($0, limit: Self.longest) } ?? Self.unknown,
            attributes: Self.json(
                attributes.compactMapValues { $0.map { OneLine.of($0, limit: Self.longestSentence) } }
            )
        )
    }

    private static func json(_ value: some Encodable) -> [UInt8]? {
        // Texts have no number that JSON does not have.
        try? JSONText.bytes(of: value)  // reason: see above
    }

    private mutating func setTimes(_ status: StatusReport, _ day: TimesReport.Day?) {
        // After midnight the days may be those of yesterday until they are asked for again.
        let day = day?.date.description == status.date ? day : nil
        for prayer in Prayer.called {
            let known = status.today.first { $0.prayer == prayer.rawValue }
            let begins = day?.begins(prayer).description ?? known.map { $0.begins ?? $0.at }
            let called = day?.called?[prayer]?.description ?? known?.at
            let estimate = day?.estimated?[prayer]
            set(MQTTEntity.prayerKey(prayer), begins, ["adhan": called, "state": known?.state, "estimated": estimate])
            set(MQTTEntity.iqamaKey(prayer), day?.iqama?[prayer]?.description)
        }
        set("sunrise_time", day?.sunrise.description)
        set("midnight_time", day?.midnight?.description)
        let khutbah = status.upcoming.first { $0.occasion.hasPrefix("jumuah-") && !$0.occasion.hasSuffix("-adhan") }
        set("jumua_prayer", khutbah?.at, ["iqama": khutbah?.iqama])
    }

    private mutating func setNextAdhan(_ status: StatusReport) {
        let next = status.adhans?.first { !$0.isReplaced }
        let text = next?.willSound.map { $0 ? "ON" : "OFF" }
        set(
            "next_adhan_will_sound",
            text,
            ["occasion": next?.occasion, "at": next?.at, "reason": next?.reason, "undo": next?.undo]
        )
    }

    /// The volume that people have set for all prayers; otherwise that of the next adhan.
    private static func volume(_ status: StatusReport) -> String? {
        if case .volume(let volume)? = status.preferences[.volume(nil)]?.value { return volume.text }
        return status.adhans?.first.map { Volume(percent: $0.volume).text }
    }

    private mutating func setHealth(_ view: MQTTView) {
        struct Facts: Encodable { let problems: [StatusReport.Problem] }
        func short(_ text: String) -> String { OneLine.of(text, limit: Self.longestSentence) }
        guard view.status != nil || view.absence != nil else { return }
        let absence = view.absence.map { StatusReport.Problem(.daemon, what: $0, advice: "systemctl status adhand") }
        let problems = (absence.map { [$0] } ?? view.status?.problems ?? []).prefix(Self.mostSentences)
        let isFine = view.isHere && view.status?.health == .healthy
        let facts = Facts(
            problems: problems.map { problem in
                var problem = problem
                (problem.what, problem.advice) = (short(problem.what), short(problem.advice))
                return problem
            }
        )
        values["health"] = Value(text: isFine ? "OFF" : "ON", attributes: Self.json(facts))
        if let what = view.fault.what {
            values["last_fault"] = Value(
                text: OneLine.of(what, limit: Self.longest),
                attributes: Self.json(view.fault)
            )
        }
    }
}
