/// How loud the mosque wants what sounds, by prayer and by the hour on its wall.
package struct VolumePlan: Sendable, Hashable {
    /// Where a prayer has no volume of its own.
    package var usual = Volume.full
    package var ofPrayers: [Prayer: Volume] = [:]
    package var quiet: [QuietHours] = []

    package init() {}

    /// The prayer's own volume, else the usual one, and the quietest of it and of all quiet hours in which the time lies: quiet
    /// hours make nothing louder.
    ///
    /// - Parameters:
    ///   - prayer: nil for what belongs to none.
    ///   - secondOfDay: on the mosque's wall, of the time it is due at: a late adhan is as loud as it would have been.
    package func volume(of prayer: Prayer?, at secondOfDay: Int) -> Volume {
        quiet.filter { $0.contains(secondOfDay) }.map(\.volume)
            .reduce(prayer.flatMap { ofPrayers[$0] } ?? usual, min)
    }
}

/// Hours on the wall in which nothing is louder than this, past midnight where they end before they begin.
package struct QuietHours: Sendable, Hashable {
    /// Seconds since the wall's midnight; the first that is quiet.
    package let from: Int
    /// Likewise, the first that is not quiet any more; not the same as `from`.
    package let to: Int
    package let volume: Volume

    package init(from: Int, to: Int, volume: Volume) {
        (self.from, self.to, self.volume) = (from, to, volume)
    }

    func contains(_ secondOfDay: Int) -> Bool {
        from < to ? secondOfDay >= from && secondOfDay < to : secondOfDay >= from || secondOfDay < to
    }
}
