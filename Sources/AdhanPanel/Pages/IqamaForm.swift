import AdhanCore
import AdhanSupport

/// The tables `[iqama]`, `[jumuah]` and `[eid]`, as the view *Iqama and Friday* changes them. Texts are those of the
/// config: the config says what is wrong with them. Keys that the page does not have stay as they are.
struct IqamaForm: Codable, Equatable {
    /// The iqama of a prayer.
    struct Rule: Codable, Equatable {
        /// `+20m`, `19:30`, `off`, `timetable` and the like; nil where an exception leaves it as usual.
        var at: String?
        var round, least, changes: String?
    }

    /// The days of an exception.
    struct Days: Codable, Equatable {
        var days: [String]?
        var season: String?
        var ramadan, eid: Bool?
        var from, to: String?
    }

    struct Exception: Codable, Equatable {
        var when: Days
        /// Counts for all its prayers.
        var shared: Rule
        var prayers: [String: Rule]
    }

    struct Friday: Codable, Equatable {
        var when: Days
        var times: [String]
    }

    /// Counts for every prayer that has nothing of its own.
    var shared: Rule
    var prayers: [String: Rule]
    var exceptions: [Exception]
    /// Empty where the timetable's count.
    var khutbahs: [String]
    /// How long after its khutbah the Friday prayer begins; nil where that is not known.
    var fridayPrayer: String?
    var fridays: [Friday]
    var fitr, adha: [String]

    /// The tables that it has a part of.
    static let tables = ["iqama", "jumuah", "eid"]
}

extension IqamaForm {
    init(_ configuration: Configuration) {
        let keys = Keys(configuration)
        shared = keys.rule("iqama")
        prayers = keys.prayers("iqama")
        for prayer in Prayer.called where prayers[prayer.rawValue]?.at == nil {
            prayers[prayer.rawValue, default: Rule()].at = ConfigTable.timetable
        }
        exceptions = keys.tables("iqama.when").map { name in
            Exception(when: keys.days(name), shared: keys.rule(name), prayers: keys.prayers(name))
        }
        (khutbahs, fridayPrayer) = (keys.khutbahs("jumuah.times"), keys.text("jumuah.iqama"))
        fridays = keys.tables("jumuah.when").map { name in
            Friday(when: keys.days(name), times: keys.khutbahs(name + ".times"))
        }
        (fitr, adha) = (keys.texts("eid.fitr") ?? [], keys.texts("eid.adha") ?? [])
    }

    private static let called = Prayer.called.map(\.rawValue)

    /// The values of the config by their dotted names.
    private struct Keys {
        private let values: [String: ConfigValue]

        init(_ configuration: Configuration) {
            values = configuration.entries.reduce(into: [:]) { values, entry in
                let isOurs = IqamaForm.tables.contains { entry.key.hasPrefix($0 + ".") }
                if isOurs, let value = entry.value { values[entry.key] = value }
            }
        }

        func text(_ key: String) -> String? { if case .text(let text)? = values[key] { text } else { nil } }

        func flag(_ key: String) -> Bool? { if case .boolean(let flag)? = values[key] { flag } else { nil } }

        func texts(_ key: String) -> [String]? {
            guard case .list(let members)? = values[key] else { return nil }
            return members.compactMap { if case .text(let text) = $0 { text } else { nil } }
        }

        /// Empty where the timetable's count. What is no list of times is one text.
        func khutbahs(_ key: String) -> [String] {
            if let times = texts(key) { return times.isEmpty ? ["off"] : times }
            return [text(key)].compactMap { $0 == ConfigTable.timetable ? nil : $0 }
        }

        /// The tables of a list: `iqama.when[1]`, as far as they have a key.
        func tables(_ name: String) -> [String] {
            let lists = values.keys.filter { $0.hasPrefix(name + "[") }
            let numbers = Set(lists.compactMap { Int($0.dropFirst(name.count + 1).prefix(while: \.isNumber)) })
            return numbers.sorted().map { "\(name)[\($0)]" }
        }

        func rule(_ table: String) -> Rule {
            // The defaults are no settings.
            let (round, least) = (text(table + ".round"), text(table + ".least"))
            return Rule(
                at: text(table + ".at"),
                round: round,
                least: least == "0s" ? nil : least,
                changes: text(table + ".changes")
            )
        }

        func prayers(_ table: String) -> [String: Rule] {
            called.reduce(into: [:]) { found, prayer in
                let key = "\(table).\(prayer)"
                let rule = text(key).map { Rule(at: $0) } ?? rule(key)
                if rule != Rule() { found[prayer] = rule }
            }
        }

