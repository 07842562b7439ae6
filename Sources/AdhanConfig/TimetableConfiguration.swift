import AdhanCore

/// `[timetable]`: the sources of the times.
package struct TimetableConfiguration: Sendable {
    /// The network sources, by their source names.
    package static let remotes: [SourceName] = [.s3, .aladhan]

    /// The mosque's own file; nil if it has none.
    package var file: String?
    /// The network sources in order; each has its cache behind it.
    package var sources: [SourceName] = []
    /// Nil for the one shipped with adhand. May contain `TimetablePeriod.yearMark`.
    package var bundle: String?
    /// The clock of a timetable's times, if the timetable itself does not say.
    package var clock = FileClock.local
    package var check = TimetableCheck.Policy.reject
    package var s3: S3Configuration?
    package var aladhan: AlAdhanConfiguration
    /// How far a day may differ from the calculation.
    package var limits = TimetableLimits()

    /// The allowed limits, in minutes.
    private static let minutes = -720...720

    package init(_ table: ConfigTable) {
        file = table.string("file")?.path
        bundle = table.string("bundle")?.path
        clock = table.choice("clock", FileClock.allCases.map { ($0.rawValue, $0) })?.value ?? clock
        check = table.choice("check", TimetableCheck.Policy.allCases.map { ($0.rawValue, $0) })?.value ?? check
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
        readLimits(table.table("limits"), faults: table)
    }

    /// `[timetable.limits]`: minutes from the calculated time, each a pair of earliest and latest.
    private mutating func readLimits(_ table: ConfigTable, faults: ConfigTable) {
        func read(_ key: String, _ limit: WritableKeyPath<TimetableLimits, ClosedRange<Duration>>) {
            guard let pair = table.pair(key, in: Self.minutes)?.value else { return }
            limits[keyPath: limit] = .minutes(pair.lowerBound)...(.minutes(pair.upperBound))
        }
        read("sunrise", \.sunrise)
        read("dhuhr", \.dhuhr)
        read("asr", \.asr)
        read("maghrib", \.maghrib)
        read("twilight", \.twilight)
        read("long_twilight", \.longTwilight)
        limits.highLatitude = table.number("high_latitude", in: 0...90)?.value ?? limits.highLatitude
        faults.take(table)
    }

    /// Remarks for the user on sources that are configured to be asked without encryption, each with the key of the address.
    package var remarks: [(key: String, words: String)] {
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
                "[timetable.\(table)] is asked without encryption (allow_http = true), so the times can be changed on the way"
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
