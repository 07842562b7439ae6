import AdhanAudio
import AdhanCore
import AdhanEngine
import AdhanSystem
import CLinux
import Glibc

/// Wakes the event loop: at each second of the wall clock, for an event of another thread, for a signal.
///
/// The timer is aligned to the second and fires at once when the clock is set, so that the loop sees a step when it happens and not at
/// the next second.
package final class Ticker {
    package struct Tick {
        /// The wall clock, read once for this wake-up.
        package let now: Instant
        /// Read with it.
        package let monotonic: MonotonicInstant
        package let interruption: Interruption?
        package let signals: [Int32]
    }

    /// A wall clock that differs by more than this from the last tick and the monotonic clock has been set.
    private static let stepTolerance: Duration = .milliseconds(500)
    /// A process that had no tick for longer than this was held up.
    private static let gapTolerance: Duration = .seconds(10)

    private let timer: Int32
    private let signals: Int32
    private var polled: [pollfd]
    private let clock: any HostClock
    private var last: (wall: Instant, monotonic: MonotonicInstant)

    /// - Parameters:
    ///   - wakeUp: a descriptor that is readable when there are events.
    ///   - signals: reported instead of ending the process. They must be blocked in every thread: make the ticker before any thread.
    ///   - clock: the system's.
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
        arm()
    }

    deinit {
        close(timer)
        close(signals)
    }

    /// Sleeps until the next second, an event or a signal.
    package func next() -> Tick {
        // Bounded, in case the kernel loses the timer.
        while poll(&polled, nfds_t(polled.count), 5000) < 0, errno == EINTR {}
        var expirations: UInt64 = 0
        // ECANCELED: the clock was set, and the timer still waits by the old time.
        if isReadable(timer), read(timer, &expirations, 8) < 0, errno == ECANCELED { arm() }
        var caught: [Int32] = []
        var signal = signalfd_siginfo()
        while isReadable(signals),
            read(signals, &signal, MemoryLayout<signalfd_siginfo>.size) == MemoryLayout<signalfd_siginfo>.size
        {
            caught.append(Int32(bitPattern: signal.ssi_signo))
        }
        let (wall, monotonic) = (clock.wall(), clock.monotonic())
        defer { last = (wall, monotonic) }
        let interruption = Self.interruption(
            wall: last.wall.duration(to: wall),
            monotonic: monotonic - last.monotonic
        )
        return Tick(
            now: wall,
            monotonic: monotonic,
            interruption: interruption,
            signals: caught
        )
    }

    /// Whether the last poll found it readable: a read that finds nothing costs as much as one that does.
    private func isReadable(_ descriptor: Int32) -> Bool { polled.contains { $0.fd == descriptor && $0.revents != 0 } }

    /// Sets the timer to the next whole second, and to each one after.
    private func arm() {
        let next = clock.wall().seconds + 1
        var times = itimerspec(
            it_interval: timespec(tv_sec: 1, tv_nsec: 0),
            it_value: timespec(tv_sec: Int(clamping: next), tv_nsec: 0)
        )
        timerfd_settime(timer, Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET), &times, nil)
    }

    /// What happened between two ticks, by how far both clocks went.
    package static func interruption(wall: Duration, monotonic: Duration) -> Interruption? {
        let step = wall - monotonic
        if step > stepTolerance || step < .zero - stepTolerance { return .clockStep(step) }
        return monotonic > gapTolerance ? .heldUp(monotonic) : nil
    }
}
