import AdhanAudio
import AdhanCore
import AdhanCaller
import AdhanImport
import AdhanSetup
import AdhanSupport
import Glibc

/// One run of `adhand setup`: from the answers to a config that is in use.
final class SetupRun {
    /// How much of a recording is played to try a card.
    private static let testLength: Duration = .seconds(5)

    private let options: BoxOptions
    private let locations: Locations
    private let given: [SetupTopic: String]
    /// Nil to take each proposal.
    private let dialogue: SetupDialogue?
    private let file: SetupFile
    private var plan: SetupPlan

    /// Reads the config that there is.
    ///
    /// - Throws: `Ending` where it is wrong already, or may not be written.
    init(_ options: BoxOptions, answers: [SetupTopic: String], _ dialogue: SetupDialogue?) throws {
        (self.options, given, self.dialogue) = (options, answers, dialogue)
        locations = Locations(resources: options.resources, daemon: false)
        file = try SetupFile(options.config, locations)
        let box = try SetupBox(
            locations,
            folders: ["/srv/adhan", PathName.folder(of: file.path)],
            timezone: SystemZones.own,
            hasDisplay: Executables.find("adhand-display") != nil
        )
        do {
            plan = try SetupPlan(box, file.source)
        } catch let error as ConfigError {
            let faults = error.faults.map(\.description).joined(separator: "\n")
            throw Ending(EX_CONFIG, "\(faults)\nthe config is wrong already: correct it first, or move it away")
        }
    }

    func answerAll() throws {
        if dialogue != nil {
            say("These answers become the mosque's config, \(file.path). Nothing is written before the end.")
        }
        for (index, topic) in plan.topics.enumerated() {
            if let text = given[topic] {
                do {
                    try plan.answer(topic, text)
                } catch {
                    writeError("adhand: --\(topic.rawValue) \"\(text.prefix(80))\": \(error)")
                    for choice in plan.question(topic).choices { writeError("  --\(topic.rawValue) \"\(choice)\"") }
                    throw Ending(EX_USAGE)
                }
            } else if let dialogue {
                try ask(topic, dialogue, number: index + 1)
            } else {
                try takeProposal(topic)
            }
            for line in plan.summary(topic) { say("  \(line)") }
        }
    }

    private func takeProposal(_ topic: SetupTopic) throws {
        let question = plan.question(topic)
        guard question.proposal?.isGuess == false else {
            let guess = question.proposal.map { "; \($0.words) would be a guess" } ?? ""
            throw Ending(EX_USAGE, "\(question.title) Nothing says it\(guess): add --\(topic.rawValue)")
        }
        do {
            try plan.accept(topic)
        } catch {
            throw Ending(EX_USAGE, "\(question.title) \(error)")
        }
    }

    private func ask(_ topic: SetupTopic, _ dialogue: SetupDialogue, number: Int) throws {
        var question = plan.question(topic)
        dialogue.show(question, number: number, of: plan.topics.count)
        if topic == .device { play(on: plan.proposedDevice) }
        while true {
            do {
                let text = try dialogue.ask()
                try plan.answer(topic, text)
                guard topic == .device, !text.isEmpty, let device = plan.configuration.audio.devices.first else {
                    return
                }
                play(on: device)
                say("Enter if you heard it; otherwise another number.")
                question = plan.question(topic)
            } catch let refusal as SetupRefusal {
                for line in refusal.description.split(separator: "\n") { say(String(line), .bad) }
                let choices = plan.question(topic).choices
                if choices != question.choices {
                    for (number, choice) in choices.enumerated() { say("  \(number + 1)  \(choice)") }
                    question = plan.question(topic)
                }
            }
        }
    }

    /// Plays the beginning of the recording, unless an adhan needs the card.
    private func play(on device: String) {
        let daemon: DaemonAnswer = Result { () throws(ControlFault) in
            try options.control().ask(ControlRequest(.status))
        }
        guard !CardState(daemon).isInUseByAdhand else {
            return say("No test now: an adhan sounds, or is near.", .notice)
        }
        say("A test plays on \(device).")
        fflush(nil)
        let recording = plan.configuration.audio.plan.adhan.files.first ?? locations.resource("adhan.mp3")
        let played = TimeLimit.run(.seconds(15), on: device) { () -> String? in
            do {
                try SoundTest.play(recording, on: device, for: Self.testLength)
                return nil
            } catch {
                return "\(error)"
            }
        }
        if let problem = played ?? "the device does not answer" { say("It did not play: \(problem)", .bad) }
    }

    /// Tomorrow's times by the answers, beside the calculated ones.
    func showTomorrow() throws {
        let parts = try DaemonParts(
            plan.configuration,
            locations,
            FetchProcess.network(options),
            reader: DocumentReader()
        )
        let tomorrow = parts.today.adding(days: 1)
        let rules = plan.configuration.rules
        let days = MosqueTimetable(parts.timetableSource(), rules).days(tomorrow...tomorrow, in: parts.zone)
        guard let day = days.first else { return }
        let configuration = plan.configuration
        let calculated = configuration.calculation
            .calculator(configuration.place.place, parts.zone, configuration.hijri.calendar).day(tomorrow)
        let hasFile = plan.timetable != nil
        let head = ["", hasFile ? "timetable" : "time", "calculated", "iqama"]
        let rows = Prayer.allCases.map { prayer in
            [
                prayer.rawValue, parts.zone.clockText(day[prayer]), parts.zone.clockText(calculated[prayer]),
                day.iqama[prayer].map { parts.zone.clockText($0) } ?? "",
            ]
        }
        let used = [true, true, hasFile, true]
        say("")
        say("Tomorrow, \(tomorrow), at \(plan.configuration.place.place.name):", .notice)
        for line in columns(([head] + rows).map { row in zip(row, used).filter(\.1).map(\.0) }) { say("  \(line)") }
    }

    /// Writes the config and shows how it changes.
    ///
    /// - Returns: false where a person does not want it.
    func write() throws -> Bool {
        let copies = isForService ? SetupCopies(plan) : nil
        let source = try plan.source(copies?.changes ?? [])
        let difference = ConfigDifference(file.source.main, source.main)
        say("")
        guard !difference.lines.isEmpty else {
            say("\(file.path) stays as it is.")
            return true
        }
        say("\(file.path) changes:", .notice)
        say(lines: difference.description)
        let removed = difference.lines.filter { !$0.isAdded && !($0.text.trimmed.first ?? "#" == "#") }
        // The config that comes with the package has values, too, which nobody has chosen.
        if plan.wasSetUp, !removed.isEmpty, let dialogue {
            let answer = try dialogue.ask("Write it? Enter: yes ").lowercased()
            guard ["", "y", "yes"].contains(answer) else { return false }
        }
        try copies?.make()
        try file.write(source)
        return true
    }

    private var isForService: Bool { geteuid() == 0 && locations.isDaemons(file.path) }

    /// Starts the services, if it is their config.
    func startServices() throws {
        guard isForService else {
            return say("This is not the service's config, so no service is started: adhand run --config \(file.path)")
        }
        try SetupServices(withScreen: plan.wantsScreen).start()
    }
}
