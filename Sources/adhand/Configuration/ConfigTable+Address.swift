import Foundation

extension ConfigTable {
    /// An address on the network. It is encrypted, but within this machine, or where the mosque has said otherwise.
    ///
    /// - Parameter allowsHTTP: `allow_http`.
    func address(_ key: String, _ allowsHTTP: Bool) -> Located<String>? {
        guard let text = string(key) else { return nil }
        // Braces stand for the year, and have no place in an address.
        let plain = text.value.replacing(BundledTimetable.year, with: "2026")
        guard let url = URL(string: plain), let scheme = url.scheme?.lowercased(), let host = url.host(), !host.isEmpty,
            ["https", "http"].contains(scheme)
        else {
            fault(text.spot, "\(key) = \"\(text.value)\" is no address; write it as in \"https://example.org/times.json\"")
            return nil
        }
        guard url.user() == nil, url.password() == nil else {
            fault(text.spot, "\(key) has a name or password in it, which would be read in the log; use credentials")
            return nil
        }
        guard scheme == "https" || allowsHTTP || Self.isLoopback(host) else {
            fault(
                text.spot,
                "\(key) = \"\(text.value)\" is not encrypted: anybody on the way could change the times. Write https, or allow_http = "
                    + "true for a server in the house"
            )
            return nil
        }
        return text
    }

    private static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || host == "[::1]" || host.hasPrefix("127.")
    }
}
