import AdhanSupport
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import adhand

/// `adhand kiosk`, and the unit that it speaks of.
@Suite struct KioskCommandTests {
    private func guide(_ listen: String) throws -> String {
        KioskGuide(listen: try #require(ListenAddress(listen)), file: "/etc/adhand/config.toml").text
    }

    private func unit() throws -> String {
        try String(contentsOfFile: Binary.root + "/systemd/adhand-kiosk.service", encoding: .utf8)
    }

    @Test func `the command names the page of the config, and refuses a port that changes`() throws {
        let directory = try TestDirectory()
        func kiosk(_ listen: String) throws -> Binary.Outcome {
            let config = try directory.write(Array("[display]\nlisten = \"\(listen)\"\n".utf8), to: "config.toml")
            return try Binary.run(["kiosk", "--config", config], in: directory)
        }
        let outcome = try kiosk("127.0.0.1:8090")
        #expect(outcome.code == 0, "\(outcome.text)")
        #expect(outcome.output.hasPrefix("The page is http://127.0.0.1:8090/, by [display] listen of\n/"))
        #expect(outcome.output.contains("\n        Environment=ADHAND_PAGE=http://127.0.0.1:8090/\n"))
        let refused = try kiosk("127.0.0.1:0")
        #expect(refused.code == EX_CONFIG && refused.errors.contains("port 0"), "\(refused.text)")
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
        let prose = text.split(separator: "\n").filter { !$0.hasPrefix("    ") }
        #expect(prose.filter { $0.count > 80 } == [])
        #expect(text.contains("sudo systemctl restart adhand-display"))
    }

    @Test func `the unit of the display never gives up, and is told nothing of priorities`() throws {
        let text = try String(contentsOfFile: Binary.root + "/systemd/adhand-display.service", encoding: .utf8)
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
        for other in ["adhand.service", "adhand-display.service"] {
            let text = try String(contentsOfFile: Binary.root + "/systemd/" + other, encoding: .utf8)
            #expect(!text.contains("kiosk"), "\(other)")
        }
    }
}
