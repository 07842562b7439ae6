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
    private let file: ConfigFile
    private var plan: SetupPlan

    /// Reads the config that there is.
    ///
    /// - Throws: `Ending` where it is wrong already, or may not be written.
    init(_ options: CommonOptions, answers: [SetupTopic: String], _ dialogue: SetupDialogue?) throws {
        (self.options, given, self.dialogue) = (options.box, answers, dialogue)
        file = try ConfigFile(options, mayBeNew: true)
        locations = file.locations
        guard file.isWritable else {
            if errno == EROFS {
                let words = "the disk is mounted read-only: sudo mount -o remount,rw /"
                throw Ending(EX_CANTCREAT, "\(file.texts.file) cannot be written: \(words)")
            }
            throw Ending(EX_NOPERM, "you may not write \(file.texts.file); \(file.asRoot)")
        }
        let box = try SetupBox(
            locations,
            folders: ["/srv/adhan", PathName.folder(of: file.texts.file)],
            timezone: SystemZones.own,
            hasDisplay: Executables.find("adhand-display") != nil,
            servesDisplay: UnitState.isInUse("adhand-display"),
            DocumentReader()
        )
        do {
            let empty = ConfigSource(
                file: file.texts.file,
                main: Array(ConfigSource.beginning.utf8),
                additions: file.texts.additions,
                panel: file.texts.panel
            )
            plan = try SetupPlan(box, file.isNew ? empty : file.texts)
        } catch let error as ConfigError {
            for fault in error.faults { writeError("\(fault)") }
            throw Ending(EX_CONFIG, "the config is wrong already: correct it first, or move it away")
        }
    }

    func answerAll() throws {
        if dialogue != nil {
            say("These answers become the mosque's config, \(file.texts.file). Nothing is written before you say so.")
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
            tell(topic)
        }
    }

    /// Says what an answer was taken for.
    private func tell(_ topic: SetupTopic) { for line in plan.summary(topic) { say("  \(line)") } }

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
        if topic == .device { _ = play(on: plan.proposedDevice) }
        while true {
            do {
                let text = try dialogue.ask()
                try plan.answer(topic, text)
                guard topic == .device, !text.isEmpty, let device = plan.configuration.audio.devices.first else {
                    return
                }
                let hasPlayed = play(on: device)
                say(hasPlayed ? "Enter if you heard it; otherwise another number." : "Enter takes it all the same.")
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
    private func play(on device: String) -> Bool {
        let daemon: DaemonAnswer = Result { () throws(ControlFault) in
            try options.control().ask(ControlRequest(.status))
        }
        guard !CardState(daemon).isInUseByAdhand else {
            say("No test now: an adhan sounds, or is near.", .notice)
            return false
        }
        say("A test plays on \(device).")
        fflush(nil)
        let recording = plan.configuration.audio.plan.adhan.files.first ?? locations.tone
        let played = TimeLimit.run(.seconds(15), on: device) { () -> String? in
            do {
                try SoundTest.play(recording, on: device, for: Self.testLength)
                return nil
            } catch {
                return "\(error)"
            }
        }
        guard let problem = played ?? "the device does not answer" else { return true }
        say("It did not play: \(problem)", .bad)
        return false
    }

    /// Tomorrow's times by the answers, beside the calculated ones.
    private func showTomorrow() throws {
        let parts = try DaemonParts(
            plan.configuration,
            locations,
            FetchProcess.network(options),
            reader: DocumentReader()
        )
        let tomorrow = parts.today.adding(days: 1)
        let (day, calculated) = parts.times(of: tomorrow, by: plan.configuration.rules)
        let isInFile = plan.timetable?.days.contains { $0.date == tomorrow } == true
        let head = ["", isInFile ? "timetable" : "time", "calculated", "iqama"]
        let rows = Prayer.allCases.map { prayer in
            [
                prayer.rawValue, parts.zone.clockText(day[prayer]), parts.zone.clockText(calculated[prayer]),
                day.iqama[prayer].map { parts.zone.clockText($0) } ?? "",
            ]
        }
        let used = [true, true, isInFile, true]
        say("")
        say("Tomorrow, \(tomorrow), at \(plan.configuration.place.place.name):", .notice)
        for line in columns(([head] + rows).map { row in zip(row, used).filter(\.1).map(\.0) }) { say("  \(line)") }
    }

    /// Shows tomorrow's times and how the config changes, and writes it.
    func write() throws -> Bool {
        while true {
            try showTomorrow()
            let copies = isForService ? SetupCopies(plan) : nil
            let revision = try plan.revision(copies?.changes ?? [])
            say("")
            guard !revision.files.isEmpty else {
                say("\(file.texts.file) stays as it is.")
                return true
            }
            say("The config changes:", .notice)
            for changed in revision.files { file.show(changed) }
            switch try decide() {
            case .write:
                SetupInterrupt.ignore()
                try copies?.make()
                try file.write(revision)
                return true
            case .end: return false
            case .again(let number):
                for topic in plan.topics[number - 1].andDependents {
                    let number = plan.topics.firstIndex(of: topic).map { $0 + 1 } ?? number
                    try dialogue.map { try ask(topic, $0, number: number) }
                    tell(topic)
                }
            }
        }
    }

    private enum Decision {
        case write, end
        /// The question of that number, from 1, is asked once more.
        case again(Int)
    }

    private func decide() throws -> Decision {
        guard let dialogue else { return .write }
        let numbers = 1...plan.topics.count
        while true {
            let answer = try dialogue.ask(
                "Enter writes it; \(numbers.lowerBound) to \(numbers.upperBound) asks that question again; no ends "
            )
            switch CellText.plain(answer).lowercased() {
            case "", "y", "yes": return .write
            case "n", "no": return .end
            case let text:
                if let number = Int(text), numbers.contains(number) { return .again(number) }
                say("That is none of them.", .bad)
            }
        }
    }

    private var isForService: Bool { geteuid() == 0 && locations.isDaemons(file.texts.file) }

    /// Starts the services, if it is their config.
    func startServices() throws {
        guard isForService else {
            let words = "This is not the service's config, so no service is started"
            return say("\(words): adhand run --config \(file.texts.file)")
        }
        try SetupServices(withScreen: plan.wantsScreen).start()
        sayClock(try plan.configuration.place.zone.get().rules)
    }

    /// Says why no adhan is called yet, where the clock is not to be trusted.
    private func sayClock(_ zone: ZoneRules) {
        let report = ClockWatch(locations, plan.configuration.clock.policy).report(recording: false)
        guard !report.trust.isTrusted else { return }
        say("The adhan stays silent for now: \(report.trust.reason(zone, now: report.now)).", .bad)
        say("Connect the box to the network; what it lacks for that: sudo adhand doctor")
        say("Or, if \(zone.formatted(report.now)) is right: sudo adhand clock confirm")
    }
}
