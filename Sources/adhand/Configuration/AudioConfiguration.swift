import AdhanCore

/// `[audio]`: what sounds, and where.
struct AudioConfiguration: Sendable {
    /// ALSA's names, tried in order; `silent` keeps time and makes no sound.
    var devices = ["default"]
    var adhan: String
    /// For Fajr, which has words of its own; nil where `adhan` serves for it too.
    var adhanFajr: String?
    /// 0…100, perceived.
    var volume = 100.0
    /// Silence before the second, for HDMI and amplifiers that sleep.
    var leadIn: Duration = .seconds(2)

    init(_ table: ConfigTable, _ locations: Locations) {
        devices = table.strings("devices")?.value ?? devices
        adhan = table.string("adhan")?.path ?? locations.resource("adhan.mp3")
        adhanFajr = table.string("adhan_fajr")?.path
        volume = table.number("volume", in: 0...100)?.value ?? volume
        leadIn = table.duration("lead_in", in: .milliseconds(500)...(.seconds(9)))?.value ?? leadIn
    }

    /// The factor on every sample. The cube is close to how loudness is perceived, and leaves 100 exactly as the file has it.
    var gain: Double {
        let part = volume / 100
        return part * part * part
    }

    /// Every file that may sound, each once.
    var files: [String] { Set(Prayer.called.map(file(for:))).sorted() }

    func file(for prayer: Prayer) -> String {
        prayer == .fajr ? adhanFajr ?? adhan : adhan
    }
}
