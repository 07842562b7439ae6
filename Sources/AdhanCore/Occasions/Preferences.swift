/// The settings that people change while the daemon runs. The config file stays as it is.
package struct Preferences: Hashable, Sendable {
    package enum Key: Hashable, Sendable, CaseIterable {
        /// The volume of a prayer; of every prayer if it is nil.
        case volume(Prayer?)
        /// Whether a prayer is called.
        case adhan(Prayer)
        /// The first day of the running Hijri month.
        case hijriAdjust

        package static let allCases: [Key] =
            [.volume(nil)] + Prayer.called.map(Key.volume) + Prayer.called.map(Key.adhan) + [.hijriAdjust]

        /// The prayer that it counts for; nil if it counts for all, or for none.
        package var prayer: Prayer? {
            switch self {
            case .volume(let prayer): prayer
            case .adhan(let prayer): prayer
            case .hijriAdjust: nil
            }
        }

        /// `volume`, `volume.fajr` …, `adhan.fajr` …, `hijri.adjust`.
        package var name: String {
            switch self {
            case .volume(nil): "volume"
            case .volume(let prayer?): "volume." + prayer.rawValue
            case .adhan(let prayer): "adhan." + prayer.rawValue
            case .hijriAdjust: "hijri.adjust"
            }
        }
    }

    package enum Value: Hashable, Sendable {
        case volume(Volume)
        case isOn(Bool)
        case hijriStart(HijriStart)

        /// As a person writes it: `60`, `on` or `off`. A month's start as `1448-06-01=2026-11-12`.
        package var text: String {
            switch self {
            case .volume(let volume): return volume.text
            case .isOn(let isOn): return isOn ? "on" : "off"
            case .hijriStart(let start): return start.description
            }
        }

        /// The same for a person to read: a month's start as `1 Jumada II 1448 is 12 November 2026`.
        package var words: String {
            guard case .hijriStart(let start) = self else { return text }
            return "\(HijriDate(month: start.month, day: 1).words) is \(start.date.inWords)"
        }
    }

    /// One change, with the person who made it.
    package struct Change: Hashable, Sendable {
        package let key: Key
        /// Nil if the config counts again.
        package let value: Value?
        package let who: String
        package let at: Instant

        package init(_ key: Key, _ value: Value?, who: String, at: Instant) {
            (self.key, self.value, self.who, self.at) = (key, value, who, at)
        }

        /// - Parameters:
        ///   - text: `0` to `100` or `-12dB`, `on` or `off`, a month's start, or `default` for what the config says.
        package init(_ name: String, _ text: String, who: String, at: Instant) throws(InvalidValue) {
            guard let key = Key.allCases.first(where: { $0.name == name }) else { throw Key.unknown(name) }
            self.init(key, try Value(text, for: key), who: who, at: at)
        }
    }

    private var changes: [Key: Change] = [:]

    package init(_ changes: [Change] = []) { for change in changes { apply(change) } }

    /// The changes that count, in the order of the keys.
    package var inForce: [Change] { Key.allCases.compactMap { changes[$0] } }

    /// The change of that key that counts; nil if the config does.
    package subscript(key: Key) -> Change? { changes[key] }

    /// The change that decides the prayer's volume; nil if the config does.
    ///
    /// - Parameters:
    ///   - prayer: nil for a sound that belongs to no prayer.
    package func volumeChange(of prayer: Prayer?, beside volumes: VolumePlan) -> Change? {
        if let own = prayer.flatMap({ changes[.volume($0)] }) { return own }
        return prayer.flatMap { volumes.ofPrayers[$0] } == nil ? changes[.volume(nil)] : nil
    }

    package mutating func apply(_ change: Change) { changes[change.key] = change.value == nil ? nil : change }

    /// The sounds with the volumes that people have set.
    package func applied(to sounds: SoundPlan) -> SoundPlan {
        var sounds = sounds
        for change in changes.values {
            guard case .volume(let prayer) = change.key, case .volume(let volume) = change.value else { continue }
            if let prayer { sounds.volumes.ofPrayers[prayer] = volume } else { sounds.volumes.usual = volume }
        }
        return sounds
    }

    /// The rules with the adhans that people have switched on and off.
    package func applied(to rules: MosqueRules) -> MosqueRules {
        var rules = rules
        for change in changes.values {
            guard case .adhan(let prayer) = change.key, case .isOn(let isOn) = change.value else { continue }
            rules.switches[prayer] = isOn ? .on : .off(by: change.who)
        }
        rules.calendar = applied(to: rules.calendar)
        return rules
    }

    /// The calendar with the month's start that people have set. One that does not fit the config's months has no
    /// effect.
    package func applied(to calendar: HijriCalendar) -> HijriCalendar {
        guard case .hijriStart(let start)? = changes[.hijriAdjust]?.value else { return calendar }
        // reason: see above; `hijriProblem` tells of it
        return (try? calendar.declaring(start)) ?? calendar
    }

    /// Why the month's start that somebody has set has no effect; nil where it has one, has ended, or none was set.
    package func hijriProblem(on today: CivilDate, beside calendar: HijriCalendar) -> String? {
        let change = inForce(on: today, beside: calendar).first { $0.key == .hijriAdjust }
        guard let change, case .hijriStart(let start)? = change.value else { return nil }
        do {
            _ = try calendar.declaring(start)
            return nil
        } catch {
            return "the Hijri date that \(change.who) set does not fit [hijri.starts], which counts: \(error)"
        }
    }

    /// The changes that still have an effect. The start of a Hijri month has none once the months after it begin as in
    /// the config.
    package func inForce(on today: CivilDate, beside calendar: HijriCalendar) -> [Change] {
        inForce.filter { change in
            guard case .hijriStart(let start)? = change.value else { return true }
            return today < applied(to: calendar).agrees(with: calendar, after: start.month)
        }
    }
}

