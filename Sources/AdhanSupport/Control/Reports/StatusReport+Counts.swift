import AdhanCore

extension StatusReport {
    /// What has become of the calls to prayer since the daemon began. A reload of the config does not begin anew.
    package struct Counts: Codable, Equatable {
        /// How late calls began.
        package struct Lateness: Codable, Equatable {
            /// How many calls were late by at most `atMost` seconds.
            package struct Bucket: Codable, Equatable {
                package var atMost: Double
                package var count: Int
            }

            /// By their bounds, ascending.
            package var buckets: [Bucket]
            package var count: Int
            /// The sum.
            package var seconds: Double
        }

        /// When each was last heard, also before the start: by prayer,
        /// `jumuah` and `jumuah-adhan` for those of a Friday prayer.
        package var lastPlayed: [String: String]
        /// How many were heard, whole or in part, by the same names.
        package var played: [String: Int]
        /// How many broke off, and not because a person stopped them.
        package var interrupted: Int
        /// How many were missed, by the reason in a word: `MissReason.Kind`.
        package var missed: [String: Int]
        /// How many were not meant to sound.
        package var skipped: Int
        /// How often the device ran out of samples, in any sound.
        package var xruns: Int
        package var lateness: Lateness

        package init(_ tally: Tally, _ zone: ZoneRules) {
            lastPlayed = tally.lastPlayed.mapValues { zone.formatted($0.flooredToSecond) }
            (played, interrupted, skipped, xruns) = (tally.played, tally.interrupted, tally.skipped, tally.xruns)
            missed = Dictionary(uniqueKeysWithValues: tally.missed.map { ($0.rawValue, $1) })
            lateness = Lateness(
                buckets: zip(Tally.Lateness.bounds, tally.lateness.within).map { .init(atMost: $0, count: $1) },
                count: tally.lateness.count,
                seconds: tally.lateness.seconds
            )
        }
    }
}

extension StatusReport {
    /// The settings of people, from the daemon's words for them: `volume 40 by amina`. Other words, as of a newer
    /// daemon, are left out.
    package var preferences: Preferences {
        Preferences(
            (settings ?? []).compactMap { words in
                let parts = words.split(separator: " ", maxSplits: 3)
                guard parts.count == 4, parts[2] == "by" else { return nil }
                let (key, value, who) = (String(parts[0]), String(parts[1]), String(parts[3]))
                return try? Preferences.Change(key, value, who: who, at: Instant(seconds: 0))  // reason: see above
            }
        )
    }
}
