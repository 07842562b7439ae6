import AdhanCore
import AdhanSupport
import AdhanWeb

/// The address and the setup code of the committee's page, for the box's own screen. `sudo adhand panel enable
/// --on-screen` writes it into a folder in memory, from which the panel removes it once the code is used or over.
package struct Invitation: Codable, Equatable, Sendable {
    /// Many times what one has.
    private static let largest = 32_768

    package let address: String
    package let code: String
    /// The end of the code's time, in seconds since 1970 UTC.
    package let until: Int64
    /// The rows of the address' QR code: `1` for a dark module.
    package let picture: [String]

    package init(address: String, code: String, until: Int64, picture: [String]) {
        (self.address, self.code, self.until, self.picture) = (address, code, until, picture)
    }

    /// The file, in the runtime folder of the panel's unit, beside the daemon's.
    package static func file(_ locations: Locations) -> String { locations.runtime + "-panel/invitation.json" }

    /// Nil where there is none, it cannot be read, or its time is over.
    ///
    /// - Parameter now: in seconds since 1970 UTC.
    package static func read(_ file: String, now: Int64) -> Invitation? {
        // reason: without a file there is no invitation
        guard let bytes = try? BoundedFile.read(file, limit: largest, followsLink: false),
            let found = try? JSONText.decode(Invitation.self, from: bytes)  // reason: as above
        else { return nil }
        return found.isOpen(now: now) ? found : nil
    }

    func isOpen(now: Int64) -> Bool { now < until }

    /// Whether a request comes from the screen of this box: not through a proxy that says so, nor from a page of
    /// another site.
    static func mayGo(to request: WebRequest) -> Bool {
        request.isLocal && ["same-origin", nil].contains(request.header("Sec-Fetch-Site"))
            && ["Forwarded", "X-Forwarded-For", "X-Real-IP", "Via"].allSatisfy { request.header($0) == nil }
    }
}
