import AdhanAudio
import AdhanCore
import ArgumentParser
import Dispatch
import Logging

struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "The daemon, in the foreground.",
        discussion: "Calls each prayer until it gets SIGTERM or SIGINT, which fade what sounds."
    )

    @OptionGroup var options: CommonOptions

    @Flag(help: "Rehearse the next prayer in ten seconds first, then go on as the daemon.")
    var rehearse = false

    func run() throws {
        let assembly = try options.assembly(daemon: true)
        let log = Logger(label: "adhand") { _ in StderrLog() }
        announce(assembly, log)
        var zone = assembly.zone
        let say: (Notice) -> Void = { notice in
            if case .zone(let rules) = notice { zone = rules }
            log.log(level: notice.level, "\(notice.words(zone))")
        }
        if rehearse {
            let outcome = try RehearsalReport.run(assembly, prayer: nil, lead: .seconds(10), tell: say)
            if case .signalled = outcome.end { return }
        }
        _ = try assembly.drive(
            assembly.settings(),
            source: assembly.calculator,
            ledger: assembly.ledger(),
            marks: assembly.marks(),
            watches: assembly.watches(log)
        ) { notice in
            say(notice)
            return false
        }
    }

    /// What a caretaker wants to see first in the journal.
    private func announce(_ assembly: Assembly, _ log: Logger) {
        let (configuration, zone) = (assembly.configuration, assembly.zone)
        let place = configuration.place.place
        log.notice(
            """
            adhand \(Adhand.version), config \(configuration.file ?? "none, so the defaults stand"), \
            place \(place.name) (\(place.coordinates.latitude), \(place.coordinates.longitude), \(zone.name)), \
            method \(configuration.calculation.method.name), madhab \(configuration.calculation.madhab.rawValue), \
            ledger \(configuration.ledger.file)
            """
        )
        if let problem = assembly.zoneProblem { log.warning("\(problem)") }
        if !configuration.place.isSet {
            log.warning(
                "no place is set in the config: the times are those of \(place.name). Put latitude, longitude and timezone into [place]"
            )
        }
        // Decoding takes seconds on a small box; a broken file is to be known now, not at Fajr.
        let files = Set(Prayer.called.map(configuration.audio.file(for:))).sorted()
        DispatchQueue(label: "adhand.sounds").async {
            for file in files {
                switch SoundLook.at(file) {
                case .success(let words): log.notice("sound \(words)")
                case .failure(let problem): log.error("\(problem)")
                }
            }
        }
    }
}
