import AdhanCore

/// `[[notify]]`: receivers of messages about prayers and faults. A process of its own tells them, `adhand-notify`.
package struct NotifyConfiguration: Sendable {
    /// A kind of message.
    package enum Event: String, CaseIterable, Codable, Sendable {
        case adhanBefore = "adhan-before"
        case adhan
        case adhanAfter = "adhan-after"
        case iqama, khutbah, imsak, iftar, eid, reminder, fault
    }

    /// The hours of a day in which people are not disturbed.
    package struct Quiet: Equatable, Sendable {
        /// The first quiet second and the first that is not, in seconds after midnight on the wall clock. They differ.
        package let from, to: Int

        package func contains(_ secondOfDay: Int) -> Bool {
            from < to ? secondOfDay >= from && secondOfDay < to : secondOfDay >= from || secondOfDay < to
        }
    }

    package struct Receiver: Equatable, Sendable {
        /// Unique among the receivers.
        package var name: String
        package var destination: NotifyDestination
        package var events = Set(Event.allCases)
        /// Occasions of other prayers are not told. Those of no prayer are.
        package var prayers = Set(Prayer.called)
        package var severity = FaultSeverity.info
        package var language = DisplayConfiguration.Language.english
        package var secret: SecretFile?
        /// The user that the secret belongs to, for mail and MQTT.
        package var user: String?
        package var quiet: Quiet?
        /// A phone opens it when somebody taps a message of ntfy.
        package var click: WebAddress?
        /// The position of its `to`.
        package var spot: SourceLocation
    }

    /// In the order of the file.
    package private(set) var receivers: [Receiver] = []

    /// Without receivers.
    package init() {}

    /// - Parameter tables: the `[[notify]]` of a file, in their order.
    package init(_ tables: [ConfigTable]) {
        var names: [String: SourceLocation] = [:]
        for table in tables {
            guard var receiver = Receiver(table) else { continue }
            if let other = names[receiver.name], let spot = table.spot(of: "name") {
                let words = "name = \"\(receiver.name)\" is also the name in line \(other.line); give each its own"
                table.fault(spot, words)
            }
            let usual = receiver.name
            var number = 2
            while names[receiver.name] != nil {
                receiver.name = "\(usual)-\(number)"
                number += 1
            }
            names[receiver.name] = receiver.spot
            receivers.append(receiver)
        }
    }

    /// Faults of the secrets. It may block for ten seconds for each.
    package var problems: [ConfigFault] {
        receivers.compactMap { receiver in
            let words = receiver.secret?.problem(within: .seconds(5)) ?? receiver.destination.problem
            return words.map { ConfigFault(receiver.spot, "[[notify]] \(receiver.name): \($0)") }
        }
    }
}

extension NotifyConfiguration.Receiver {
    private typealias Kind = NotifyConfiguration.Event

    /// Nil where it is wrong; the table has the fault.
    fileprivate init?(_ table: ConfigTable) {
        let name = Self.name(table)
        let user = table.string("user")
        let secret = Self.secret(table)
        let server = table.text("server", as: MailServer.init)
        let from = table.text("from") { try MailAddress($0) }
        let events = Self.events(table)
        let prayers = Self.prayers(table)
        let severity: Located<FaultSeverity>? = table.choice("severity")
        let language = Self.language(table)
        let quiet = Self.quiet(table)
        let click = table.text("click") { try NotifyDestination.address($0, "click", "https://box.example.org/") }
        let to = table.text("to", as: NotifyDestination.parse)
        guard let spot = table.spot else { return nil }
        guard let to else {
            if table.spot(of: "to") == nil {
                table.fault(spot, "\(table.header) needs a receiver, as in to = \"webhook:https://example.org/adhan\"")
            }
            return nil
        }
        destination = to.value
        self.spot = to.spot
        self.name = name?.value ?? destination.usualName
        (self.user, self.secret) = (user?.value, secret?.value)
        self.events = events.map { Set($0) } ?? self.events
        self.prayers = prayers.map { Set($0) } ?? self.prayers
        self.severity = severity?.value ?? self.severity
        self.language = language ?? self.language
        (self.quiet, self.click) = (quiet, click?.value)
        if case .mail(var mail) = destination {
            mail.server = server?.value
            mail.from = from?.value
            destination = .mail(mail)
        }
        for (key, spot) in [("server", server?.spot), ("from", from?.spot)] {
            if let spot, !destination.isMail { table.fault(spot, "\(key) is for to = \"mail:…\" alone; remove it") }
        }
        if let severity, severity.value > .info, !self.events.contains(.fault) {
            let words = "leaves nothing to tell: prayers are info, and events names no fault; remove severity"
            table.fault(severity.spot, "severity = \"\(severity.value.rawValue)\" \(words)")
        }
        if let click {
            if case .ntfy = destination {} else { table.fault(click.spot, "click is for ntfy alone; remove it") }
        }
        table.noteDefault("language", .text(DisplayConfiguration.Language.english.rawValue))
        if case .mqtt = destination {
            for key in ["events", "prayers", "severity", "quiet"] {
                guard let spot = table.spot(of: key) else { continue }
                table.fault(spot, "\(key) is for messages, and an MQTT broker is told all values; remove it")
            }
        } else {
            table.noteDefault("events", .texts(Kind.allCases.map(\.rawValue)))
            table.noteDefault("prayers", .texts(Prayer.called.map(\.rawValue)))
            table.noteDefault("severity", .text(FaultSeverity.info.rawValue))
        }
        check(table, user: user?.spot, secret: secret?.spot)
    }

