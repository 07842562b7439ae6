import AdhanSupport
import AdhanCore
import ArgumentParser

struct SetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Change a setting of the running daemon. The config file stays as it is.",
        discussion: """
            The settings are \(Preferences.Key.allCases.map(\.name).joined(separator: ", ")). A volume is a number \
            from 0 to 100, or decibels such as -12dB; an adhan is on or off. hijri.adjust moves the Hijri date \
            by +1, -1, +2 or -2 days until the month ends. With default, the config counts again. A setting survives a \
            restart. The ledger records each change, with who made it.
            """
    )

    @Argument(
        help: "The setting, as in: adhand set volume.fajr 60.",
        completion: .list(Preferences.Key.allCases.map(\.name))
    )
    var key: String
    // As a list, since the parser takes -12dB for an option otherwise.
    @Argument(
        parsing: .allUnrecognized,
        help: "Its value: 0 to 100, -12dB, on, off, +1, or default.",
        completion: .settingValues
    )
    var value: [String] = []
    @OptionGroup var options: CommonOptions

    func validate() throws {
        if let equals = key.firstIndex(of: "=") {
            let (name, rest) = (key[..<equals], [String(key[key.index(after: equals)...])] + value)
            let text = rest.filter { !$0.isEmpty }.joined(separator: " ")
            throw ValidationError("there is no = between a setting and its value: adhand set \(name) \(text)")
        }
        if value.first == "=" {
            let text = value.dropFirst().joined(separator: " ")
            throw ValidationError("there is no = between a setting and its value: adhand set \(key) \(text)")
        }
        if value.isEmpty {
            let known = Preferences.Key.allCases.contains { $0.name == key } ? key : "adhan.fajr"
            throw ValidationError("Missing expected argument '<value>', as in: adhand set \(known) default")
        }
        guard let option = value.first(where: { $0.hasPrefix("-") && $0.dropFirst().first?.isNumber != true }) else {
            return
        }
        throw ValidationError("unknown option '\(option)'")
    }

    func run() throws {
        try options.order(ControlRequest(.set, key: key, value: value.joined(separator: " ")))
    }
}

struct SettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Show what was changed by adhand set and on the committee's page, by whom and when."
    )

    @Option(help: "table or json.") var format = TableFormat.table
    @OptionGroup var options: CommonOptions

    func run() throws {
        let answer = try options.box.control().ask(ControlRequest(.settings), for: Settings.self)
        guard format == .table else { return print(try JSONText.encode(answer)) }
        if answer.settings.isEmpty {
            say("nothing is set; the config alone counts")
        } else {
            show("setting", answer.settings)
        }
        if !answer.changes.isEmpty {
            say("")
            show("changed", answer.changes)
        }
        if let problem = answer.problem { writeError("adhand: the earlier changes cannot be shown: \(problem)") }
    }

    private func show(_ head: String, _ changes: [Settings.Change]) {
        let rows = changes.map { change in
            let value = change.value.map { HijriStart($0).map { Preferences.Value.hijriStart($0).words } ?? $0 }
            return [change.key, value ?? "default", change.who, change.at]
        }
        for line in columns([[head, "value", "by", "at"]] + rows) { say(line) }
    }
}