        func days(_ table: String) -> Days {
            Days(
                days: texts(table + ".days"),
                season: text(table + ".season"),
                ramadan: flag(table + ".ramadan"),
                eid: flag(table + ".eid"),
                from: text(table + ".from"),
                to: text(table + ".to")
            )
        }
    }
}

extension IqamaForm {
    /// The tables in which it differs from another form.
    func changes(from other: IqamaForm) -> [String] {
        var (iqama, friday) = (other, other)
        (iqama.prayers, iqama.exceptions, iqama.shared) = (prayers, exceptions, shared)
        (friday.khutbahs, friday.fridayPrayer, friday.fridays) = (khutbahs, fridayPrayer, fridays)
        let differ = [iqama != other, friday != other, (fitr, adha) != (other.fitr, other.adha)]
        return zip(Self.tables, differ).filter(\.1).map(\.0)
    }

    /// Puts the form into the panel's tables.
    ///
    /// - Parameters:
    ///   - fixed: the tables that stay as they are.
    ///   - current: the form of the config in force: what it has as well is left to the files that have it.
    func apply(to tables: inout ConfigTree, fixed: [String], over current: IqamaForm) {
        if !fixed.contains("iqama") { apply(toIqama: &tables[table: "iqama"], over: current) }
        if !fixed.contains("jumuah") {
            if khutbahs != current.khutbahs { tables[table: "jumuah"][value: "times"] = Self.khutbahs(khutbahs) }
            if fridayPrayer != current.fridayPrayer {
                tables[table: "jumuah"][value: "iqama"] = fridayPrayer.map(ConfigValue.text)
            }
            if fridays != current.fridays {
                let list = fridays.map { friday in
                    var table = friday.when.tree
                    table[value: "times"] = Self.khutbahs(friday.times)
                    return table
                }
                tables[table: "jumuah"].setList(list)
            }
        }
        if !fixed.contains("eid") {
            Self.set(&tables[table: "eid"], "fitr", fitr, current.fitr)
            Self.set(&tables[table: "eid"], "adha", adha, current.adha)
        }
    }

    private static func khutbahs(_ texts: [String]) -> ConfigValue {
        let isOne = texts.count == 1 && ["off", ConfigTable.timetable].contains { texts[0].hasPrefix($0) }
        return isOne ? .text(texts[0]) : texts.isEmpty ? .text(ConfigTable.timetable) : .texts(texts)
    }

    private static func set(_ table: inout ConfigTree, _ key: String, _ texts: [String], _ current: [String]) {
        if texts != current { table[value: key] = .texts(texts) }
    }

    private func apply(toIqama table: inout ConfigTree, over current: IqamaForm) {
        guard prayers != current.prayers || exceptions != current.exceptions else { return }
        for prayer in Self.called where prayers[prayer] != current.prayers[prayer] {
            table[prayer] = prayers[prayer].map(\.member)
        }
        guard exceptions != current.exceptions else { return }
        table.setList(
            exceptions.map { exception in
                var table = exception.when.tree
                for (key, text) in exception.shared.shared { table[value: key] = .text(text) }
                for prayer in Self.called { table[prayer] = exception.prayers[prayer].map(\.member) }
                return table
            }
        )
    }
}

extension IqamaForm.Rule {
    /// The keys besides the time.
    fileprivate var shared: [(String, String)] {
        [("round", round), ("least", least), ("changes", changes)].compactMap { key, text in text.map { (key, $0) } }
    }

    /// The config's form: a text, or a table with the keys of its own.
    fileprivate var member: ConfigTree.Member {
        guard !shared.isEmpty else { return .value(.text(at ?? "")) }
        var table = ConfigTree()
        table[value: "at"] = at.map(ConfigValue.text)
        for (key, text) in shared { table[value: key] = .text(text) }
        return .table(table)
    }
}

extension IqamaForm.Days {
    fileprivate var tree: ConfigTree {
        var table = ConfigTree()
        if let days { table[value: "days"] = .texts(days) }
        table[value: "season"] = season.map(ConfigValue.text)
        table[value: "ramadan"] = ramadan.map(ConfigValue.boolean)
        table[value: "eid"] = eid.map(ConfigValue.boolean)
        table[value: "from"] = from.map(ConfigValue.text)
        table[value: "to"] = to.map(ConfigValue.text)
        return table
    }
}

extension ConfigTree {
    /// Sets the exceptions. An empty list takes the place of those of the other files.
    fileprivate mutating func setList(_ tables: [ConfigTree]) {
        if tables.isEmpty { self[value: "when"] = .list([]) } else { self[tables: "when"] = tables }
    }
}
