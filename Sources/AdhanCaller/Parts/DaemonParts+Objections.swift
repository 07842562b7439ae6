import AdhanAudio
import AdhanSupport
import AdhanCore
import AdhanLedger
import AdhanTimetables

extension DaemonParts {
    /// Objections to a config that can be used, for `check-config` and `reload`. It may block.
    package func objections(_ recordings: CheckedRecordings) -> [ConfigNote] {
        let (place, audio) = (configuration.place, configuration.audio)
        var objections: [ConfigNote] = []
        let lookup = lookup.answering
        func object(_ key: String, _ words: String) {
            objections.append(ConfigNote(configuration.spot(of: key), words))
        }
        if !place.isSet {
            let advice = "put latitude, longitude and timezone into [place]"
            if configuration.isEmpty {
                let words = "it has no settings, so the defaults apply and no place is set; no adhan sounds"
                object("place", "\(words): \(advice)")
            } else {
                object("place", "no place is set, so no adhan sounds: \(advice)")
            }
        }
        for remark in configuration.timetable.remarks { object(remark.key, remark.words) }
        if let problem = configuration.timetable.keyProblem { object("timetable.s3.credentials", problem) }
        if let fault = place.tzdataFault {
            objections.append(ConfigNote("\(fault.wordsWithKeptRules): \(TzdataFault.remedy)"))
        }
        for remark in place.remarks { object("place", "\(remark.words): \(remark.advice)") }
        for device in audio.devices {
            if let unknown = UnknownDevice(device) { object("audio.devices", "[audio] devices: \(unknown.words)") }
            if let problem = AudioOutputs.problem(of: OutputDevice(device)) {
                object("audio.devices", "[audio] devices: \"\(device)\": \(problem)")
            }
        }
        for remark in CardNumberCheck.remarks(audio.devices, config: configuration.file(of: "audio.devices")) {
            object("audio.devices", "\(remark.words): \(remark.advice)")
        }
        objections += audio.unusedDevices.map(ConfigNote.init)
        for checked in recordings.all {
            guard let fault = checked.fault else { continue }
            let words = checked.file == nil ? "\(fault)" : checked.problem ?? ""
            objections.append(ConfigNote(audio.recordingSpots[checked.name], words))
        }
        objections +=
            silences(recordings, where: \.isSilencedByMistake) + audio.faintVolumes.map { ConfigNote($0.fault) }
        let hooks = configuration.hooks.problems
        for kind in HookOutcome.Kind.allCases {
            if let problem = hooks[kind] { object("hooks.\(kind.rawValue)", problem) }
        }
        for problem in configuration.mirror.problems { object(problem.key, problem.words) }
        for problem in configuration.display.files.problems(lookup) { object(problem.key, problem.words) }
        objections += configuration.notify.problems.map(ConfigNote.init)
        let today = today
        let ledger = configuration.ledger.file
        if SQLiteLedger(file: ledger, access: .readOnly).isForeign {
            object(
                "ledger.file",
                "\(ledger) is not a ledger, so no prayer can be recorded: name another file in [ledger]"
            )
        }
        // Without an answer it has no problems, and all would seem to be in order.
        if let file = timetableFile, file.isStalled {
            object(
                "timetable.file",
                "\(file.place) has not been read yet, so its days are not checked: its disk does not answer, "
                    + "or it takes long; ask again later: adhand check-config"
            )
        }
        if let file = timetableFile, let remedy = file.remedyIfMissing {
            for problem in file.problems { object("timetable.file", "[timetable] file: \(problem): \(remedy)") }
        } else {
            objections += timetableFile.map { $0.brief(beside: $0.reach(from: today)).map(ConfigNote.init) } ?? []
        }
        let bundled = TimetableFault.brief(bundle?.problems ?? [], " of the bundle")
        return objections + (bundled + overdue(today: today)).map(ConfigNote.init)
    }

    /// The adhans of the next 24 hours that will not sound, other than by a fault of a setting.
    func silent(_ recordings: CheckedRecordings) -> [ConfigNote] {
        // A missing place has its own line.
        silences(recordings) { !($0.isFault && $0.isBySetting) && $0.cause != AdhanSilence.Cause.source.rawValue }
    }

    /// The recordings of this config, decoded. It may block.
    package func checkRecordings() -> CheckedRecordings {
        CheckedRecordings(configuration.audio.files, candidates: lookup.answering.candidates)
    }

    /// The adhans of the next 24 hours that will not sound, each with the place of its setting.
    private func silences(
        _ recordings: CheckedRecordings,
        where isTold: (StatusReport.Adhan) -> Bool
    ) -> [ConfigNote] {
        let now = LinuxClock().wall()
        var facts = configuration.soundFacts()
        facts.recordings = recordings.facts
        if UnknownDevice.objection(to: configuration.audio.devices) != nil {
            facts.device = .fails(Fault(.cardMissing, detail: "there is no device of [audio] devices"))
        }
        let adhans = configuration.forecasts(timetableSource(), in: zone, now: now, facts).map {
            StatusReport.Adhan($0, zone)
        }
        let text = zone.formatted(now)
        return StatusReport.Adhan.silences(adhans, now: text, where: isTold).map { problem, first, _ in
            ConfigNote(spot(of: first), problem.what)
        }
    }

    /// The place of the setting that keeps the adhan silent.
    private func spot(of adhan: StatusReport.Adhan) -> SourceLocation? {
        // The occasions are this version's own.
        let prayer = (try? Occasion(named: adhan.occasion))?.prayer  // reason: see above
        let spots = configuration.audio.volumeSpots
        switch adhan.cause.flatMap(AdhanSilence.Cause.init) {
        case .volume: return prayer.flatMap { spots[$0] ?? nil } ?? spots[nil] ?? nil
        case .offInConfig: return configuration.spot(of: "adhan")
        default: return nil
        }
    }

    /// The predicate for a config with these objections and remarks: `is in order`, or how many things are wrong.
    package func verdict(
        on objections: [ConfigNote],
        _ remarks: [ConfigNote],
        _ recordings: CheckedRecordings
    ) -> String {
        switch (objections.count, silent(recordings).isEmpty) {
        case (0, true): remarks.isEmpty ? "is in order" : "is in order, but see above"
        case (0, false): "is in order, but not every adhan is heard: see above"
        // The remarks stand behind them.
        case (1, _):
            "can be used, but one thing is wrong: see "
                + (remarks.isEmpty ? "above" : "the first line above; read the others, too")
        case (let count, _):
            "can be used, but \(count) things are wrong: see "
                + (remarks.isEmpty ? "above" : "the first \(count) lines above; read the others, too")
        }
    }

    /// The timetables that have ended, end soon or have not begun, and the refused days ahead.
    private func overdue(today: CivilDate) -> [String] {
        let own = timetableFile.flatMap { file -> String? in
            guard let reach = file.reach(from: today), let fault = reach.fault(on: today) else { return nil }
            let instead = reach.instead(on: today) { timetableSource().days($0...$0, in: zone).first?.source }
            return "\(file.place) \(fault)\(instead): \(reach.remedy(on: today))"
        }
        return [own, bundle?.fault(on: today)].compactMap(\.self)
    }
}
