import AdhanCore

/// `[display]`: the page on the mosque's screen. A process of its own shows it, `adhand display`.
package struct DisplayConfiguration: Sendable {
    package enum Language: String, CaseIterable, Sendable {
        case english = "en"
        case arabic = "ar"
        case urdu = "ur"
        case turkish = "tr"
        case french = "fr"
        case german = "de"
        case bengali = "bn"
        case indonesian = "id"
        case swedish = "sv"
    }

    /// A state of the page besides the day. What is left out, the page shows as the day.
    package enum State: String, CaseIterable, Sendable {
        case adhan
        case untilIqama = "until-iqama"
        case prayer, khutbah, night, slides
        case afterPrayer = "after-prayer"
    }

    package enum Digits: String, CaseIterable, Sendable { case western, native }
    package enum Emphasis: String, CaseIterable, Sendable { case iqama, adhan }
    package enum Sunrise: String, CaseIterable, Sendable {
        case shown, hidden
        case alternating = "alternating with imsak"
    }

    /// When the table of times turns to the next day.
    package enum Tomorrow: String, CaseIterable, Sendable {
        case afterIsha = "after-isha"
        case midnight
    }

    /// A sentence at the foot of the page.
    package struct Message: Sendable {
        package var text: String
        /// Nil for all languages.
        package var language: Language?
        package var days: ShownDays
    }

    /// Where the server listens.
    package var listen = ListenAddress.usual
    /// The names besides addresses under which browsers may ask for the page.
    package var hosts: [String] = []
    /// The mosque's name on the page; nil for that of `[place]`.
    package var name: String?
    /// One, or two that alternate.
    package var languages: [Language] = [.english]
    package var alternate: Duration = .seconds(20)
    package var has12Hours = false
    package var digits = Digits.western
    package var emphasis = Emphasis.iqama
    package var sunrise = Sunrise.shown
    package var showsImsak = false
    package var tomorrow = Tomorrow.afterIsha
    package var states = Set(State.allCases)
    package var showsClockInPrayer = true
    /// How long the call is shown at least; it is as long as it sounds.
    package var adhanLength: Duration = .minutes(3)
    /// How long before the iqama the countdown begins at the earliest.
    package var untilIqama: Duration = .minutes(30)
    package var prayerLength: Duration = .minutes(10)
    package var taraweehLength: Duration = .hours(1)
    /// When the page is dimmed, in seconds after midnight. It is until half an hour before Fajr.
    package var night = 22 * 3600 + 1800
    package var ground = PageColour.ground
    package var ink = PageColour.ink
    package var gold = PageColour.gold
    package private(set) var messages: [Message] = []
    package var files: Files

    /// - Parameter config: the main config file; nil where there is none.
    package init(_ table: ConfigTable, beside config: String? = nil) {
        files = Files(table, beside: config)
        listen = Self.listen(table) ?? listen
        hosts = Self.hosts(table) ?? hosts
        name = table.string("name")?.value
        languages = Self.languages(table) ?? languages
        alternate = table.duration("alternate", in: .seconds(5)...(.hours(1)))?.value ?? alternate
        has12Hours = Self.has12Hours(table) ?? has12Hours
        digits = table.choice("digits", Digits.allCases.map { ($0.rawValue, $0) })?.value ?? digits
        emphasis = table.choice("emphasis", Emphasis.allCases.map { ($0.rawValue, $0) })?.value ?? emphasis
        sunrise = table.choice("sunrise", Sunrise.allCases.map { ($0.rawValue, $0) })?.value ?? sunrise
        showsImsak = table.bool("imsak")?.value ?? showsImsak
        tomorrow = table.choice("tomorrow", Tomorrow.allCases.map { ($0.rawValue, $0) })?.value ?? tomorrow
        states = Self.states(table) ?? states
        showsClockInPrayer = table.bool("clock_in_prayer")?.value ?? showsClockInPrayer
        adhanLength = table.duration("adhan_length", in: .seconds(30)...(.minutes(20)))?.value ?? adhanLength
        untilIqama = table.duration("until_iqama", in: .minutes(1)...(.hours(3)))?.value ?? untilIqama
        prayerLength = table.duration("prayer_length", in: .minutes(2)...(.hours(1)))?.value ?? prayerLength
        taraweehLength = table.duration("taraweeh_length", in: .minutes(10)...(.hours(4)))?.value ?? taraweehLength
        // In the afternoon it would be the page of the day that is dimmed.
        night = table.clock("night", in: 18 * 3600...24 * 3600 - 60)?.value ?? night
        readColours(table)
        messages = table.tables("messages").compactMap { inner in
            let message = Message(inner)
            table.take(inner)
            return message
        }
    }

    private static func listen(_ table: ConfigTable) -> ListenAddress? {
        guard let text = table.string("listen") else { return nil }
        if let address = ListenAddress(text.value) { return address }
        table.fault(
            text.spot,
            "listen = \"\(text.value)\" is not an address and a port; write \"127.0.0.1:8080\" for this box alone, "
                + "\"0.0.0.0:8080\" for the mosque's network, \"[::]:8080\" for both kinds of addresses"
        )
        return nil
    }

    private static func languages(_ table: ConfigTable) -> [Language]? {
        guard
            let list = table.strings("languages", wanted: "a list of languages, for example [\"en\", \"ar\"]", most: 2)
        else { return nil }
        let found = list.value.compactMap(Language.init)
        let names = Language.allCases.map(\.rawValue).joined(separator: ", ")
        for text in list.value where Language(rawValue: text) == nil {
            let meant = Language.allCases.first { "\($0)" == text.lowercased() || $0.rawValue == text.lowercased() }
            let advice = meant.map { "write \"\($0.rawValue)\"" } ?? "it has \(names)"
            table.fault(list.spot, "languages: the page has no '\(text)'; \(advice)")
        }
        if let text = list.value.first, list.value.count > Set(list.value).count {
            table.fault(list.spot, "languages has '\(text)' twice; write it once, or another beside it")
        }
        return found.count == list.value.count ? found : nil
    }

    private static func hosts(_ table: ConfigTable) -> [String]? {
        let wanted = "a list of names, for example [\"mosque.local\"]"
        guard let list = table.strings("hosts", mayBeEmpty: true, wanted: wanted) else { return nil }
        for text in list.value {
            // A browser sends the name, and nothing of what may be around it in an address.
            let behindScheme = text.ranges(of: "://").first.map { text[$0.upperBound...] } ?? text[...]
            let name = behindScheme.prefix { $0 != "/" && $0 != ":" }
            let isName = !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || ".-_".contains($0) }
            if isName, name == text { continue }
            let parts = name.split(separator: ".").filter { !$0.contains("*") }.joined(separator: ".")
            let meant =
                isName ? "write \"\(name)\"" : "write each name, as in \"\(parts.isEmpty ? "mosque.local" : parts)\""
            table.fault(list.spot, "hosts: no browser asks by '\(OneLine.of(text, limit: 80))'; \(meant)")
        }
        return list.value
    }

    private static func has12Hours(_ table: ConfigTable) -> Bool? {
        guard let hours = table.integer("hours", in: 12...24) else { return nil }
        if hours.value == 12 || hours.value == 24 { return hours.value == 12 }
        table.fault(hours.spot, "hours = \(hours.value) is no kind of clock; write 12 or 24")
        return nil
    }

    private static func states(_ table: ConfigTable) -> Set<State>? {
        let names = State.allCases.map(\.rawValue)
        let wanted = "a list of states, for example [\"adhan\", \"prayer\"]"
        guard let list = table.strings("states", mayBeEmpty: true, wanted: wanted) else { return nil }
        for text in list.value where State(rawValue: text) == nil {
            let meant = Spelling.nearest(to: text, among: names).map { "; did you mean '\($0)'?" } ?? ""
            table.fault(list.spot, "states: there is no '\(text)', only \(names.joined(separator: ", "))\(meant)")
        }
        return Set(list.value.compactMap(State.init))
    }

    private mutating func readColours(_ table: ConfigTable) {
        let inner = table.table("colours")
        defer { table.take(inner) }
        func read(_ key: String, _ usual: PageColour) -> PageColour {
            guard let text = inner.string(key) else { return usual }
            if let colour = PageColour(text.value) { return colour }
            inner.fault(text.spot, "\(key) = \"\(text.value)\" is not a colour; write it as in \"\(usual)\"")
            return usual
        }
        (ground, ink, gold) = (read("ground", ground), read("ink", ink), read("gold", gold))
        guard let spot = inner.spot else { return }
        for (name, colour, least) in [("ink", ink, 4.5), ("gold", gold, 3)] {
            let contrast = colour.contrast(to: ground)
            if contrast < least {
                inner.fault(
                    spot,
                    "\(name) \(colour) on ground \(ground) is hard to read: its contrast is \(tenths(contrast)), and "
                        + "it has to be \(tenths(least)) (WCAG 2.1, success criterion 1.4.3)"
                )
            }
        }
    }

    private func tenths(_ number: Double) -> String { "\((number * 10).rounded(.down) / 10) : 1" }
}

extension DisplayConfiguration.Message {
    /// The longest text, in characters: more does not fit on a phone.
    private static let longest = 240

    /// Nil where it is wrong; the table has the fault.
    fileprivate init?(_ table: ConfigTable) {
        let names = DisplayConfiguration.Language.allCases.map { ($0.rawValue, $0) }
        language = table.choice("language", names)?.value
        days = ShownDays(table)
        guard let found = table.string("text") else {
            if let spot = table.spot { table.fault(spot, "\(table.header) needs a text") }
            return nil
        }
        text = found.value
        if text.isEmpty || text.count > Self.longest {
            table.fault(found.spot, "text has \(text.count) characters; it may have 1 to \(Self.longest)")
        }
    }
}
