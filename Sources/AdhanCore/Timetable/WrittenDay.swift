/// A day of a file before a zone turns it into moments.
struct WrittenDay: Sendable, Hashable, Codable {
    enum Times: Sendable, Hashable, Codable {
        case wall(WallDay)
        /// In the order of the prayers.
        case moments([Instant])
    }

    /// The maximum distance of a day's moment from noon UTC: zones reach 14 hours, and high latitudes pass midnight.
    private static let reach: Duration = .hours(36)

    let date: CivilDate
    let times: Times
    /// The times that cannot be read, each with its fault; those of another prayer stand in for them.
    var unread: [Prayer: TimetableFault] = [:]
    /// Seconds from the adhan to the congregation.
    var iqama: [Prayer: Int] = [:]
    /// Iqamas that do not follow their adhan: seconds from it, negative if before. Perhaps the adhan is wrong.
    var misplacedIqama: [Prayer: Int] = [:]
    /// Seconds from Dhuhr to each of the Friday prayers, ascending; negative if before.
    var jumuah: [Int] = []
    /// Whether these are the times of the prayers, since the file has none of their khutbahs.
    var hasJumuahPrayers = false
    /// Seconds from the beginning of the fast to Fajr; nil if the file has none.
    var imsak: Int?
    /// One that is not before Fajr: seconds to it, negative if after.
    var misplacedImsak: Int?
    var hijri: HijriDate?

    /// Boxes keep days with these names.
    private enum CodingKeys: String, CodingKey {
        case date, times, unread, iqama, jumuah, hasJumuahPrayers, imsak, hijri
        case misplacedIqama = "stray"
        case misplacedImsak = "strayImsak"
    }

    init(
        _ date: CivilDate,
        _ written: [Prayer: (time: WrittenTime, text: String)],
        by clock: FileClock
    ) throws(DayProblem) {
        self.date = date
        var (clocks, moments): ([Prayer: Int], [Instant]) = ([:], [])
        for prayer in Prayer.allCases {
            guard let (time, text) = written[prayer] else { throw .missing(prayer.rawValue) }
            switch time {
            case .clock(let second):
                clocks[prayer] = second
            case .moment(let moment):
                let noon = Instant(seconds: Int64(date.dayNumber) * 86_400 + 43_200)
                guard (noon - Self.reach...noon + Self.reach).contains(moment) else { throw .farAway(prayer, text) }
                moments.append(moment)
            }
        }
        if moments.isEmpty {
            times = .wall(WallDay(date, by: clock) { clocks[$0, default: 0] })
            return
        }
        guard clocks.isEmpty else { throw .mixed }
        times = .moments(moments)
    }

    /// Whether its numbers are within the bounds that reading a file keeps.
    var isSound: Bool {
        let areTimesSound =
            switch times {
            case .wall(let wall): wall.isSound
            case .moments(let moments): moments.count == Prayer.allCases.count
            }
        let waits = Array(iqama.values) + misplacedIqama.values + jumuah + [imsak, misplacedImsak].compactMap(\.self)
        return areTimesSound && waits.allSatisfy((-86_400...86_400).contains)
    }

    /// Whether its times are wall clock times, valid in any zone.
    var isLocal: Bool {
        if case .wall(let wall) = times { wall.isLocal } else { false }
    }

    /// The day for the check; `line`: where it begins, 1-based.
    func filed(_ line: Int, on sheet: SheetName?, in zone: ZoneRules) -> FileDay {
        let day = day(in: zone)
        var filed = FileDay(line: line, day: day)
        (filed.sheet, filed.unread) = (sheet, unread)
        if case .wall(let wall) = times { filed.clock = wall.clock } else { filed.clock = nil }
        filed.misplacedImsak = misplacedImsak.map { day[.fajr] - .seconds($0) }
        for (prayer, wait) in misplacedIqama { filed.misplacedIqama[prayer] = day[prayer] + .seconds(wait) }
        return filed
    }

    private func day(in zone: ZoneRules) -> PrayerDay {
        var day: PrayerDay
        switch times {
        case .wall(let wall): day = wall.day(in: zone)
        case .moments(let moments):
            let at = Dictionary(uniqueKeysWithValues: zip(Prayer.allCases, moments))
            day = PrayerDay(date: date) { at[$0] ?? Instant(seconds: 0) }
        }
        day.hijri = hijri
        day.imsak = imsak.map { day[.fajr] - .seconds($0) }
        for (prayer, wait) in iqama { day.iqama[prayer] = day[prayer] + .seconds(wait) }
        day.jumuah = jumuah.map { day[.dhuhr] + .seconds($0) }
        day.hasJumuahPrayers = hasJumuahPrayers
        return day
    }
}

extension PrayerDay {
    init(date: CivilDate, at: (Prayer) -> Instant) {
        self.init(
            date: date,
            fajr: at(.fajr),
            sunrise: at(.sunrise),
            dhuhr: at(.dhuhr),
            asr: at(.asr),
            maghrib: at(.maghrib),
            isha: at(.isha),
            source: .file
        )
    }
}
