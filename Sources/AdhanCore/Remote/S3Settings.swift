/// Where in S3, or on any web server, a mosque's timetable lies: a file a year.
package struct S3Settings: Sendable, Hashable {
    package enum Place: Sendable, Hashable {
        /// An address as it is; `{year}` in it stands for the year, and the key does not count.
        case url(String)
        /// A bucket at AWS, or at another's endpoint, `https://host[:port]`, with the bucket in the path.
        case bucket(String, endpoint: String?)
    }

    package var place: Place
    /// As AWS names it; what it is elsewhere, the endpoint says. It counts where there are keys, and for a bucket at AWS.
    package var region = "us-east-1"
    /// `{year}` in it stands for the year.
    package var key = "PrayerTimes{year}.json"
    /// Whether plain http may be spoken with others than this machine itself.
    package var allowHTTP = false

    package init(_ place: Place) { self.place = place }

    /// Where a year's file lies.
    ///
    /// - Throws: `AddressFault`, where the settings make no address.
    package func address(year: Int) throws(AddressFault) -> WebAddress {
        let year = year.padded(to: 4)
        switch place {
        case .url(let text):
            return try WebAddress(Self.filled(text, year))
        case .bucket(let bucket, let endpoint):
            guard bucket.isWord(of: "-._") else {
                throw AddressFault("has no bucket that can be: \(bucket.debugDescription)")
            }
            guard region.isWord(of: "-") else {
                throw AddressFault("has no region that can be: \(region.debugDescription)")
            }
            let path = "/" + Self.filled(key, year).percentEncoded(keeping: "/")
            if let endpoint {
                let base = endpoint.hasSuffix("/") ? String(endpoint.dropLast()) : endpoint
                return try WebAddress("\(base)/\(bucket)\(path)")
            }
            let domain = region.hasPrefix("cn-") ? "amazonaws.com.cn" : "amazonaws.com"
            // AWS's certificate is for one name before the region, not for several with dots between them.
            return bucket.contains(".") || bucket.contains("_")
                ? try WebAddress("https://s3.\(region).\(domain)/\(bucket)\(path)")
                : try WebAddress("https://\(bucket).s3.\(region).\(domain)\(path)")
        }
    }

    private static func filled(_ text: String, _ year: String) -> String {
        text.split(separator: "{year}", omittingEmptySubsequences: false).joined(separator: year)
    }
}

extension String {
    /// Whether it consists of letters and digits of ASCII and of those others, and is not empty.
    func isWord(of others: String) -> Bool {
        !isEmpty && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || others.contains($0) }
    }
}
