import AdhanCore
import AdhanSupport
import Glibc
import Logging
import Synchronization

/// Tells the daemon of the changes that are saved, until it confirms that it has taken them up.
extension PanelService {
    /// Tells the daemon of the changes that it has not confirmed, and has it read its config. While another thread
    /// does so, nothing is told here: the daemon may hang, and that thread tells all.
    ///
    /// - Parameter isAgain: whether an earlier order may have reached the daemon, and its answer was lost.
    /// - Returns: its answer to the changes that were saved before the call; nil where it has given none, and is told
    ///   again later.
    /// - Throws: `PanelRefusal` where it refuses the config with those.
    @discardableResult
    func tellStates(isAgain: Bool = false) throws -> Done? {
        try telling.withLockIfAvailable { lastFault in try tell(isAgain, &lastFault) } ?? nil
    }

    /// How often a thread goes on with what others save: its own person waits meanwhile.
    private static let mostOthers = 2

    private func tell(_ isAgain: Bool, _ lastFault: inout String?) throws -> Done? {
        guard var last = try store.lastUnconfirmed() else { return nil }
        let (answer, refusal): (Done?, PanelRefusal?)
        do {
            (answer, refusal) = (try tell(through: last, isAgain, &lastFault), nil)
            // Without an answer the daemon is away.
            if answer == nil { return nil }
        } catch let fault as PanelRefusal {
            (answer, refusal) = (nil, fault)
        }
        // Another person may save meanwhile, as to correct what is refused, and leaves it to this thread. What comes of
        // it is not this person's: a fault is told again later, and is in the log.
        do {
            for _ in 0..<Self.mostOthers {
                guard let next = try store.lastUnconfirmed(), next > last,
                    try tell(through: next, isAgain, &lastFault) != nil
                else { break }
                last = next
            }
        } catch {}
        if let refusal { throw refusal }
        return answer
    }

    private func tell(through last: Int64, _ isAgain: Bool, _ lastFault: inout String?) throws -> Done? {
        var answer: Done?
        var refusal: ControlFailure?
        do {
            // An earlier order may have reached the daemon without an answer.
            if try isAgain || store.untoldStates(through: last).count > 1 { try markRecorded() }
            let untold = try store.untoldStates(through: last)
            let requests = untold.map { ControlRequest(.reload, value: $0.words, person: $0.who) }
            // Where the ledger has all of them, the config alone is read again.
            for (index, request) in (requests.isEmpty ? [ControlRequest(.reload)] : requests).enumerated() {
                do throws(ControlFault) {
                    (answer, refusal) = (try reloading.ask(request, for: Done.self), nil)
                } catch {
                    // It has recorded who changed what before it refused the config.
                    guard case .refused(let failure) = error, failure.code == EX_CONFIG else { throw error }
                    (answer, refusal) = (nil, failure)
                }
                if index < untold.count { try store.markRecorded(untold[index]) }
            }
        } catch let fault as ControlFault {
            note("the caller has not been told of a change: \(fault)", &lastFault)
            return nil
        }
        if let refusal {
            note("a change of the settings is not taken up: \(refusal)", &lastFault)
            throw PanelRefusal(409, "not-taken-up", "the change is saved, but is not taken up", lines: ["\(refusal)"])
        }
        try store.confirm(through: last)
        expireAnswers()
        lastFault = nil
        return answer
    }

    /// Marks the states that the ledger has, so that it gets none twice. A daemon that hangs fails here, before an
    /// order waits for it.
    private func markRecorded() throws {
        var changes = try control.ask(ControlRequest(.settings), for: Settings.self).changes.compactMap { change in
            Instant(iso8601: change.at).map { (change, at: $0.seconds) }
        }
        changes.sort { $0.at < $1.at }
        // The ledger may have more than it tells.
        let first = changes.count >= Settings.mostChanges ? changes.first?.at : nil
        for (state, isTold) in try store.tellableStates() {
            if let first, isTold, state.at < first { continue }
            let known = changes.firstIndex { change, at in
                change.key == SettingChange.panel && change.value == state.words
                    && change.who.hasSuffix(ControlCaller(uid: 0, name: "").asking(for: state.who).name)
                    && at >= state.at
            }
            // Two states may have the same words, and then the row is of the first. A row that came long after its
            // state, or was lost, may be taken for that of the next one.
            guard let known else { continue }
            changes.remove(at: known)
            if !isTold { try store.markRecorded(state) }
        }
    }

    /// Writes each reason into the log once.
    private func note(_ words: String, _ lastFault: inout String?) {
        if words != lastFault { log.warning("\(words)") }
        lastFault = words
    }

    /// The longest pause while the daemon does not answer.
    private static let longestPause: Duration = .minutes(1)

    /// Reads its config and checks it: that takes the daemon up to eight seconds where a disk hangs.
    private var reloading: ControlClient { ControlClient(path: control.path, patience: .seconds(12)) }

    /// Tells the daemon now and then, on a thread of its own, to the end of the process: a change may have been saved
    /// while the daemon was away, hung, or had too many orders.
    ///
    /// - Parameters:
    ///   - longest: the longest pause while the daemon refuses the config.
    /// - Throws: `SystemFault` where the machine has no thread left.
    package func keepTelling(
        every pause: Duration = .seconds(10),
        atMost longest: Duration = .minutes(10)
    ) throws {
        try SystemThread(named: "tell") { [self] in
            var (next, settleFault): (Duration, String?) = (pause, nil)
            while true {
                do {
                    try settings.settle()
                    settleFault = nil
                } catch {
                    note("the list of changes cannot be written: \(error)", &settleFault)
                }
                do {
                    try tellStates(isAgain: true)
                    next = try store.lastUnconfirmed() == nil ? pause : min(next * 2, Self.longestPause)
                } catch is PanelRefusal {
                    next = min(next * 2, longest)
                } catch {
                    log.error("the saved changes cannot be read, so the caller is not told of them: \(error)")
                    next = longest
                }
                LinuxClock().sleep(next)
            }
        }.detach()
    }
}

extension SettingsState {
    /// The change as the ledger has it.
    fileprivate var words: String { what.isEmpty ? "changed" : OneLine.of(what, limit: 200) }
}
