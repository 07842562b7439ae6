import AdhanCaller
import AdhanSupport
import Glibc
import Logging
import Synchronization

/// Another process of adhand beside a daemon that is no service: it is started where something waits for it, and ends
/// with the daemon.
final class HelperProcess: Sendable {
    /// Between an end and the next start.
    private static let pause: Duration = .seconds(2)

    private let command: ProcessCommand
    private let lost: String
    private let log: Logger
    private let isNeeded: @Sendable () -> Bool
    private let isRunning = Atomic(false)
    private let isKept = Atomic(false)
    private let told = LastReported<String>()

    /// - Parameters:
    ///   - lost: what is not done where it cannot run.
    ///   - isNeeded: whether it is to be started again where it has ended.
    init(_ command: ProcessCommand, _ log: Logger, lost: String, isNeeded: @escaping @Sendable () -> Bool) {
        (self.command, self.log, self.lost, self.isNeeded) = (command, log, lost, isNeeded)
    }

    /// Whether it runs even though nothing waits for it. Returns at once.
    func keep(_ isKept: Bool) {
        self.isKept.store(isKept, ordering: .relaxed)
        if isKept { ensure() }
    }

    private var isWanted: Bool { isKept.load(ordering: .relaxed) || isNeeded() }

    /// Starts it, unless it runs. Returns at once.
    func ensure() {
        guard !isRunning.exchange(true, ordering: .relaxed) else { return }
        do {
            // The kernel ends the process with the thread that has started it.
            try SystemThread { [self] in
                repeat {
                    run()
                    LinuxClock().sleep(Self.pause)
                } while isWanted
                isRunning.store(false, ordering: .relaxed)
                // Something may have come between the two.
                if isWanted { ensure() }
            }.detach()
        } catch {
            isRunning.store(false, ordering: .relaxed)
            tell(error)
        }
    }

    /// Says each reason once in a row: it is tried again every two seconds.
    private func tell(_ error: any Error) {
        let words = "\(lost): \(error)"
        if told.isNew(words) { log.error("\(words)") }
    }

    /// Waits for its end.
    private func run() {
        do {
            let (path, words) = try command.program()
            do {
                let process = try ProgramStart.run(path, [path] + words)
                var status: Int32 = 0
                while waitpid(process, &status, 0) < 0, errno == EINTR {}
            } catch {
                throw SystemFault("running \(path)", error.code)
            }
        } catch {
            tell(error)
        }
    }
}
