/// The address of a timetable on the network: compared in full, shown without its secrets.
package struct RemoteAddress: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// In full except for the user, or why there is no address.
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package init(_ address: () throws(AddressFault) -> WebAddress) {
        do throws(AddressFault) {
            rawValue = try address().wholeWithoutUser
        } catch {
            rawValue = "an address that \(error)"
        }
    }

    package var description: String {
        // reason: without an address, it is a sentence that quotes no password
        (try? WebAddress(rawValue))?.shown ?? OneLine.of(rawValue, limit: 300)
    }
}
