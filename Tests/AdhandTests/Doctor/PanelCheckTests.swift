import AdhanTestSupport
import Testing

@testable import AdhanSupport
@testable import adhand

/// Doctor's row for the committee's page. Each advice must mend the fault in its row.
@Suite struct PanelCheckTests {
    private func unit(_ active: String, _ file: String) -> UnitState {
        .unit(load: file.isEmpty ? "not-found" : "loaded", active: active, file: file)
    }

    /// A page as it should be.
    private func report(_ change: (inout PanelReport) -> Void = { _ in }) -> PanelReport {
        var report = PanelReport(isRunning: true, isEnabled: true, addresses: ["https://192.168.1.9:8443/"])
        report.certificate = .init(end: "2036-11-25", daysLeft: 3650, isOwn: true, missing: [])
        report.rights = []
        report.accounts = [.init(name: "Bilal", role: "volunteer"), .init(name: "Amina", role: "caretaker")]
        report.isSetupOpen = false
        change(&report)
        return report
    }

    /// The only row that is not good.
    private func bad(_ change: (inout PanelReport) -> Void) throws -> Finding {
        let all = PanelCheck.findings(unit("active", "enabled"), report(change)).filter { !$0.isGood }
        try #require(all.count == 1, "\(all)")
        return all[0]
    }

    @Test func `a page that was never enabled, or is off, has one good row`() {
        for state in [unit("inactive", "disabled"), unit("inactive", "")] {
            #expect(PanelCheck.findings(state, nil) == [.good("the committee's page is off")])
        }
        for state in [UnitState.noSystemd, .silent("no bus")] { #expect(PanelCheck.findings(state, nil).isEmpty) }
    }

    @Test func `a page that is in order has good rows alone, and one that does not run those of its files`() {
        func rows(_ report: PanelReport?, whileUnitIs active: String = "active") -> [Finding] {
            PanelCheck.findings(unit(active, "enabled"), report)
        }
        let files: [Finding] = [
            .good("the page's certificate holds until 2036-11-25"), .good("the page has a caretaker's account"),
        ]
        #expect(rows(report()) == [.good("the committee's page is at https://192.168.1.9:8443/")] + files)
        #expect(rows(report(), whileUnitIs: "activating") == files)
        let code = "the page has a caretaker's account; a setup code waits to be used"
        #expect(rows(report { $0.isSetupOpen = true }).last == .good(code))
        #expect(rows(nil).map(\.advice) == ["ask it yourself: sudo adhand panel status"])
    }

    @Test func `a service that waits for its folder serves no page, and who is not root is sent to root`() throws {
        let found = try bad { report in
            report.problem = "the panel cannot start: /var/lib/adhand/panel/private: it is not there"
            (report.rights, report.accounts, report.certificate) = (nil, nil, nil)
        }
        #expect(found.advice == "sudo adhand panel enable" && "\(found)".contains("private: it is not there"))
        // The folders are made again with their rights.
        let open = try bad { $0.rights = ["/var/lib/adhand/panel/private has mode 755 instead of 700"] }
        #expect(open.advice == "sudo adhand panel enable")
        let denied = try bad { ($0.rights, $0.certificate, $0.accounts, $0.isSetupOpen) = (nil, nil, nil, nil) }
        #expect(denied.advice == Finding.asRoot)
    }

    @Test func `a certificate of the box is made anew, another one is put in its place`() throws {
        let folder = "/var/lib/adhand/panel/private"
        let renewal = "sudo rm -f \(folder)/certificate.pem \(folder)/key.pem; sudo adhand panel enable."
        for (days, words) in [(-1, "ended on 2036-11-25"), (29, "ends on 2036-11-25, in 29 days")] {
            let own = try bad { $0.certificate?.daysLeft = days }
            #expect(own.words == "the page's certificate \(words)" && own.advice?.hasPrefix(renewal) == true)
            let other = try bad { $0.certificate = .init(end: "2036-11-25", daysLeft: days, isOwn: false, missing: []) }
            #expect(
                other.advice == "put a new one and its key into \(folder), then: sudo systemctl restart adhand-panel"
            )
        }
        let moved = try bad { $0.certificate?.missing = ["192.168.1.9"] }
        #expect(moved.words == "the page's certificate does not hold for 192.168.1.9")
        #expect(moved.advice?.hasPrefix(renewal) == true)
        let broken = try bad { ($0.certificate, $0.certificateProblem) = (nil, "/usr/bin/openssl has failed") }
        #expect(broken.advice?.hasPrefix(renewal) == true)
    }

    @Test func `a page without a caretaker needs a code, or its use`() throws {
        let volunteers = [PanelReport.Member(name: "Bilal", role: "volunteer")]
        let none = try bad { $0.accounts = volunteers }
        #expect(none.advice == "make one, and use it on the page: sudo adhand panel reset")
        let open = try bad { ($0.accounts, $0.isSetupOpen) = ([], true) }
        #expect(open.advice == "open the page and type the code. For a new one: sudo adhand panel reset")
        let damaged = try bad { ($0.accounts, $0.accountsProblem) = (nil, "accounts.sqlite is damaged") }
        #expect(damaged.advice == "sudo adhand panel status")
    }
}
