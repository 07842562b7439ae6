import AdhanAudio
import AdhanCore
import AdhanSupport
import AdhanTimetables
import Glibc
import Logging

/// Reloads the config: a worker reads it, it waits until nothing sounds, the loop takes it up, and it is saved for a
/// start that finds the file broken.
extension DaemonService {
    /// How long the check of a new config may take. A client waits ten seconds for the answer, and reading the files
    /// may take five.
    private static let checkPatience: Duration = .seconds(3)

    /// Reads the config again; the result comes as an event.
    package func reload(asked replier: ControlReplier? = nil, monotonic: MonotonicInstant) {
        notifier.reloading(monotonic)
        let isTaken = workers.config.perform { [read, inbox, parts] in
            let result = read()
            // The days are judged here, which takes too long for the loop's thread.
            if case .success(let next) = result { next.parts.adoptTimetables(of: parts) }
            inbox.post(.service { service, loop, _ in service.received(result, replier, loop) })
        }
        guard !isTaken else { return }
        let fault = ReloadFault(
            words:
                "it was not read, because the disk of an earlier config has not answered yet; try again, "
                + "and if that does not help: sudo systemctl restart adhand"
        )
        inbox.post(.service { service, loop, _ in service.received(.failure(fault), replier, loop) })
    }

    func received(_ result: Result<LoadedConfig, ReloadFault>, _ replier: ControlReplier?, _ loop: DaemonLoop) {
        // The reload is over for systemd, whether it succeeded or not.
        systemdStatus = .awaitsReady
        switch result {
        case .success(let next):
            model.configurationProblem = nil
            loadedConfig = next
            let file = next.parts.configuration.file ?? "the defaults"
            let when = taking(loop)
            log.notice("\(file) is taken up \(when)")
            let notes = Self.restartNotes(parts.configuration, next.parts.configuration)
            if let replier { check(next.parts, file, when, notes, replier) }
        case .failure(let fault):
            // A config that still waits is not the file's any more.
            loadedConfig = nil
            model.configurationProblem = fault.words
            log.error("the changed config is refused, and the running one stays in use: \(fault.words)")
            replier?.refuse(ControlFailure(fault.words, code: EX_CONFIG))
        }
    }

    /// Remarks on the servers that need a restart for the changed config.
    private static func restartNotes(_ before: Configuration, _ after: Configuration) -> [ConfigNote] {
        let isDisplayMoved =
            before.display.listen != after.display.listen || before.display.hosts != after.display.hosts
        let isPanelMoved = before.panel.listen != after.panel.listen || before.panel.hosts != after.panel.hosts
        let servers = [("display", isDisplayMoved), ("panel", isPanelMoved)]
        return servers.filter(\.1).map { name, _ in
            ConfigNote(
                "[\(name)] listen or hosts has changed; the \(name) takes that up with: "
                    + "sudo systemctl restart adhand-\(name)"
            )
        }
    }

    /// Tells the client what is wrong with the new config, as `check-config` does. Its files may hang.
    private func check(
        _ parts: DaemonParts,
        _ file: String,
        _ when: String,
        _ more: [ConfigNote],
        _ replier: ControlReplier
    ) {
        let isTaken = workers.config.perform {
            guard
                let (objections, remarks, verdict) = TimeLimit.run(
                    Self.checkPatience,
                    on: "the check of \(file)",
                    {
                        let recordings = parts.checkRecordings()
                        let (objections, remarks) = (parts.objections(recordings), parts.remarks(recordings))
                        return (objections, remarks, parts.verdict(on: objections, remarks, recordings))
                    }
                )
            else {
                let words = "its files have not been checked within \(DurationText.format(Self.checkPatience))"
                return replier.answer(Done("\(file) is taken up \(when); \(words): adhand doctor", remarks: more))
            }
            let joint = objections.isEmpty && remarks.isEmpty ? ", and" : "; it is"
            let words = "\(file) \(verdict)\(joint) taken up \(when)"
            replier.answer(Done(words, objections: objections, remarks: remarks + more))
        }
        if !isTaken {
            replier.answer(Done("\(file) is taken up \(when); to have it checked: adhand check-config", remarks: more))
        }
    }

