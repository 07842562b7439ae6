import AdhanCore
import Synchronization

/// A city's calculated days, which can be corrected while the box runs. Corrections are on a mount that may hang; they then come when
/// it answers.
final class CampaignSource: TimetableSource {
    fileprivate struct State {
        var corrections: [Prayer: Int] = [:]
        /// The correction on the mount that was not read yet; nil where there is none.
        var unread: [Prayer: Int]?
        var hangs = false
        /// Computed days are cached, since they are asked for repeatedly.
        var days: [CivilDate: PrayerDay] = [:]
        var zone: ZoneRules?
    }

    private let coordinates: Coordinates
    private let state = Mutex(State())

    init(_ coordinates: Coordinates) { self.coordinates = coordinates }

    func correct(_ prayer: Prayer, minutes: Int) {
        state.withLock { state in
            state.unread = (state.unread ?? state.corrections).merging([prayer: minutes]) { $1 }
            state.read()
        }
    }

    var isCorrected: Bool { state.withLock { !$0.corrections.isEmpty } }

    var hangs: Bool {
        get { state.withLock(\.hangs) }
        set { state.withLock { $0.hangs = newValue } }
    }

    /// Reads the correction that came while the mount hung.
    ///
    /// - Returns: whether there was one.
    func look() -> Bool { state.withLock { $0.read() } }

    func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
        state.withLock { state in
            if state.zone != zone { (state.zone, state.days) = (zone, [:]) }
            guard dates.contains(where: { state.days[$0] == nil }) else { return dates.compactMap { state.days[$0] } }
            // The campaign draws minutes within an hour, so they are in range.
            let offsets = PrayerOffsets(state.corrections) ?? .none
            let calculator = PrayerCalculator(coordinates: coordinates, zone: zone, method: .mwl, offsets: offsets)
            for day in calculator.days(dates) { state.days[day.date] = day }
            return dates.compactMap { state.days[$0] }
        }
    }
}

extension CampaignSource.State {
    @discardableResult
    fileprivate mutating func read() -> Bool {
        guard !hangs, let unread else { return false }
        (corrections, self.unread, days) = (unread, nil, [:])
        return true
    }
}
