import AdhanControl
import AdhanCore
import AdhanEngine
import AdhanSystem
import Glibc
import Logging

/// What people set while the daemon runs.
extension DaemonService {
    /// How many changes of the ledger are told.
    private static let told = 50

    package func set(
        _ request: ControlRequest,
        _ caller: ControlCaller,
        _ replier: ControlReplier,
        _ loop: DaemonLoop,
        _ now: Instant
    ) {
        let change: Preferences.Change
        do {
            change = try Preferences.Change(request.key ?? "", request.value ?? "", who: caller.name, at: now)
        } catch {
            return replier.refuse(ControlFailure("\(error)", code: EX_USAGE))
        }
        loop.prefer(change, now)
        let words = "\(change.key.name) is \(change.value?.text ?? "what the config says") from now on"
        guard let earlier = changesBeforeRead else { return save(.settings, loop, then: replier, words) }
        changesBeforeRead = earlier.filter { $0.key != change.key } + [change]
        let note = "the disk with the saved settings has not answered since the start; the change is saved when it does"
        replier.answer(Done(words, notes: [note]))
    }

    package func settings(_ replier: ControlReplier, _ loop: DaemonLoop) {
        let zone = loop.settings.zone
        @Sendable func told(_ change: Preferences.Change) -> Settings.Change {
            .init(
                key: change.key.name,
                value: change.value?.text,
                who: change.who,
                at: zone.formatted(change.at.flooredToSecond)
            )
        }
        let inForce = loop.settings.preferences.inForce.map(told)
        let isTaken = loop.writer.read { ledger in
            do {
                let changes = try ledger.changes(limit: Self.told)
                replier.answer(Settings(settings: inForce, changes: changes.map(told), problem: nil))
            } catch {
                replier.answer(Settings(settings: inForce, changes: [], problem: "\(error)"))
            }
        }
        if !isTaken {
            let problem = "too many requests wait for the ledger already; its disk may hang: df, dmesg"
            replier.answer(Settings(settings: inForce, changes: [], problem: problem))
        }
    }

    /// Takes up what was set before the start, from a disk that was late. What was set since counts before it.
    package func found(_ preferences: Preferences, _ loop: DaemonLoop, _ now: Instant) {
        guard let changes = changesBeforeRead else { return }
        changesBeforeRead = nil
        if !preferences.inForce.isEmpty {
            log.warning("the settings are taken up late: their disk has answered only now")
        }
        var all = preferences
        for change in changes { all.take(change) }
        loop.adopt(all, now)
        if !changes.isEmpty { save(.settings, loop) }
    }
}
