import AdhanCore
import AdhanSupport
import AdhanTimetables
import Synchronization

/// The questions to the network that wait for `adhand sync`, which alone uses it.
package final class FetchDesk: Sendable {
    /// A question that is not answered yet.
    private struct Open {
        let question: FetchQuestion
        let answered = WaitGroup(1)
        var isTaken = false
        var outcome: FetchOutcome?
    }

    private struct State {
        /// Of another number in each process: an answer may be for the daemon before a restart.
        var last = Int.random(in: 1...1 << 40)
        var hasAsked = false
        var open: [Int: Open] = [:]
        /// Are called where there is a new question, and return at once.
        var announces: [@Sendable () -> Void] = []
    }

    /// In which the payloads are handed over, each in a file that has its question's number as name.
    package let folder: String
    /// How long a question may wait until somebody takes it: the service may still be starting.
    private let patience: Duration
    private let state = Mutex(State())

    package init(runtime: String, patience: Duration = .minutes(1)) {
        (folder, self.patience) = (runtime + "/fetched", patience)
    }

    /// - Parameter body: also called from now on where there is a new question, on any thread; it must return at once.
    package func announce(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.announces.append(body) } }

    /// Whether a question waits for an answer.
    package var isWaiting: Bool { state.withLock { !$0.open.isEmpty } }

    /// All questions that wait for an answer, for a client that takes them.
    package func takeQuestions() -> [FetchQuestion] {
        state.withLock { state in
            for number in state.open.keys { state.open[number]?.isTaken = true }
            return state.open.values.filter { $0.outcome == nil }.map(\.question).sorted { $0.number < $1.number }
        }
    }

    /// Takes the answer to a question.
    ///
    /// - Returns: false where nobody waits for it any more.
    package func answer(_ outcome: FetchOutcome) -> Bool {
        let answered = state.withLock { state -> WaitGroup? in
            guard let open = state.open[outcome.number], open.outcome == nil else { return nil }
            state.open[outcome.number]?.outcome = outcome
            return open.answered
        }
        answered?.leave()
        return answered != nil
    }

    /// Puts a question, and waits for its answer; it blocks for the patience and half a minute at most.
    ///
    /// - Throws: `FetchFault` where there is no payload.
    package func ask(
        _ period: TimetablePeriod,
        of origin: RemoteOrigin,
        known: Provenance?,
        patience: FetchPatience
    ) throws(FetchFault) -> FetchAnswer {
        let (number, answered, announces, isFirst) = state.withLock { state in
            let isFirst = !state.hasAsked
            state.hasAsked = true
            state.last += 1
            let question = FetchQuestion(state.last, period, of: origin, known: known, patience: patience)
            let open = Open(question: question)
            state.open[state.last] = open
            return (state.last, open.answered, state.announces, isFirst)
        }
        // An earlier process may have left files there.
        if isFirst { Folder.remove(folder) }
        for announce in announces { announce() }
        let start = BootClock.now()
        let end = start + patience.total + .seconds(30)
        if !answered.wait(within: self.patience), state.withLock({ $0.open[number]?.isTaken == true }) {
            answered.wait(within: end - BootClock.now())
        }
        let file = "\(folder)/\(number)"
        defer { Folder.remove(file) }
        guard let open = state.withLock({ $0.open.removeValue(forKey: number) }) else {
            // Only this call removes it.
            throw FetchFault(.here, "\(origin.source.rawValue): its question was lost")
        }
        guard let outcome = open.outcome else {
            let words =
                open.isTaken
                ? "adhand sync has not answered for \(period.name). To see why: sudo journalctl -u adhand-sync"
                : "adhand sync does not run. It fetches the timetables. To see why: systemctl status adhand-sync"
            throw FetchFault(.here, "\(origin.source.rawValue): \(words)")
        }
        return try outcome.answer { () throws(FetchFault) in
            do {
                return try BoundedFile.read(file, limit: TimetableFile.sizeLimit)
            } catch {
                throw FetchFault(.here, "\(origin.source.rawValue): what was fetched cannot be read: \(error)")
            }
        }
    }
}

extension FetchDesk {
    /// Has another process ask each timetable.
    package var network: Network { { [self] origin in FetchedElsewhere(origin: origin, desk: self) } }
}

/// A timetable on the network that another process asks.
private struct FetchedElsewhere: RemoteTimetable {
    let origin: RemoteOrigin
    let desk: FetchDesk

    func fetch(
        _ period: TimetablePeriod,
        known: Provenance?,
        patience: FetchPatience
    ) throws(FetchFault) -> FetchAnswer {
        try desk.ask(period, of: origin, known: known, patience: patience)
    }
}
