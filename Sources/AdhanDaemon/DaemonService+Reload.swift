import AdhanAudio
import AdhanConfig
import AdhanControl
import AdhanCore
import AdhanEngine
import AdhanHooks
import AdhanSystem
import AdhanTimetables
import Glibc
import Logging

/// Another config: it is read by a worker, waits until nothing sounds, is taken up by the loop, and kept for a start that finds the
/// file broken.
extension DaemonService {
    /// For the check of a config that is taken up. Whoever asked waits ten seconds for the answer, and the files may have cost five of them.
    private static let checkPatience: Duration = .seconds(3)

    /// Reads the config anew; what comes of it arrives as an event.
    package func reload(asked replier: ControlReplier? = nil, monotonic: MonotonicInstant) {
        notifier.reloading(monotonic)
        let isTaken = workers.config.perform { [read, inbox] in
            inbox.post(.service(.read(read(), asked: replier)))
        }
        guard !isTaken else { return }
        let fault = ReloadFault(
            words:
                "it was not read: the disk of the config before it has not answered yet; try again, and if that stays so: "
                + "sudo systemctl restart adhand"
        )
        inbox.post(.service(.read(.failure(fault), asked: replier)))
    }

    package func received(_ result: Result<Successor, ReloadFault>, _ replier: ControlReplier?, _ loop: DaemonLoop) {
        // Either way the reload is over for systemd.
        lastStatus = ""
        switch result {
        case .success(let next):
            model.configurationProblem = nil
            successor = next
            let file = next.assembly.configuration.file ?? "the defaults"
            let when = taking(loop)
            log.notice("\(file) is taken up \(when)")
            if let replier { check(next.assembly, file, when, replier) }
        case .failure(let fault):
            // One that waited for a sound's end is not what stands in the file any more.
            successor = nil
            model.configurationProblem = fault.words
            log.error("the changed config is refused, and the one before stands: \(fault.words)")
            replier?.refuse(ControlFailure(fault.words, code: EX_CONFIG))
        }
    }

    /// Tells a person what is wrong with the config that is taken up, as `check-config` does. Its files may not answer.
    private func check(_ assembly: Assembly, _ file: String, _ when: String, _ replier: ControlReplier) {
        let isTaken = workers.config.perform {
            guard
                let objections = TimeLimit.run(
                    Self.checkPatience,
                    on: "the check of \(file)",
                    { assembly.objections() }
                )
            else {
                let words = "its files have not been checked within \(DurationText.format(Self.checkPatience))"
                return replier.answer(Done("\(file) is taken up \(when); \(words): adhand doctor"))
            }
            let joint = objections.isEmpty ? ", and" : ": see above; it is"
            replier.answer(
                Done("\(file) \(Assembly.verdict(on: objections))\(joint) taken up \(when)", notes: objections)
            )
        }
        if !isTaken { replier.answer(Done("\(file) is taken up \(when); to have it checked: adhand check-config")) }
    }

    /// When a new config is taken up.
    private func taking(_ loop: DaemonLoop) -> String {
        switch loop.activity {
        case .idle where loop.auxiliary == nil: "now"
        // It has found nothing to sound on.
        case .armed(let due, ready: false) where loop.obstacles[due.key] != nil: "now"
        case .armed(let due, ready: false):
            "as soon as the sound device fails, for which it has \(DurationText.format(assembly.playerConfiguration.deadline)); "
                + "if it answers, when \(due.key) is over"
        case .armed(let due, _), .begun(let due, audible: false): "when \(due.key) is over, which is about to sound"
        case .idle, .ending, .begun(_, audible: true): "when what sounds has ended"
        }
    }

    /// What the loop is to go on with, if a changed config can be taken up now.
    package func takeSuccessor(_ loop: DaemonLoop) -> Equipment? {
        guard let next = successor, loop.makesWay() else { return nil }
        var equipment = next.equipment
        if next.assembly.configuration.ledger.file == assembly.configuration.ledger.file { equipment.ledger = nil }
        take(next.assembly)
        return equipment
    }

    /// The loop goes on with this config.
    package func take(_ next: Assembly) {
        next.recordings.adopt(assembly.recordings)
        next.silence.adopt(assembly.silence)
        next.timetableFile?.adopt(assembly.timetableFile)
        next.bundle.adopt(assembly.bundle)
        for remote in next.remotes { remote.adopt(assembly.remotes, today: next.today) }
        for remote in assembly.remotes where !next.remotes.contains(where: { $0 === remote }) { remote.retire() }
        (assembly, successor, statusDue) = (next, nil, nil)
        hooks.configure(next.configuration.hooks)
        // What has not answered yet is not tried a second time beside that, and what was found of it is so still.
        let isSame = test?.devices == next.configuration.audio.devices && test?.recordings == next.recordings.paths
        if !isSame { test = nil }
        let isLate = test?.isLate == true
        model.restart(recordings: next.recordings.problems, keepsTest: isLate)
        Announcement(assembly).say(log)
        noteTimetable()
        (plan, lastTested) = (SelfTestPlan(at: assembly.configuration.audio.selfTest), nil)
        if !isLate { lastResult = nil }
        nextTestLook = .start
        rememberPlace()
        keepConfig()
    }

    /// For a config that names none; a mere point of a zone is none.
    private func rememberPlace() {
        let (place, store) = (assembly.configuration.place, assembly.places())
        guard place.knowledge == .given else { return }
        workers.state.perform { [log] in
            do {
                try store.keep(place.place)
            } catch {
                log.warning("the place is not remembered for a config that names none: \(error)")
            }
        }
    }

    /// For a start that finds the config broken.
    private func keepConfig() {
        guard let texts = assembly.configuration.texts else { return }
        let store = assembly.configs()
        workers.state.perform { [log] in
            do {
                try store.keep(texts)
            } catch {
                log.warning("the config is not kept for a start that finds it broken: \(error)")
            }
        }
    }
}
