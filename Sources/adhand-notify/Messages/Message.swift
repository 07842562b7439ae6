import AdhanCore
import AdhanSupport

/// An occasion or a fault, as it is told. The queue keeps it as JSON.
struct Message: Codable, Equatable, Sendable {
    typealias Kind = NotifyConfiguration.Event
    typealias Severity = FaultSeverity

    /// A fault, which is told when it begins, once a day, and when it is over.
    struct Fault: Codable, Equatable, Sendable {
        enum Phase: String, Codable, CaseIterable, Sendable { case began, continues, ended }

        var id: String
        var phase: Phase
        /// When it began and ended, in seconds since 1970 UTC; `until` is nil before its end.
        var since: Int64
        var until: Int64?
        /// Nil for a fault that has no sentence but `words`.
        var meaning: AdhanCore.Fault?
    }

    /// Equal for the same message, whoever makes it: receivers know a repetition by it. In ASCII, without spaces, at
    /// most 200 bytes.
    var key: String
    var kind: Kind
    var severity: Severity
    /// When it was made, in seconds since 1970 UTC.
    var at: Int64
    /// The occasion's name, as `adhan-fajr`; of a fault the first call that it keeps silent.
    var occasion: String?
    var prayer: Prayer?
    /// The mosque date.
    var date: String?
    /// The occasion's second, in seconds since 1970 UTC.
    var due: Int64?
    var fault: Fault?
    /// The sentence in English, as status has it.
    var words: String
    /// The next thing to do, in English; nil where there is nothing to do.
    var advice: String?
    /// True for a message of `adhand notify test`, which is about nothing; otherwise nil.
    var isTest: Bool?
}

extension NotifyConfiguration.Receiver {
    /// Whether the receiver is told of it at that second of the day. During quiet hours a fault waits, and an occasion
    /// is left out: it would come too late.
    func wants(_ message: Message, at secondOfDay: Int) -> Bool {
        wants(message) && (message.kind == .fault || quiet?.contains(secondOfDay) != true)
    }

    /// Whether the receiver is told of it at all.
    func wants(_ message: Message) -> Bool {
        guard events.contains(message.kind), message.severity >= severity else { return false }
        return message.kind == .fault || message.prayer.map(prayers.contains) ?? true
    }

    /// The least severity that it is told at that second of the day.
    func least(at secondOfDay: Int) -> Message.Severity { quiet?.contains(secondOfDay) == true ? .critical : .info }
}
