extension ZoneRules {
    /// ISO 8601 with the zone's offset, to the second: `2026-11-21T05:48:00+00:00`.
    ///
    /// An offset with seconds, as before the age of time zones, is shown with its seconds.
    package func formatted(_ instant: Instant) -> String {
        let wall = wall(at: instant)
        let offset = Int(wall.offset.magnitude)
        let seconds = offset % 60 == 0 ? "" : ":" + (offset % 60).padded(to: 2)
        return "\(wall.date)T" + wall.clockText + ":" + wall.second.padded(to: 2)
            + (wall.offset < 0 ? "-" : "+") + (offset / 3600).padded(to: 2) + ":"
            + (offset / 60 % 60).padded(to: 2) + seconds
    }

    /// The wall clock as HH:MM, 24 hours, seconds cut off.
    package func clockText(_ instant: Instant) -> String { wall(at: instant).clockText }
}

extension WallTime {
    /// HH:MM, 24 hours, seconds cut off.
    package var clockText: String { hour.padded(to: 2) + ":" + minute.padded(to: 2) }
}
