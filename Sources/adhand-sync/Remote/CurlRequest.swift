import AdhanCore
import CCurl

/// A transfer's handle of libcurl, with all that has to live as long as it.
final class CurlRequest {
    let curl: UnsafeMutableRawPointer
    private let headers: UnsafeMutablePointer<curl_slist>?
    private let message: UnsafeMutablePointer<CChar>
    private let sink: CurlSink

    /// - Throws: `CurlFault` if libcurl does not take the transfer.
    init(_ transfer: CurlTransfer, into sink: CurlSink) throws(CurlFault) {
        guard CurlLibrary.isReady, let curl = curl_easy_init() else {
            throw CurlFault(code: CURLE_FAILED_INIT, reason: "libcurl does not start")
        }
        let headers: UnsafeMutablePointer<curl_slist>?
        do throws(CurlFault) {
            headers = try Self.list(transfer.headers)
        } catch {
            curl_easy_cleanup(curl)
            throw error
        }
        let message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
        message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        (self.curl, self.headers, self.message, self.sink) = (curl, headers, message, sink)
        sink.curl = curl
        var code = adhan_curl_set_write(curl, CurlSink.write, Unmanaged.passUnretained(sink).toOpaque())
        for set in transfer.options(headers: headers, message: message) where code == CURLE_OK { code = set(curl) }
        // `deinit` frees all of it: it also runs for an initialiser that throws after all properties are set.
        guard code == CURLE_OK else { throw fault(code) }
    }

    deinit {
        curl_easy_cleanup(curl)
        curl_slist_free_all(headers)
        message.deallocate()
    }

    func fault(_ code: CURLcode) -> CurlFault {
        let own = String(cString: message)
        return CurlFault(code: code, reason: own.isEmpty ? String(cString: curl_easy_strerror(code)) : own)
    }

    private static func list(_ headers: [String]) throws(CurlFault) -> UnsafeMutablePointer<curl_slist>? {
        var list: UnsafeMutablePointer<curl_slist>?
        for header in headers {
            guard let longer = curl_slist_append(list, header) else {
                curl_slist_free_all(list)
                throw CurlFault(code: CURLE_OUT_OF_MEMORY, reason: "there is not enough memory")
            }
            list = longer
        }
        return list
    }
}

extension CurlRequest {
    /// - Parameter isTooLarge: whether the body is larger than its limit.
    func response(_ body: [UInt8], isTooLarge: Bool) -> HTTPResponse {
        var wait = curl_off_t(0)
        var target: UnsafePointer<CChar>?
        // These fail only for an invalid handle, and then leave the value that means none.
        _ = adhan_curl_get_offset(curl, CURLINFO_RETRY_AFTER, &wait)
        _ = adhan_curl_get_string(curl, CURLINFO_REDIRECT_URL, &target)
        return HTTPResponse(
            status: Self.status(of: curl),
            body: body,
            isTooLarge: isTooLarge,
            etag: Self.header("ETag", of: curl),
            lastModified: Self.header("Last-Modified", of: curl),
            contentType: Self.header("Content-Type", of: curl),
            bucketRegion: Self.header("x-amz-bucket-region", of: curl),
            target: target.map { String(cString: $0) },
            retryAfter: wait > 0 ? .seconds(min(wait, 86_400)) : nil
        )
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
}
