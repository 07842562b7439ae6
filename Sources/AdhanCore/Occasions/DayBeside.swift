/// What a day has beside the six times.
package struct DayBeside: Sendable {
    /// Nil if the next day is not known.
    package let extra: ExtraTimes?
    package let notOffered: [NotOffered]
    /// Whether taraweeh is prayed on its evening.
    package let hasTaraweeh: Bool

    /// - Parameters:
    ///   - days: ascending, without gaps.
    ///   - next: the day after the last, whose Fajr ends its night; nil if there is none.
    /// - Returns: one for each day.
    package static func of(
        _ days: [PrayerDay],
        before next: PrayerDay?,
        _ spans: ExtraTimes.Spans,
        _ hijri: HijriCalendar
    ) -> [DayBeside] {
        zip(days, days.dropFirst().map(Optional.some) + [next]).map { day, next in
            DayBeside(
                extra: next.map { ExtraTimes(of: day, before: $0, spans) },
                notOffered: NotOffered.times(of: day, spans),
                hasTaraweeh: hijri.hasTaraweeh(onTheEveningOf: day, before: next)
            )
        }
    }
}
