import AdhanCore
import AdhanSupport
import CLinux
import Glibc

/// Wakes the event loop: at the second of the wall clock in which something is due, for an event of another thread,
/// for a signal.
///
/// The timer is aligned to the second and fires at once when the clock is set, so that the loop sees a step when it
/// happens and not at the next second. Seconds in which nothing is due are slept through, up to `longestSleep`: each
/// wake-up costs a quarter of a millisecond of CPU.
package final class Ticker {
    package struct Tick {
        /// The wall clock, read once for this wake-up.
        package let now: Instant
        /// Read with it.
        package let monotonic: MonotonicInstant
        let interruption: Interruption?
        package let signals: [Int32]
    }

    /// A wall clock that differs by more than this from the last tick and the monotonic clock has been set.
    private static let stepTolerance: Duration = .milliseconds(500)
    /// The longest time between two ticks. Short, in case the kernel loses the timer.
    static let longestSleep: Duration = .seconds(10)
    /// `longestSleep` for `poll`, in milliseconds, with a second more for the timer to come first.
    private static let pollLimit: Int32 = 11_000
    /// A tick comes a little after its second. What is due this soon after a second is done in it.
    static let earliness: Duration = .milliseconds(500)
    /// A process that had no tick for longer than this was held up.
    private static let gapTolerance: Duration = .seconds(15)

    private let timer: Int32
    private let signals: Int32
    private var polled: [pollfd]
    private let clock: any HostClock
    private var last: (wall: Instant, monotonic: MonotonicInstant)
    /// The second for which the timer is set; nil where it is not.
    private var armed: Instant?

    /// - Parameters:
    ///   - wakeUp: a descriptor that is readable when there are events.
    ///   - signals: reported instead of ending the process. They must be blocked in every thread: make the ticker
    ///     before any thread.
    package init(wakeUp: Int32, signals caught: [Int32], clock: any HostClock) throws(SystemFault) {
        self.clock = clock
        timer = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
        guard timer >= 0 else { throw SystemFault("timerfd_create", errno) }
        var set = sigset_t()
        sigemptyset(&set)
        for signal in caught { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        signals = signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
        guard signals >= 0 else { throw SystemFault("signalfd", errno) }
        polled = [timer, wakeUp, signals].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        last = (clock.wall(), clock.monotonic())
    }

    deinit {
        close(timer)
        close(signals)
    }

    /// When something is due again that was done at `monotonic` and is done at each `interval`: a little earlier, so
    /// that it keeps to the same ticks. Otherwise it would come a second late each time, in a tick of its own.
    package static func again(after interval: Duration, from monotonic: MonotonicInstant) -> MonotonicInstant {
        monotonic + (interval - earliness)
    }

    /// Sleeps until the first whole second that is not before `due`, an event or a signal. It sleeps at least until the
    /// next second and at most for `longestSleep`.
    package func next(due: Instant) -> Tick {
        arm(for: due)
        while poll(&polled, nfds_t(polled.count), Self.pollLimit) < 0, errno == EINTR {}
        var expirations: UInt64 = 0
        // Read in any case, since that makes it unreadable. It also fails with ECANCELED, where the clock was set.
        if isReadable(timer) {
            read(timer, &expirations, 8)
            armed = nil
        }
        var caught: [Int32] = []
        var signal = signalfd_siginfo()
        while isReadable(signals),
            read(signals, &signal, MemoryLayout<signalfd_siginfo>.size) == MemoryLayout<signalfd_siginfo>.size
        {
            caught.append(Int32(bitPattern: signal.ssi_signo))
        }
        let (wall, monotonic) = (clock.wall(), clock.monotonic())
        defer { last = (wall, monotonic) }
        let interruption = Self.interruption(wall: last.wall.duration(to: wall), monotonic: monotonic - last.monotonic)
        return Tick(now: wall, monotonic: monotonic, interruption: interruption, signals: caught)
    }

    /// Whether the last poll found it readable: a read that finds nothing costs as much as one that does.
    private func isReadable(_ descriptor: Int32) -> Bool { polled.contains { $0.fd == descriptor && $0.revents != 0 } }

    /// Sets the timer, unless it is set to that second.
    private func arm(for due: Instant) {
        let next = last.wall.flooredToSecond + .seconds(1)
        let latest = last.wall.flooredToSecond + Self.longestSleep
        let second = min(max((due + .nanoseconds(999_999_999)).flooredToSecond, next), latest)
        guard second != armed else { return }
        var times = itimerspec(
            it_interval: timespec(),
            it_value: timespec(tv_sec: Int(clamping: second.seconds), tv_nsec: 0)
        )
        timerfd_settime(timer, Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET), &times, nil)
        armed = second
    }

    /// What happened between two ticks, by how far both clocks went.
    static func interruption(wall: Duration, monotonic: Duration) -> Interruption? {
        let step = wall - monotonic
        if step > stepTolerance || step < .zero - stepTolerance { return .clockStep(step) }
        return monotonic > gapTolerance ? .heldUp(monotonic) : nil
    }
}
