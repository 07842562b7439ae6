/// The meaning of a day's key or column, independent of its spelling.
package enum DayField: Hashable {
    case date
    case time(Prayer)
    /// The Asr of the Hanafi madhab, if a file has both.
    case laterAsr
    case iqama(Prayer)
    /// When the khutbah begins.
    case jumuah
    /// When the Friday prayer begins, after the khutbah.
    case jumuahPrayer
    case imsak
    case hijri

    package init?(_ key: String) {
        // No known name is this long.
        guard key.utf8.count <= 64, let field = Self.bySpelling[key.spelling] else { return nil }
        self = field
    }

    package var name: String {
        switch self {
        case .date: "date"
        case .time(let prayer): prayer.rawValue
        case .laterAsr: "asr_2"
        case .iqama(let prayer): "the iqama of \(prayer.rawValue)"
        case .jumuah: "jumuah"
        case .jumuahPrayer: "the iqama of jumuah"
        case .imsak: "imsak"
        case .hijri: "hijri"
        }
    }

    /// The usual key, which `init` reads.
    package var key: String {
        switch self {
        case .iqama(let prayer): prayer.rawValue + "_iqama"
        case .jumuahPrayer: "jumuah_iqama"
        case .date, .time, .laterAsr, .jumuah, .imsak, .hijri: name
        }
    }

    static let adhan: Set<String> = ["adhan", "azan", "athan", "begins", "begin", "starts", "start"]
    static let iqama: Set<String> = ["iqama", "iqamah", "jamaah", "jamaat", "jamah", "jamat", "jamaa"]

    private static let bySpelling: [String: DayField] = {
        var found: [String: DayField] = ["date": .date, "ddate": .date, "hijri": .hijri, "imsak": .imsak]
        for name in ["jumuah", "jumua", "jumah", "jummah", "jumma"] {
            // A mosque may have several, one after another.
            // More than are used, so that the rest is said and not passed over.
            for number in [""] + (1...Occasion.mostOnAFriday).map(String.init) {
                found[name + number] = .jumuah
                for suffix in iqama {
                    found[name + number + suffix] = .jumuahPrayer
                    found[name + suffix + number] = .jumuahPrayer
                }
            }
        }
        for prayer in Prayer.allCases {
            for name in prayer.spellings {
                for suffix in adhan.union([""]) { found[name + suffix] = .time(prayer) }
                for suffix in iqama { found[name + suffix] = .iqama(prayer) }
            }
        }
        for name in Prayer.asr.spellings {
            for suffix in ["1", "mithl1"] { found[name + suffix] = .time(.asr) }
            for suffix in ["2", "mithl2", "hanafi"] { found[name + suffix] = .laterAsr }
        }
        return found
    }()
}

extension String {
    /// Without the characters in which spellings differ.
    package var spelling: String { lowercased().filter { !" _-'".contains($0) } }
}

extension Prayer {
    fileprivate var spellings: [String] {
        switch self {
        case .fajr: ["fajr", "fajar", "fajer"]
        case .sunrise: ["sunrise", "shuruq", "shurooq"]
        case .dhuhr: ["dhuhr", "dhuhur", "duhr", "zuhr", "zuhur", "zuhar", "zohr", "zohar"]
        case .asr: ["asr", "asar"]
        case .maghrib: ["maghrib", "magrib", "maghreb"]
        case .isha: ["isha", "ishaa", "esha"]
        }
    }
}
