import AdhanCore

/// Prayers that nobody hears because of the volumes in the config.
package struct Silence: Sendable, Equatable {
    /// Which prayers, and why, with the config's line if there is one.
    package let words: String
    /// The config line that fixes it, or what to do.
    fileprivate let mend: String
    /// Whether it is certainly a mistake. The volume 0 of a single prayer, or of quiet hours, is intended.
    package let isFault: Bool

    package func advice(_ config: String) -> String { mend.replacing("FILE", with: config) }
}

extension AudioConfiguration {
    /// Every silence of that day.
    ///
    /// - Parameters:
    ///   - day: the times that quiet hours may cover; nil if unknown.
    ///   - zone: the mosque's.
    package func silences(on day: PrayerDay?, in zone: ZoneRules) -> [Silence] {
        let volumes = plan.volumes
        let own = Prayer.called.filter { volumes.ofPrayers[$0] == .silent }
        let usual = volumes.usual == .silent ? Prayer.called.filter { volumes.ofPrayers[$0] == nil } : []
        let quiet = Prayer.called.filter { prayer in
            guard let day, !own.contains(prayer), !usual.contains(prayer) else { return false }
            return volumes.volume(of: prayer, at: zone.wall(at: day.adhan(of: prayer)).secondOfDay) == .silent
        }
        let areAll = own.count + usual.count + quiet.count == Prayer.called.count
        func silence(_ prayers: [Prayer], _ spot: ConfigSpot?, _ reason: String, _ mend: String) -> Silence? {
            guard !prayers.isEmpty else { return nil }
            let who =
                prayers.count == Prayer.called.count ? "adhan" : prayers.map(\.rawValue).joined(separator: ", no ")
            let words = "no \(who) is heard\(reason)"
            return Silence(
                words: spot.map { ConfigFault($0, words).description } ?? words,
                mend: mend,
                isFault: areAll || prayers == usual
            )
        }
        let key = own.first?.rawValue ?? ""
        let hours = volumes.quiet.filter { $0.volume == .silent }
            .map { "\(ClockText.format($0.from)) to \(ClockText.format($0.to))" }.joined(separator: " and ")
        return [
            silence(usual, volumeSpots[nil], ": [audio] volume is 0", "write into [audio] of FILE: volume = 100"),
            silence(
                own,
                own.first.flatMap { volumeSpots[$0] },
                ": \(own.count == 1 ? "its volume is" : "their volumes are") 0 in [audio.volumes]",
                "write into [audio.volumes] of FILE: \(key) = 100" + (own.count > 1 ? ", and so for the others" : "")
            ),
            silence(
                quiet,
                nil,
                " on \(day.map { "\($0.date)" } ?? ""): [[audio.quiet]] has volume = 0 from \(hours)",
                "raise that volume in [[audio.quiet]] of FILE, or shorten its hours"
            ),
        ].compactMap(\.self)
    }
}
