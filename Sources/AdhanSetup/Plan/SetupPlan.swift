import AdhanCore
import AdhanSupport
import Glibc

/// A box that is being set up: the config with the answers so far, and what is proposed for the rest. A terminal and a
/// page ask the same by it and write the same.
///
/// An answer becomes lines of the config, which the config's own reader checks.
package struct SetupPlan: Sendable {
    package let box: SetupBox
    /// The config without the answers.
    private let original: ConfigSource
    /// By topic, the lines that its answer means.
    private var answers: [SetupTopic: [ConfigChange]] = [:]
    /// With the answers so far.
    package private(set) var configuration: Configuration
    /// The cities that the last answer may have meant.
    var cities: [City] = []
    /// The mosque's timetable as it was read; nil without one, and as long as nobody was asked for it.
    package private(set) var timetable: TimetableFinding?
    /// The calculation that comes nearest to the timetable; nil without one, or for fewer than five days. The page sets
    /// it for a timetable that it has read itself.
    package var fit: TimetableFit?
    /// Whether the page is to be served for a screen.
    package internal(set) var wantsScreen = false
    /// The place and the calculation that the box had before; nil for a box without a place.
    let former: (place: Place, calculation: CalculationConfiguration)?
    /// Whether the box had a place before.
    package var wasSetUp: Bool { former != nil }
    /// Whether it had a method before, which its scholars may have decided.
    let hadMethod: Bool
    /// Whether it had rules for the iqama before.
    let hadIqamas: Bool
    /// The sound cards that it had before behind the first.
    let spare: [String]

    /// Begins with a config, or with an empty one.
    ///
    /// - Parameter config: the config's text; its file need not exist yet.
    /// - Throws: `ConfigError` where it is wrong already.
    package init(_ box: SetupBox, _ config: ConfigSource) throws {
        (self.box, original) = (box, config)
        configuration = try Configuration.parse(config, box.locations)
        let isSetUp = configuration.place.knowledge == .given
        former = isSetUp ? (configuration.place.place, configuration.calculation) : nil
        hadMethod = isSetUp && configuration.keys.contains("calculation.method")
        hadIqamas = configuration.keys.contains("iqama")
        spare = configuration.keys.contains("audio.devices") ? Array(configuration.audio.devices.dropFirst()) : []
    }

    /// The topics that this box has, in their order.
    package var topics: [SetupTopic] { SetupTopic.allCases.filter { $0 != .screen || box.hasDisplay } }

    /// The config with the answers.
    ///
    /// - Parameter more: lines that count instead of those of the answers.
    /// - Throws: `ConfigFault` where a line of the config cannot be changed by a program.
    package func revision(_ more: [ConfigChange] = []) throws(ConfigFault) -> ConfigRevision {
        try ConfigRevision(original, changes + more)
    }

    package var changes: [ConfigChange] { Self.changes(answers) }

    private static func changes(_ answers: [SetupTopic: [ConfigChange]]) -> [ConfigChange] {
        SetupTopic.allCases.flatMap { answers[$0] ?? [] }
    }

    package func question(_ topic: SetupTopic) -> SetupQuestion {
        switch topic {
        case .place: placeQuestion
        case .timetable: timetableQuestion
        case .method: methodQuestion
        case .device: deviceQuestion
        case .recording: recordingQuestion
        case .iqama: iqamaQuestion
        case .screen: screenQuestion
        }
    }

    /// The mosque's files that the answers name, with the keys of the config.
    package var files: [(key: String, file: String)] {
        let named = (answers[.timetable] ?? []) + (answers[.recording] ?? [])
        return named.compactMap { change in
            if case .text(let file) = change.value { (change.key, file) } else { nil }
        }
    }

    /// The answer in words, and what was found by it.
    package func summary(_ topic: SetupTopic) -> [String] {
        switch topic {
        case .place: [placeWords]
        case .timetable: timetableWords
        case .method: methodWords
        case .device: [configuration.audio.devices.joined(separator: ", ")]
        case .recording: recordingWords
        case .iqama: iqamaRemarks.map(\.words)
        case .screen: [screenWords]
        }
    }

    /// Takes an answer as a person writes it; an empty one takes the proposal. A wrong one changes nothing.
    ///
    /// - Throws: `SetupRefusal`, with what to answer instead.
    package mutating func answer(_ topic: SetupTopic, _ text: String) throws(SetupRefusal) {
        let typed = String(text.trimmed)
        guard typed.utf8.count <= Self.longest else { throw SetupRefusal("that is too long for an answer") }
        // The digits of any script count. A file's name keeps them.
        let plain = CellText.plain(typed, limit: Self.longest)
        let text = topic.namesFiles && !plain.isDigits() ? typed : plain
        let isYes = ["", "yes", "y", "ok"].contains(text.lowercased())
        guard !isYes else { return try accept(topic) }
        switch topic {
        case .place: try answerPlace(text)
        case .timetable: try answerTimetable(text)
        case .method: try answerMethod(text)
        case .device: try answerDevice(text)
        case .recording: try answerRecording(text)
        case .iqama: try answerIqama(text)
        case .screen: try answerScreen(text)
        }
    }

    /// In bytes; a path may have as many.
    private static let longest = 4096

    /// Takes the proposal.
    package mutating func accept(_ topic: SetupTopic) throws(SetupRefusal) {
        guard let proposal = question(topic).proposal else { throw SetupRefusal("there is no proposal: please answer") }
        // A proposal without lines leaves what is there, also by an answer before.
        try take(topic, proposal.changes.isEmpty ? answers[topic] ?? [] : proposal.changes)
        if topic == .screen { wantsScreen = !wasSetUp || box.servesDisplay }
    }

    /// Takes the lines of an answer, if the config's reader does.
    mutating func take(_ topic: SetupTopic, _ lines: [ConfigChange]) throws(SetupRefusal) {
        var all = answers
        all[topic] = lines
        // A method that was chosen for another place is none for this one.
        if topic == .place, lines != answers[topic] { all[.method] = nil }
        do {
            let found = try Configuration.parse(ConfigRevision(original, Self.changes(all)).texts, box.locations)
            let finding =
                topic == .timetable
                ? try found.timetable.file.map { try TimetableFinding($0, found, box.reader) } : timetable
            if topic == .timetable { fit = finding.flatMap { $0.fit(found) } }
            (answers, configuration, timetable) = (all, found, finding)
        } catch let refusal as SetupRefusal {
            throw refusal
        } catch let error as ConfigError {
            throw SetupRefusal(error.faults.map(\.message).joined(separator: "\n"))
        } catch {
            throw SetupRefusal("\(error)")
        }
    }

    /// The path of a file that a person names, or chooses by its number.
    ///
    /// - Throws: `SetupRefusal` where there is none.
    func file(_ text: String, of files: [String]) throws(SetupRefusal) -> String {
        if let index = try choice(text, of: files) { return files[index] }
        // A shell would take it in quotes, with blanks behind a backslash, from one's own folder.
        var text = text.replacing("\\ ", with: " ")
        if text.count > 1, let quote = text.first, "\"'".contains(quote), text.last == quote {
            text = String(text.dropFirst().dropLast())
        }
        if text.hasPrefix("~/"), let home = Environment.variables["HOME"] { text = home + text.dropFirst() }
        if text.contains("://") {
            throw SetupRefusal("that is a web address; download the file, and write where it is")
        }
        let path = PathName.absolute(text)
        var status = stat()
        guard stat(path, &status) == 0 else { throw SetupRefusal("there is no file \(path)") }
        guard status.st_mode & S_IFMT == S_IFREG else { throw SetupRefusal("\(path) is no file; name the file in it") }
        return path
    }

    /// The answer that a number stands for; nil for any other text.
    func choice(_ text: String, of choices: [String]) throws(SetupRefusal) -> Int? {
        guard text.isDigits(1...3), let number = Int(text) else { return nil }
        guard choices.indices.contains(number - 1) else {
            throw SetupRefusal("there is no number \(number)\(choices.isEmpty ? "" : "; they go to \(choices.count)")")
        }
        return number - 1
    }
}
