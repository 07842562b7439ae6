import AdhanCore

/// `[timetable]`: the sources of the times.
package struct TimetableConfiguration: Sendable {
    /// The network sources, by their source names.
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
        clock = table.choice("clock", FileClock.allCases.map { ($0.rawValue, $0) })?.value ?? clock
        policy = table.choice("check", TimetableCheck.Policy.allCases.map { ($0.rawValue, $0) })?.value ?? .reject
        let (s3Table, aladhanTable) = (table.table("s3"), table.table("aladhan"))
        s3 = S3Configuration(s3Table)
        aladhan = AlAdhanConfiguration(aladhanTable)
        table.take(s3Table)
        table.take(aladhanTable)
        let tables = [(SourceName.s3, s3Table), (.aladhan, aladhanTable)]
        sources = named(table) ?? tables.filter { $0.1.spot != nil }.map(\.0)
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
            guard let text = table.string("accept") else { return nil }
            if text.value == "all" { return .all }
            let list = "accept = [\"\(text.value)\"]"
            let isDate = (try? CivilDate(text.value)) != nil  // reason: any other text has its own words
            table.fault(
                text.spot,
                "accept = \"\(text.value)\" is neither \"all\" nor a list of dates"
                    + (isDate ? "; one date is a list, too: \(list)" : ", for example [\"2026-03-12\"]")
            )
            return nil
        }
        let wanted = "\"all\" or a list of dates, for example [\"2026-03-12\"]"
        guard let list = table.strings("accept", mayBeEmpty: true, wanted: wanted, most: 800) else { return nil }
        var dates: Set<CivilDate> = []
        if list.value == ["all"] {
            table.fault(list.spot, "accept = [\"all\"]: \"all\" is no date; for all days write accept = \"all\"")
            return nil
        }
        for text in list.value {
            do {
                dates.insert(try CivilDate(text))
            } catch {
                table.fault(list.spot, "accept: \(error)")
            }
        }
        return .dates(dates)
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
        guard let list = table.strings("sources", mayBeEmpty: true) else { return nil }
        var sources: [SourceName] = []
        for name in list.value {
            if let source = Self.remotes.first(where: { $0.rawValue == name }) {
                if sources.contains(source) {
                    table.fault(list.spot, "sources names \(name) twice")
                } else {
                    sources.append(source)
                }
            } else if SourceName(rawValue: name) != nil, name != SourceName.rehearsal.rawValue {
                table.fault(
                    list.spot,
                    "sources names \"\(name)\", whose place in the order is fixed; only s3 and aladhan are named here"
                )
            } else {
                table.fault(list.spot, "sources names \"\(name)\", which is not known: they are s3 and aladhan")
            }
        }
        return sources
    }
}
