/// The committee's page, as `adhand panel status --format json` tells it. What only root may see is nil for others.
package struct PanelReport: Codable, Equatable, Sendable {
    package struct Certificate: Codable, Equatable, Sendable {
        /// Its last day, `2036-11-25`.
        package var end: String
        package var daysLeft: Int
        /// Whether the box made it itself.
        package var isOwn: Bool
        /// The addresses of the box, and the names in `hosts`, for which it does not hold.
        package var missing: [String]

        package init(end: String, daysLeft: Int, isOwn: Bool, missing: [String]) {
            (self.end, self.daysLeft, self.isOwn, self.missing) = (end, daysLeft, isOwn, missing)
        }

        private enum CodingKeys: String, CodingKey {
            case end, missing
            case daysLeft = "days_left"
            case isOwn = "own"
        }
    }

    package struct Member: Codable, Equatable, Sendable {
        package let name, role: String

        package init(name: String, role: String) { (self.name, self.role) = (name, role) }
    }

    /// Whether the service runs, and whether it starts with the box.
    package var isRunning, isEnabled: Bool
    /// Why the service runs and serves no page yet.
    package var problem: String?
    package var addresses: [String]
    package var certificate: Certificate?
    /// Why there is no certificate to look at.
    package var certificateProblem: String?
    /// The folders and files whose owner or mode is wrong, a sentence each.
    package var rights: [String]?
    package var accounts: [Member]?
    /// Whether a setup code waits to be used.
    package var isSetupOpen: Bool?
    /// Why the accounts cannot be read, with what to do.
    package var accountsProblem: String?

    package init(isRunning: Bool, isEnabled: Bool, addresses: [String]) {
        (self.isRunning, self.isEnabled, self.addresses) = (isRunning, isEnabled, addresses)
    }

    private enum CodingKeys: String, CodingKey {
        case addresses, certificate, rights, accounts, problem
        case isRunning = "running"
        case isEnabled = "enabled"
        case certificateProblem = "certificate_problem"
        case isSetupOpen = "setup_open"
        case accountsProblem = "accounts_problem"
    }
}
