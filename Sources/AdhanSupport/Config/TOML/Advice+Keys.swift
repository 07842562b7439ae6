import AdhanCore

/// For a key that its table does not know.
extension Advice {
    /// The tables that are written with two brackets, beside each `….when`.
    private static let lists: Set = ["audio.quiet", "display.messages", "notify"]

    private static func isList(_ name: some StringProtocol) -> Bool {
        lists.contains(String(name)) || name.hasSuffix(".when")
    }

    /// A table's name with its brackets.
    static func header(_ name: some StringProtocol) -> String { isList(name) ? "[[\(name)]]" : "[\(name)]" }

    /// Keys of other programs: what to do here.
    static func words(for member: TOMLNode, in table: String) -> String? {
        func month(_ date: String = "2027-02-08", _ year: Int = 1448) -> String {
            "write below [hijri.starts] \(year)-09 = \"\(date)\""
        }
        switch "\(table).\(member.key.lowercased())" {
        case "ramadan.start":
            // reason: a text that is no date gets an example instead
            guard let text = member.text, let date = try? CivilDate(text),
                let year = HijriCalendar.ummAlQura.date(date)?.month.year
            else { return "for its first day \(month())" }
            return "for its first day \(month(text, year))"
        case "hijri.adjust", "hijri.adjustment", "hijri.offset":
            return "for this month: adhand hijri today is 15. For any month \(month())"
        case let written: return meant[written]
        }
    }

    /// The words for keys that people write, by the table and the key in it.
    private static let meant: [String: String] = {
        let place = "write [place]"
        let iqama = "write [iqama]"
        let madhab = "write madhab = \"shafi\" or madhab = \"hanafi\""
        let method = "it belongs to [calculation]: move the line there"
        let quiet = "write [[audio.quiet]]"
        let secret = "put it into a file of mode 0600, and write secret = and the file's path"
        return [
            "notify.password": secret, "notify.token": secret, "notify.key": secret,
            ".location": place, ".mosque": place, ".friday": "write [jumuah]", ".method": method,
            ".quiet_hours": quiet, "audio.quiet_hours": quiet,
            "place.lat": "write latitude", "place.lon": "write longitude", "place.lng": "write longitude",
            "place.long": "write longitude", "place.tz": "write timezone", "place.method": method,
            "calculation.school": madhab, "calculation.asr": madhab,
            "calculation.iqama": iqama, "audio.iqama": iqama,
            "iqama.after": "write a line for each prayer, as in fajr = \"+20m\"",
            "eid.times": "write fitr = [\"08:00\"] and adha = [\"08:00\"]",
            "audio.fajr_adhan": "write below [audio.files] fajr = and its path",
            "display.port": "write it behind the address, as in listen = \"0.0.0.0:8080\"",
        ]
    }()

    /// The fault with the table that the key belongs to, where it is clear.
    ///
    /// - Parameters:
    ///   - known: the keys of each table, by its header.
    static func placed(_ fault: ConfigFault, _ known: [String: [String]], _ headers: [Header]) -> ConfigFault {
        guard let unknown = fault.unknown else { return fault }
        func advise(_ words: String, _ other: String? = nil) -> ConfigFault {
            let meant = other.map { "\(fault.sentence.prefix { $0 != ";" }); did you mean '\($0)'?" }
            let message = "\(fault.message.prefix { $0 != ";" }); \(words)"
            return ConfigFault(fault.spot, message, sentence: meant ?? fault.sentence)
        }
        // The header between that line and its own header may be a comment.
        if let above = headers.last(where: { $0.line < fault.spot.line }), let header = above.commented,
            known[header]?.contains(unknown.key) == true
        {
            return advise("it belongs to \(header), which is still a comment in line \(above.line): delete the # there")
        }
        let others = known.filter { $0.key != "[]" && $0.value.contains(unknown.key) }.keys.sorted()
        guard others.count == 1, let other = others.first.map({ String($0.dropFirst().dropLast()) }) else {
            return fault
        }
        let name = "\(other).\(unknown.key)"
        let isTable = unknown.isTable && (isList(name) || known["[\(name)]"] != nil)
        // The whole name of a table counts before one that is nearly the same.
        guard !unknown.isMeant || isTable && unknown.table.isEmpty else { return fault }
        if isTable, unknown.isAkin(to: other) { return advise("write \(header(name))", name) }
        if isTable { return advise("there is \(header(name)); if that is meant, write it so", name) }
        return unknown.isAkin(to: other)
            ? advise("it belongs to [\(other)]: move the line there", name)
            : advise("[\(other)] has such a key; if that is meant, move the line there", name)
    }

    struct Header {
        /// 1-based.
        let line: Int
        /// Its name with the brackets where it is a comment; nil where it is none.
        let commented: String?
    }

    static func headers(in text: [UInt8]) -> [Header] {
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.enumerated().compactMap { index, bytes in
            let first = bytes.first { $0 != 0x20 && $0 != 0x09 }
            if first == UInt8(ascii: "[") { return Header(line: index + 1, commented: nil) }
            // A header is short, and most comments are longer sentences.
            guard first == UInt8(ascii: "#"), bytes.count <= 100, bytes.contains(UInt8(ascii: "[")) else { return nil }
            let line = ConfigLine(String(decoding: bytes, as: UTF8.self).drop { "# \t".contains($0) })
            guard let header = line.header, header.open.count == header.close.count else { return nil }
            return Header(line: index + 1, commented: String(line.text))
        }
    }
}

extension ConfigFault.UnknownKey {
    /// Whether the table of that name is plainly meant: the key stands in no table, or in one of the same family.
    fileprivate func isAkin(to other: String) -> Bool {
        table.isEmpty || table.prefix { $0 != "." } == other.prefix { $0 != "." }
    }
}
