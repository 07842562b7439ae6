import AdhanCore
import AdhanSupport

/// The part of `[display]` that the view *Screen* shows and changes. Nil parts of a change stay as they are.
struct ScreenChange: Codable, Equatable, Sendable {
    struct Announcement: Codable, Equatable, Sendable {
        var text: String
        /// Nil for all languages.
        var language: String?
        /// Dates, as 2026-12-31.
        var from, until: String?
        var days: [String]?
    }

    struct Picture: Codable, Equatable, Sendable {
        /// A name in the panel's folder.
        var file: String
        /// `slides` or `after-prayer`.
        var place: String
        var from, until: String?
        var days: [String]?
        var seconds: Int?
    }

    struct Look: Codable, Equatable, Sendable {
        var languages: [String]
        var ground, ink, gold: String
        var states: [String]
        /// A name in the panel's folder; empty for none, nil where it stays.
        var background: String?
    }

    var announcements: [Announcement]?
    var pictures: [Picture]?
    var look: Look?
}

extension ScreenChange {
    /// The settings in force.
    ///
    /// - Parameter folder: the panel's. A picture of another folder is not shown here.
    init(_ display: DisplayConfiguration, folder: String) {
        announcements = display.messages.map { Announcement($0) }
        pictures = display.files.pictures.filter { PathName.folder(of: $0.path) == folder }.map { Picture($0) }
        let background = display.files.background.flatMap { PathName.folder(of: $0) == folder ? $0 : nil }
        look = Look(
            languages: display.languages.map(\.rawValue),
            ground: "\(display.ground)",
            ink: "\(display.ink)",
            gold: "\(display.gold)",
            states: DisplayConfiguration.State.allCases.filter(display.states.contains).map(\.rawValue),
            background: background.map(PathName.name) ?? ""
        )
    }

    /// Writes the change into the panel's tables. The config's own check finds what is wrong.
    func apply(to tables: inout ConfigTree) {
        var display = tables[table: "display"]
        if let announcements { display.set("messages", announcements.map(\.tree)) }
        if let pictures { display.set("pictures", pictures.map(\.tree)) }
        if let look {
            display[value: "languages"] = .texts(look.languages)
            display[value: "states"] = .texts(look.states)
            var colours = ConfigTree()
            colours[value: "ground"] = .text(look.ground)
            colours[value: "ink"] = .text(look.ink)
            colours[value: "gold"] = .text(look.gold)
            display[table: "colours"] = colours
            if let background = look.background {
                display[value: "background"] = background.isEmpty ? nil : .text(background)
            }
        }
        tables[table: "display"] = display
    }

    /// The uploaded pictures that it names.
    var files: [String] {
        let background = look?.background.flatMap { $0.isEmpty ? nil : $0 }
        return (pictures ?? []).map(\.file) + [background].compactMap(\.self)
    }
}

extension ConfigTree {
    /// Sets a list of tables. An empty one is written, too: without it that of the box's own config would count.
    fileprivate mutating func set(_ name: String, _ list: [ConfigTree]) {
        if list.isEmpty { self[value: name] = .list([]) } else { self[tables: name] = list }
    }

    fileprivate mutating func setDays(from: String?, until: String?, _ days: [String]?) {
        self[value: "from"] = from.map(ConfigValue.text)
        self[value: "until"] = until.map(ConfigValue.text)
        if let days, !days.isEmpty { self[value: "days"] = .texts(days) }
    }
}

extension ScreenChange.Announcement {
    fileprivate init(_ message: DisplayConfiguration.Message) {
        (text, language) = (message.text, message.language?.rawValue)
        (from, until) = (message.days.from?.description, message.days.until?.description)
        days = message.days.names
    }

    fileprivate var tree: ConfigTree {
        var tree = ConfigTree()
        tree[value: "text"] = .text(text)
        tree[value: "language"] = language.map(ConfigValue.text)
        tree.setDays(from: from, until: until, days)
        return tree
    }
}

extension ScreenChange.Picture {
    fileprivate init(_ picture: DisplayConfiguration.Picture) {
        (file, place) = (PathName.name(of: picture.path), picture.place.rawValue)
        let shown = picture.settings.days
        (from, until, days) = (shown.from?.description, shown.until?.description, shown.names)
        seconds = picture.settings.length.map { Int($0.components.seconds) }
    }

    fileprivate var tree: ConfigTree {
        var tree = ConfigTree()
        tree[value: "file"] = .text(file)
        tree[value: "place"] = .text(place)
        tree.setDays(from: from, until: until, days)
        tree[value: "length"] = seconds.map { .text("\($0)s") }
        return tree
    }
}
