import AdhanCore
import ArgumentParser

struct CheckConfig: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say every fault of the config, with its file and line.",
        discussion: """
            Ends with 0 where it can be used, 66 where there is no such file, 78 where it is wrong. What is wrong with its recordings, \
            its programs and its timetable is said, too; the daemon lives with that.
            """
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
        let faults = faults(try Assembly(try Configuration.load(path, locations), locations), path)
        for fault in faults { say(fault) }
        say(
            faults.isEmpty
                ? "\(path) is in order"
                : "\(path) can be used, but \(faults.count == 1 ? "one thing is" : "\(faults.count) things are") wrong: see above"
        )
    }

    /// What the daemon lives with, each a sentence with its file.
    private func faults(_ assembly: Assembly, _ path: String) -> [String] {
        let (place, audio) = (assembly.configuration.place, assembly.configuration.audio)
        var faults = [assembly.zoneProblem].compactMap(\.self)
        if !place.isSet {
            faults.append(
                "\(path): no place is set, so no adhan sounds: put latitude, longitude and timezone into [place]"
            )
        }
        faults += assembly.configuration.timetable.remarks.map { "\(path): \($0)" }
        faults += place.remarks.map { "\(path): \($0.words): \($0.advice)" }
        faults += CardNumberCheck.findings(audio, config: path)
            .map { "\(path): \($0.words)\($0.advice.map { ": \($0)" } ?? "")" }
        faults += audio.files.compactMap {
            if case .failure(let problem) = SoundLook.at($0) { "\(problem)" } else { nil }
        }
        faults += ([audio.silence].compactMap(\.self) + audio.faint).map(\.description)
        let hooks = assembly.configuration.hooks.problems
        faults += HookOutcome.Kind.allCases.compactMap { hooks[$0] }.map { "\(path): \($0)" }
        faults += (assembly.timetableFile?.problems ?? []) + assembly.bundle.problems
        return faults + overdue(assembly, today: assembly.today)
    }

    /// The timetables that are over, come to their end or have not begun.
    private func overdue(_ assembly: Assembly, today: CivilDate) -> [String] {
        let file = assembly.timetableFile.flatMap { file -> String? in
            guard let reach = file.reach(from: today), let fault = reach.fault(on: today) else { return nil }
            let source = assembly.timetableSource().days(today...today, in: assembly.zone).first?.source
            let instead = reach.last == nil ? source.map { "; today's come from: \($0.rawValue)" } : nil
            return "\(file.path) \(fault)\(instead ?? ""): \(reach.remedy)"
        }
        return [file, assembly.bundle.fault(on: today)].compactMap(\.self)
    }
}
