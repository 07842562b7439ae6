import AdhanAudio
import AdhanCaller
import AdhanCore
import AdhanLedger
import AdhanSupport
import ArgumentParser
import Glibc

struct Simulate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show what the daemon would do, on a virtual clock.",
        discussion: """
            Runs the daemon's own loop, decisions and ledger, with a clock that runs as fast as possible, and with \
            what adhand set and adhand mute have set. Each recording lasts as long as its file; one that cannot be \
            read, three minutes. Exit code: 77 if you may not read a part of the config or the settings.
            """
    )

    @Argument(
        help: ArgumentHelp("today, tomorrow, yesterday or YYYY-MM-DD, instead of --from.", valueName: "day"),
        completion: .days
    )
    var day: String?
    @Option(
        help: "The start, YYYY-MM-DD or YYYY-MM-DDTHH:MM, in the mosque's time (default: today).",
        transform: WallMoment.parse
    )
    var from: WallMoment?
    @Option(
        help: "The end, in the same form; not included (default: a day after the start).",
        transform: WallMoment.parse
    )
    var to: WallMoment?
    @Option(help: "table or jsonl.") var format = Format.table
    @OptionGroup var options: CommonOptions

    enum Format: String, CaseIterable, ExpressibleByArgument { case table, jsonl }

    func validate() throws {
        guard let day else { return }
        if from != nil { throw ValidationError("the start is given twice; give it once") }
        _ = try DayText.parse(day, today: .first)
    }

    func run() throws {
        let parts = try options.parts(whole: true)
        let first = try day.map { try DayText.parse($0, today: parts.today) } ?? parts.today
        let from = from ?? WallMoment(date: first, secondOfDay: 0)
        let to = to ?? WallMoment(date: from.date.adding(days: 1), secondOfDay: from.secondOfDay)
        let (start, end) = (from.instant(parts.zone), to.instant(parts.zone))
        guard start < end else { throw ValidationError("--to is not after --from") }
        parts.recall(from.date.adding(days: -8)...to.date.adding(days: 8))
        var settings = parts.settings()
        let lines = SimulatedEvents(zone: parts.zone, isTable: format == .table, rules: settings.rules)
        settings.asksClock = false
        var saved = SavedState()
        saved.preferences = try options.box.preferences(whole: true)
        if options.box.config == nil {
            do { saved.mute = try parts.mutes().load() } catch {
                let denial = CommandConfig.denial(error, isBoxs: true)
                if let denial { throw Ending(EX_NOPERM, "what is muted: \(denial)") }
                writeError("adhand: what is muted is left out: \(error)")
            }
        }
        let simulation = Simulation(
            settings,
            saved: saved,
            source: parts.timetableSource(),
            ledger: SQLiteLedger(file: SQLiteLedger.inMemory),
            marks: NoMarks(),
            player: PunctualPlayer(lengths: lengths(of: settings.sounds.files), now: start),
            now: start
        ) { notice, moment in
            if moment < end, let line = lines.line(notice, at: moment) { print(line) }
        }
        simulation.run(until: end)
    }

    private func lengths(of files: [String]) -> [String: Duration] {
        var lengths: [String: Duration] = [:]
        for file in files {
            do {
                lengths[file] = try SoundCheck(of: file, truePeak: false).duration
            } catch {
                let usual = DurationText.format(PunctualPlayer.usualLength)
                writeError("adhand: a recording is taken to last \(usual): \(error)")
            }
        }
        return lengths
    }
}

/// A simulation's ledger never fails, so no rows are ever pending.
private struct NoMarks: PendingRowStore {
    let place = "nowhere"
    func load() -> [LedgerEntry] { [] }
    func save(_ entry: LedgerEntry) -> String? { nil }
    func remove(_ key: OccasionKey) {}
}
