import AdhanAudio
import AdhanCore
import AdhanSupport
import ArgumentParser
import Glibc

struct AudioCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audio",
        abstract: "List the sound cards, or check recordings before you use them.",
        subcommands: [Devices.self, Check.self, Upload.self]
    )

    struct Devices: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the sound cards, their names for [audio] devices, and which device is used and why.",
            discussion: """
                Opens each of the config's devices for a moment, without a sound, but none while an adhan plays or is \
                near. Exit code: 0 if one of them opens, 69 if none does; 77 if you may not read the config, so that \
                only the cards and the names are listed.
                """
        )

        @Option(help: "table or json.") var format = TableFormat.table
        @OptionGroup var options: CommonOptions

        func run() throws {
            let (loaded, box) = (Result { try options.box.load().0 }, options.box)
            // The names are listed for everybody.
            let isDenied = if case .failure(let ending as Ending) = loaded { ending.code == EX_NOPERM } else { false }
            let (configuration, daemon) = (isDenied ? nil : try loaded.get(), options.status())
            let lookup = configuration?.lookup(box.locations).answering ?? .none
            let found = TimeLimit.run(.seconds(30), on: "the sound devices") {
                // The daemon's user may open the cards.
                let ask = { try box.control().ask(ControlRequest(.devices), for: SoundDevices.self) }
                // reason: what this user may open is listed then
                let names = SoundCards.hasDenied ? try? ask() : nil
                return AudioDevicesReport(configuration, daemon, lookup, names ?? SoundDevices())
            }
            guard let report = found else {
                throw Ending(
                    EX_UNAVAILABLE,
                    "the sound devices have not answered within 30 seconds: a sound server hangs"
                )
            }
            switch format {
            case .table: say(lines: report.table)
            case .json: print(try JSONText.encode(report))
            }
            _ = try loaded.get()
            if report.isSilenced { throw Ending(EX_UNAVAILABLE) }
        }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Decode recordings completely: report their length, loudness and faults.",
            discussion: """
                Peaks are in dB relative to full scale; the loudness is measured as in EBU R 128. The daemon plays a \
                damaged recording up to the damage. Exit code: 0 if all are complete, 65 if one is damaged, 66 if one \
                cannot be read.
                """
        )

        @Argument(help: "The MP3 files, as in: adhand audio check fajr.mp3.", completion: .file()) var files: [String]
        @Option(help: "table or json.") var format = TableFormat.table
        // Every command accepts these; this one does not need the config.
        @OptionGroup var options: CommonOptions

        func run() throws {
            let table = AudioCheckTable(files: files.map { AudioCheckTable.CheckedFile(of: $0) })
            for problem in table.files.compactMap(\.problem) { writeError("adhand: \(problem)") }
            print(try format == .table ? table.text : table.json, terminator: "")
            let code = table.files.map(\.code).max() ?? EX_OK
            if code != EX_OK { throw Ending(code) }
        }
    }

    /// The child of the panel, for a recording that somebody has uploaded.
    struct Upload: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check a recording for the panel, which asks on stdin, as 'audio check' does.",
            shouldDisplay: false
        )

        func run() throws {
            let code = LimitedChild.run(limit: SoundFile.limit) { (_: LimitedChild.NoFacts, bytes) in
                let table = AudioCheckTable(files: [AudioCheckTable.CheckedFile(bytes, named: "the recording")])
                // reason: without an answer there is the exit code
                return (try? table.json).map { Array($0.utf8) }
            }
            guard code == EX_OK else { throw Ending(code) }
        }
    }
}
