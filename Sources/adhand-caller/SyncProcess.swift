import AdhanCaller
import AdhanSupport
import Glibc
import Logging
import Synchronization

/// `adhand sync` beside a daemon that is no service: it is started where a question to the network waits, and ends with
/// the daemon.
final class SyncProcess: Sendable {
    /// Between an end and the next start.
    private static let pause: Duration = .seconds(2)

    private let options: BoxOptions
    private let log: Logger
    private let isNeeded: @Sendable () -> Bool
    private let isRunning = Atomic(false)
    private let told = LastReported<String>()

    /// - Parameters:
    ///   - options: those of the daemon.
    ///   - isNeeded: whether it is to be started again where it has ended.
    init(_ options: BoxOptions, _ log: Logger, isNeeded: @escaping @Sendable () -> Bool) {
        (self.options, self.log, self.isNeeded) = (options, log, isNeeded)
    }

    /// Starts it, unless it runs. Returns at once.
    func ensure() {
        guard !isRunning.exchange(true, ordering: .relaxed) else { return }
        do {
            // The kernel ends the process with the thread that has started it.
            try SystemThread { [self] in
                repeat {
                    run()
                    LinuxClock().sleep(Self.pause)
                } while isNeeded()
                isRunning.store(false, ordering: .relaxed)
                // A question may have come between the two.
                if isNeeded() { ensure() }
            }.detach()
        } catch {
            isRunning.store(false, ordering: .relaxed)
            tell(error)
        }
    }

    /// Says each reason once in a row: it is tried again every two seconds.
    private func tell(_ error: any Error) {
        let words = "timetables are not fetched: \(error)"
        if told.isNew(words) { log.error("\(words)") }
    }

    /// Waits for its end.
    private func run() {
        do {
            let (path, words) = try ProcessCommand.sync(options, parent: getpid()).program()
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
