import ArgumentParser

struct CheckConfig: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say every fault of the config, with its file and line.",
        discussion: "Ends with 0 where there is none, 66 where there is no such file, 78 where it is wrong."
    )

    @Argument(help: ArgumentHelp("The config file; the daemon's own where it is left out.", valueName: "file"))
    var file: String?
    @OptionGroup var options: CommonOptions

    func run() throws {
        let locations = Locations(resources: options.resources, daemon: false)
        guard let path = locations.configuration(named: file ?? options.config) else {
            let place = try Configuration.load(nil, locations).place
            for remark in place.remarks { say("\(remark.words): \(remark.advice)") }
            return say("there is no config file: the defaults stand\(place.isSet ? "" : ", and no place is set")")
        }
        let assembly = try Assembly(try Configuration.load(path, locations), locations)
        if let problem = assembly.zoneProblem { say(problem) }
        if !assembly.configuration.place.isSet {
            say("\(path): no place is set, so no adhan sounds: put latitude, longitude and timezone into [place]")
        }
        for remark in assembly.configuration.timetable.remarks { say("\(path): \(remark)") }
        for remark in assembly.configuration.place.remarks { say("\(path): \(remark.words): \(remark.advice)") }
        for finding in CardNumberCheck.findings(assembly.configuration.audio, config: path) {
            say("\(path): \(finding.words)\(finding.advice.map { ": \($0)" } ?? "")")
        }
        for file in assembly.configuration.audio.files {
            if case .failure(let problem) = SoundLook.at(file) { say("\(problem)") }
        }
        let hooks = assembly.configuration.hooks.problems
        for problem in HookOutcome.Kind.allCases.compactMap({ hooks[$0] }) { say("\(path): \(problem)") }
        for problem in assembly.timetableFile?.problems ?? [] { say(problem) }
        for problem in assembly.bundle.problems { say(problem) }
        say("\(path) is in order")
    }
}
