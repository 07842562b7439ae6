import AdhanCore
import AdhanTestSupport

@testable import AdhanImport

/// One way in which a mosque writes its table. Each property is a choice of its own.
struct TableSpelling {
    enum Dates: CaseIterable {
        case iso, dayFirst, monthFirst, dotted, shortYear, monthName, longName, weekdayAndDate
        /// In columns of their own.
        case monthAndDay, dayAndMonthName, dayMonthYear
        /// The month stands above its rows, or is the first heading.
        case titled, firstHeading
        case none
    }

    enum Clock: CaseIterable {
        case usual, unpadded, seconds, dotted, pm, twelve, compact, letter, fraction
    }

    enum Script: CaseIterable { case latin, arabic, persian }

    var separator = ","
    var dates = Dates.iso
    var clock = Clock.usual
    var script = Script.latin
    /// Of the six prayers; nil for none.
    var headings: [String]? = Self.languages[0]
    var hasTitle = false
    var hasWeekday = false
    var hasHijri = false
    var hasImsak = false
    var hasRemarks = false
    var hasSunrise = true
    /// How congregations are written; nil for none.
    var iqama: Iqama?
    var madhabs = 1

    enum Iqama: CaseIterable {
        /// `Fajr Iqamah` beside `Fajr`.
        case named
        /// `Iqamah` to the right of each prayer.
        case mere
        /// A heading above two columns: `Fajr`, and below it `Begins` and `Jamaat`.
        case merged
        /// `+10`, `10 min after`.
        case waits
    }

    static let languages: [[String]] = [
        ["Fajr", "Sunrise", "Dhuhr", "Asr", "Maghrib", "Isha"],
        [
            "FAJR BEGINNING", "SUNRISE BEGINNING", "ZOHR BEGINNING", "ASAR BEGINNING", "MAGRIB BEGINNING",
            "ISHA BEGINNING",
        ],
        ["الفجر", "الشروق", "الظهر", "العصر", "المغرب", "العشاء"],
        ["İmsak", "Güneş", "Öğle", "İkindi", "Akşam", "Yatsı"],
        ["Fadjr", "Shoroeq", "Dhohr", "Asr", "Magreb", "Ishaa"],
        ["Fajr", "Shuruq", "Zuhr", "Asr", "Maghrib", "Isha"],
        ["Fajr", "Levé du soleil", "Dhuhr", "Asr", "Maghrib", "Isha"],
        ["Fadschr", "Sonnenaufgang", "Dhuhr", "Asr", "Maghrib/Iftar", "Ischa"],
        ["Subuh", "Syuruk", "Zohor", "Asar", "Maghrib", "Isyak"],
        ["فجر", "طلوع آفتاب", "ظہر", "عصر", "مغرب", "عشاء"],
        ["Zora", "Izlazak sunca", "Podne", "Ikindija", "Akšam", "Jacija"],
        ["Fayr", "Amanecer", "Dhuhr", "Asr", "Magrib", "Isha"],
        ["One", "Two", "Three", "Four", "Five", "Six"],
    ]
}

/// A table of calculated days in one of the spellings.
struct SpelledTable {
    let spelling: TableSpelling
    let days: [PrayerDay]
    /// The Asr of the Hanafi madhab of each day.
    let later: [PrayerDay]
    let zone: ZoneRules

    /// Rows of cells.
    var rows: [[String]] {
        var rows: [[String]] = []
        if spelling.hasTitle { rows.append(["Masjid Al-Noor, Prayer Times"]) }
        if spelling.dates != .firstHeading { rows += headings(nil) }
        var month = 0
        for (index, day) in days.enumerated() {
            let parts = day.date.components
            if parts.month != month {
                month = parts.month
                let name = Self.months[month - 1]
                if spelling.dates == .titled { rows.append(["\(name) \(parts.year)"]) }
                if spelling.dates == .firstHeading { rows += headings(name) }
            }
            rows.append(row(day, later[index]))
        }
        return rows
    }

    var text: String {
        rows.map { row in
            row.map { $0.contains(spelling.separator) ? "\"\($0)\"" : $0 }.joined(separator: spelling.separator)
        }.joined(separator: "\r\n") + "\r\n"
    }

    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private var dateHeadings: [String] {
        switch spelling.dates {
        case .monthAndDay: ["Month", "Date"]
        case .dayAndMonthName: ["Day", "Month"]
        case .dayMonthYear: ["D", "M", "Y"]
        case .none, .firstHeading: []
        default: ["Date"]
        }
    }

