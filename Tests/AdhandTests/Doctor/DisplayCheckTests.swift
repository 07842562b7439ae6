import AdhanTestSupport
import Testing

@testable import AdhanSupport
@testable import adhand

/// What doctor says of the display.
@Suite struct DisplayCheckTests {
    private let none: Result<StatusReport, ControlFault> = .failure(.notRunning(path: "/run/adhand/adhand.sock"))

    private func told(_ state: String?) -> Result<StatusReport, ControlFault> {
        .success(.example { $0.display = state.map { .init(state: $0, words: "2 pages follow it") } })
    }

    private func unit(_ active: String, _ file: String) -> UnitState {
        .unit(load: file.isEmpty ? "not-found" : "loaded", active: active, file: file)
    }

    @Test func `without a display nothing is said`() {
        for look in [unit("inactive", "disabled"), unit("inactive", ""), .noSystemd, .silent("no bus")] {
            #expect(DisplayCheck.findings(look, told(nil)).isEmpty && DisplayCheck.findings(look, none).isEmpty)
        }
    }

    @Test func `the box's own screen has a line where a program that it needs is not installed`() {
        let apt = "sudo apt install --no-install-recommends cage xwayland chromium seatd"
        #expect(
            DisplayCheck.kiosk(unit("activating", "enabled"), missing: ["/usr/bin/cage"])
                == [.bad("adhand-kiosk needs /usr/bin/cage", do: apt)]
        )
        #expect(DisplayCheck.kiosk(unit("active", "enabled"), missing: []).isEmpty)
        for look in [unit("inactive", "disabled"), unit("inactive", ""), .noSystemd, .silent("no bus")] {
            #expect(DisplayCheck.kiosk(look, missing: ["/usr/bin/cage"]).isEmpty)
        }
    }

    @Test func `one that answers is in order, also where it was started by hand`() {
        for look in [unit("active", "enabled"), unit("inactive", "disabled"), .noSystemd, .silent("no bus")] {
            #expect(
                DisplayCheck.findings(look, told("ok")) == [.good("the display answers: 2 pages follow it")]
            )
        }
        #expect(DisplayCheck.findings(unit("active", "enabled"), none).first?.isGood == true)
    }

    @Test(arguments: [
        ("faulty", "active", "enabled", "all that it says: sudo journalctl -u adhand-display"),
        ("away", "active", "enabled", "see why: systemctl status adhand-display"),
        (nil, "active", "enabled", "see why: systemctl status adhand-display"),
    ])
    func `each thing that is wrong has its command`(state: String?, active: String, file: String, advice: String) {
        #expect(DisplayCheck.findings(unit(active, file), told(state)).map(\.advice) == [advice])
    }
}
