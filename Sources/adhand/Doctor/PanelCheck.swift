import AdhanCore
import AdhanSupport
import Glibc

/// Checks the committee's page, where it was enabled. `adhand-panel` says how it is.
enum PanelCheck {
    private static let patience: Duration = .seconds(20)
    private static let largest = 1 << 18
    private static let (folder, unit) = ("/var/lib/adhand/panel", "adhand-panel")
    /// A new certificate has to be accepted on each phone again.
    private static let renewal =
        "sudo rm -f \(folder)/private/certificate.pem \(folder)/private/key.pem; sudo adhand panel enable. "
        + "Each phone then warns once more"

    static func findings(_ options: BoxOptions) -> [Finding] {
        let state = UnitState.now(unit)
        return findings(state, state.isInUse ? report(options) : nil)
    }

    /// Nil where `adhand-panel` does not say it.
    private static func report(_ options: BoxOptions) -> PanelReport? {
        // reason: a row says that it is not known
        guard let (path, words) = try? ProcessCommand.panel(options, .status(isJSON: true)).program(),
            let child = try? AnsweringChild(path, words, input: [])  // reason: as above
        else { return nil }
        let output = child.finish(within: patience, limit: largest).output
        return try? JSONText.decode(PanelReport.self, from: output)  // reason: as above
    }

    static func findings(_ state: UnitState, _ report: PanelReport?) -> [Finding] {
        guard case .unit(_, let active, _) = state else { return [] }
        guard state.isInUse else { return [.good("the committee's page is off")] }
        // `ServicesCheck` says that it does not run.
        guard active == "active" else { return report.map(details) ?? [] }
        if let problem = report?.problem {
            return [.bad("the committee's page is not served: \(problem)", do: "sudo adhand panel enable")]
        }
        guard let report else {
            let words = "adhand-panel does not say how its certificate and its accounts are"
            return [.bad(words, do: "ask it yourself: sudo adhand panel status")]
        }
        return [.good("the committee's page is at \(report.addresses.joined(separator: " or "))")] + details(report)
    }

    private static func details(_ report: PanelReport) -> [Finding] {
        guard let rights = report.rights else {
            return [.forRoot("only root may look at the page's certificate, its folder and its accounts")]
        }
        return certificate(report) + rights.map { .bad($0, do: "sudo adhand panel enable") } + accounts(report)
    }

    private static func certificate(_ report: PanelReport) -> [Finding] {
        guard let certificate = report.certificate else {
            return [.bad("the page's certificate: \(report.certificateProblem ?? "it is not known")", do: renewal)]
        }
        let (end, days) = (certificate.end, certificate.daysLeft)
        let advice =
            certificate.isOwn
            ? renewal
            : "put a new one and its key into \(folder)/private, then: sudo systemctl restart \(unit)"
        if days < 0 { return [.bad("the page's certificate ended on \(end)", do: advice)] }
        if days < 30 { return [.bad("the page's certificate ends on \(end), in \(days) days", do: advice)] }
        if !certificate.missing.isEmpty {
            let missing = certificate.missing.joined(separator: ", ")
            return [.bad("the page's certificate does not hold for \(missing)", do: advice)]
        }
        return [.good("the page's certificate holds until \(end)")]
    }

    private static func accounts(_ report: PanelReport) -> [Finding] {
        if let problem = report.accountsProblem {
            return [.bad("the page's accounts: \(problem)", do: "sudo adhand panel status")]
        }
        let open = report.isSetupOpen == true
        guard report.accounts?.contains(where: { $0.role == "caretaker" }) == true else {
            let advice = open ? "open the page and type the code. For a new one" : "make one, and use it on the page"
            let words = "the page has no caretaker yet; \(open ? "a" : "no") setup code waits to be used"
            return [.bad(words, do: "\(advice): sudo adhand panel reset")]
        }
        return [.good("the page has a caretaker's account\(open ? "; a setup code waits to be used" : "")")]
    }
}
