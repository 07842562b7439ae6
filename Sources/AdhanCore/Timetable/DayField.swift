/// What a key or a column of a day is about, however it is spelled.
enum DayField: Hashable {
    case date
    case time(Prayer)
    /// The Asr of the Hanafi madhab, where a file has both.
    case laterAsr
    case iqama(Prayer)
    case jumuah
    case hijri

    /// Nil where it is nothing that is read.
    init?(_ key: String) {
        // No name that is read is so long.
        guard key.utf8.count <= 64, let field = Self.bySpelling[key.spelling] else { return nil }
        self = field
    }

    /// As a fault names it.
    var name: String {
        switch self {
        case .date: "date"
        case .time(let prayer): prayer.rawValue
        case .laterAsr: "asr_2"
        case .iqama(let prayer): "the iqama of \(prayer.rawValue)"
        case .jumuah: "jumuah"
        case .hijri: "hijri"
        }
    }

    /// Within the object of a prayer, its own time.
    static let adhan: Set<String> = ["adhan", "azan", "athan", "begins", "begin", "starts", "start"]
    /// Within the object of a prayer, the congregation's.
    static let iqama: Set<String> = ["iqama", "iqamah", "jamaah", "jamaat", "jamah", "jamat", "jamaa"]

    private static let bySpelling: [String: DayField] = {
        var found: [String: DayField] = ["date": .date, "ddate": .date, "hijri": .hijri]
        for name in ["jumuah", "jumua", "jumah", "jummah", "jumma"] { found[name] = .jumuah }
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
    /// Without what spellings differ in.
    var spelling: String { lowercased().filter { !" _-'".contains($0) } }
}

extension Prayer {
    /// How the name is written in files from the field, in small letters.
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
