import AdhanCore
import Synchronization

/// A city's calculated days, which can be corrected while the box runs. Corrections lie on a mount that may hang: they then come when it
/// answers.
final class CampaignSource: TimetableSource {
    fileprivate struct State {
        var corrections: [Prayer: Int] = [:]
        /// What is on the mount, and not read yet; nil where nothing is new.
        var unread: [Prayer: Int]?
        var hangs = false
        /// Computed days are kept: the same ones are asked for again and again.
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

    var hangs: Bool {
        get { state.withLock(\.hangs) }
        set { state.withLock { $0.hangs = newValue } }
    }

    /// Reads what has come while the mount hung.
    ///
    /// - Returns: whether anything has.
    func look() -> Bool { state.withLock { $0.read() } }

    func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
        state.withLock { state in
            if state.zone != zone { (state.zone, state.days) = (zone, [:]) }
            guard dates.contains(where: { state.days[$0] == nil }) else { return dates.compactMap { state.days[$0] } }
            // Out-of-range minutes cannot come: the campaign draws them within an hour.
            let offsets = (try? PrayerOffsets(state.corrections)) ?? .none  // reason: see above
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
