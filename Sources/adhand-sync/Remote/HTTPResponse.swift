import AdhanCore
import CCurl

/// A server's response with any status.
struct HTTPResponse: Sendable {
    let status: Int
    /// Decompressed; if the response was too large, its beginning.
    let body: [UInt8]
    let isTooLarge: Bool
    let etag: String?
    let lastModified: String?
    private let contentType: String?
    /// The bucket's region according to S3.
    let bucketRegion: String?
    /// The target of a redirect, as an absolute address.
    let redirect: String?
    /// How long the server asks to wait: at most a day.
    let retryAfter: Duration?

    init(of curl: UnsafeMutableRawPointer, _ body: [UInt8], isTooLarge: Bool = false) {
        var wait = curl_off_t(0)
        var target: UnsafePointer<CChar>?
        // These fail only for an invalid handle, and then leave the value that means none.
        _ = adhan_curl_get_offset(curl, CURLINFO_RETRY_AFTER, &wait)
        _ = adhan_curl_get_string(curl, CURLINFO_REDIRECT_URL, &target)
        (status, self.body, self.isTooLarge) = (Self.status(of: curl), body, isTooLarge)
        etag = Self.header("ETag", of: curl)
        lastModified = Self.header("Last-Modified", of: curl)
        contentType = Self.header("Content-Type", of: curl)
        bucketRegion = Self.header("x-amz-bucket-region", of: curl)
        redirect = target.map { String(cString: $0) }
        retryAfter = wait > 0 ? .seconds(min(wait, 86_400)) : nil
    }

    /// The response's status; 0 before there is one.
    static func status(of curl: UnsafeMutableRawPointer) -> Int {
        var status = 0
        _ = adhan_curl_get_long(curl, CURLINFO_RESPONSE_CODE, &status)
        return status
    }

    /// How many bytes the response's body has by its own account; nil if it does not say.
    static func length(of curl: UnsafeMutableRawPointer) -> Int? {
        var length = curl_off_t(-1)
        _ = adhan_curl_get_offset(curl, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length)
        return length < 0 ? nil : Int(length)
    }

    /// A header of the response; nil if it has none, or one that is no short text.
    static func header(_ name: String, of curl: UnsafeMutableRawPointer) -> String? {
        var header: UnsafeMutablePointer<curl_header>?
        // From the response's own headers (CURLH_HEADER), last request (-1).
        let found = curl_easy_header(curl, name, 0, 1, -1, &header)
        guard found == CURLHE_OK, let value = header?.pointee.value else { return nil }
        let text = String(cString: value)
        return text.isHeaderValue ? text : nil
    }

    /// Whether it is a page for people, whatever its status. Some servers also label JSON as `text/html`.
    var isPage: Bool {
        let first = body.first { ![0x09, 0x0A, 0x0D, 0x20, 0xEF, 0xBB, 0xBF].contains($0) }
        if first == 0x3C { return true }  // <
        let isJSON = first == 0x7B || first == 0x5B  // { [
        return !isJSON && contentType?.lowercased().hasPrefix("text/html") == true
    }

    /// Whether S3 says, with status 400, that temporary keys are no longer valid.
    var haveKeysExpired: Bool { status == 400 && ErrorBody.code(of: body) == "ExpiredToken" }
}
