import AdhanSupport
import Synchronization

/// A question to the daemon that is asked once for all who wait for its answer: a daemon that hangs holds each of them
/// up for one answer, and not for one after another.
final class SharedQuestion<Answer: Sendable>: Sendable {
    private struct Last {
        let answer: Result<Answer, ControlFault>
        let began, ended: BootInstant
    }

    /// The time for which later callers share the fault of a failed question.
    private static var memory: Duration { .seconds(1) }

    private let freshness: Duration
    /// Held while the question is asked.
    private let last = Mutex<Last?>(nil)
    private let expiredAt = Mutex(BootInstant.start)

    /// - Parameter freshness: how long an answer serves those who come after it.
    init(freshFor freshness: Duration = .zero) { self.freshness = freshness }

    /// The answers so far count no more, as after an order.
    func expire() { expiredAt.withLock { $0 = BootClock.now() } }

    /// Asks, or waits for the answer to another who asks already; may block.
    func ask(_ question: () throws(ControlFault) -> Answer) -> Result<Answer, ControlFault> {
        let came = BootClock.now()
        return last.withLock { last in
            if let last, serves(last, who: came) { return last.answer }
            let began = BootClock.now()
            let answer = Result(catching: question)
            last = Last(answer: answer, began: began, ended: BootClock.now())
            return answer
        }
    }

    private func serves(_ last: Last, who came: BootInstant) -> Bool {
        let isFailure = if case .failure = last.answer { true } else { false }
        return came <= last.ended + (isFailure ? Self.memory : freshness) && last.began > expiredAt.withLock { $0 }
    }
}
