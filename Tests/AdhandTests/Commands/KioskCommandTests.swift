import AdhanSupport
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import adhand

/// `adhand kiosk`, and the unit that it speaks of.
struct KioskCommandTests {
    private func guide(_ listen: String) throws -> String {
        KioskGuide(listen: try #require(ListenAddress(listen)), file: "/etc/adhand/config.toml").text
    }

    private func unit(_ name: String = "adhand-kiosk") throws -> String {
        try String(contentsOfFile: Binary.root + "/systemd/\(name).service", encoding: .utf8)
    }

    @Test func `the command names the page of the config, and refuses a port that changes`() throws {
        func kiosk(_ listen: String) throws -> Binary.Outcome {
            try Box("[display]\nlisten = \"\(listen)\"\n").runConfigured("kiosk")
        }
        let page = "http://127.0.0.1:8090/"
        let outcome = try kiosk("127.0.0.1:8090").expect(0, output: "\n        Environment=ADHAND_PAGE=\(page)\n")
        #expect(outcome.output.hasPrefix("The page is \(page), by [display] listen of\n/"))
        try kiosk("127.0.0.1:0").expect(EX_CONFIG, errors: "port 0")
    }

    @Test(arguments: [
        ("127.0.0.1:8080", "http://127.0.0.1:8080/", nil as String?, nil as String?),
        ("0.0.0.0:8080", "http://127.0.0.1:8080/", nil, nil),
        ("0.0.0.0:80", "http://127.0.0.1:80/", "http://127.0.0.1:80/", nil),
        ("[::]:8080", "http://127.0.0.1:8080/", nil, nil),
        ("[::1]:8080", "http://[::1]:8080/", "http://[::1]:8080/", nil),
        ("192.168.1.9:8080", "http://192.168.1.9:8080/", "http://192.168.1.9:8080/", "192.168.1.9"),
    ])
    func `the unit is told where the page is, if it looks elsewhere`(
        listen: String,
        page: String,
        told: String?,
        allowed: String?
    ) throws {
        let text = try guide(listen)
        #expect(text.contains("The page is \(page),"))
        #expect(text.firstMatch(of: /ADHAND_PAGE=(\S+)/).map { String($0.1) } == told)
        // The browser of the unit reaches nothing else.
        #expect(text.firstMatch(of: /IPAddressAllow=(\S+)/).map { String($0.1) } == allowed)
        #expect(text.matches(of: /Exec=chromium .* (http\S+)\n/).map { String($0.1) } == [page])
    }

    @Test func `its prose fits into 80 columns, and says what a changed address needs`() throws {
        let text = try guide("127.0.0.1:8090")
        #expect(text.split(separator: "\n").filter { !$0.hasPrefix("    ") && $0.count > 80 } == [])
        #expect(text.contains("sudo systemctl restart adhand-display"))
    }

    @Test func `the unit of the display never gives up, and is told nothing of priorities`() throws {
        let text = try unit("adhand-display")
        #expect(!text.contains("RestartPreventExitStatus"))
        for line in ["StartLimitIntervalSec=0", "SystemCallFilter=~setpriority:0", "Restart=always"] {
            #expect(text.contains("\n\(line)\n"), "\(line)")
        }
    }

    @Test func `the unit runs the browser as the guide does, and has what the guide changes`() throws {
        let (unit, text) = (try unit(), try guide("192.168.1.9:8080"))
        let flags = KioskGuide.flags.joined(separator: " ")
        #expect(unit.contains(" \(flags) \"$$ADHAND_PAGE\"'\n"))
        #expect(text.components(separatedBy: flags).count == 3)
        #expect(unit.contains("Environment=ADHAND_PAGE=http://\(ListenAddress.usual)/\n"))
        let changed = text.matches(of: /Environment="?([A-Z_]+)=/).map { String($0.1) }
        #expect(Set(changed) == ["ADHAND_PAGE", "ADHAND_TURN", "CAGE_OPTIONS"])
        for name in changed { #expect(unit.contains("Environment=\(name)="), "\(name)") }
        // A name that systemd would expand itself, before the shell: it stands alone, or is written twice.
        #expect(unit.matches(of: /[^$ ]\$[A-Z]/).isEmpty)
    }

    @Test func `the unit waits for nothing of the daemon, and the daemon for nothing of it`() throws {
        let keys = try unit().split(separator: "\n").filter { $0.hasPrefix("After=") || $0.hasPrefix("Requires=") }
        #expect(keys == ["After=seatd.service"])
        for other in ["adhand", "adhand-display"] { #expect(try !unit(other).contains("kiosk"), "\(other)") }
    }
}
