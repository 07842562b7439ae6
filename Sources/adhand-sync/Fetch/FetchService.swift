import AdhanSupport
import AdhanCore
import Logging
import Synchronization

/// Answers the daemon's questions to the network, for as long as the process lives. It reconnects to a daemon that is
/// gone or hangs.
final class FetchService: Sendable {
    /// How often the daemon is asked for questions though it has announced none.
    private static let interval: Duration = .seconds(20)
    /// After an answer that the daemon has refused.
    private static let pause: Duration = .seconds(5)
    private static let longestWait: Duration = .seconds(2)
    /// How often apt is asked for a newer adhand.
    private static let updateInterval: Duration = .hours(1)
    /// How many questions are answered at the same time: a server that hangs holds up none of another source.
    private static let mostThreads = 4

    private let client: ControlClient
    private let configs: @Sendable () throws -> [Configuration]
    private let clock: any HostClock
    private let log: Logger
    private let pool = ThreadPool("fetch", atMost: mostThreads)
    /// The numbers of the questions that are being answered.
    private let underWay = Mutex<Set<Int>>([])

    /// - Parameter configs: reads the configs that the daemon may be using, the likeliest first; it may block.
    init(
        socket: String,
        clock: any HostClock,
        log: Logger,
        configs: @escaping @Sendable () throws -> [Configuration]
    ) {
        client = ControlClient(path: socket)
        (self.clock, self.log, self.configs) = (clock, log, configs)
    }

    /// Follows the daemon.
    ///
    /// - Parameters:
    ///   - tell: gets why the daemon cannot be followed, nil once it can; called on a change.
    ///   - isDone: whether to end; called at each event and after each wait.
    func run(tell: (String?) -> Void, until isDone: () -> Bool = { false }) {
        // A daemon that has just started knows of no newer version.
        var lookedAt: MonotonicInstant?
        EventFollower(client, clock, waits: .seconds(1)...Self.longestWait).run(
            tell: { problem in
                if problem != nil { lookedAt = nil }
                tell(problem)
            },
            until: isDone
        ) { _ in
            try fetchQuestions()
            let now = clock.monotonic()
            if lookedAt.map({ now - $0 >= Self.updateInterval }) ?? true {
                lookedAt = now
                pool.perform("updates") { [self] in tellNewerVersion() }
            }
            return Self.interval
        }
    }

    private func fetchQuestions() throws {
        let fetches = try client.ask(ControlRequest(.fetches), for: Fetches.self)
        for question in fetches.questions where underWay.withLock({ $0.insert(question.number).inserted }) {
            pool.perform("fetch") { [self] in
                defer { underWay.withLock { _ = $0.remove(question.number) } }
                answer(question, into: fetches.folder)
            }
        }
    }

    private func tellNewerVersion() {
        do {
            guard try configs().contains(where: \.updates.isTold) else { return }
            let _: Done = try client.ask(ControlRequest(.newerVersion, value: try AptCandidate.newer()))
        } catch {
            log.notice("whether there is a newer adhand is not known: \(error)")
        }
    }

    private func answer(_ question: FetchQuestion, into folder: String) {
        var result = result(question)
        if case .success(.fetched(let fetched)) = result {
            do {
                // The daemon alone reads it.
                let path = "\(folder)/\(question.number)"
                try AtomicFile.replace(path, with: fetched.bytes, mode: 0o600, leavesReserve: true)
            } catch {
                result = .failure(FetchFault(.here, "\(question.source.rawValue): what was fetched is lost: \(error)"))
            }
        }
        do {
            let outcome = FetchOutcome(question.number, result)
            let _: Done = try client.ask(ControlRequest(.fetched, fetched: outcome))
        } catch {
            log.warning("the daemon does not take the times of \(question.source.rawValue): \(error)")
            // It may ask again at once, and must not burden the server.
            clock.sleep(Self.pause)
        }
    }

    private func result(_ question: FetchQuestion) -> Result<FetchAnswer, FetchFault> {
        let source = question.source.rawValue
        do {
            for config in try configs() {
                if let result = config.remoteTimetables.answer(question) { return result }
            }
            let words = "\(source): adhand sync has read another config than the daemon; to mend it: adhand reload"
            return .failure(FetchFault(.here, words))
        } catch {
            let words = "\(source): adhand sync cannot use the config: \(CommandConfig.words(error))"
            return .failure(FetchFault(.here, words))
        }
    }
}
