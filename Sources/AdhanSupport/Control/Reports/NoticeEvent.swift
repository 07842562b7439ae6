/// The fields that a command reads from the event stream.
/// The first line is the answer to the request, each other one an event.
package struct DaemonEvent: Decodable {
    package var words: String?
    package var trial: Int?
    package var isWhole: Bool?
}

/// An event on the control socket's stream. Times are ISO 8601 with the offset of the mosque's zone.
package struct NoticeEvent: Codable, Equatable {
    package var at: String
    /// The kind of an occasion that sounds or is reached (`adhan`, `iqama`, `jumuah-adhan` …), a state of the ledger,
    /// `refresh`, `timetable` where a source has other times than before, `clock`, `mute`, `unmute`, `trial`, `dua`,
    /// `self-test`, `stopping`, `fetch` where a question to the network waits, or `fault`; of a mirror `mirror-added`,
    /// `mirror-updated`, `mirror-removed`, `mirror-refused`, `mirror-withheld`, `mirror-finished` or `mirror-failed`,
    /// with the mirror's name as `source`.
    package var event: String
    package var words: String
    package var prayer: String?
    package var occasion: String?
    package var date: String?
    package var source: String?
    package var reason: String?
    package var who: String?
    /// The number of a trial.
    package var trial: Int?
    /// At the end of a trial or a dua: whether it was heard whole.
    package var isWhole: Bool?
    /// After a self-test: whether all is in order.
    package var ok: Bool?
}

extension NoticeEvent {
    package init(at: String, event: String, words: String) { (self.at, self.event, self.words) = (at, event, words) }
}
