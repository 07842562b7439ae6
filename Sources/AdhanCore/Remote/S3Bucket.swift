/// A bucket of S3, at AWS or in a compatible store, and the addresses of what is in it.
package struct S3Bucket: Sendable, Hashable {
    package var name: String
    /// Another store than AWS, `https://host[:port]`, with the bucket in the path.
    package var endpoint: String?
    /// AWS's name of the region. Used to sign requests, and in the address of a bucket at AWS.
    package var region: String
    /// Whether plain http is allowed to other hosts than this machine.
    package var allowHTTP: Bool

    package init(_ name: String, endpoint: String? = nil, region: String = "us-east-1", allowHTTP: Bool = false) {
        (self.name, self.endpoint, self.region, self.allowHTTP) = (name, endpoint, region, allowHTTP)
    }

    package func address(key: String) throws(AddressFault) -> WebAddress {
        try WebAddress(try base() + "/" + key.percentEncoded(keeping: "/"))
    }

    /// The address of a page of the listing, of at most a thousand objects: ListObjectsV2, with percent-encoded keys.
    /// The token names the page; nil for the first.
    package func address(listing prefix: String, after token: String? = nil) throws(AddressFault) -> WebAddress {
        // In the order in which they are signed.
        var query = token.map { "continuation-token=\($0.percentEncoded())&" } ?? ""
        query += "encoding-type=url&list-type=2&prefix=\(prefix.percentEncoded())"
        return try WebAddress("\(try base())/?\(query)")
    }

    private func base() throws(AddressFault) -> String {
        guard name.isWord(of: "-._") else { throw AddressFault("has an invalid bucket: \(name.debugDescription)") }
        guard region.isWord(of: "-") else { throw AddressFault("has an invalid region: \(region.debugDescription)") }
        if let endpoint { return (endpoint.hasSuffix("/") ? String(endpoint.dropLast()) : endpoint) + "/" + name }
        let domain = region.hasPrefix("cn-") ? "amazonaws.com.cn" : "amazonaws.com"
        // AWS's certificate covers one label before the region, not several with dots between them.
        return name.contains(".") || name.contains("_")
            ? "https://s3.\(region).\(domain)/\(name)" : "https://\(name).s3.\(region).\(domain)"
    }

    /// The key that a listing with `encoding-type=url` has percent-encoded, with `+` for a space; nil without UTF-8.
    package static func key(listed text: String) -> String? {
        // Most keys need no decoding, which takes as long as all else of a listing.
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "%") }) else { return text }
        return String(validating: text.replacing("+", with: " ").percentDecoded, as: UTF8.self)
    }
}

/// The keys that sign an S3 request. Their description never contains them.
package struct S3Credentials: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    package let accessKeyID: String
    package let secretAccessKey: String
    /// Only temporary keys have one.
    package let sessionToken: String?

    package init(accessKeyID: String, secretAccessKey: String, sessionToken: String? = nil) {
        (self.accessKeyID, self.secretAccessKey) = (accessKeyID, secretAccessKey)
        self.sessionToken = sessionToken
    }

    package var description: String { "S3 keys (not shown)" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }

    /// The texts that must never be shown.
    package var secrets: [String] { [accessKeyID, secretAccessKey, sessionToken ?? ""].filter { !$0.isEmpty } }
}
