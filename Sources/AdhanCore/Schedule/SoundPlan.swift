/// The mosque's choice of what sounds for each prayer, and how.
package struct SoundPlan: Sendable, Hashable {
    package var adhan: Recordings
    /// For the prayers that have their own recordings.
    package var ofPrayers: [Prayer: Recordings] = [:]
    /// The recordings of occasions that are no adhan of a prayer. One without is silent.
    package var ofOccasions: [Occasion.Kind: Recordings] = [:]
    /// Played after an adhan; nil for no dua.
    package var dua: Recordings?
    package var duaOfFajr: Recordings?
    /// The pause between the end of the adhan and the dua.
    package var duaPause: Duration = .seconds(2)
    package var volumes = VolumePlan()
    /// The fade-in of prayers without their own.
    package var fadeIn: Duration = .zero
    package var fadesOfPrayers: [Prayer: Duration] = [:]

    package init(adhan: Recordings) {
        self.adhan = adhan
    }

    /// Every file that may be played, each once. Those of calls come first: they are read in this order, and a disk may
    /// hang.
    package var files: [String] {
        let ofCalls = Prayer.called.map(recordings) + ofOccasions.filter { $0.key.rank == .call }.values
        let calls = Set(ofCalls.flatMap(\.files))
        let others = ofOccasions.values + [dua, duaOfFajr].compactMap(\.self)
        return calls.sorted() + Set(others.flatMap(\.files)).subtracting(calls).sorted()
    }

    package var sounding: Set<Occasion.Kind> { Set(ofOccasions.keys).union([.adhan]) }

    /// What sounds for an occasion; nil if it has no recording.
    package func sound(of occasion: Occasion, on date: CivilDate, at wall: WallTime) -> SoundChoice? {
        if case .adhan(let prayer) = occasion { return adhan(of: prayer, on: date, at: wall) }
        return ofOccasions[occasion.kind].map {
            SoundChoice(
                file: $0.turn(of: occasion.prayer ?? .fajr, on: date),
                volume: volumes.volume(of: occasion.prayer, at: wall.secondOfDay),
                fadeIn: occasion.isCall ? fadeIn : .zero
            )
        }
    }

    package func adhan(of prayer: Prayer, on date: CivilDate, at wall: WallTime) -> SoundChoice {
        SoundChoice(
            file: recordings(of: prayer).turn(of: prayer, on: date),
            volume: volumes.volume(of: prayer, at: wall.secondOfDay),
            fadeIn: fadesOfPrayers[prayer] ?? fadeIn
        )
    }

    /// The dua after the adhan, at the adhan's volume; nil if there is none.
    package func dua(of prayer: Prayer, on date: CivilDate, at wall: WallTime) -> SoundChoice? {
        let recordings = prayer == .fajr ? duaOfFajr ?? dua : dua
        return recordings.map {
            SoundChoice(file: $0.turn(of: prayer, on: date), volume: volumes.volume(of: prayer, at: wall.secondOfDay))
        }
    }

    /// A file that a person wants to hear as a test.
    ///
    /// - Parameter prayer: with whose volume; nil for the usual one.
    package func trial(of file: String, at wall: WallTime, volumeOf prayer: Prayer? = nil) -> SoundChoice {
        SoundChoice(file: file, volume: volumes.volume(of: prayer, at: wall.secondOfDay))
    }

    private func recordings(of prayer: Prayer) -> Recordings { ofPrayers[prayer] ?? adhan }
}

/// A recording with its volume and fade-in.
package struct SoundChoice: Sendable, Hashable {
    package let file: String
    package let volume: Volume
    /// The time until it reaches its volume.
    package let fadeIn: Duration
    /// The SHA-256 of the file's bytes, in lower-case hex; nil if it is unknown.
    package var sha256: String?

    package init(file: String, volume: Volume = .full, fadeIn: Duration = .zero, sha256: String? = nil) {
        (self.file, self.volume, self.fadeIn, self.sha256) = (file, volume, fadeIn, sha256)
    }

    package var name: RecordingName { RecordingName(file, sha256: sha256) }
}
