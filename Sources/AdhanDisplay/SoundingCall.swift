import AdhanControl
import AdhanCore

/// The call to prayer that sounds, or the last that did, by the daemon's events.
package struct SoundingCall: Equatable, Sendable {
    /// No recording of a call is longer. It bounds a call whose end is not heard of.
    private static let longest: Duration = .minutes(15)

    let key: OccasionKey
    let began: Instant
    /// Nil while it sounds.
    package private(set) var ended: Instant?

    /// When it ended, or will have ended at the latest.
    var end: Instant { ended ?? began + Self.longest }

    /// What is known after an event of the daemon.
    ///
    /// - Parameter last: what was known before.
    package static func after(_ event: NoticeEvent, _ last: SoundingCall?) -> SoundingCall? {
        // reason: an event of a daemon of another version changes nothing
        guard let name = event.occasion, let occasion = try? Occasion(named: name), occasion.isCall,
            let date = event.date.flatMap({ try? CivilDate($0) }), let at = try? ReportedDay.moment(event.at)
        else { return last }
        let key = OccasionKey(date, occasion)
        if event.event == occasion.kind.rawValue { return SoundingCall(key: key, began: at) }
        guard last?.key == key, LedgerState(rawValue: event.event) != nil else { return last }
        return last?.ended(at)
    }

    /// The same call, over at that moment; unchanged where it has ended before.
    func ended(_ moment: Instant) -> SoundingCall {
        var call = self
        call.ended = ended ?? moment
        return call
    }

    private init(key: OccasionKey, began: Instant) { (self.key, self.began) = (key, began) }
}
