import AdhanSupport
import AdhanCore

/// The call to prayer that sounds, or the last that did, by the daemon's status.
package struct SoundingCall: Equatable, Sendable {
    /// While a call sounds, the page shows it at least until then: the page goes on alone where the display is gone.
    private static let step: Duration = .minutes(15)
    /// The page gets a later end that long before the end that it has. The daemon is asked more often.
    private static let margin: Duration = .minutes(1)

    let key: OccasionKey
    /// When it ended. While it sounds, a moment that is ahead.
    let end: Instant
    let isOver: Bool

    /// What is known by a status of the daemon.
    ///
    /// - Parameter last: what was known before.
    package static func after(_ status: StatusReport, _ last: SoundingCall?) -> SoundingCall? {
        // reason: a status of a daemon of another version changes nothing
        guard let now = try? ReportedDay.moment(status.now) else { return last }
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
