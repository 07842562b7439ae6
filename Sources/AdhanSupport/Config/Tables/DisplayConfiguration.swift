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

    /// A state of the page besides the day. The page shows the day in place of a state that is left out.
    package enum State: String, CaseIterable, Sendable {
        case adhan
        case untilIqama = "until-iqama"
        case prayer, khutbah, night, slides
        case afterPrayer = "after-prayer"
        case phonesOff = "phones-off"

        /// The states of a page for which the config names none. A hall does not get a new one by an update.
        package static let usual = Set(allCases).subtracting([.phonesOff])
    }

    package enum Digits: String, CaseIterable, Sendable { case western, native }
    package enum Emphasis: String, CaseIterable, Sendable { case iqama, adhan }
    package enum Sunrise: String, CaseIterable, Sendable {
        case shown, hidden
        case alternating = "alternating with imsak"
    }

    /// When the table of times turns to the next day, whole or row by row.
    package enum Tomorrow: String, CaseIterable, Sendable {
        case afterIsha = "after-isha"
        case eachPrayer = "each-prayer"
        case midnight
    }

    /// A sentence at the foot of the page.
    package struct Message: Sendable {
        package var text: String
        /// Nil for all languages.
        package var language: Language?
        package var days: ShownDays
    }

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
    /// Whether the page counts down to sunrise after Fajr.
    package var untilSunrise = false
    package var tomorrow = Tomorrow.afterIsha
    package var states = State.usual
    package var showsClockInPrayer = true
    /// Whether the page has the faults of `adhand status`.
    package var showsFaults = false
    /// How many days ahead the page tells that an iqama or a khutbah will be at another time; 0 for never.
    package var changeDays = 5
    /// How long the call is shown at least; it is as long as it sounds.
    package var adhanLength: Duration = .minutes(3)
    /// How long before the iqama the countdown begins at the earliest.
    package var untilIqama: Duration = .minutes(30)
    package var prayerLength: Duration = .minutes(10)
    /// How long the page asks for phones to be switched off, from the iqama or the khutbah on.
    package var phonesOffLength: Duration = .minutes(1)
    package var taraweehLength: Duration = .hours(1)
    /// When the page is dimmed, in seconds after midnight. It is until half an hour before Fajr.
    package var night = 22 * 3600 + 1800
    package var ground = PageColour.ground
    package var ink = PageColour.ink
    package var gold = PageColour.gold
    /// The opacity of the picture behind the page, as in `page.css`.
    package static let pictureOpacity = 0.15
    package private(set) var messages: [Message] = []
    package var files: Files

    /// - Parameter config: the main config file; nil where there is none.
    package init(_ table: ConfigTable, beside config: String? = nil) {
        files = Files(table, beside: config)
        listen = table.listenAddress(default: listen)
        hosts = table.hostNames()
        name = table.string("name")?.value.visibleName
        table.noteDefault("languages", .texts(languages.map(\.rawValue)))
        languages = Self.languages(table) ?? languages
        alternate = table.duration("alternate", in: .seconds(5)...(.hours(1)), default: alternate)
        table.noteDefault("hours", .integer(24))
        has12Hours = Self.has12Hours(table) ?? has12Hours
        digits = table.choice("digits", default: digits)
        emphasis = table.choice("emphasis", default: emphasis)
        sunrise = table.choice("sunrise", default: sunrise)
        showsImsak = table.bool("imsak", default: showsImsak)
        untilSunrise = table.bool("until_sunrise", default: untilSunrise)
        tomorrow = table.choice("tomorrow", default: tomorrow)
        table.noteDefault("states", .texts(State.allCases.filter(State.usual.contains).map(\.rawValue)))
        states = Self.states(table) ?? states
        showsClockInPrayer = table.bool("clock_in_prayer", default: showsClockInPrayer)
        showsFaults = table.bool("faults", default: showsFaults)
        adhanLength = table.duration("adhan_length", in: .seconds(30)...(.minutes(20)), default: adhanLength)
        untilIqama = table.duration("until_iqama", in: .minutes(1)...(.hours(3)), default: untilIqama)
        prayerLength = table.duration("prayer_length", in: .minutes(2)...(.hours(1)), default: prayerLength)
        phonesOffLength = table.duration(
            "phones_off_length",
            in: .seconds(10)...(.minutes(5)),
            default: phonesOffLength
        )
        taraweehLength = table.duration("taraweeh_length", in: .minutes(10)...(.hours(4)), default: taraweehLength)
        // In the afternoon it would be the page of the day that is dimmed.
        night = table.clock("night", in: 18 * 3600...24 * 3600 - 60, default: night)
        table.noteDefault("tell_changes", .text("\(changeDays)d"))
        changeDays = table.lead("tell_changes", in: .zero...(.days(14))).map { $0 / 86_400 } ?? changeDays
        readColours(table)
        messages = table.tables("messages").compactMap(Message.init)
    }

    private static func languages(_ table: ConfigTable) -> [Language]? {
        let wanted = "a list of languages, for example [\"en\", \"ar\"]"
        let list = table.list("languages", wanted: wanted, most: 2) { text in
            if let language = Language(rawValue: text) { return language }
            let meant = Language.allCases.first { "\($0)" == text.lowercased() || $0.rawValue == text.lowercased() }
            let names = Language.allCases.map(\.rawValue).joined(separator: ", ")
            let advice = meant.map { "write \"\($0.rawValue)\"" } ?? "it has \(names)"
            throw ValueFault(sentence: "languages: the page has no '\(text)'; \(advice)")
        }
        if let list, let first = list.value.first, list.value.count > Set(list.value).count {
            table.fault(list.spot, "languages has '\(first.rawValue)' twice; write it once, or another beside it")
        }
        return list?.value
    }

    private static func has12Hours(_ table: ConfigTable) -> Bool? {
        guard let hours = table.integer("hours", in: 12...24) else { return nil }
        if hours.value == 12 || hours.value == 24 { return hours.value == 12 }
        table.fault(hours.spot, "hours = \(hours.value) is no kind of clock; write 12 or 24")
        return nil
    }

    private static func states(_ table: ConfigTable) -> Set<State>? {
        let wanted = "a list of states, for example [\"adhan\", \"prayer\"]"
        let list = table.list("states", mayBeEmpty: true, wanted: wanted) { text in
            if let state = State(rawValue: text) { return state }
            let names = State.allCases.map(\.rawValue)
            let meant = Spelling.nearest(to: text, among: names).map { "; did you mean '\($0)'?" } ?? ""
            let words = "there is no '\(text)', only \(names.joined(separator: ", "))\(meant)"
            throw ValueFault(sentence: "states: \(words)")
        }
        return list.map { Set($0.value) }
    }

    private mutating func readColours(_ table: ConfigTable) {
        let inner = table.table("colours")
        func read(_ key: String, _ usual: PageColour) -> PageColour {
            inner.noteDefault(key, .text("\(usual)"))
            let found = inner.text(key) { text in
                if let colour = PageColour(text) { return colour }
                throw ValueFault("is not a colour; write it as in \"\(usual)\"")
            }
            return found?.value ?? usual
        }
        (ground, ink, gold) = (read("ground", ground), read("ink", ink), read("gold", gold))
        let picture = files.background == nil ? [] : ground.behind(opacity: Self.pictureOpacity)
        guard let spot = inner.spot ?? table.spot(of: "background") else { return }
        for (name, colour, least) in [("ink", ink, 4.5), ("gold", gold, 3)] {
            // A picture behind the page may be of any colour.
            let behind = [ground] + picture
            let contrast = behind.map { colour.contrast(to: $0) }.min() ?? 1
            guard contrast < least else { continue }
            let place = colour.contrast(to: ground) < least ? "" : " with the picture of background"
            let words =
                "is hard to read\(place): its contrast is \(tenths(contrast)), and it has to be \(tenths(least)) "
                + "(WCAG 2.1, success criterion 1.4.3)"
            inner.fault(spot, "\(name) \(colour) on ground \(ground) \(words)")
        }
    }

    private func tenths(_ number: Double) -> String { "\((number * 10).rounded(.down) / 10) : 1" }
}

extension DisplayConfiguration.Message {
    /// The longest text, in characters: more does not fit on a phone.
    private static let longest = 240

    /// Nil where it is wrong; the table has the fault.
    fileprivate init?(_ table: ConfigTable) {
        language = table.choice("language")?.value
        days = ShownDays(table)
        if table.spot(of: "text") == nil, let spot = table.spot { table.fault(spot, "\(table.header) needs a text") }
        let found = table.text("text") { text in
            if (1...Self.longest).contains(text.count) { return text }
            let words = "text has \(text.count) characters; it may have 1 to \(Self.longest)"
            throw ValueFault(sentence: words)
        }
        guard let found else { return nil }
        text = found.value
    }
}
