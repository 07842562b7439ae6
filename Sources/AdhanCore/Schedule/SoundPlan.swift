/// What sounds for a prayer and how: the mosque's choice, from which every sound is made.
package struct SoundPlan: Sendable, Hashable {
    package var adhan: Recordings
    /// Of those prayers that have recordings of their own.
    package var ofPrayers: [Prayer: Recordings] = [:]
    /// Follows an adhan; nil where nothing does.
    package var dua: Recordings?
    package var duaOfFajr: Recordings?
    /// From the end of the adhan to the dua.
    package var duaPause: Duration = .seconds(2)
    package var volumes = VolumePlan()
    /// How long a sound rises to its volume, where its prayer has no time of its own.
    package var fadeIn: Duration = .zero
    package var fadesOfPrayers: [Prayer: Duration] = [:]

    package init(adhan: Recordings) {
        self.adhan = adhan
    }

    /// Every file that may sound, each once.
    package var files: [String] {
        let all = Prayer.called.map(recordings) + [dua, duaOfFajr].compactMap(\.self)
        return Set(all.flatMap(\.files)).sorted()
    }

    /// - Parameters:
    ///   - date: the mosque date.
    ///   - wall: the time on the mosque's wall that it is due at.
    package func adhan(of prayer: Prayer, on date: CivilDate, at wall: WallTime) -> SoundChoice {
        SoundChoice(
            file: recordings(of: prayer).turn(of: prayer, on: date),
            volume: volumes.volume(of: prayer, at: wall.secondOfDay),
            fadeIn: fadesOfPrayers[prayer] ?? fadeIn
        )
    }

    /// What follows the adhan, as loud as that; nil where nothing does.
    package func dua(of prayer: Prayer, on date: CivilDate, at wall: WallTime) -> SoundChoice? {
        let recordings = prayer == .fajr ? duaOfFajr ?? dua : dua
        return recordings.map {
            SoundChoice(
                file: $0.turn(of: prayer, on: date),
                volume: volumes.volume(of: prayer, at: wall.secondOfDay)
            )
        }
    }

    /// A file that somebody tries out.
    package func trial(of file: String, at wall: WallTime) -> SoundChoice {
        SoundChoice(file: file, volume: volumes.volume(of: nil, at: wall.secondOfDay))
    }

    private func recordings(of prayer: Prayer) -> Recordings { ofPrayers[prayer] ?? adhan }
}

/// A recording, and how it is to sound.
package struct SoundChoice: Sendable, Hashable {
    package let file: String
    package let volume: Volume
    /// How long it rises to its volume.
    package let fadeIn: Duration

    package init(file: String, volume: Volume = .full, fadeIn: Duration = .zero) {
        (self.file, self.volume, self.fadeIn) = (file, volume, fadeIn)
    }
}
