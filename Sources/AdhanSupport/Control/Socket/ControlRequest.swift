import AdhanCore

/// A client's request: `{"command":"play","prayer":"fajr"}`.
///
/// The user is not part of it: the kernel knows who asks (`ControlCaller`).
package struct ControlRequest: Codable, Equatable, Sendable {
    package enum Command: String, Codable, CaseIterable, Sendable {
        case status, times, history, events, refresh, reload, play, stop, mute, unmute
        case clockConfirm = "clock-confirm"
        case refreshNow = "refresh-now"
        case selfTest = "self-test"
        case set, settings
        /// The display says what is wrong with it, and in `value` how many pages follow it;
        /// without `problems`, that it ends.
        case display
        /// What happens to a mirror: `key` is its name and the event, `main.added`, and `value` the words.
        case mirrorNews = "mirror-news"
        /// `adhand sync` takes the questions to the network, and tells what came of one, in `fetched`.
        case fetches, fetched
        /// `adhand notify` takes up the programs of `[hooks]` that are to run, in `value` naming its process, and tells
        /// how one ended, in `hooked`.
        case hooks, hooked
        /// `adhand notify` says which receivers of `[[notify]]` fail, in `failing`.
        case notify
        /// `adhand sync` tells in `value` which version apt would install; without it, that it knows no newer one.
        case newerVersion = "newer-version"
        /// The sound cards, for a process that may not open them.
        case devices

        /// How the server and the daemon treat a command.
        package struct Traits {
            /// As how many orders it counts for `ControlRateLimit`.
            package var cost = 1
            /// Whether it must get through even if other requests are at their limits: it silences, or undoes that.
            package var isUrgent = false
            /// Whether it may come every second and changes no status, so that it does not go into the journal, and is
            /// counted apart from orders.
            package var isQuiet = false
        }

        /// The table of the commands.
        package var traits: Traits {
            switch self {
            // Reading is free, as far as it is little. The days of `times` may be those of a year.
            case .status, .history, .settings, .events, .fetches, .fetched, .hooks, .hooked:
                Traits(cost: 0, isQuiet: true)
            // The display and `adhand notify` report every few seconds. The mirror itself logs what happens to it.
            case .times, .display, .mirrorNews, .notify, .newerVersion, .devices: Traits(isQuiet: true)
            // The second `stop` does nothing. A stopped sound is logged by itself.
            case .stop: Traits(cost: 0, isUrgent: true, isQuiet: true)
            case .mute, .unmute: Traits(isUrgent: true)
            case .refresh, .refreshNow, .play, .set, .clockConfirm: Traits()
            // The daemon reads the config again, and logs what has changed; or it reads all recordings.
            case .reload, .selfTest: Traits(cost: 2)
            }
        }
    }

    /// The value of `events` for which those of the last two minutes about occasions come first.
    package static let recent = "recent"

    package var command: Command
    /// One of the five prayers that are called. Beside `file`, the prayer with whose volume it is played.
    package var prayer: Prayer?
    /// The absolute path of a sound file, since the daemon's working directory is not the client's.
    package var file: String?
    /// The name of a setting, and its new value or what is muted, as they were typed. The daemon parses them.
    package var key: String?
    package var value: String?
    /// The first mosque date of a history or of times, and the date before which they end: `2026-11-21`.
    package var from: String?
    package var to: String?
    /// What is wrong with the display, in sentences.
    package var problems: [String]?
    /// The outcome of a question to the network.
    package var fetched: FetchOutcome?
    /// The end of a program of `[hooks]`.
    package var hooked: HookEnd?
    package var failing: [FailingReceiver]?
    /// The person for whom the client asks, as the committee's page does. The client's user answers for it.
    package var person: String?

    package init(
        _ command: Command,
        prayer: Prayer? = nil,
        file: String? = nil,
        key: String? = nil,
        value: String? = nil,
        from: String? = nil,
        to: String? = nil,
        problems: [String]? = nil,
        fetched: FetchOutcome? = nil,
        hooked: HookEnd? = nil,
        failing: [FailingReceiver]? = nil,
        person: String? = nil
    ) {
        (self.command, self.prayer, self.file) = (command, prayer, file)
        (self.key, self.value, self.from, self.to) = (key, value, from, to)
        self.problems = problems.map(Self.short)
        (self.fetched, self.hooked, self.failing, self.person) = (fetched, hooked, failing, person)
    }

    /// As many problems, and as much of each, as the daemon keeps.
    package static func short(_ problems: [String]) -> [String] {
        problems.prefix(20).map { OneLine.of($0, limit: 300) }
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case command, prayer, file, key, value, from, to, problems, fetched, hooked, failing, person
    }

    package static let keys = CodingKeys.allCases.map(\.rawValue)

    /// Any key, to find unknown ones.
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// - Throws: `ControlRefusal`, also for an unknown argument: a `mute` with a misspelt "value" must not be taken.
    package init(from decoder: any Decoder) throws {
        let names = try decoder.container(keyedBy: Name.self).allKeys.map(\.stringValue)
        if let unknown = names.filter({ CodingKeys(rawValue: $0) == nil }).min() {
            throw ControlRefusal.unknownArgument(unknown)
        }
        let object = try decoder.container(keyedBy: CodingKeys.self)
        func value<Value: Decodable>(_ key: CodingKeys, otherwise refusal: ControlRefusal) throws -> Value? {
            do {
                return try object.decodeIfPresent(Value.self, forKey: key)
            } catch is DecodingError {
                throw refusal
            }
        }
        func text(_ key: CodingKeys) throws -> String? {
            let text: String? = try value(key, otherwise: .notText(argument: key.rawValue))
            // C would read it as the text before the NUL: another file's path, another device's name.
            guard text?.utf8.contains(0) != true else { throw ControlRefusal.hasNUL(argument: key.rawValue) }
            return text
        }
        guard let word = try text(.command) else { throw ControlRefusal.noCommand }
        guard let command = Command(rawValue: word) else { throw ControlRefusal.unknownCommand(word) }
        let prayer = try text(.prayer).map { name in
            guard let prayer = Prayer.called.first(where: { $0.rawValue == name }) else {
                throw ControlRefusal.unknownPrayer(name)
            }
            return prayer
        }
        self.init(
            command,
            prayer: prayer,
            file: try text(.file),
            key: try text(.key),
            value: try text(.value),
            from: try text(.from),
            to: try text(.to),
            problems: try value(.problems, otherwise: .notTexts(argument: "problems")),
            fetched: try value(.fetched, otherwise: .notOutcome(argument: "fetched")),
            hooked: try value(.hooked, otherwise: .notOutcome(argument: "hooked")),
            failing: try value(.failing, otherwise: .notOutcome(argument: "failing")),
            person: try text(.person)
        )
    }

    /// - Parameter line: without its newline.
    package init(line: [UInt8]) throws(ControlRefusal) {
        do {
            self = try JSONText.decode(from: line)
        } catch let refusal as ControlRefusal {
            throw refusal
        } catch {
            throw .notJSON(String(decoding: line.prefix(1024), as: UTF8.self))
        }
    }
}
