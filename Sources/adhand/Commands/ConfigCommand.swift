import AdhanCore
import AdhanSupport
import ArgumentParser
import Glibc

struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show the config key by key, or change a line of it.",
        subcommands: [Show.self, Set.self, Unset.self],
        defaultSubcommand: Show.self
    )

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show every key of the config with its value, or its default.",
            discussion: """
                Settings of adhand set are not in the config: adhand settings. Passwords in addresses are left out. \
                Exit code: 0; 64 if there is no such key; 66 if there is no such file; 77 if only root can read it; \
                78 if it is wrong.
                """
        )

        @Argument(help: "A key or a table, for example audio.volume or audio.", completion: .configKeys)
        var key: String?
        @Flag(help: "Also show the file and the line of each key, or default.") var origin = false
        @Option(help: "table or json.") var format = TableFormat.table
        @OptionGroup var options: CommonOptions

        func run() throws {
            let (configuration, _) = try options.box.load()
            let table = ConfigEntryTable(try entries(configuration), hasOrigin: origin)
            guard format == .table else { return print(try table.json) }
            for line in table.lines { say(line) }
        }

        private func entries(_ configuration: Configuration) throws -> [ConfigEntry] {
            guard let key else { return configuration.entries }
            let found = configuration.entries(of: key)
            guard found.isEmpty else { return found }
            throw ValidationError(configuration.unknown(key))
        }
    }

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Change keys in the config file, and nothing else in it.",
            usage: "adhand config set [--config <file>] <key> <value> [<key> <value> ...]",
            discussion: """
                The line changes in the file that decides the key: the last one that has it, also in conf.d. Comments \
                and all other lines stay. The config with all changes is checked first, and so is a recording, \
                timetable or sound card that it names. Without --config a missing file is made. For example: adhand \
                config set iqama.fajr +20m. Exit code: 0; 64 for wrong usage; 66 if the file of --config is not there, \
                or a recording, timetable or card cannot be used; 73 if the file cannot be written; 75 if it has \
                changed meanwhile; 77 if only root may change it; 78 if the config would be wrong, and nothing is \
                written.
                """
        )

        // A list, since the parser takes -2.15 for an option otherwise.
        @Argument(
            parsing: .allUnrecognized,
            help: ArgumentHelp("The key and its value, for example audio.volume 60.", valueName: "key and value"),
            completion: .configKeys
        )
        var words: [String] = []
        @OptionGroup var options: CommonOptions

        private var inputs: [ConfigInput] {
            stride(from: 0, to: words.count - 1, by: 2).map { ConfigInput(key: words[$0], text: words[$0 + 1]) }
        }

        func validate() throws {
            if let option = words.first(where: { $0.hasPrefix("--") && $0.count > 2 }) {
                throw ValidationError("unknown option '\(option)'")
            }
            if let pair = words.first?.split(separator: "=", maxSplits: 1), pair.count == 2, words.count == 1 {
                let line = "adhand config set \(pair[0]) \(shellWord(String(pair[1])))"
                throw ValidationError("there is no = between a key and its value: \(line)")
            }
            guard words.count > 1 else {
                throw ValidationError(
                    "Missing expected arguments '<key> <value>', as in: adhand config set audio.volume 60"
                )
            }
            if let sign = words.first(where: { $0 == "=" }) {
                throw ValidationError(
                    "there is no \(sign) between a key and its value: adhand config set audio.volume 60"
                )
            }
            guard words.count.isMultiple(of: 2) else {
                let words = "each key needs one value; a value with blanks stands in quotes"
                throw ValidationError("\(words): adhand config set place.name 'Central Mosque'")
            }
            if let empty = inputs.first(where: { $0.text.allSatisfy { $0.isWhitespace || "\"'".contains($0) } }) {
                let advice = "to remove the line: adhand config unset \(empty.key)"
                throw ValidationError("\(empty.key) needs a value; \(advice)")
            }
            let keys = inputs.map(\.key)
            if let twice = keys.first(where: { key in keys.count { $0 == key } > 1 }) {
                throw ValidationError("\(twice) is given twice; give it once")
            }
        }

        func run() throws {
            let file = try ConfigFile(options)
            // Not with its files: 'iqama.fajr' may be a time or a table in braces.
            let defaults = try Configuration.load(nil, file.locations)
            for input in inputs { try defaults.refuseValue(of: input.key) }
            let (revision, faults) = try file.catching { texts in
                try ConfigRevision.revise(texts, inputs, file.locations)
            }
            if let input = inputs.first(where: { $0.text.lowercased() == "default" }),
                faults.contains(where: { $0.sentence.hasPrefix(input.key + ":") })
            {
                let advice = "to remove the line, so that the default counts: adhand config unset \(input.key)"
                throw Ending(EX_CONFIG, "\(input.key) has no value 'default', and nothing is written; \(advice)")
            }
            let unchanged = "the config has this already; nothing is written"
            try file.write(revision, faults, of: inputs.map(\.key), areSet: true, unchanged: unchanged)
        }
    }

    struct Unset: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove keys from the config file, so that their defaults count.",
            discussion: """
                The line of the key goes from the file that decides it; an earlier file with the key, or the default, \
                then counts. Exit codes: as for adhand config set.
                """
        )

        @Argument(help: "The key, as in: adhand config unset audio.volume.", completion: .configKeys) var keys: [String]
        @OptionGroup var options: CommonOptions

        func run() throws {
            let file = try ConfigFile(options)
            // reason: without it, a table's keys are not known
            if let configuration = try? Configuration.parse(file.texts, file.locations) {
                for key in keys { try configuration.refuseTable(key) }
            }
            let (revision, faults) = try file.catching { texts in
                let revision = try ConfigRevision(texts, keys.map { ConfigChange(key: $0, to: nil) })
                return (revision, try revision.texts.faults(file.locations))
            }
            if revision.files.isEmpty, faults.isEmpty {
                let configuration = try Configuration.parse(revision.texts, file.locations)
                for key in keys where configuration.entries(of: key).isEmpty {
                    throw ValidationError(configuration.unknown(key))
                }
            }
            let unchanged = "no file of the config has this key; nothing is written"
            try file.write(revision, faults, of: keys, areSet: false, unchanged: unchanged)
        }
    }
}

