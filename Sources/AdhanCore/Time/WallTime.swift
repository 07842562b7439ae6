/// The wall clock of a zone at a moment.
package struct WallTime: Sendable, Hashable {
    package let date: CivilDate
    /// Seconds since midnight on the wall clock, 0..<86,400.
    package let secondOfDay: Int
    /// Seconds east of UTC.
    package let offset: Int

    package var hour: Int { secondOfDay / 3600 }
    package var minute: Int { secondOfDay / 60 % 60 }
    package var second: Int { secondOfDay % 60 }
    /// HH:MM, 24 hours, seconds cut off.
    package var clockText: String { hour.padded(to: 2) + ":" + minute.padded(to: 2) }
}
