import AdhanAudio
import AdhanConfig
import AdhanCore
import AdhanDaemon
import AdhanDoctor
import AdhanHooks
import AdhanSystem
import AdhanTimetables
import ArgumentParser
import Glibc

struct CheckConfig: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say every fault of the config, with its file and line.",
        discussion: """
            Ends with 0 where it can be used, 66 where there is no such file, 78 where it is wrong, or has gone and the daemon goes by what \
            it keeps of it, 77 where only root can read it, or see whether it does. What is wrong with its devices, its recordings, its programs and \
            its timetable is said, too; the daemon lives with that.
            """
    )

    @Argument(help: ArgumentHelp("The config file; the daemon's own where it is left out.", valueName: "file"))
    var file: String?
    @OptionGroup var options: CommonOptions

    func run() throws {
        let locations = Locations(resources: options.resources, daemon: false)
        let config = DaemonConfig(named: file ?? options.config, locations: locations)
        let kept = Result { () throws(FileFault) in try ConfigStore(locations).load() }
        let texts: ConfigTexts? = if case .success(let texts) = kept { texts } else { nil }
        guard let path = config.file(texts) else { return try sayNone(config, kept) }
        let assembly = try Assembly(try load(config, path), locations)
        // Whoever asks may be root, and read what the daemon may not.
        let unreadable = PermissionsCheck.unreadableConfig(assembly.configuration, locations)
            .map { "\($0.words)\($0.advice.map { ": \($0)" } ?? "")" }
        let objections = unreadable + assembly.objections()
        let remarks = assembly.remarks
        for words in objections + remarks { say(words) }
        say("\(path) \(Assembly.verdict(on: objections, remarks))")
    }

    private func load(_ config: DaemonConfig, _ path: String) throws -> Configuration {
        do {
            return try config.load(path)
        } catch let fault as FileFault where fault.isDenied {
            writeError("adhand: \(fault); look as root, with sudo")
            throw ExitCode(EX_NOPERM)
        }
    }

    private func sayNone(_ config: DaemonConfig, _ kept: Result<ConfigTexts?, FileFault>) throws {
        if case .failure(let obstacle) = kept {
            writeError("adhand: \(KnownConfig.doubt(withoutFile: obstacle))")
            throw ExitCode(obstacle.isDenied ? EX_NOPERM : EX_CONFIG)
        }
        let place = try Configuration.load(nil, config.locations).place
        for remark in place.remarks { say("\(remark.words): \(remark.advice)") }
        say("there is no config file: the defaults stand\(place.isSet ? "" : ", and no place is set")")
    }
}
