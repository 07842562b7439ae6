import AdhanCore
import AdhanTestSupport
import Dispatch
import Foundation
import Glibc
import Testing

@testable import AdhanCaller
@testable import AdhanSupport

/// The daemon's messages to systemd.
@Suite(.serialized) struct NotifierTests {
    private let directory: TestDirectory
    private let systemd: NotifySocket
    private let heard = Heard()

    /// All messages so far, in order.
    private final class Heard {
        var messages: [String] = []
    }

    init() throws {
        directory = try TestDirectory()
        systemd = try NotifySocket(in: directory)
    }

    private func hears(_ message: (String) -> Bool) -> Bool {
        eventually {
            heard.messages += systemd.messages()
            return heard.messages.contains(where: message)
        }
    }

    private func daemon(_ environment: [String: String] = [:]) throws -> RunningDaemon {
        try RunningDaemon(
            QuietMorning.config + "[audio]\ndevices = [\"silent\"]\n",
            in: directory,
            environment: environment.merging(["NOTIFY_SOCKET": systemd.path]) { $1 }
        )
    }

    @Test func `ready with a status line, reloading and ready again, stopping`() throws {
        let daemon = try daemon()
        #expect(hears { $0.hasPrefix("READY=1\nSTATUS=") })
        let ready = try #require(heard.messages.first { $0.hasPrefix("READY=1") })
        #expect(
            ready.contains(
                #/STATUS=next (fajr|dhuhr|asr|maghrib|isha) \d\d:\d\d \(nothing is heard, .+\), source calculation, clock assumed, audio \w+/#
            ),
            "\(ready)"
        )
        #expect(hears { $0.hasSuffix("audio silent, placeholder tone") })

        heard.messages = []
        daemon.running.process.signal(SIGHUP)
        #expect(hears { $0.hasPrefix("RELOADING=1\nMONOTONIC_USEC=") })
        #expect(hears { $0.hasPrefix("READY=1\n") })
        let order = heard.messages.compactMap { $0.split(separator: "=").first }
        #expect(order.firstIndex(of: "RELOADING") ?? 9 < order.firstIndex(of: "READY") ?? 0)

        // A refused reload is over for systemd, too, and the line says so.
        heard.messages = []
        try daemon.write("[plaice]\n")
        daemon.running.process.signal(SIGHUP)
        #expect(hears { $0.hasPrefix("READY=1\nSTATUS=ATTENTION: the config file is refused") })

        daemon.running.process.signal(SIGTERM)
        #expect(hears { $0.hasPrefix("STOPPING=1") })
        #expect(daemon.running.finish().code == 0)
    }

    @Test func `the watchdog is fed, unless the loop hangs`() throws {
        let daemon = try daemon(["WATCHDOG_USEC": "2000000"])
        #expect(hears { $0 == "WATCHDOG=1" })
        heard.messages = []
        #expect(hears { $0 == "WATCHDOG=1" }, "once is not enough")
        daemon.stop()
    }

    @Test func `a file's name cannot forge a log line, a message to systemd or a terminal sequence`() throws {
        let file = directory.file("a\r\nWATCHDOG=trigger\r\n00:00:00 error: forged\u{1b}[2J\u{9b}31m\u{202e}.mp3")
        #expect(symlink(Binary.root + "/Resources/adhan.mp3", file) == 0)
        let daemon = try daemon()
        let player = try daemon.follow("play", file)
        #expect(hears { $0.contains("WATCHDOG=trigger") })
        let status = try daemon.command("status")
        #expect(status.output.contains("WATCHDOG=trigger"))
        #expect(try daemon.command("stop").code == 0)
        let played = player.finish().text
        #expect(played.contains("WATCHDOG=trigger"))
        daemon.stop()
        for text in heard.messages + [daemon.running.text, status.text, played] {
            let lines = text.unicodeScalars.split { $0 == "\n" || $0 == "\r" }.map { String($0) }
            #expect(!lines.contains { $0.hasPrefix("WATCHDOG=trigger") || $0.hasPrefix("00:00:00") }, "\(text)")
            let obeyed = text.unicodeScalars.filter { $0 != "\n" && (OneLine.isBreak($0) || OneLine.isHidden($0)) }
            #expect(obeyed.isEmpty, "\(text)")
        }
    }

    @Test func `without systemd nothing is sent, and nothing fails`() throws {
        let daemon = try RunningDaemon("# defaults\n", in: directory)
        daemon.stop()
        #expect(systemd.messages().isEmpty)
    }

    @Test func `a message that finds the queue full is not taken for sent`() throws {
        let isRead = DispatchSemaphore(value: 0)
        let notifier = try Notifier { _ in isRead.wait() }
        var count = 0
        while count < 1000, notifier.ready("next fajr 05:12") { count += 1 }
        #expect(count == 100)
        for _ in 0..<count { isRead.signal() }
        #expect(eventually { notifier.ready("next fajr 05:12") })
        isRead.signal()
    }

    @Test func `a stop while everything hangs ends before systemd's timeout`() throws {
        let unit = try String(contentsOfFile: Binary.root + "/systemd/adhand.service", encoding: .utf8)
        let limit = try #require(unit.firstMatch(of: #/(?m)^TimeoutStopSec=(\d+)$/#)?.1)
        #expect(try Daemon.longestStop < .seconds(#require(Int(limit))))
    }
}
