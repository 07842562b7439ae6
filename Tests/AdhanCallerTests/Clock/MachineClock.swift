import AdhanCore
import AdhanTestSupport
import Synchronization

@testable import AdhanCaller
@testable import AdhanSupport

/// A machine whose clock, bus and files are the test's own.
final class MachineClock: Sendable {
    let directory: TestDirectory
    private let state: Mutex<State>

    private struct State {
        var wall: Instant
        var boot = BootInstant.start + .hours(1)
        var bus: Result<Bool, SystemBus.Fault> = .failure(SystemBus.Fault(description: "there is no bus"))
        var onAsk: (@Sendable () -> Void)?
    }

    /// There is no bus, no hardware clock and no timesyncd.
    init(at wall: Instant) throws {
        directory = try TestDirectory()
        state = Mutex(State(wall: wall))
        try reboot("one", wall: wall, uptime: .hours(1))
    }

    var wall: Instant { state.withLock(\.wall) }

    func set(_ wall: Instant) { state.withLock { $0.wall = wall } }

    func pass(_ time: Duration) {
        state.withLock { state in
            state.wall = state.wall + time
            state.boot = state.boot + time
        }
    }

    /// - Parameter name: what the kernel calls the boot.
    func reboot(_ name: String, wall: Instant, uptime: Duration) throws {
        state.withLock { ($0.wall, $0.boot) = (wall, .start + uptime) }
        try directory.write(Array("\(name)\n".utf8), to: "boot_id")
    }

    func answer(_ answer: Bool) { state.withLock { $0.bus = .success(answer) } }
    func whenAsked(_ action: @escaping @Sendable () -> Void) { state.withLock { $0.onAsk = action } }

    /// - Parameter seesBoot: false for a sandbox that hides the name of the boot.
    func sources(seesBoot: Bool = true) -> ClockSources {
        ClockSources(
            wall: { self.state.withLock(\.wall) },
            boot: { self.state.withLock(\.boot) },
            hardwareClocks: [directory.file("rtc0")],
            timesyncFolder: directory.file("timesync"),
            bootID: directory.file(seesBoot ? "boot_id" : "hidden"),
            bus: {
                self.state.withLock(\.onAsk)?()
                return self.state.withLock(\.bus)
            }
        )
    }

    func observer(seesBoot: Bool = true) -> ClockObserver {
        ClockObserver(runtime: directory.file("run"), sources: sources(seesBoot: seesBoot))
    }

    func watch(released: Instant) -> ClockWatch {
        ClockWatch(
            observer: observer(),
            floor: ClockFloor(state: directory.file("state"), released: released),
            policy: ClockPolicy()
        )
    }
}
