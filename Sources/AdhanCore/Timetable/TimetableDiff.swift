/// The differences between two timetables, as lines for people.
package struct TimetableDiff: Sendable, Hashable {
    /// Each line names a day, or the first and last of neighbouring days with the same difference. Empty if the
    /// timetables agree.
    package let lines: [String]

    /// `left` and `right` ascend by date; `refused`: their days that cannot be used.
    package init(
        _ left: [FileDay],
        _ right: [FileDay],
        refused: (left: [CivilDate: TimetableFault], right: [CivilDate: TimetableFault]) = ([:], [:]),
        names: (left: String, right: String)
    ) {
        let (lefts, rights) = (Self.byDate(left), Self.byDate(right))
        var runs: [(first: CivilDate, last: CivilDate, says: String)] = []
        let all = [Set(lefts.keys), Set(rights.keys), Set(refused.left.keys), Set(refused.right.keys)]
        for date in Set(all.joined()).sorted() {
            let refusals = (left: refused.left[date], right: refused.right[date])
            guard let says = Self.difference(lefts[date], rights[date], refusals, names) else { continue }
            if let run = runs.last, run.says == says, run.last.distance(to: date) == 1 {
                runs.removeLast()
                runs.append((run.first, date, says))
            } else {
                runs.append((date, date, says))
            }
        }
        lines = runs.map { "\($0.first)" + ($0.first == $0.last ? "" : " to \($0.last)") + ": " + $0.says }
    }

    private static func byDate(_ days: [FileDay]) -> [CivilDate: FileDay] {
        Dictionary(days.map { ($0.day.date, $0) }) { first, _ in first }
    }

    /// Nil if the days agree, and if both are refused, when nothing can be compared.
    private static func difference(
        _ left: FileDay?,
        _ right: FileDay?,
        _ refused: (left: TimetableFault?, right: TimetableFault?),
        _ names: (left: String, right: String)
    ) -> String? {
        switch (left, refused.left, right, refused.right) {
        case (nil, let fault?, .some, _): return Self.text(fault, names.left)
        case (.some, _, nil, let fault?): return Self.text(fault, names.right)
        case (nil, let fault?, nil, nil): return "\(Self.text(fault, names.left)), and not in \(names.right)"
        case (nil, nil, nil, let fault?): return "\(Self.text(fault, names.right)), and not in \(names.left)"
        case (nil, nil, .some, _): return "only in \(names.right)"
        case (.some, _, nil, nil): return "only in \(names.left)"
        default: break
        }
        guard let left, let right else { return nil }
        let changes = zip(left.day.moments, right.day.moments).compactMap { left, right -> String? in
            switch (left.at, right.at) {
            case (let before?, let after?) where before != after: "\(left.name) \(Self.text(after - before))"
            case (nil, .some): "\(left.name) only in \(names.right)"
            case (.some, nil): "\(left.name) only in \(names.left)"
            default: nil
            }
        }
        return changes.isEmpty ? nil : changes.joined(separator: ", ")
    }

    private static func text(_ fault: TimetableFault, _ name: String) -> String {
        "refused in \(name) (\(fault.place): \(fault.sentence))"
    }

    /// `+2 min`, `-1 min 30 s`.
    private static func text(_ difference: Duration) -> String {
        let seconds = difference.wholeMilliseconds / 1000
        let (minutes, rest) = (seconds.magnitude / 60, seconds.magnitude % 60)
        let parts = [minutes > 0 ? "\(minutes) min" : nil, rest > 0 ? "\(rest) s" : nil].compactMap(\.self)
        return (seconds < 0 ? "-" : "+") + parts.joined(separator: " ")
    }
}

extension PrayerDay {
    /// Every time that a day of a timetable may have, in a fixed order.
    package var moments: [(name: String, at: Instant?)] {
        var moments: [(name: String, at: Instant?)] = Prayer.allCases.map { ($0.rawValue, self[$0]) }
        moments.append(("imsak", imsak))
        for prayer in Prayer.called {
            moments.append(("iqama-\(prayer.rawValue)", iqama[prayer]))
        }
        // More Friday prayers than a mosque has; a missing one is nil, so that all days have as many moments.
        for index in 0..<4 {
            let name = index == 0 ? "jumuah" : "jumuah-\(index + 1)"
            moments.append((name, jumuah.dropFirst(index).first))
        }
        return moments
    }
}
