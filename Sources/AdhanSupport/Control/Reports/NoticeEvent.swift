/// The fields that a command reads from the event stream.
/// The first line is the answer to the request, each other one an event.
package struct DaemonEvent: Decodable {
    package var words: String?
    package var trial: Int?
    package var isSounding: Bool?
    package var isWhole: Bool?
}

/// An event on the control socket's stream. Times are ISO 8601 with the offset of the mosque's zone.
package struct NoticeEvent: Codable, Equatable {
    package var at: String
    /// A kind of an occasion that sounds or is reached (`adhan`, `iqama`, `jumuah-adhan` …), a state of the ledger,
    /// `armed` where a device is ready for a sound, `refresh`, `timetable` where a source has other times than before,
    /// `clock`, `mute`, `unmute`, `trial`, `dua`, `self-test`, `stopping`, or `fault`; `fetch` where a question to the
    /// network waits, `hooks` where a program is to run; of a mirror `mirror-added`, `mirror-updated`,
    /// `mirror-removed`, `mirror-refused`, `mirror-withheld`, `mirror-finished` or `mirror-failed`, with the mirror's
    /// name as `source`.
    package var event: String
    package var words: String
    package var prayer: String?
    package var occasion: String?
    package var date: String?
    /// The occasion's second, in seconds since 1970 UTC.
    package var due: Int64?
    package var source: String?
    package var reason: String?
    package var who: String?
    package var trial: Int?
    /// True when a device has accepted the first sample of a trial or a dua.
    package var isSounding: Bool?
    /// At the end of a trial or a dua: whether it was heard whole.
    package var isWhole: Bool?
    /// After a self-test: whether all is in order.
    package var ok: Bool?
}

extension NoticeEvent {
    /// The event of a sound whose device is ready, ten seconds before its second.
    package static let armed = "armed"

    package init(at: String, event: String, words: String) { (self.at, self.event, self.words) = (at, event, words) }
}
