import AdhanAudio
import AdhanConfig
import AdhanCore
import AdhanHooks
import AdhanLedger
import AdhanTimetables

extension Assembly {
    /// What is wrong with a config that can be used, as sentences with its file, for `check-config` and `reload`. It may block, and
    /// decodes every recording.
    package func objections() -> [String] {
        let (place, audio) = (configuration.place, configuration.audio)
        let path = configuration.file ?? "the config"
        var objections: [String] = []
        if !place.isSet {
            objections.append(
                "\(path): no place is set, so no adhan sounds: put latitude, longitude and timezone into [place]"
            )
        }
        objections += (configuration.timetable.remarks + [configuration.timetable.keyProblem].compactMap(\.self))
            .map { "\(path): \($0)" }
        objections += place.remarks.map { "\(path): \($0.words): \($0.advice)" }
        objections += audio.devices.compactMap(UnknownDevice.init).map { "\(path): [audio] devices: \($0.words)" }
        objections += audio.devices.compactMap { device in
            guard case .file(let file) = DeviceKind(device), let problem = FileOutput.problem(at: file) else {
                return nil
            }
            return "\(path): [audio] devices: \"\(device)\": \(problem)"
        }
        objections += CardNumberCheck.remarks(audio.devices, config: path)
            .map { "\(path): \($0.words): \($0.advice)" }
        objections += audio.unusedDevices.map(\.description)
        objections += audio.files.compactMap {
            if case .failure(let problem) = SoundLook.at($0) { "\(problem)" } else { nil }
        }
        objections += silences.filter(\.isFault).map(\.words) + audio.faintVolumes.map(\.description)
        let hooks = configuration.hooks.problems
        objections += HookOutcome.Kind.allCases.compactMap { hooks[$0] }.map { "\(path): \($0)" }
        let today = today
        let ledger = configuration.ledger.file
        if SQLiteLedger(file: ledger, access: .readOnly).isForeign {
            objections.append(
                "\(path): \(ledger) is no ledger, and no prayer could be recorded: name another file in [ledger]"
            )
        }
        objections += timetableFile.map { $0.brief(beside: $0.reach(from: today)) } ?? []
        return objections + TimetableFault.brief(bundle.problems, "of the bundle") + overdue(today: today)
    }

    /// What is no fault, but a person may want to know.
    package var remarks: [String] { silences.filter { !$0.isFault }.map(\.words) }

    private var silences: [Silence] {
        let today = today
        let day = timetableSource().days(today...today, in: zone).first
        return configuration.audio.silences(on: day, in: zone)
    }

    /// The predicate for a config with these objections: `is in order`, or how many things are wrong.
    package static func verdict(on objections: [String], _ remarks: [String]) -> String {
        switch (objections.count, remarks.isEmpty) {
        case (0, true): "is in order"
        case (0, false): "is in order, but not every adhan is heard: see above"
        case (1, _): "can be used, but one thing is wrong: see above"
        case (let count, _): "can be used, but \(count) things are wrong: see above"
        }
    }

    /// The timetables that have ended, end soon or have not begun, and the refused days ahead.
    private func overdue(today: CivilDate) -> [String] {
        let own = timetableFile.flatMap { file -> String? in
            guard let reach = file.reach(from: today), let fault = reach.fault(on: today) else { return nil }
            let instead = reach.instead(on: today) { timetableSource().days($0...$0, in: zone).first?.source }
            return "\(file.path) \(fault)\(instead): \(reach.remedy(on: today))"
        }
        return [own, bundle.fault(on: today)].compactMap(\.self)
    }
}
