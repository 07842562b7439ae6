import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Dispatch
import Glibc
import Synchronization
import Testing

@testable import AdhanCaller

/// Polling files and clock, across reloads.
@Suite struct PollerTests {
    /// Which watch looked on which thread, in order.
    private final class Looks: Sendable {
        let made = Mutex<[(who: String, thread: pthread_t)]>([])

        func note(_ who: String) { made.withLock { $0.append((who, pthread_self())) } }
        func count(_ who: String) -> Int { made.withLock { $0.count { $0.who == who } } }
        var threads: Int { made.withLock { Set($0.map(\.thread)).count } }
    }

    private let looks = Looks()

    private func watch(_ who: String, at subject: String, until back: DispatchSemaphore? = nil) -> Watch {
        Watch(name: "timetable", subject: subject, every: .seconds(20)) { [looks] in
            looks.note(who)
            back?.wait()
            return nil
        }
    }

    private func parts(_ text: String) throws -> (Configuration, parts: DaemonParts) {
        let directory = try TestDirectory()
        let locations = Locations(resources: "/nowhere", daemon: true, environment: ["STATE_DIRECTORY": directory.path])
        let configuration = try Configuration.load(try Binary.config(text, in: directory), locations)
        return (configuration, try DaemonParts(configuration, locations, FetchDesk(runtime: directory.path).network))
    }

    @Test func `a watch that has news is due at once, and no other`() throws {
        let others = Watch(name: "mirrors", every: .seconds(20)) { [looks] in
            looks.note("mirrors")
            return nil
        }
        let poller = Poller([watch("table", at: "/srv/a.csv"), others]) { _ in }
        poller.poll(.start + .seconds(1))
        #expect(eventually { looks.count("table") == 1 && looks.count("mirrors") == 1 })
        poller.pollNow("mirrors")
        #expect(poller.due == .start)
        #expect(
            eventually {
                poller.poll(.start + .seconds(2))
                return looks.count("mirrors") == 2
            }
        )
        #expect(looks.count("table") == 1)
    }

    @Test func `the new config's watch looks at once, and the one before no more`() throws {
        let poller = Poller([watch("old", at: "/srv/a.csv")]) { _ in }
        poller.poll(.start + .seconds(1))
        #expect(eventually { looks.count("old") == 1 })
        // The look returns a little after it was noted.
        #expect(
            eventually {
                poller.replaceWatches([watch("new", at: "/srv/b.csv")])
                poller.poll(.start + .seconds(2))
                return looks.count("new") > 0
            }
        )
        poller.poll(.start + .seconds(3))
        #expect(looks.count("old") == 1)
    }

    @Test func `a look that does not return is not due again`() throws {
        let back = DispatchSemaphore(value: 0)
        defer { back.signal() }
        let poller = Poller([watch("hung", at: "/srv/a.csv", until: back)]) { _ in }
        #expect(poller.due != nil)
        poller.poll(.start + .seconds(1))
        #expect(eventually { looks.count("hung") == 1 })
        #expect(poller.due == nil)
    }

    @Test func `on a disk that hangs no reload costs another thread, and a file elsewhere is polled`() throws {
        let back = DispatchSemaphore(value: 0)
        let poller = Poller([watch("hung", at: "/srv/a.csv", until: back)]) { _ in }
        poller.poll(.start + .seconds(1))
        #expect(eventually { looks.count("hung") == 1 })
        for second in 2..<20 {
            poller.replaceWatches([watch("again", at: "/srv/a.csv")])
            poller.poll(.start + .seconds(second))
        }
        #expect(looks.count("again") == 0)
        poller.replaceWatches([watch("elsewhere", at: "/home/b.csv")])
        poller.poll(.start + .seconds(20))
        #expect(eventually { looks.count("elsewhere") == 1 })
        #expect(looks.threads == 2)
        back.signal()
    }

    @Test func `a file that hangs keeps no other from being polled`() throws {
        let text = "[timetable]\nfile = \"/srv/a.csv\"\nbundle = \"/srv/b.json\"\n[audio]\nadhan = \"/srv/c.mp3\"\n"
        let watches = try parts(text).parts.watches(RecordedLog().logger, try Mailbox<LoopEvent>())
        for (name, path) in [("timetable", "/srv/a.csv"), ("bundle", "/srv/b.json"), ("recordings", "/srv/c.mp3")] {
            #expect(watches.first { $0.name == name }?.subject.contains(path) == true, "\(name)")
        }
    }

    @Test(
        arguments: [
            ("", []),
            (
                "[iqama]\nfajr = \"off\"\ndhuhr = \"+20m\"\nasr = \"+20m\"\nmaghrib = \"timetable\"\nisha = \"+15m\"\n",
                []
            ),
            (
                "[iqama]\nfajr = \"03:00\"\nisha = \"+15m\"\n",
                [
                    "setting:iqama.fajr: the iqama of fajr is before the prayer begins on every day",
                    "setting:iqama: neither [iqama] nor the timetable has an iqama of dhuhr, asr, maghrib",
                ]
            ),
        ] as [(String, [String])]
    )
    func `an iqama that a rule cannot give, or that nobody has decided on, is a problem`(text: String, told: [String])
        throws
    {
        let place = "[place]\nlatitude = 53.6\nlongitude = -2.1\ntimezone = \"Europe/London\"\n"
        let (configuration, parts) = try parts(place + text)
        let problems = parts.iqamaProblems(from: try CivilDate("2026-11-21"))
        // Each names the file and the line.
        let file = try #require(configuration.file) + ":"
        #expect(problems.allSatisfy { $0.what.hasPrefix(file) })
        #expect(problems.map { "\($0.id ?? ""): \($0.what.drop { $0 != " " }.dropFirst())" } == told)
        #expect(problems.allSatisfy { $0.advice.hasSuffix("; then: adhand reload") })
        let watches = parts.watches(RecordedLog().logger, try Mailbox<LoopEvent>())
        #expect(watches.contains { $0.name == "iqama" } == !text.isEmpty)
    }

    @Test func `a disk that answers again is polled for the new config`() throws {
        let back = DispatchSemaphore(value: 0)
        let poller = Poller([watch("hung", at: "/srv/a.csv", until: back)]) { _ in }
        poller.poll(.start + .seconds(1))
        #expect(eventually { looks.count("hung") == 1 })
        poller.replaceWatches([watch("new", at: "/srv/a.csv")])
        poller.poll(.start + .seconds(2))
        back.signal()
        #expect(
            eventually {
                poller.poll(.start + .seconds(3))
                return looks.count("new") == 1
            }
        )
    }

    @Test func `a look each five seconds comes in every fifth tick, also where a tick is a little early`() throws {
        let poller = Poller([
            Watch(name: "fifth", every: .seconds(5)) { [looks] in
                looks.note("fifth")
                return nil
            }
        ]) { _ in }
        // A tick comes up to a few milliseconds after its second.
        for (tick, late) in [(10, 3), (15, 1), (20, 2)] {
            let now = MonotonicInstant.start + .milliseconds(tick * 1000 + late)
            poller.poll(now)
            #expect(eventually { looks.count("fifth") == tick / 5 - 1 })
            let due = try #require(poller.due)
            #expect(due - now < .seconds(5) && due - now > .seconds(4))
        }
    }
}
