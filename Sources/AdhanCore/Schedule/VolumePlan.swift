/// The volumes by prayer and time of day.
package struct VolumePlan: Sendable, Hashable {
    /// The volume of prayers without their own.
    package var usual = Volume.full
    package var ofPrayers: [Prayer: Volume] = [:]
    package var quiet: [QuietHours] = []

    package init() {}

    /// The prayer's own volume, or the usual one, limited by all quiet hours that contain the time. Quiet hours never
    /// make anything louder.
    ///
    /// - Parameters:
    ///   - prayer: nil for a sound that belongs to no prayer.
    ///   - secondOfDay: the due time on the mosque's wall clock. A late adhan is as loud as it would have been on time.
    package func volume(of prayer: Prayer?, at secondOfDay: Int) -> Volume {
        quiet.filter { $0.contains(secondOfDay) }.map(\.volume)
            .reduce(prayer.flatMap { ofPrayers[$0] } ?? usual, min)
    }

    /// Why nothing of the prayer is heard; nil if something is.
    package func silence(of prayer: Prayer?, at secondOfDay: Int) -> SkipCause? {
        let volume = volume(of: prayer, at: secondOfDay)
        guard volume.isInaudible else { return nil }
        return volume == prayer.flatMap { ofPrayers[$0] } ?? usual ? .volumeTooLow(volume) : .quietHours
    }
}

/// Hours on the wall clock with a maximum volume. They pass midnight if they end before they begin.
package struct QuietHours: Sendable, Hashable {
    /// The first quiet second, in seconds since midnight on the wall clock.
    package let from: Int
    /// The first second that is not quiet, counted likewise; differs from `from`.
    package let to: Int
    package let volume: Volume

    package init(from: Int, to: Int, volume: Volume) {
        (self.from, self.to, self.volume) = (from, to, volume)
    }

    func contains(_ secondOfDay: Int) -> Bool {
        from < to ? secondOfDay >= from && secondOfDay < to : secondOfDay >= from || secondOfDay < to
    }
}
