import AdhanSupport
import AdhanCore
import AdhanCaller
import AdhanImport
import AdhanDisplay
import ArgumentParser
import Glibc

struct CheckConfig: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Report every fault in the config, with its file and line.",
        discussion: """
            Exit code: 0 if the config can be used; 66 if the config file does not exist; 78 if it is wrong, if the \
            settings of the committee's page cannot be read, or if it is gone and the daemon uses the config it last \
            accepted; 77 if only root can read it or those settings, or can tell which config the daemon uses; 64 if \
            the file is given twice. Problems with devices, recordings, hook programs, the display's slides and logo, \
            and the timetable, also a timetable that does not exist, are reported too, but do not change the exit \
            code: the daemon runs despite them. The rights on the files are judged for the service's user, also if \
            root looks.
            """
    )

    @Argument(
        help: ArgumentHelp("The config file (default: the daemon's own).", valueName: "file"),
        completion: .file(extensions: ["toml"])
    )
    var file: String?
    @OptionGroup var options: CommonOptions

    func validate() throws {
        guard file == nil || options.config == nil else {
            throw ValidationError(
                "there are two config files, '\(file ?? "")' and '\(options.config ?? "")'; name the file once: "
                    + "adhand check-config FILE"
            )
        }
    }

    func run() throws {
        let locations = options.box.locations
        let config = ConfigLoader(named: file ?? options.config, locations: locations)
        let kept = Result { () throws(FileFault) in try config.kept() }
        let texts: ConfigSource? = if case .success(let texts) = kept { texts } else { nil }
        guard let path = config.file(texts) else { return try sayNone(config, kept) }
        let parts = try DaemonParts(
            try load(config, path, texts),
            locations,
            FetchProcess.network(options.box),
            reader: DocumentReader()
        )
        // This user may be root and able to read what the daemon's user may not.
        let unusable = PermissionsCheck.unusableFiles(parts.configuration, locations)
        let shown = MosqueFilesCheck.problems(
            parts.configuration.display.files,
            parts.configuration.lookup(locations).answering,
            now: LinuxClock().wall().seconds
        )
        let recordings = parts.checkRecordings()
        let objections =
            unusable.map(ConfigNote.init) + parts.objections(recordings) + shown.map { ConfigNote("display: \($0)") }
        let readOnly = PermissionsCheck.readOnly(parts.configuration, locations, .now(locations))
        let remarks = parts.remarks(recordings) + readOnly.map { ConfigNote("\($0.words): \($0.advice ?? "")") }
        for note in objections + remarks { say("\(note)") }
        if let doubt = parts.configuration.texts?.panelDoubt {
            throw Ending(doubt.isDenied ? EX_NOPERM : EX_CONFIG, doubt.words)
        }
        say("\(path) \(parts.verdict(on: objections, remarks, recordings))")
    }

    private func load(_ config: ConfigLoader, _ path: String, _ kept: ConfigSource?) throws -> Configuration {
        do {
            return try config.load(path, kept: kept)
        } catch {
            let denial = CommandConfig.denial(error, isBoxs: config.named == nil)
            throw denial.map { Ending(EX_NOPERM, $0) as any Error } ?? error
        }
    }

    private func sayNone(_ config: ConfigLoader, _ kept: Result<ConfigSource?, FileFault>) throws {
        if case .failure(let obstacle) = kept {
            throw Ending(obstacle.isDenied ? EX_NOPERM : EX_CONFIG, CommandConfig.doubt(withoutFile: obstacle))
        }
        let place = try Configuration.load(nil, config.locations).place
        for remark in place.remarks { say("\(remark.words): \(remark.advice)") }
        let lack = place.isSet ? "" : " and no place is set: sudo adhand setup"
        say("there is no config file, so the defaults apply\(lack)")
    }
}