extension Configuration {
    /// The entry of a key, or those of a table; empty for an unknown name.
    fileprivate func entries(of name: String) -> [ConfigEntry] {
        entries.filter { entry in
            entry.key == name || entry.key.hasPrefix(name + ".") || entry.key.hasPrefix(name + "[")
        }
    }

    /// - Throws: `ValidationError` for a table whose keys stand on lines of their own, with these.
    fileprivate func refuseTable(_ name: String) throws {
        let own = entries(of: name).filter { $0.key != name && !$0.key.contains("[") && $0.spot != nil }.map(\.key)
        guard !own.isEmpty else { return }
        let command = "adhand config unset " + own.joined(separator: " ")
        throw ValidationError("'\(name)' is a table; name the keys that are to go: \(command)")
    }

    /// - Throws: `ValidationError` for a table.
    fileprivate func refuseValue(of name: String) throws {
        let found = entries(of: name)
        guard let key = found.first?.key, key.hasPrefix(name + "."), !found.contains(where: { $0.key == name }) else {
            return
        }
        throw ValidationError("'\(name)' is a table; name one of its keys: adhand config show \(name)")
    }

    /// The message about a name that the config does not know, with the nearest one.
    fileprivate func unknown(_ name: String) -> String {
        let keys = entries.map(\.key)
        let tables = keys.flatMap { key in
            key.indices.filter { key[$0] == "." || key[$0] == "[" }.map { String(key[..<$0]) }
        }
        let near = Spelling.nearest(to: name, among: keys + tables)
        // The table may be missing before the key.
        let meant = near ?? keys.first { $0.hasSuffix("." + name) }
        let hint = meant.map { "did you mean '\($0)'?" } ?? "all keys: adhand config show"
        return "the config has no key '\(OneLine.of(name, limit: 80))'; \(hint)"
    }
}
