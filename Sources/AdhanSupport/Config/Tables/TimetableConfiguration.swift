import AdhanCore

/// `[timetable]`: the sources of the times.
package struct TimetableConfiguration: Sendable {
    package static let remotes: [SourceName] = [.s3, .aladhan]

    /// The mosque's own file; nil if it has none.
    package var file: String?
    /// The network sources in order; each has its cache behind it.
    package var sources: [SourceName] = []
    /// The last timetable before the calculation; nil for none. May contain `TimetablePeriod.yearMark`.
    package var bundle: String?
    /// The clock of a timetable's times, if the timetable itself does not say.
    package var clock = FileClock.local
    package var s3: S3Configuration?
    package var aladhan: AlAdhanConfiguration
    /// The days whose times are used as they stand.
    package var accept = AcceptedDays.none
    /// How the place is known by whose sun the times are judged.
    package var knowledge = PlaceConfiguration.Knowledge.given
    /// What the config says of the check.
    private let policy: TimetableCheck.Policy
    /// The files that are named with `~`, by their keys.
    private let homes: [(key: String, value: String)]

    package init(_ table: ConfigTable) {
        let (file, bundle) = (table.string("file"), table.string("bundle"))
        (self.file, self.bundle) = (file?.path, bundle?.path)
        homes = [("file", file), ("bundle", bundle)].compactMap { key, found -> (key: String, value: String)? in
            found.flatMap { $0.value.hasPrefix("~") ? (key, $0.value) : nil }
        }
        clock = table.choice("clock", default: clock)
        policy = table.choice("check", default: .reject)
        let s3Table = table.table("s3", isOptional: true)
        let aladhanTable = table.table("aladhan", isOptional: true)
        s3 = S3Configuration(s3Table)
        aladhan = AlAdhanConfiguration(aladhanTable)
        let tables = [(SourceName.s3, s3Table), (.aladhan, aladhanTable)]
        let usual = tables.filter { $0.1.spot != nil }.map(\.0)
        table.noteDefault("sources", .texts(usual.map(\.rawValue)))
        sources = named(table) ?? usual
        if let spot = table.spot, sources.contains(.s3), s3Table.spot == nil {
            table.fault(spot, "sources names s3, but there is no [timetable.s3] that says where it is")
        }
        accept = Self.accepted(table) ?? accept
    }

    /// What the check does. The fallback's sun says nothing of a mosque's own times.
    package var check: TimetableCheck.Policy { knowledge == .fallback ? .off : policy }

    /// More room for the check, where the place is only roughly known.
    package var room: Duration { knowledge == .zonePoint ? PlaceConfiguration.zoneSpread : .zero }

    /// `accept`: dates, or `"all"`.
    private static func accepted(_ table: ConfigTable) -> AcceptedDays? {
        if table.isText("accept") {
            let all = table.text("accept") { text in
                if text == "all" { return AcceptedDays.all }
                let isDate = (try? CivilDate(text)) != nil  // reason: any other text has its own words
                let advice =
                    isDate
                    ? "; one date is a list, too: accept = [\"\(text)\"]" : ", for example [\"2026-03-12\"]"
                throw ValueFault("is neither \"all\" nor a list of dates\(advice)")
            }
            return all?.value
        }
        let wanted = "\"all\" or a list of dates, for example [\"2026-03-12\"]"
        let dates = table.list("accept", mayBeEmpty: true, wanted: wanted, most: 800) { text in
            guard text != "all" else {
                let advice = "\"all\" is no date; for all days write accept = \"all\""
                throw ValueFault(sentence: "accept = [\"all\"]: \(advice)")
            }
            return try CivilDate(text)
        }
        return dates.map { .dates(Set($0.value)) }
    }

    /// Remarks for the user, each with its key: on files that are named with `~`,
    /// and on sources that are asked without encryption.
    package var remarks: [(key: String, words: String)] {
        homes.map { key, value in
            let words =
                "[timetable] \(key) = \"\(value)\": ~ is not expanded; write the whole path, as in /home/NAME/times.csv"
            return ("timetable.\(key)", words)
        } + unencrypted
    }

    private var unencrypted: [(key: String, words: String)] {
        let addresses: [(table: String, key: String, text: String)] = sources.compactMap { source in
            switch source {
            case .s3:
                switch s3?.settings.origin {
                case .url(let text): ("s3", "url", text)
                case .bucket(_, let text?): ("s3", "endpoint", text)
                case .bucket(_, nil), nil: nil
                }
            default: ("aladhan", "base_url", aladhan.baseURL)
            }
        }
        return addresses.compactMap { table, key, text in
            // An invalid address was refused when the config was read.
            let address = try? WebAddress(text.replacing(TimetablePeriod.yearMark, with: "2026"))  // reason: see above
            guard let address, !address.isEncrypted, !address.isLoopback else { return nil }
            let words =
                "[timetable.\(table)] is asked without encryption (allow_http = true), "
                + "so the times can be changed on the way"
            return ("timetable.\(table).\(key)", words)
        }
    }

    /// What is wrong with the key file of `[timetable.s3]`, if the config names one. It may block for ten seconds.
    package var keyProblem: String? {
        guard sources.contains(.s3), let file = s3?.credentials else { return nil }
        return S3KeyFile(file).problem(within: .seconds(5))
    }

    /// The order that the mosque set; nil if it set none.
    private func named(_ table: ConfigTable) -> [SourceName]? {
        let list = table.list("sources", mayBeEmpty: true, wanted: "a list of texts, for example [\"s3\", \"aladhan\"]")
        { name in
            if let source = Self.remotes.first(where: { $0.rawValue == name }) { return source }
            let isFixed = SourceName(rawValue: name) != nil && name != SourceName.rehearsal.rawValue
            let words =
                isFixed
                ? "whose place in the order is fixed; only s3 and aladhan are named here"
                : "which is not known: they are s3 and aladhan"
            throw ValueFault(sentence: "sources names \"\(name)\", \(words)")
        }
        guard let list else { return nil }
        for source in Self.remotes where list.value.count(where: { $0 == source }) > 1 {
            table.fault(list.spot, "sources names \(source.rawValue) twice")
        }
        return list.value
    }
}
