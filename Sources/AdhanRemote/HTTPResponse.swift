/// What a server answered, of any status.
struct HTTPResponse: Sendable {
    let status: Int
    /// Unpacked; of an answer that was too large, its beginning.
    let body: [UInt8]
    let isTooLarge: Bool
    let etag: String?
    let lastModified: String?
    let contentType: String?
    /// Where S3 says the bucket is.
    let bucketRegion: String?
    /// Where it sends to, as a whole address.
    let target: String?
    /// How long it wants to be left alone: at most a day.
    let retryAfter: Duration?

    /// Whether it is a page for people, whatever its status says. Some servers call JSON `text/html`, too.
    var isPage: Bool {
        let first = body.first { ![0x09, 0x0A, 0x0D, 0x20, 0xEF, 0xBB, 0xBF].contains($0) }
        if first == 0x3C { return true }  // <
        let isJSON = first == 0x7B || first == 0x5B  // { [
        return !isJSON && contentType?.lowercased().hasPrefix("text/html") == true
    }
}
