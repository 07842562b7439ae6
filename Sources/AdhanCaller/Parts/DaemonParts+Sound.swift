import AdhanAudio
import AdhanSupport
import AdhanCore

/// What sounds, and the player for it.
extension DaemonParts {
    var playerConfiguration: PlayerConfiguration {
        let audio = configuration.audio
        return PlayerConfiguration(devices: audio.devices, leadIn: audio.leadIn, tail: audio.tail, loudness: loudness)
    }

    /// - Parameter spare: a device that is tried after those of the config.
    package func player(spare: String? = nil, onEvent: @escaping @Sendable (PlayerEvent) -> Void) -> Player {
        var configuration = playerConfiguration
        if let spare { configuration.devices.append(spare) }
        return Player(
            configuration,
            read: { [recordings] path, onProgress throws(AudioError) in
                try recordings.load(path, onProgress: onProgress)
            },
            onEvent: onEvent
        )
    }

    /// What would sound for the prayer if it were due now.
    package func sound(for prayer: Prayer, _ preferences: Preferences = Preferences()) -> SoundChoice {
        let wall = zone.wall(at: LinuxClock().wall())
        return withDigest(preferences.applied(to: configuration.audio.plan).adhan(of: prayer, on: wall.date, at: wall))
    }

    /// What would sound for a trial of the file.
    ///
    /// - Parameters:
    ///   - prayer: with whose volume; nil for the usual one.
    package func sound(
        file: String,
        at prayer: Prayer? = nil,
        _ preferences: Preferences = Preferences()
    ) -> SoundChoice {
        let wall = zone.wall(at: LinuxClock().wall())
        return withDigest(preferences.applied(to: configuration.audio.plan).trial(of: file, at: wall, volumeOf: prayer))
    }

    /// With the digest of its recording, as far as that is known; the file is not read.
    private func withDigest(_ choice: SoundChoice) -> SoundChoice {
        var choice = choice
        choice.sha256 = locations.presumedDigest(of: choice.file)
        if case .plays(_, let sha256?)? = recordings.facts[choice.file] { choice.sha256 = sha256 }
        return choice
    }

    /// Why the sound would not be heard; nil where it would.
    ///
    /// - Parameters:
    ///   - prayer: whose sound it is; nil for any other.
    package func silence(
        of choice: SoundChoice,
        for prayer: Prayer?,
        _ preferences: Preferences = Preferences()
    ) -> String? {
        guard choice.volume.isInaudible else { return nil }
        let volumes = configuration.audio.plan.volumes
        if let change = preferences.volumeChange(of: prayer, beside: volumes), case .volume(let set) = change.value,
            set.isInaudible
        {
            let beneath = prayer.flatMap { volumes.ofPrayers[$0] } ?? volumes.usual
            return "nothing would be heard: \(change.words()); take it back: \(change.remedy(beneath.isInaudible))"
        }
        let file = configuration.file(of: "audio")
        let hour = configuration.audio.plan.volumes.quiet.isEmpty ? "" : " at this hour"
        return "nothing would be heard: the volume is too low\(hour); raise it in [audio] of \(file)"
    }
}
