/// What could be read of one entry of a mosque's year.
struct ReadDay {
    /// 1-based, where the entry begins.
    let line: Int
    /// Nil where it cannot be read.
    let date: CivilDate?
    /// Nil where the day cannot be used.
    let times: WallDay?
    /// Why it cannot; the first thing found, as one slip often brings others with it.
    let fault: TimetableFault?

    init(_ node: JSONNode) {
        line = node.line
        var found: CivilDate?
        do throws(Slip) {
            guard case .object(let members) = node.value else {
                throw Slip(line: node.line, .notADay(node.quoted))
            }
            let date = try Self.date(of: members, line: node.line)
            found = date
            times = try Self.times(of: members, on: date, line: node.line)
            fault = nil
        } catch {
            times = nil
            fault = TimetableFault(line: error.line, date: found, error.problem)
        }
        date = found
    }

    /// A problem and the line to which the eye has to go.
    private struct Slip: Error {
        let line: Int
        let problem: DayProblem

        init(line: Int, _ problem: DayProblem) {
            (self.line, self.problem) = (line, problem)
        }
    }

    private static func date(of members: [JSONNode], line: Int) throws(Slip) -> CivilDate {
        guard let node = try only("date", in: members, where: { $0.spelling == "date" }) else {
            throw Slip(line: line, .missing("date"))
        }
        guard case .string(let text) = node.value else { throw Slip(line: node.line, .dateUnreadable(node.quoted)) }
        do {
            return try CivilDate(text)
        } catch {
            switch error {
            case .unreadable: throw Slip(line: node.line, .dateUnreadable(node.quoted))
            case .noSuchDay: throw Slip(line: node.line, .noSuchDay(node.quoted))
            }
        }
    }

    private static func times(of members: [JSONNode], on date: CivilDate, line: Int) throws(Slip) -> WallDay {
        var clock: [Prayer: Int] = [:]
        for prayer in Prayer.allCases {
            let found = try only(prayer.rawValue, in: members) { prayer.spellings.contains($0.spelling) }
            guard let node = found else { throw Slip(line: line, .missing(prayer.rawValue)) }
            clock[prayer] = try second(of: prayer, in: node)
        }
        do {
            return try WallDay(date) { clock[$0, default: 0] }
        } catch {
            throw Slip(line: line, error)
        }
    }

    /// The second of the day of a prayer, whose value is its time or an object with the time of the adhan in it.
    private static func second(of prayer: Prayer, in node: JSONNode) throws(Slip) -> Int {
        var node = node
        if case .object(let members) = node.value {
            let found = try only("\"adhan\" of \(prayer.rawValue)", in: members) {
                ["adhan", "azan", "athan", "begins", "begin", "starts", "start"].contains($0.spelling)
            }
            guard let adhan = found else { throw Slip(line: node.line, .withoutAdhan(prayer)) }
            node = adhan
        }
        guard case .string(let text) = node.value else {
            throw Slip(line: node.line, .timeUnreadable(prayer, node.quoted))
        }
        do {
            return try ClockText.parse(text)
        } catch {
            switch error {
            case .shape: throw Slip(line: node.line, .timeUnreadable(prayer, node.quoted))
            case .value: throw Slip(line: node.line, .noSuchTime(prayer, node.quoted))
            }
        }
    }

    /// The one member that fits. Of two it is not for us to say which was meant.
    private static func only(
        _ name: String,
        in members: [JSONNode],
        where fits: (JSONNode) -> Bool
    ) throws(Slip) -> JSONNode? {
        let found = members.filter(fits)
        if let second = found.dropFirst().first { throw Slip(line: second.line, .keyTwice(name)) }
        return found.first
    }
}

extension JSONNode {
    /// The key without what spellings differ in.
    fileprivate var spelling: String { key.lowercased().filter { !" _-'".contains($0) } }
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
