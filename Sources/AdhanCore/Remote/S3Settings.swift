/// Where a mosque's timetable is in S3 or on a web server: one file per year.
package struct S3Settings: Sendable, Hashable {
    package enum Origin: Sendable, Hashable {
        /// A full address. `{year}` in it stands for the year, and `key` is ignored.
        case url(String)
        /// A bucket at AWS, or at another endpoint, `https://host[:port]`, with the bucket in the path.
        case bucket(String, endpoint: String?)
    }

    package var origin: Origin
    /// AWS's name of the region; for other providers see their endpoint. Used to sign requests, and in the address of a
    /// bucket at AWS.
    package var region = "us-east-1"
    /// `{year}` in it stands for the year.
    package var key = S3Settings.usualKey
    /// Whether plain http is allowed to other hosts than this machine.
    package var allowHTTP = false

    package static let usualKey = "PrayerTimes{year}.json"

    package init(_ origin: Origin) { self.origin = origin }

    package func address(year: Int) throws(AddressFault) -> WebAddress {
        let year = year.padded(to: 4)
        switch origin {
        case .url(let text):
            return try WebAddress(Self.filled(text, year))
        case .bucket(let bucket, let endpoint):
            let bucket = S3Bucket(bucket, endpoint: endpoint, region: region, allowHTTP: allowHTTP)
            return try bucket.address(key: Self.filled(key, year))
        }
    }

    private static func filled(_ text: String, _ year: String) -> String {
        text.split(separator: "{year}", omittingEmptySubsequences: false).joined(separator: year)
    }
}

extension String {
    /// Whether it is not empty and consists of ASCII letters and digits and these others.
    func isWord(of others: String) -> Bool {
        !isEmpty && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || others.contains($0) }
    }
}