extension Preferences.Change {
    /// `volume is 0, set by root`.
    package func words() -> String { "\(key.name) is \(value?.text ?? "default"), set by \(who)" }

    /// The command that ends a silence.
    ///
    /// - Parameter isSilent: whether nothing would be heard without the change, too.
    package func remedy(_ isSilent: Bool) -> String { "adhand set \(key.name) \(isSilent ? "100" : "default")" }
}

extension Preferences.Key {
    /// The key and the value that a person means: `volume fajr 60`, `fajr off`, `fajr 60` and `hijri +1` as well.
    package static func meant(by name: String, _ text: String) throws(InvalidValue) -> (Self, String) {
        let words = (name.split(separator: ".") + text.split(separator: " ")).prefix(8).map(String.init)
        let (first, second) = (words.first?.lowercased() ?? "", words.dropFirst().first ?? "")
        let pair = "\(first).\(PrayerSpelling.name(second))"
        if words.count > 2, let key = allCases.first(where: { $0.name == pair }) {
            return (key, words.dropFirst(2).joined(separator: " "))
        }
        if let key = allCases.first(where: { $0.name == name }) { return (key, text) }
        if first == "hijri" { return (.hijriAdjust, words.dropFirst().joined(separator: " ")) }
        guard words.count == 2, let prayer = Prayer.called.first(where: { $0.rawValue == PrayerSpelling.name(first) })
        else { throw unknown(name) }
        switch second.lowercased() {
        case "on", "off": return (.adhan(prayer), second)
        case "default":
            let name = prayer.rawValue
            let words = "adhand set adhan.\(name) default, or adhand set volume.\(name) default"
            throw InvalidValue("\(prayer.title) has two settings; write one of them: \(words)")
        default: return (.volume(prayer), second)
        }
    }

    fileprivate static func unknown(_ name: String) -> InvalidValue {
        let names = allCases.map(\.name)
        let near = Spelling.nearest(to: name.lowercased(), among: names)
        let hint = near.map { "did you mean '\($0)'?" } ?? "there are \(names.joined(separator: ", "))"
        return InvalidValue("'\(name.prefix(40))' is no setting; \(hint)")
    }

    package func refusal(of text: String) -> InvalidValue {
        let wanted =
            switch self {
            case .volume: "is no volume; it is a number from 0 to 100, decibels such as -12dB, or default"
            case .adhan: "is not on, off or default"
            case .hijriAdjust:
                "is not +1, -1, +2, -2 or default; to name the day of the month: adhand hijri today is 15"
            }
        return InvalidValue("\(name): '\(text.prefix(40))' \(wanted)")
    }
}

extension Preferences.Value {
    /// Nil for `default`.
    fileprivate init?(_ text: String, for key: Preferences.Key) throws(InvalidValue) {
        let word = text.lowercased()
        guard word != "default" else { return nil }
        switch key {
        case .volume:
            if let decibels = DecibelText.parse(text, unit: "dB"), Volume.audible.contains(decibels) {
                self = .volume(Volume(decibels: decibels))
                return
            }
            let text = text.hasSuffix("%") ? String(text.dropLast()) : text
            // Double would also read "inf" and "0x1p3".
            let isPlain = text.utf8.count <= 6 && text.utf8.allSatisfy { $0 == 0x2E || (0x30...0x39).contains($0) }
            guard isPlain, let percent = Double(text), percent <= 100 else { throw key.refusal(of: text) }
            self = .volume(Volume(percent: percent))
        case .adhan:
            guard word == "on" || word == "off" else { throw key.refusal(of: text) }
            self = .isOn(word == "on")
        case .hijriAdjust:
            guard let start = HijriStart(text) else { throw key.refusal(of: text) }
            self = .hijriStart(start)
        }
    }
}