    private func headings(_ first: String?) -> [[String]] {
        guard let names = spelling.headings else { return first.map { [[$0]] } ?? [] }
        var (upper, lower): ([String], [String]) = ([], [])
        func add(_ text: String, _ below: String = "") {
            upper.append(text)
            lower.append(below)
        }
        for text in (first.map { [$0] } ?? dateHeadings) { add(text) }
        if spelling.hasWeekday { add("Weekday") }
        if spelling.hasHijri { add("Hijri") }
        if spelling.hasImsak { add("Imsak") }
        for (prayer, name) in zip(Prayer.allCases, names) where prayer != .sunrise || spelling.hasSunrise {
            let isCalled = prayer != .sunrise
            add(name, spelling.iqama == .merged && isCalled ? "Begins" : "")
            if prayer == .asr, spelling.madhabs == 2 { add("\(name) 2") }
            guard isCalled, let iqama = spelling.iqama else { continue }
            switch iqama {
            case .named, .waits: add("\(name) Iqamah")
            case .mere: add("Iqamah")
            case .merged: add("", "Jamaat")
            }
        }
        if spelling.hasRemarks { add("Remarks") }
        return spelling.iqama == .merged ? [upper, lower] : [upper]
    }

    private func row(_ day: PrayerDay, _ later: PrayerDay) -> [String] {
        let (year, month, number) = day.date.components
        var cells = dateCells(day.date, year, month, number)
        if spelling.hasWeekday { cells.append(TableSample.weekdays[day.date.weekday]) }
        if spelling.hasHijri { cells.append(HijriCalendar.ummAlQura.date(day.date)?.words ?? "") }
        if spelling.hasImsak { cells.append(clock(day[.fajr] - .minutes(10))) }
        for prayer in Prayer.allCases where prayer != .sunrise || spelling.hasSunrise {
            cells.append(clock(day[prayer]))
            if prayer == .asr, spelling.madhabs == 2 { cells.append(clock(later[.asr])) }
            guard prayer != .sunrise, let iqama = spelling.iqama else { continue }
            let wait = Self.wait(prayer)
            cells.append(
                iqama == .waits
                    ? (number % 2 == 0 ? "+\(wait)" : "\(wait) min after") : clock(congregation(prayer, day))
            )
        }
        if spelling.hasRemarks { cells.append(number == 3 ? "Moon sighting, please call, or write" : "") }
        return cells.map(spelled)
    }

    static func wait(_ prayer: Prayer) -> Int { prayer == .maghrib ? 5 : 20 }

    func congregation(_ prayer: Prayer, _ day: PrayerDay) -> Instant { day[prayer] + .minutes(Self.wait(prayer)) }

    private func dateCells(_ date: CivilDate, _ year: Int, _ month: Int, _ day: Int) -> [String] {
        let (d, m) = (day.padded(to: 2), month.padded(to: 2))
        return switch spelling.dates {
        case .iso: ["\(date)"]
        case .dayFirst: ["\(d)/\(m)/\(year)"]
        case .monthFirst: ["\(month)/\(day)/\(year)"]
        case .dotted: ["\(d).\(m).\(year)"]
        case .shortYear: ["\(d)-\(m)-\((year % 100).padded(to: 2))"]
        case .monthName: ["\(day)-\(Self.months[month - 1].lowercased())"]
        case .longName: ["\(TableSample.months[month - 1]) \(day), \(year)"]
        case .weekdayAndDate: ["\(TableSample.weekdays[date.weekday]) \(day) \(Self.months[month - 1]) \(year)"]
        case .monthAndDay: ["\(month)", "\(day)"]
        case .dayAndMonthName: ["\(day)", TableSample.months[month - 1]]
        case .dayMonthYear: ["\(day)", "\(month)", "\(year)"]
        case .titled, .firstHeading: ["\(day)"]
        case .none: []
        }
    }

    private func clock(_ moment: Instant) -> String {
        let second = zone.wall(at: moment).secondOfDay
        let (hour, minute) = (second / 3600, second / 60 % 60)
        let twelve = hour % 12 == 0 ? 12 : hour % 12
        return switch spelling.clock {
        case .usual: "\(hour.padded(to: 2)):\(minute.padded(to: 2))"
        case .unpadded: "\(hour):\(minute.padded(to: 2))"
        case .seconds: "\(hour.padded(to: 2)):\(minute.padded(to: 2)):00"
        case .dotted: "\(hour).\(minute.padded(to: 2))"
        case .pm: "\(twelve):\(minute.padded(to: 2)) \(hour < 12 ? "am" : "pm")"
        case .twelve: "\(twelve):\(minute.padded(to: 2))"
        case .compact: "\(hour.padded(to: 2))\(minute.padded(to: 2))"
        case .letter: "\(hour)h\(minute.padded(to: 2))"
        case .fraction: "\(Double(second) / 86_400)"
        }
    }

    private func spelled(_ text: String) -> String {
        let zero: UInt32
        switch spelling.script {
        case .latin: return text
        case .arabic: zero = 0x0660
        case .persian: zero = 0x06F0
        }
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    ("0"..."9").contains(scalar) ? Unicode.Scalar(scalar.value - 48 + zero) ?? scalar : scalar
                }
            )
        )
    }
}