    /// When a new config is taken up, in words.
    private func taking(_ loop: DaemonLoop) -> String {
        switch loop.activity {
        case .idle where loop.auxiliary == nil: "now"
        // No device was found, so it is given up.
        case .armed where loop.lacksDevice: "now"
        case .armed(let due, ready: false):
            "as soon as the sound device fails, which takes up to "
                + "\(DurationText.format(parts.playerConfiguration.deadline)); if it answers, "
                + "when \(due.key) is over"
        case .armed(let due, _), .begun(let due, audible: false): "when \(due.key) is over, which is about to sound"
        case .idle, .ending, .begun(_, audible: true): "when what sounds has ended"
        }
    }

    /// The loop's new setup, where a changed config waits and can be taken up now.
    func applyLoadedConfig(_ loop: DaemonLoop) -> LoopSetup? {
        guard let next = loadedConfig, loop.prepareForReload() else { return nil }
        var setup = next.setup
        if next.parts.configuration.ledger.file == parts.configuration.ledger.file { setup.ledger = nil }
        applyConfig(next.parts)
        return setup
    }

    func applyConfig(_ next: DaemonParts) {
        next.recordings.adopt(parts.recordings)
        next.stalledFiles.adopt(parts.stalledFiles)
        // What was read since the new config was read.
        next.adoptTimetables(of: parts)
        for remote in parts.remotes where !next.remotes.contains(where: { $0 === remote }) { remote.retire() }
        let before = parts.configuration
        (parts, loadedConfig, statusDue) = (next, nil, nil)
        hooks.configure(next.configuration.hooks)
        // A self-test of the same devices and recordings goes on, and its findings stay.
        let isSame = test?.devices == next.configuration.audio.devices && test?.recordings == next.recordings.paths
        if !isSame { test = nil }
        model.applyConfig(next.configuration, after: before, recordings: next.recordings.problems)
        StartupLog(parts).write(to: log)
        noteTimetable(today: parts.today)
        (plan, lastTested) = (SelfTestPlan(at: parts.configuration.audio.selfTest), nil)
        nextTestLook = .start
        savePlace()
        saveConfig()
    }

    /// Saves the place for a config that names none. The representative point of a zone is not saved.
    private func savePlace() {
        let (place, store) = (parts.configuration.place, parts.places())
        guard place.knowledge == .given else { return }
        save("the place is not saved for a config without one") { try store.keep(place.place) }
    }

    /// Saves the zone's rules for a start that finds tzdata damaged.
    func saveZone() {
        let (name, store) = (parts.zone.name, parts.zones())
        save("the time zone is not saved for a start with a damaged tzdata") { try store.keep(name) }
    }

    /// Saves the config for a start that finds the file broken.
    private func saveConfig() {
        guard let texts = parts.configuration.texts else { return }
        let store = parts.configs()
        save("the config is not saved for a start with a broken one") { try store.keep(texts) }
    }

    /// - Parameter fault: begins the line in the log, where the disk refuses.
    private func save(_ fault: String, _ write: @escaping @Sendable () throws -> Void) {
        workers.state.perform { [log] in
            do {
                try write()
            } catch {
                log.warning("\(fault): \(error)")
            }
        }
    }
}

/// A config that was read for a reload, with the loop's setup for it.
///
/// A class, since each tick asks whether there is one: a copy of the whole config would be most of an idle tick's cost.
package final class LoadedConfig: Sendable {
    package let parts: DaemonParts
    let setup: LoopSetup

    init(parts: DaemonParts, setup: LoopSetup) {
        (self.parts, self.setup) = (parts, setup)
    }
}
