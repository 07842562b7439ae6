/// The days of a file in any of the known formats. A format only decides where the days are, each with `date` and
/// times. `ReadDay` reads the days of all formats.
struct DayList {
    let shape: TimetableShape
    /// The year that the file states; only the mosque-year format has one.
    var year: Int?
    var hasOwnClock = false
    var location = FileLocation()
    let days: [ReadDay]
    var columnFaults: [TimetableFault] = []

    /// Reads a whole file; `options` count where the file itself does not say. Throws `TimetableRefusal` if nothing in
    /// it can be used.
    init(_ bytes: [UInt8], _ options: ReadDay.Options) throws(TimetableRefusal) {
        guard JSONNode.isLikely(bytes) else {
            self = try DayList(CSVTable(bytes), options)
            return
        }
        let file: JSONNode
        do { file = try JSONNode.parse(bytes) } catch { throw .notJSON(error) }
        switch file.value {
        case .array(let list):
            self = try DayList(.list, [(file, list)], named: "the file", options)
        case .object(let members):
            func has(_ key: String) -> Bool { members.contains { $0.key.lowercased() == key } }
            if has("year") || has("prayertimes") {
                self = try DayList(mosqueYear: members, options)
            } else if has("data") {
                self = try DayList(alAdhan: Self.member("data", of: members), options)
            } else if has("times") {
                self = try DayList(london: Self.member("times", of: members), options)
            } else {
                throw .unknownKeys
            }
        default: throw .unknown(line: file.line)
        }
    }

    private init(
        _ shape: TimetableShape,
        year: Int? = nil,
        _ lists: [(of: JSONNode, days: [JSONNode])],
        named key: String,
        _ options: ReadDay.Options
    ) throws(TimetableRefusal) {
        let days = lists.flatMap(\.days)
        guard let first = lists.first, !days.isEmpty else { throw .noDays(key: key, line: lists.first?.of.line ?? 1) }
        guard days.count <= WrittenTimetable.mostDays else { throw .tooManyDays(line: first.of.line) }
        self.init(shape, year: year, days.map { ReadDay($0, options) })
    }

    init(_ shape: TimetableShape, year: Int? = nil, _ days: [ReadDay], columnFaults: [TimetableFault] = []) {
        (self.shape, self.year, self.days, self.columnFaults) = (shape, year, days, columnFaults)
    }

    private init(mosqueYear members: [JSONNode], _ options: ReadDay.Options) throws(TimetableRefusal) {
        let yearNode = try Self.member("year", of: members)
        guard case .integer(let number) = yearNode.value, (1...9999).contains(number) else {
            throw .year(yearNode.quoted, line: yearNode.line)
        }
        var options = options
        let hasOwnClock = members.contains { $0.key.lowercased() == "clock" }
        if hasOwnClock {
            let node = try Self.member("clock", of: members)
            guard case .string(let text) = node.value, let named = FileClock(rawValue: text) else {
                throw .clock(node.quoted, line: node.line)
            }
            options = ReadDay.Options(clock: named, madhab: options.madhab)
        }
        let list = try Self.member("prayerTimes", of: members)
        let days = [(list, try Self.list(list, key: "prayerTimes"))]
        try self.init(.mosqueYear, year: Int(number), days, named: "prayerTimes", options)
        (location, self.hasOwnClock) = (FileLocation(members), hasOwnClock)
    }

    private init(alAdhan data: JSONNode, _ options: ReadDay.Options) throws(TimetableRefusal) {
        var lists: [(of: JSONNode, days: [JSONNode])] = []
        if case .object(let months) = data.value {
            for month in months { lists.append((data, try Self.list(month, key: "month \(month.quotedKey)"))) }
        } else {
            lists = [(data, try Self.list(data, key: "data"))]
        }
        var options = options
        options.dayFirst = true
        let flat = lists.map { (of: $0.of, days: $0.days.map(\.flatAlAdhanDay)) }
        try self.init(.alAdhan, flat, named: "data", options)
    }

    private init(london times: JSONNode, _ options: ReadDay.Options) throws(TimetableRefusal) {
        guard case .object(let days) = times.value else {
            throw .notAnObject(key: "times", times.quoted, line: times.line)
        }
        try self.init(.london, [(times, days.map(\.datedByItsKey))], named: "times", options)
    }

    private init(_ table: CSVTable, _ options: ReadDay.Options) throws(TimetableRefusal) {
        let columns = try CSVColumns(table)
        let days = table.records.dropFirst().map { columns.day($0, options) }
        guard !days.isEmpty else { throw .noDays(key: "the table", line: columns.line) }
        self.init(.csv, days, columnFaults: columns.faults(in: table))
    }

    private static func list(_ node: JSONNode, key: String) throws(TimetableRefusal) -> [JSONNode] {
        guard case .array(let list) = node.value else { throw .notAList(key: key, node.quoted, line: node.line) }
        return list
    }

    private static func member(_ key: String, of members: [JSONNode]) throws(TimetableRefusal) -> JSONNode {
        let found = members.filter { $0.key.lowercased() == key.lowercased() }
        guard let first = found.first else { throw .missing(key: key) }
        if let second = found.dropFirst().first { throw .keyTwice(key: key, line: second.line) }
        return first
    }
}

extension JSONNode {
    /// Converts `{"timings": {…}, "date": {"gregorian": {"date": …}, "hijri": {"date": …}}}` to a day with its dates
    /// beside its times.
    fileprivate var flatAlAdhanDay: JSONNode {
        guard case .object(let members) = value else { return self }
        let timings = members.filter { $0.key == "timings" }.flatMap(\.members)
        let calendars = members.filter { $0.key == "date" }.flatMap(\.members)
        func dates(_ calendar: String) -> [JSONNode] {
            calendars.filter { $0.key == calendar }.flatMap(\.members).filter { $0.key == "date" }
        }
        let hijri = dates("hijri").map { JSONNode(key: "hijri", value: $0.value, line: $0.line) }
        return JSONNode(key: key, value: .object(dates("gregorian") + hijri + timings), line: line)
    }

    /// Converts `"2026-09-01": {…}` to a day whose date is its key. The object may contain the date as well.
    fileprivate var datedByItsKey: JSONNode {
        guard case .object(let members) = value, members.count <= ReadDay.mostMembers else { return self }
        let others = members.filter { member in
            guard member.key.spelling == "date", case .string(key) = member.value else { return true }
            return false
        }
        let date = JSONNode(key: "date", value: .string(key), line: line)
        return JSONNode(key: key, value: .object([date] + others), line: line)
    }

    private var members: [JSONNode] {
        if case .object(let members) = value { members } else { [] }
    }
}