    private func check(_ table: ConfigTable, user userSpot: SourceLocation?, secret secretSpot: SourceLocation?) {
        if destination.isMail {
            if table.spot(of: "server") == nil {
                table.fault(spot, "mail needs a server, for example server = \"smtp://mail.example.org:587\"")
            }
            if table.spot(of: "from") == nil {
                table.fault(spot, "mail needs a sender, for example from = \"box@example.org\"")
            }
        }
        if let userSpot {
            if !destination.hasUser { table.fault(userSpot, "user is for mail and MQTT alone; remove it") }
            if user?.contains(where: \.isNewline) == true || user?.isEmpty == true {
                table.fault(userSpot, "user is no name of a user; write the name that the server knows")
            }
            if destination.hasUser, table.spot(of: "secret") == nil {
                table.fault(userSpot, "user has no password; put it into a file and name the file: \(Self.example)")
            }
        }
        guard let secretSpot else { return }
        if case .command = destination {
            table.fault(secretSpot, "a program gets no secret from adhand; remove secret, and let the program read it")
        }
        if destination.hasUser, userSpot == nil {
            table.fault(secretSpot, "secret is the password of a user, and no user is named; write user = \"…\"")
        }
        guard !destination.isEncrypted, let host = destination.host, !host.isNearby else { return }
        let words = "is not encrypted, so anybody on the way could read the secret"
        table.fault(
            spot,
            "to: the way to \(host.name) \(words); write \(destination.encryptedScheme), or remove secret"
        )
    }

    private static let example = "secret = \"/etc/adhand/notify.secret\""

    private static func name(_ table: ConfigTable) -> Located<String>? {
        table.text("name") { text in
            let isName = (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
            if isName, !text.hasPrefix("-") { return text }
            throw ValueFault("is no name: write 1 to 64 letters, digits and signs, without a space, as in \"imam\"")
        }
    }

    private static func secret(_ table: ConfigTable) -> Located<SecretFile>? {
        guard let found = table.string("secret") else { return nil }
        if let credential = SecretFile(credential: found.value) { return found.with(credential) }
        if found.value.contains("/") { return found.with(SecretFile(found.path)) }
        // Not quoted: it may be the secret itself.
        let words = "secret is neither a path nor credential:NAME, a systemd credential"
        table.fault(found.spot, "\(words); put the secret into a file of mode 0600 and name the file: \(example)")
        return nil
    }

    private static func events(_ table: ConfigTable) -> [Kind]? {
        let wanted = "a list of events, for example [\"adhan\", \"fault\"]"
        return table.list("events", wanted: wanted) { text in
            if let event = Kind(rawValue: text) { return event }
            let names = Kind.allCases.map(\.rawValue)
            let plain = PrayerSpelling.name(text)
            let near = names.first { $0 == plain } ?? Spelling.nearest(to: text.lowercased(), among: names)
            let hint = near.map { "; did you mean '\($0)'?" } ?? ""
            let words = "there is no '\(OneLine.of(text, limit: 80))', only \(names.joined(separator: ", "))\(hint)"
            throw ValueFault(sentence: "events: \(words)")
        }?.value
    }

    private static func prayers(_ table: ConfigTable) -> [Prayer]? {
        let wanted = "a list of prayers, for example [\"fajr\", \"isha\"]"
        return table.list("prayers", wanted: wanted) { text in
            if let prayer = Prayer(rawValue: text), Prayer.called.contains(prayer) { return prayer }
            let names = Prayer.called.map(\.rawValue)
            let plain = PrayerSpelling.name(text)
            let near = names.first { $0 == plain } ?? Spelling.nearest(to: plain, among: names)
            let hint = near.map { "; did you mean '\($0)'?" } ?? ""
            let words = "there is no '\(OneLine.of(text, limit: 80))', only \(names.joined(separator: ", "))\(hint)"
            throw ValueFault(sentence: "prayers: \(words)")
        }?.value
    }

    private static func language(_ table: ConfigTable) -> DisplayConfiguration.Language? {
        let all = DisplayConfiguration.Language.allCases
        let advice = Dictionary(uniqueKeysWithValues: all.map { ("\($0)", "write \"\($0.rawValue)\"") })
        return table.choice("language", all.map { ($0.rawValue, $0) }, advice: advice)?.value
    }

    private static func quiet(_ table: ConfigTable) -> NotifyConfiguration.Quiet? {
        let example = "two times of the clock, as in [\"22:00\", \"06:00\"]"
        let times = table.list("quiet", wanted: example, most: 2) { text in
            guard let second = try? ClockText.parse(text), second < 86_400 else {  // reason: the fault says more
                throw ValueFault("is not a time on a clock; write it as in \"22:00\"")
            }
            return second
        }
        guard let times, table.faults.isEmpty else { return nil }
        guard times.value.count == 2, let from = times.value.first, let to = times.value.last, from != to else {
            table.fault(times.spot, "quiet needs \(example); they differ")
            return nil
        }
        return NotifyConfiguration.Quiet(from: from, to: to)
    }
}
