import AdhanCore

/// Congregations whose headings do not say what they are.
extension ColumnRoles {
    /// Columns that no heading explains, and that follow a prayer as a congregation does: where they stand beside it,
    /// they are taken, and named otherwise.
    mutating func assignUnheaded() {
        for column in assignBlock(free.filter { body.headings[$0.index].isEmpty }) {
            notes.append(
                "\(body.name(column.index)) has no heading and is taken for a congregation, by the order of the prayers"
            )
        }
        var likely: [(column: TimeColumn, prayer: Prayer)] = []
        for column in free where column.isNameless && isUnexplained(column) {
            if let prayer = followed(by: column), !hasIqamaByHand(prayer) { likely.append((column, prayer)) }
        }
        // Whether that of Asr is taken depends on the others.
        for (column, prayer) in likely.filter({ $0.prayer != .asr }) + likely.filter({ $0.prayer == .asr }) {
            let isOther = prayer == .asr && isLaterAsr(column)
            guard body.headings[column.index].isEmpty, isBeside(column.index, prayer), columns[.iqama(prayer)] == nil,
                !isOther || areBeside(prayer) && likely.count(where: { $0.prayer == prayer }) == 1
            else {
                faults.append(likelyIqama(column, prayer, isOther))
                continue
            }
            notes.append(
                "\(body.name(column.index)) has no heading and is taken for the iqama of \(prayer.rawValue), since its "
                    + "times follow it"
            )
            assign(column, to: .iqama(prayer))
        }
    }

    private func isUnexplained(_ column: TimeColumn) -> Bool {
        ColumnName(body.headings[column.index]).map { $0.prayer == nil && $0.kind == .adhan } ?? true
    }

    /// The nearest prayer before a column's times, within a congregation's usual wait; nil if there is none. Few times
    /// stand for a congregation only beside their prayer.
    private func followed(by column: TimeColumn) -> Prayer? {
        let filled = column.filledRows.count
        let isFull = filled * 10 >= column.cells.count * 8
        let near = Prayer.called.compactMap { prayer -> (prayer: Prayer, wait: Int)? in
            guard let own = columns[.time(prayer)], isFull || isBeside(column.index, prayer),
                waits(column, prayer, within: 0...Self.usualWait)
            else { return nil }
            // A clock of twelve hours leaves the half of the day open.
            return (prayer, waits(after: own, column).map { $0.withinADay % 43_200 }.median ?? 0)
        }
        return near.min { $0.wait < $1.wait }?.prayer
    }

    /// Whether a column stands just to the right of a prayer's.
    private func isBeside(_ index: Int, _ prayer: Prayer) -> Bool { columns[.time(prayer)]?.index == index - 1 }

    /// Whether two or more of the other prayers have their congregations just to the right.
    private func areBeside(_ prayer: Prayer) -> Bool {
        Prayer.called.count { other in
            other != prayer && columns[.iqama(other)].map { isBeside($0.index, other) } ?? false
        } > 1
    }

    private func likelyIqama(_ column: TimeColumn, _ prayer: Prayer, _ isOther: Bool) -> TimetableFault {
        let number = column.index + 1
        let taken = columns[.iqama(prayer)].map { "\(body.name($0.index)) already is that iqama" }
        let why = taken ?? (body.headings[column.index].isEmpty ? "it has no heading" : "its heading is not understood")
        let other = isOther ? "; if it is the Asr of the other madhab, write asr_2=\(number)" : ""
        return fault(
            column.filledRows.first ?? 0,
            "\(body.name(column.index)) is likely the iqama of \(prayer.rawValue), since its times follow it, but "
                + "\(why), so it is left out; name it, as in: adhand timetable import FILE --map "
                + "\(prayer.rawValue)_iqama=\(number)\(other)"
        )
    }

    /// Whether it may as well be the Asr of the other madhab.
    private mutating func isLaterAsr(_ column: TimeColumn) -> Bool {
        guard !column.isStepped, let later = column.distances(dates, &sun, { $0.laterAsr }).median else { return false }
        return abs(later) < 1200
    }
}
