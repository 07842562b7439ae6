/// When which offset from UTC holds in a place: one file of tzdata, read.
///
/// Bytes in, zone out; where the bytes come from is the caller's business. A lookup is one binary search. The rule for
/// the time after the file's last transition is written out for 400 years when the zone is made, and the calendar of the
/// Gregorian 400 years, which are a whole number of weeks, serves for every later time.
package struct ZoneRules: Sendable, Hashable {
    /// The IANA name, for example `Europe/London`.
    package let name: String

    /// The offsets a zone can have, in seconds: RFC 9636, section 3.2, "tt_utoff".
    static let offsets = -89_999...93_599

    /// The seconds of 400 Gregorian years.
    private static let cycle: Int64 = 146_097 * 86_400

    /// Where each stretch of one offset begins, in seconds since 1970; the first begins with time itself.
    private let starts: [Int64]
    private let offsets: [Int]
    private let abbreviations: [String]
    /// From here on everything repeats every `cycle` seconds; nil where nothing changes after the last start.
    private let repeatsFrom: Int64?

    /// - Parameters:
    ///   - name: the IANA name, which errors quote.
    ///   - tzif: the bytes of a TZif file, version 1 to 4 (RFC 9636).
    /// - Throws: `ZoneError`, which names the zone and what is wrong with the file.
    package init(name: String, tzif: [UInt8]) throws(ZoneError) {
        let file = try TZif(zone: name, bytes: tzif)
        var stretches = [(start: Int64.min, kind: file.kinds[0])]
        for (time, index) in zip(file.transitions, file.kindIndices) { stretches.append((time, file.kinds[index])) }
        var repeatsFrom: Int64?
        if let footer = file.footer {
            let last = file.transitions.last
            // A file without transitions follows its rule from the first year on.
            let year = last.map { CivilDate(dayNumber: Int($0 / 86_400)).year } ?? 0
            if let daylight = footer.daylight {
                // A rule's time may lie a week outside its year, hence a year more at either end.
                let changes = (year - 1...year + 402).flatMap { footer.changes(in: $0) }
                    .filter { last == nil || $0.at > last ?? .min }
                    // Where one summer time ends in the very second the next begins, it never ends.
                    .sorted { ($0.at, $0.daylight ? 1 : 0) < ($1.at, $1.daylight ? 1 : 0) }
                stretches += changes.map { ($0.at, $0.daylight ? daylight.kind : footer.standard) }
                repeatsFrom = Int64(CivilDate.dayNumber(year: year + 1, month: 1, day: 1)) * 86_400
            } else if last == nil {
                stretches = [(.min, footer.standard)]
            }
        }
        self.init(name: name, stretches: stretches, repeatsFrom: repeatsFrom)
    }

    /// A zone from a list of its changes, where there is no file of it.
    ///
    /// - Parameters:
    ///   - name: the IANA name.
    ///   - offset: seconds east of UTC before the first change.
    ///   - abbreviation: what the zone calls itself then.
    ///   - changes: ascending; after the last one nothing changes any more.
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

    package static let utc = ZoneRules.fixed(name: "UTC", offset: 0)

    /// A zone whose clocks never change: `offset` seconds east of UTC, held within −24:59:59…25:59:59. Its abbreviation is
    /// its name.
    package static func fixed(name: String, offset seconds: Int) -> ZoneRules {
        let offset = min(max(seconds, offsets.lowerBound), offsets.upperBound)
        return ZoneRules(
            name: name,
            stretches: [(.min, TZif.Kind(offset: offset, abbreviation: name))],
            repeatsFrom: nil
        )
    }

    /// The least and the greatest offset that the zone ever has, in seconds east of UTC.
    var offsetsEverUsed: ClosedRange<Int> { (offsets.min() ?? 0)...(offsets.max() ?? 0) }

    /// Seconds east of UTC.
    package func offset(at instant: Instant) -> Int { offsets[stretch(at: instant.seconds)] }

    /// What the zone calls itself at the moment, for example `BST`.
    package func abbreviation(at instant: Instant) -> String { abbreviations[stretch(at: instant.seconds)] }

    /// What the wall clock shows. The date is held within `CivilDate`'s range.
    package func wall(at instant: Instant) -> WallTime {
        let second = instant.seconds
        let offset = offsets[stretch(at: second)]
        let (day, rest) = (second + Int64(offset)).flooredQuotientAndRemainder(dividingBy: 86_400)
        return WallTime(date: CivilDate(dayNumber: Int(day)), secondOfDay: Int(rest), offset: offset)
    }

    /// The moment at which the wall clock shows a time of a date.
    ///
    /// Where the clocks go forward and skip the time, the offset before the gap counts (00:01 becomes 01:01); where they go
    /// back and show it twice, the first time counts. The seconds of the day are those on the wall since its midnight;
    /// negative ones, or 86,400 and more, reach into the days around. They are held within a million days.
    package func instant(_ date: CivilDate, secondOfDay: Int) -> Instant {
        let reach = 86_400_000_000
        let wall = Int64(date.dayNumber) * 86_400 + Int64(min(max(secondOfDay, -reach), reach))
        // No offset is larger, so that the moment sought is not before this one.
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

    /// A time after the stretches written out, brought back by whole cycles to where the same rule holds.
    private func fold(_ second: Int64) -> Int64 {
        guard let repeatsFrom, second >= repeatsFrom + Self.cycle else { return second }
        return repeatsFrom + (second - repeatsFrom) % Self.cycle
    }

    /// The last stretch that begins at the time or before it.
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
    /// The division whose remainder is never negative, for a positive divisor.
    fileprivate func flooredQuotientAndRemainder(dividingBy divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
