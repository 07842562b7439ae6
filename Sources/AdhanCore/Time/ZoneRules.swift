/// The UTC offsets of a zone over time, from one tzdata file.
///
/// The caller reads the file. A lookup is one binary search. When the zone is made, the rule for the time after the
/// file's last transition is expanded for 400 years. Later times map onto these, as 400 Gregorian years are a whole
/// number of weeks.
package struct ZoneRules: Sendable, Hashable, Codable {
    /// The IANA name, for example `Europe/London`.
    package let name: String

    /// The offsets a zone can have, in seconds: RFC 9636, section 3.2, "tt_utoff".
    static let offsets = -89_999...93_599

    /// The seconds of 400 Gregorian years.
    private static let cycle: Int64 = 146_097 * 86_400

    /// Where each period of one offset begins, in seconds since 1970; the first begins at the start of time.
    private let starts: [Int64]
    private let offsets: [Int]
    private let abbreviations: [String]
    /// From here on everything repeats every `cycle` seconds; nil if nothing changes after the last start.
    private let repeatsFrom: Int64?

    /// - Parameters:
    ///   - tzif: the bytes of a TZif file, version 1 to 4 (RFC 9636).
    /// - Throws: `ZoneError`, which names the zone and what is wrong with the file.
    package init(name: String, tzif: [UInt8]) throws(ZoneError) {
        let file = try TZif(zone: name, bytes: tzif)
        var stretches = [(start: Int64.min, kind: file.kinds[0])]
        for (time, index) in zip(file.transitions, file.kindIndices) { stretches.append((time, file.kinds[index])) }
        var repeatsFrom: Int64?
        if let footer = file.footer {
            let last = file.transitions.last
            // A file without transitions follows its rule from the first year.
            let year = last.map { CivilDate(dayNumber: Int($0 / 86_400)).year } ?? 0
            if let daylight = footer.daylight {
                // A change may be up to a week outside its year, so one year is added at both ends.
                let changes = (year - 1...year + 402).flatMap { footer.changes(in: $0) }
                    .filter { last == nil || $0.at > last ?? .min }
                    // If one summer time ends in the second in which the next begins, it never ends.
                    .sorted { ($0.at, $0.daylight ? 1 : 0) < ($1.at, $1.daylight ? 1 : 0) }
                stretches += changes.map { ($0.at, $0.daylight ? daylight.kind : footer.standard) }
                repeatsFrom = Int64(CivilDate.dayNumber(year: year + 1, month: 1, day: 1)) * 86_400
            } else if last == nil {
                stretches = [(.min, footer.standard)]
            }
        }
        self.init(name: name, stretches: stretches, repeatsFrom: repeatsFrom)
    }

    /// Makes a zone from a list of changes instead of a file.
    ///
    /// - Parameters:
    ///   - offset: seconds east of UTC before the first change.
    ///   - abbreviation: the zone's abbreviation before the first change.
    ///   - changes: ascending; after the last one nothing changes.
    package init(
        name: String,
        offset: Int,
        abbreviation: String,
        changes: [(at: Instant, offset: Int, abbreviation: String)]
    ) {
        let first = (start: Int64.min, kind: TZif.Kind(offset: offset, abbreviation: abbreviation))
        self.init(
            name: name,
            stretches: [first]
                + changes.map { ($0.at.seconds, TZif.Kind(offset: $0.offset, abbreviation: $0.abbreviation)) },
            repeatsFrom: nil
        )
    }

    private init(name: String, stretches: [(start: Int64, kind: TZif.Kind)], repeatsFrom: Int64?) {
        var kept: [(start: Int64, kind: TZif.Kind)] = []
        for stretch in stretches {
            if kept.last?.start == stretch.start { kept.removeLast() }
            if kept.last?.kind != stretch.kind { kept.append(stretch) }
        }
        self.name = name
        self.repeatsFrom = repeatsFrom
        starts = kept.map(\.start)
        offsets = kept.map(\.kind.offset)
        abbreviations = kept.map(\.kind.abbreviation)
    }

    /// The coded form, with as many offsets and abbreviations as starts.
    private struct Row: Codable {
        let name: String
        let starts: [Int64]
        let offsets: [Int]
        let abbreviations: [String]
        let repeatsFrom: Int64?
    }

    package init(from decoder: any Decoder) throws {
        let row = try Row(from: decoder)
        guard row.starts.first == .min, row.offsets.count == row.starts.count,
            row.abbreviations.count == row.starts.count, row.offsets.allSatisfy(Self.offsets.contains),
            zip(row.starts, row.starts.dropFirst()).allSatisfy(<), row.repeatsFrom.map({ $0 > -Self.cycle }) ?? true
        else { throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no zone")) }
        (name, starts, offsets, abbreviations) = (row.name, row.starts, row.offsets, row.abbreviations)
        repeatsFrom = row.repeatsFrom
    }

    package func encode(to encoder: any Encoder) throws {
        try Row(
            name: name,
            starts: starts,
            offsets: offsets,
            abbreviations: abbreviations,
            repeatsFrom: repeatsFrom
        ).encode(to: encoder)
    }

    package static let utc = ZoneRules.fixed(name: "UTC", offset: 0)

    /// A zone with a constant offset: `offset` seconds east of UTC, clamped to −24:59:59…25:59:59. Its abbreviation is
    /// its name.
    package static func fixed(name: String, offset seconds: Int) -> ZoneRules {
        let offset = min(max(seconds, offsets.lowerBound), offsets.upperBound)
        return ZoneRules(
            name: name,
            stretches: [(.min, TZif.Kind(offset: offset, abbreviation: name))],
            repeatsFrom: nil
        )
    }

    /// The smallest and the largest offset that the zone ever has, in seconds east of UTC.
    var offsetsEverUsed: ClosedRange<Int> { (offsets.min() ?? 0)...(offsets.max() ?? 0) }

    /// Seconds east of UTC.
    package func offset(at instant: Instant) -> Int { offsets[stretch(at: instant.seconds)] }

    /// The zone's abbreviation at that moment, for example `BST`.
    package func abbreviation(at instant: Instant) -> String { abbreviations[stretch(at: instant.seconds)] }

    /// The wall clock at that moment. The date is clamped to `CivilDate`'s range.
    package func wall(at instant: Instant) -> WallTime {
        let second = instant.seconds
        let offset = offsets[stretch(at: second)]
        let (day, rest) = (second + Int64(offset)).flooredQuotientAndRemainder(dividingBy: 86_400)
        return WallTime(date: CivilDate(dayNumber: Int(day)), secondOfDay: Int(rest), offset: offset)
    }

    /// The moment at which the wall clock shows a time of a date.
    ///
    /// If the clocks go forward and skip the time, the offset before the gap is used (00:01 becomes 01:01). If they go
    /// back and show it twice, the first time is used. The seconds are those shown on the wall since its midnight.
    /// Negative values, or 86,400 and more, are on the days around it. They are clamped to a million days.
    package func instant(_ date: CivilDate, secondOfDay: Int) -> Instant {
        let reach = 86_400_000_000
        let wall = Int64(date.dayNumber) * 86_400 + Int64(min(max(secondOfDay, -reach), reach))
        // This is the largest offset, so the moment sought is not earlier.
        let earliest = wall - Int64(Self.offsets.upperBound) - 1
        let folded = fold(earliest)
        let local = wall - (earliest - folded)
        var index = stretch(atFolded: folded)
        while true {
            let candidate = local - Int64(offsets[index])
            let end = index + 1 < starts.count ? starts[index + 1] : .max
            if candidate < end {
                let inGap = candidate < starts[index] && index > 0
                let found = inGap ? local - Int64(offsets[index - 1]) : candidate
                return Instant(seconds: found + (earliest - folded))
            }
            index += 1
        }
    }

    private func stretch(at second: Int64) -> Int { stretch(atFolded: fold(second)) }

    /// Maps a time after the expanded rule back by whole cycles, to a time with the same rule.
    private func fold(_ second: Int64) -> Int64 {
        guard let repeatsFrom, second >= repeatsFrom + Self.cycle else { return second }
        return repeatsFrom + (second - repeatsFrom) % Self.cycle
    }

    /// The last period that begins at or before the time.
    private func stretch(atFolded second: Int64) -> Int {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= second { low = middle } else { high = middle }
        }
        return low
    }
}

extension Int64 {
    /// Floored division: the remainder is never negative. The divisor must be positive.
    fileprivate func flooredQuotientAndRemainder(dividingBy divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
