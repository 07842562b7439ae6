/// A server's response with any status.
struct HTTPResponse: Sendable {
    let status: Int
    /// Decompressed; if the response was too large, its beginning.
    let body: [UInt8]
    let isTooLarge: Bool
    let etag: String?
    let lastModified: String?
    let contentType: String?
    /// The bucket's region according to S3.
    let bucketRegion: String?
    /// The target of a redirect, as an absolute address.
    let target: String?
    /// How long the server asks to wait: at most a day.
    let retryAfter: Duration?

    /// Whether it is a page for people, whatever its status. Some servers also label JSON as `text/html`.
    var isPage: Bool {
        let first = body.first { ![0x09, 0x0A, 0x0D, 0x20, 0xEF, 0xBB, 0xBF].contains($0) }
        if first == 0x3C { return true }  // <
        let isJSON = first == 0x7B || first == 0x5B  // { [
        return !isJSON && contentType?.lowercased().hasPrefix("text/html") == true
    }
}
