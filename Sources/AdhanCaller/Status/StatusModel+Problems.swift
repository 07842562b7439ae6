import AdhanSupport
import AdhanCore
import AdhanTimetables

extension StatusModel {
    /// How long a prayer that was missed or broke off counts as a problem.
    private static let failedFor: Duration = .hours(24)
    /// How many of them are problems. A day has no more calls and iqamas.
    private static let mostFailed = 12

    /// The calls that will not sound because of a setting that nobody wants so.
    /// Any other fault has a problem of its own.
    package func silences(_ loop: LoopSnapshot, _ parts: DaemonParts) -> [StatusReport.Problem] {
        let zone = loop.settings.zone
        let adhans = AdhanForecast.all(loop.input, soundFacts(loop, parts)).map { StatusReport.Adhan($0, zone) }
        return StatusReport.Adhan.silences(adhans, now: zone.formatted(loop.now), where: \.isSilencedByMistake)
            .map(\.problem)
    }

    /// The problems, the most urgent first.
    package func problems(
        _ loop: LoopSnapshot,
        _ parts: DaemonParts,
        _ clock: StatusReport.State
    ) -> [StatusReport.Problem] {
        var problems: [StatusReport.Problem] = []
        func add(_ kind: FaultKind, of subject: String? = nil, _ what: String, _ advice: String) {
            problems.append(.init(kind, subject, what: what, advice: advice))
        }
        func add(_ kind: FaultKind, of id: String? = nil, _ fault: Fault, what: String? = nil, command: String? = nil) {
            problems.append(.init(kind, id, fault, what: what, command: command))
        }
        let configuration = parts.configuration
        func file(_ key: String) -> String {
            configuration.file == nil ? "/etc/adhand/config.toml" : configuration.file(of: key)
        }
        if let skipped = loop.settings.policy.skippedSources, skipped.areAll {
            add(
                .place,
                "no adhan sounds: \(skipped.reason)",
                configuration.file == nil
                    ? "sudo adhand setup"
                    : "put latitude, longitude and timezone into [place] of \(file("place")), then: adhand reload"
            )
        }
        for remark in configuration.place.remarks {
            add(.place, of: "remark", remark.words, "\(remark.advice) of \(file("place")), then: adhand reload")
        }
        if let tzdataFault {
            add(.zone, tzdataFault.wordsWithKeptRules, "the daemon takes a repair up by itself: \(TzdataFault.remedy)")
        }
        if let fault = loop.trust?.fault(loop.settings.zone, now: loop.now) {
            add(.clock, fault)
        } else if loop.trust == nil {
            add(.clock, "no adhan sounds: the clock is \(clock.state)", "see why and what to do: adhand clock")
        }
        if let problem = configurationProblem {
            let defaults = configuration.defaulted.isEmpty ? "" : ", with defaults for what this version refuses"
            add(
                .config,
                "the config file is refused, and the last config that was accepted is in use\(defaults): \(problem)",
                "correct it, then: adhand reload"
            )
            // An amplifier's program may be among them.
            if !configuration.defaulted.isEmpty { problems[problems.count - 1].severity = .critical }
        }
        problems += silences(loop, parts)
        for change in loop.saved.preferences.faint {
            let fault = Fault(.volumeLow, detail: change.words)
            add(.setting, of: "set \(change.key)", fault, what: change.words, command: change.remedy)
        }
        if let problem = loop.saved.preferences.hijriProblem(on: loop.today, beside: loop.settings.rules.calendar) {
            add(
                .setting,
                of: "hijri",
                problem,
                "take one of the two back; the setting: adhand set hijri.adjust default"
            )
        }
        for (key, fault) in configuration.audio.faintVolumes {
            let (what, fix) = (fault.description, "correct it, then: adhand reload. 100 leaves the recording as it is")
            add(.setting, of: "volume \(key)", Fault(.volumeLow, detail: what), what: what, command: fix)
        }
        for fault in configuration.audio.unusedDevices {
            add(.device, fault.description, "correct it, then: adhand reload")
        }
        for problem in soundProblems {
            add(.recording, of: problem.path, problem.fault, what: problem.words, command: problem.remedy)
        }
        if let path = parts.recordings.stalled {
            let words = "\(path) has not answered for a minute"
            add(.recording, of: "disk", Fault(.recordingUnreadable, file: path, detail: words), what: words)
        }
        if let audioProblem { add(.sound, audioProblem) }
        for kind in HookOutcome.Kind.allCases {
            guard let problem = hookFaults[kind] ?? hookProblems[kind] else { continue }
            add(
                .hook,
                of: kind.rawValue,
                problem,
                "correct the program, or [hooks] of \(file("hooks")), then try it: adhand play. "
                    + "The adhan sounds all the same"
            )
            // The amplifier may be off, so that nobody hears the next adhan.
            if kind == .before { problems[problems.count - 1].severity = .critical }
        }
        for late in lateBefores where loop.now - late.at < Self.failedFor {
            add(
                .before,
                of: "\(late.occasion.date) \(late.occasion.occasion)",
                "\(late.occasion.date) \(late.occasion.occasion): its before of [hooks] was not begun five seconds "
                    + "ahead, so the amplifier may have been off",
                "see why adhand-notify did not run: systemctl status adhand-notify. This is shown for a day"
            )
        }
        if let problem = lockProblems[configuration.ledger.file] {
            add(.other, problem, "stop the other daemon; this message goes within a minute")
        }
        if let problem = ledgerProblem(loop) {
            add(.ledger, problem, "see whether its disk is full or read-only: df -h, mount")
        }
        if let marksProblem { add(.state, of: "marks", marksProblem, "see whether that folder answers: ls, mount") }
        for file in StateFile.allCases {
            guard let problem = saveProblems[file] else { continue }
            add(.state, of: "\(file)", problem, "see whether its disk is full or read-only: df -h, mount")
        }
        problems += stateProblems + iqamaProblems
        let reach = parts.timetableFile?.reach(from: loop.today)
        // Refused days within its reach are reported below, with what replaces them.
        if let file = parts.timetableFile, let first = file.problems(from: loop.today, beside: reach).first {
            let more = file.problems(from: loop.today, beside: reach).count - 1
            add(
                .timetable,
                of: "days",
                first + (more > 0 ? " (and \(more) more ahead)" : ""),
                file.hasReaderFailed
                    ? "the file may be in order. It is read again within ten minutes; at once with: adhand refresh"
                    : file.remedyIfMissing ?? "correct the file; it is read again within a minute. All its faults: "
                        + "adhand timetable check \(shellWord(file.place))"
            )
        }
        problems += sourceProblems(loop, parts) + mirrorProblems(loop, parts)
        if loop.timetable != nil, loop.timetable?.next(after: loop.now, besides: loop.memory) == nil {
            add(.times, "the timetable has no adhan ahead", "see what it has: adhand times --days 3")
        }
        // By the time since the boot: the clock of a box without a battery is wrong until it has found a time server.
        let uptime = BootClock.now().sinceStart
        if let powerCut, uptime - .seconds(powerCut.noticedAt) < Self.failedFor {
            let wall = loop.settings.zone.wall(at: loop.now - uptime)
            add(
                .power,
                of: "\(powerCut.number)",
                "the box started on \(wall.date) at \(wall.clockText) and had not been shut down before, "
                    + "as after a power cut",
                "see what was missed: adhand history; before you unplug it: sudo poweroff. This is shown for a day"
            )
        }
        // The adhans first, the latest of them before the others.
        let failures = loop.memory.failed(since: loop.now - Self.failedFor).reversed()
        let calls = failures.filter(\.key.occasion.isCall) + failures.filter { !$0.key.occasion.isCall }
        for failed in calls.prefix(Self.mostFailed) {
            add(
                .missed,
                of: "\(failed.key)",
                "\(failed.key) was \(failed.state.rawValue): \(failed.reason ?? "no reason is known")",
                "see all of it: adhand history. This is shown for a day"
            )
        }
        let (now, zone) = (BootClock.now(), loop.settings.zone)
        if !configuration.notify.receivers.isEmpty { problems += notify.problems(now, loop.now, zone) }
        return problems + display.problems(now, loop.now, zone)
    }
}
