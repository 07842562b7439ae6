import AdhanCore
import AdhanSetup
import AdhanSupport
import Synchronization

/// The questions of setup for the page, with the parts of their answers that take a while.
final class SetupDesk: Sendable {
    private let locations: Locations
    private let reader: any TableReader
    private let box = Mutex<SetupBox?>(nil)
    private let isFitting = Mutex(false)
    /// The comparison that was made last. Place, zone and calendar are parts of its calculator.
    private let latest = Mutex<(days: [PrayerDay], calculator: PrayerCalculator, fit: TimetableFit?)?>(nil)

    init(_ locations: Locations, _ reader: any TableReader) { (self.locations, self.reader) = (locations, reader) }

    /// Begins with the config as it is; may block. The list of cities is read once.
    ///
    /// - Throws: `ConfigError` where the config is wrong; `FileFault` where the list cannot be read.
    func plan(_ config: ConfigSource) throws -> SetupPlan {
        let box = try box.withLock { known in
            if let known { return known }
            // Files are uploaded on other views, and a page has no card to try.
            let made = try SetupBox(
                locations,
                folders: [],
                timezone: SystemZones.own,
                hasDisplay: true,
                servesDisplay: true,
                reader
            )
            known = made
            return made
        }
        return try SetupPlan(box, config)
    }

    /// The calculation that comes nearest to a timetable. It takes seconds on a small box: one runs at a time.
    ///
    /// - Returns: nil for fewer than five days.
    /// - Throws: `PanelRefusal.fitting` while another one runs.
    func fit(_ days: [PrayerDay], _ calculator: PrayerCalculator) throws(PanelRefusal) -> TimetableFit? {
        let known = latest.withLock { latest in
            latest.flatMap { $0.calculator == calculator && $0.days == days ? $0 : nil }
        }
        if let known { return known.fit }
        let isFree = isFitting.withLock { isFitting in
            defer { isFitting = true }
            return !isFitting
        }
        guard isFree else { throw .fitting }
        defer { isFitting.withLock { $0 = false } }
        let fit = TimetableFit(days, at: calculator)
        latest.withLock { $0 = (days, calculator, fit) }
        return fit
    }
}

extension PanelRefusal {
    fileprivate static let fitting = PanelRefusal(
        503,
        "fitting",
        "the timetable is being compared with the methods already; try again in a few seconds"
    )
}
