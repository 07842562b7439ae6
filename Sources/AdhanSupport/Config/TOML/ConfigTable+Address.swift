import AdhanCore

extension ConfigTable {
    /// A network address, in which `{year}` may occur. It must be encrypted, except on this machine or if the mosque
    /// allows otherwise.
    ///
    /// - Parameter allowsHTTP: the value of `allow_http`.
    package func address(_ key: String, _ allowsHTTP: Bool) -> Located<String>? {
        guard let text = string(key) else { return nil }
        do {
            let address = try WebAddress(text.value.replacing(TimetablePeriod.yearMark, with: "2026"))
            guard !address.hasPassword else {
                fault(
                    text.spot,
                    "\(key) contains a password, which everybody who may read this file would know; use credentials"
                )
                return nil
            }
            guard address.isEncrypted || address.isLoopback || allowsHTTP else {
                fault(
                    text.spot,
                    "\(key) = \"\(address.shown)\" is not encrypted: anybody on the way could change the times. "
                        + "Write https, or allow_http = true for a server in the house"
                )
                return nil
            }
            return text
        } catch {
            // What cannot be parsed may hold a password anywhere.
            let mayBeSecret = text.value.contains { "@?;".contains($0) }
            let quoted = mayBeSecret ? "" : " = \"\(text.value)\""
            fault(text.spot, "\(key)\(quoted) \(error); write it as in \"https://example.org/times.json\"")
            return nil
        }
    }

    /// A bucket's name. Other tools write `s3://name/rest` in its place, which is a fault.
    ///
    /// - Parameter key: where the rest belongs.
    package func bucket(rest key: String) -> Located<String>? {
        check(string("bucket")) { text in
            guard text.lowercased().hasPrefix("s3://") else { return nil }
            let parts = text.dropFirst(5).split(separator: "/", maxSplits: 1)
            // Only a name that would be accepted is proposed.
            guard let name = parts.first, !text.dropFirst(5).hasPrefix("/"),
                (try? S3Bucket(String(name)).address(key: "a")) != nil  // reason: see above
            else { return "bucket = \"\(text)\" is no name of a bucket; write it as in bucket = \"my-mosque\"" }
            let rest = parts.count > 1 ? ", and put what follows it into \(key)" : ""
            return "bucket = \"\(text)\" is an address; write the name alone, bucket = \"\(name)\"\(rest)"
        }
    }
}
