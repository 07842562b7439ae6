import AdhanCore
import AdhanSupport

extension DisplayPlan.Change {
    /// Nil where it is not told, or where the daemon is of another version.
    init?(_ change: TimesReport.Change, _ zone: ZoneRules, days: Int) {
        // reason: see above
        guard days > 0, let occasion = try? Occasion(named: change.occasion) else { return nil }
        let subject: (prayer: String, number: Int?)
        switch occasion {
        case .iqama(let prayer): subject = (prayer.rawValue, nil)
        case .jumuah(let number): subject = ("jumuah", number)
        default: return nil
        }
        let begin = zone.instant(change.date.adding(days: -days), secondOfDay: 0).seconds
        self.init(
            from: begin,
            // On its first day, until it is prayed at the new time.
            until: (change.new ?? change.old)?.at.at.seconds ?? begin,
            prayer: subject.prayer,
            number: subject.number,
            date: change.date.description,
            last: change.last?.description,
            weekdays: (change.weekdays ?? []).map { $0 == 0 ? 7 : $0 },
            old: change.old?.at.at.seconds,
            new: change.new?.at.at.seconds,
            wait: change.new?.wait
        )
    }
}
