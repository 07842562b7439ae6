/// When something happens on a day, as the config writes it: `13:30`, `begins+10m`, `iqama-15m`, `sunrise-45m`, `+20m`.
package enum TimeRule: Hashable, Sendable {
    /// Seconds since midnight on the wall clock of the mosque date.
    case clock(Int)
    /// Seconds after another time of the day, negative before it.
    case beside(Anchor, seconds: Int)

    package enum Anchor: Hashable, Sendable {
        /// The prayer's own beginning.
        case begins
        /// The prayer's adhan.
        case adhan
        /// The prayer's iqama.
        case iqama
        /// Another of the six times.
        case time(Prayer)

        /// The name in the config. `+20m` without a name counts from the adhan.
        package var name: String {
            switch self {
            case .begins: "begins"
            case .adhan: "adhan"
            case .iqama: "iqama"
            case .time(let prayer): prayer.rawValue
            }
        }

        static let all: [Anchor] = [.begins, .adhan, .iqama] + Prayer.allCases.map(Anchor.time)
    }

    /// How far a time may be from the one that it is counted from.
    private static let farthest: Duration = .hours(6)

    /// Parses a rule.
    ///
    /// - Throws: `TimeRuleFault`.
    package init(_ text: String) throws(TimeRuleFault) {
        let text = text.trimmed
        if text.contains(":") {
            do { self = .clock(try ClockText.parse(String(text))) } catch { throw .unreadable(String(text)) }
            return
        }
        let name = text.prefix { $0 != "+" && $0 != "-" }
        let sign = text.dropFirst(name.count).first
        guard !text.isEmpty,
            let anchor = name.isEmpty ? .adhan : Anchor.all.first(where: { $0.name == String(name).trimmed })
        else {
            throw .unreadable(String(text))
        }
        guard let sign else {
            self = .beside(anchor, seconds: 0)
            return
        }
        let distance: Duration
        do {
            distance = try DurationText.parse(String(String(text.dropFirst(name.count + 1)).trimmed))
        } catch {
            throw .unreadable(String(text))
        }
        guard distance <= Self.farthest else { throw .far(String(text), most: Self.farthest) }
        let seconds = Int(distance.components.seconds)
        self = .beside(anchor, seconds: sign == "-" ? -seconds : seconds)
    }

    /// Whether it counts from that time.
    package func counts(from anchor: Anchor) -> Bool {
        if case .beside(anchor, _) = self { true } else { false }
    }

    /// Whether it counts backwards, so that an earlier time is the safe one.
    var isBefore: Bool { if case .beside(_, let seconds) = self { seconds < 0 } else { false } }
}

package enum TimeRuleFault: Error, Hashable, CustomStringConvertible {
    case unreadable(String)
    case far(String, most: Duration)

    package var description: String { words() }

    /// - Parameter refused: an anchor that makes no sense there, so that no example has it.
    package func words(refusing refused: TimeRule.Anchor? = nil) -> String {
        switch self {
        case .unreadable(let text):
            let examples = ["13:30", "begins+10m", "iqama-15m", "sunrise-45m", "+20m"].filter {
                refused == .iqama ? $0 != "iqama-15m" : refused == .adhan ? $0 != "+20m" : true
            }.map { "\"\($0)\"" }
            return "\"\(text.prefix(40))\" is not a time of the day; write it as in "
                + "\(examples.dropLast().joined(separator: ", ")) or \(examples.last ?? "")"
        case .far(let text, let most):
            return
                "\"\(text.prefix(40))\" is further than \(DurationText.format(most)) from the time that it counts from"
        }
    }
}
