import AdhanCore

/// `[audio]`: what is played, how loud, and on which device.
package struct AudioConfiguration: Sendable {
    /// ALSA names, tried in order; `silent` keeps time and plays nothing, `file:PATH` plays into a WAV file.
    package var devices = ["default"]
    /// Which recording is played when, and how.
    package var plan: SoundPlan
    /// The loudness to which recordings are normalised, in LUFS; nil to play each as it was recorded.
    package var loudness: Double?
    /// Silence before the first sample, for HDMI and amplifiers in standby.
    package var leadIn: Duration = .seconds(2)
    /// Silence after the end, for amplifiers that cut it off.
    package var tail: Duration = .zero

    /// Devices listed after one that needs no card. They are never tried, because that one always opens.
    package private(set) var unusedDevices: [ConfigFault] = []
    /// Volumes too low to be intended.
    package private(set) var faintVolumes: [(key: String, fault: ConfigFault)] = []
    /// Where the volumes are in the config: of each prayer with its own, and of the usual one (nil).
    package private(set) var volumeSpots: [Prayer?: SourceLocation] = [:]

    /// Where each recording is named in the config, by its path; of one that is named twice, the first.
    package private(set) var recordingSpots: [String: SourceLocation] = [:]

    /// The time of the daily inaudible self-test, in seconds after midnight on the mosque's wall clock; nil for never.
    package var selfTest: Int? = 14 * 3600

    package init(_ table: ConfigTable, _ locations: Locations) {
        plan = SoundPlan(adhan: Recordings(locations.tone))
        table.noteDefault("devices", .texts(devices))
        if let named = table.strings("devices") {
            if let bare = named.value.first(where: { OutputDevice($0).file?.isEmpty == true }) {
                table.fault(named.spot, "\"\(bare)\" in devices needs the path of a WAV file behind it")
            }
            readDevices(named)
        }
        leadIn = table.duration("lead_in", in: .milliseconds(500)...(.seconds(9)), default: leadIn)
        tail = table.duration("tail", in: .zero...(.seconds(30)), default: tail)
        table.noteDefault("loudness", .text("off"))
        loudness = table.loudness("loudness")
        readRecordings(table)
        readVolumes(table)
        readFades(table)
        table.noteDefault("self_test", selfTest.map { .text(ClockText.format($0)) })
        if let chosen = table.clock("self_test", in: 0...86_399, orNone: "off") { selfTest = chosen.value }
    }

    /// Adds the recording of an occasion that is no adhan.
    mutating func add(_ recordings: Located<Recordings>, of kind: Occasion.Kind) {
        plan.ofOccasions[kind] = recordings.value
        for file in recordings.value.files where recordingSpots[file] == nil { recordingSpots[file] = recordings.spot }
    }

    /// Every file that may be played, each once.
    package var files: [String] { plan.files }

    private mutating func readDevices(_ named: Located<[String]>) {
        devices = named.value.map { name in
            OutputDevice(name).resolved { Located(value: $0, spot: named.spot).path }
        }
        guard let last = named.value.first(where: { !OutputDevice($0).isCard }) else { return }
        let behind = named.value.drop { $0 != last }.filter { $0 != last }
        guard !behind.isEmpty else { return }
        let names = behind.map { "\"\($0)\"" }.joined(separator: ", ")
        let words =
            "[audio] devices: \(names) \(behind.count == 1 ? "comes" : "come") after \"\(last)\", which needs no card, "
        unusedDevices = [
            ConfigFault(named.spot, words + "and so nothing is heard; put it last, or leave it out")
        ]
    }

    private mutating func readRecordings(_ table: ConfigTable) {
        func read(_ key: String, _ table: ConfigTable) -> Located<Recordings>? {
            let found = table.recordings(key)
            if let found {
                for file in found.value.files where recordingSpots[file] == nil { recordingSpots[file] = found.spot }
            }
            return found
        }
        table.noteDefault("adhan", plan.adhan.files.first.map(ConfigValue.text))
        plan.adhan = read("adhan", table)?.value ?? plan.adhan
        plan.ofPrayers[.fajr] = read("adhan_fajr", table)?.value
        let files = table.table("files")
        for prayer in Prayer.called {
            guard let recordings = read(prayer.rawValue, files) else { continue }
            if plan.ofPrayers[prayer] != nil {
                files.fault(recordings.spot, "fajr and adhan_fajr in [audio] are both set; remove one of them")
            }
            plan.ofPrayers[prayer] = recordings.value
        }
        plan.dua = read("dua", table)?.value
        plan.duaOfFajr = read("dua_fajr", table)?.value
        plan.duaPause = table.duration("dua_pause", in: .zero...(.minutes(5)), default: plan.duaPause)
    }

    private mutating func readVolumes(_ table: ConfigTable) {
        func read(_ key: String, _ table: ConfigTable) -> Located<Volume>? {
            let found = table.volume(key)
            if let found, let words = Self.faintness(key, found.value) {
                faintVolumes.append((key, ConfigFault(found.spot, words)))
            }
            return found
        }
        table.noteDefault("volume", .number(plan.volumes.usual.percent).whole)
        let usual = read("volume", table)
        plan.volumes.usual = usual?.value ?? plan.volumes.usual
        volumeSpots[nil] = usual?.spot
        let volumes = table.table("volumes")
        for prayer in Prayer.called {
            let own = read(prayer.rawValue, volumes)
            (plan.volumes.ofPrayers[prayer], volumeSpots[prayer]) = (own?.value, own?.spot)
        }
        for hours in table.tables("quiet") {
            if let quiet = QuietHours(hours) {
                plan.volumes.quiet.append(quiet)
                _ = read("volume", hours)
            }
        }
    }

    /// -78 dB: a recording's peaks are at 1/8000 of full scale, which nobody hears.
    private static let inaudible = Volume(percent: 5)
    /// -60 dB. If a loudspeaker plays the recording at 90 dB, this is 30 dB, the noise of a quiet room.
    private static let faint = Volume(percent: 10)

    /// The remark about a volume too low to be intended; nil for any other, and for 0.
    package static func faintness(_ key: String, _ volume: Volume) -> String? {
        guard volume > .silent, volume < faint else { return nil }
        let place = "\(key) is \(volume.text) of 100"
        guard volume < inaudible else {
            return "\(place) (\(Int(volume.decibels.rounded())) dB), which is barely heard"
        }
        let likely = Volume(percent: volume.percent * 100).text
        let meant = (0.1...1).contains(volume.percent) ? "; did you mean \(likely)?" : ""
        return "\(place), which nobody hears\(meant)"
    }

    private mutating func readFades(_ table: ConfigTable) {
        // Half a minute is already a third of a short adhan.
        let range = Duration.zero...(.seconds(30))
        plan.fadeIn = table.duration("fade_in", in: range, default: plan.fadeIn)
        let fades = table.table("fades")
        for prayer in Prayer.called { plan.fadesOfPrayers[prayer] = fades.duration(prayer.rawValue, in: range)?.value }
    }
}

extension QuietHours {
    /// Nil if a part of it is missing or wrong; the table has the fault.
    fileprivate init?(_ table: ConfigTable) {
        let day = 0...86_399
        let from = table.clock("from", in: day)
        let to = table.clock("to", in: day)
        let volume = table.volume("volume")
        guard let from, let to, let volume else {
            if table.faults.isEmpty, let spot = table.spot {
                table.fault(spot, "[[\(table.name)]] needs from, to and volume")
            }
            return nil
        }
        guard from.value != to.value else {
            table.fault(to.spot, "from and to are the same, so there is no hour between them")
            return nil
        }
        self.init(from: from.value, to: to.value, volume: volume.value)
    }
}

extension Preferences {
    /// The volumes that people have set too low to be intended.
    /// Those of the config are `AudioConfiguration.faintVolumes`.
    package var faint: [(key: String, words: String, remedy: String)] {
        inForce.compactMap { change in
            guard case .volume(let volume) = change.value,
                let words = AudioConfiguration.faintness("\(change.key.name) (set by \(change.who))", volume)
            else { return nil }
            return (change.key.name, words, change.remedy(false))
        }
    }
}
