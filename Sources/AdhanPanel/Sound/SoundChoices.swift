import AdhanCore
import AdhanSupport

/// The settings of `[audio]` that the page *Sound* may change. A name that is missing leaves the setting to the config
/// of the box.
struct SoundChoices: Codable, Equatable, Sendable {
    /// An occasion with a recording of its own.
    enum Slot: String, CaseIterable, Sendable {
        /// The adhan of all prayers that have none of their own.
        case adhan
        case fajr, dhuhr, asr, maghrib, isha
        case dua
        case duaOfFajr = "dua_fajr"

        /// The keys in `[audio]`.
        ///
        /// - Parameter filesHasFajr: whether the config of the box has the recording of Fajr in `[audio.files]`.
        fileprivate func keys(filesHasFajr: Bool) -> (table: String?, key: String) {
            switch self {
            case .fajr where !filesHasFajr: (nil, "adhan_fajr")
            case .fajr, .dhuhr, .asr, .maghrib, .isha: ("files", rawValue)
            case .adhan, .dua, .duaOfFajr: (nil, rawValue)
            }
        }
    }

    /// Names of files in the panel's folder, by slot.
    var recordings: [String: String] = [:]
    /// From 0 to 100, by prayer, and as `usual`.
    var volumes: [String: Int] = [:]
    /// The only device; nil to leave it to the config of the box.
    var device: String?

    static let usual = "usual"

    /// Reads them from the panel's tables.
    init(of tables: ConfigTree) {
        let (audio, files) = (tables[table: "audio"], tables[table: "audio"][table: "files"])
        for slot in Slot.allCases {
            let values = [true, false].map { hasFajr in
                let (table, key) = slot.keys(filesHasFajr: hasFajr)
                return (table == nil ? audio : files)[value: key]
            }
            if case .text(let file)? = values.compactMap(\.self).first { recordings[slot.rawValue] = file }
        }
        func percent(_ value: ConfigValue?) -> Int? {
            switch value {
            case .integer(let number)?: number
            case .number(let number)?: Int(exactly: number.rounded())
            default: nil
            }
        }
        volumes[Self.usual] = percent(audio[value: "volume"])
        for prayer in Prayer.called {
            volumes[prayer.rawValue] = percent(audio[table: "volumes"][value: prayer.rawValue])
        }
        if case .list(let names)? = audio[value: "devices"], case .text(let name)? = names.first { device = name }
    }

    /// Whether the config of the box, without the panel's settings, has the recording of Fajr in `[audio.files]`.
    static func filesHasFajr(_ texts: ConfigSource) -> Bool {
        texts.with(panel: nil).parts.contains { file, bytes in
            // reason: a file that is no TOML has no such recording
            guard let tree = try? ConfigTree(bytes, file: file) else { return false }
            return tree[table: "audio"][table: "files"].names.contains(Prayer.fajr.rawValue)
        }
    }

    /// Puts them into the panel's tables, in place of those there.
    func put(in tables: inout ConfigTree, filesHasFajr: Bool) {
        var audio = tables[table: "audio"]
        var files = audio[table: "files"]
        (audio[value: "adhan_fajr"], files[value: Prayer.fajr.rawValue]) = (nil, nil)
        for slot in Slot.allCases {
            let (table, key) = slot.keys(filesHasFajr: filesHasFajr)
            let value = recordings[slot.rawValue].map(ConfigValue.text)
            if table == nil { audio[value: key] = value } else { files[value: key] = value }
        }
        audio[table: "files"] = files
        audio[value: "volume"] = volumes[Self.usual].map(ConfigValue.integer)
        var own = audio[table: "volumes"]
        for prayer in Prayer.called { own[value: prayer.rawValue] = volumes[prayer.rawValue].map(ConfigValue.integer) }
        audio[table: "volumes"] = own
        audio[value: "devices"] = device.map { .texts([$0]) }
        tables[table: "audio"] = audio
    }

    /// Whether all names and numbers are possible.
    func isSound(_ known: (String) -> Bool) -> Bool {
        let levels = Set([Self.usual] + Prayer.called.map(\.rawValue))
        return recordings.allSatisfy { Slot(rawValue: $0.key) != nil && known($0.value) }
            && volumes.allSatisfy { levels.contains($0.key) && (0...100).contains($0.value) }
            && device.map { OutputDevice($0).isHarmless && !OutputDevice($0).isSilent } ?? true
    }

    /// The names of the settings that differ, for the list of changes.
    func changes(from before: SoundChoices) -> [String] {
        func differing<Value: Equatable>(_ one: [String: Value], _ other: [String: Value]) -> [String] {
            Set(one.keys).union(other.keys).filter { one[$0] != other[$0] }.sorted()
        }
        let volumes = differing(volumes, before.volumes).map { name in
            "volume of \(name): \(self.volumes[name].map(String.init) ?? "as in the config")"
        }
        return differing(recordings, before.recordings).map { "recording of \($0)" } + volumes
            + (device == before.device ? [] : ["card: \(device ?? "as in the config")"])
    }
}
