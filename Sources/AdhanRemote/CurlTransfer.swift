import AdhanCore
import CCurl

/// One GET through libcurl, without redirects, from the first byte sent to the last received.
struct CurlTransfer {
    let address: WebAddress
    let headers: [String]
    let signature: HTTPQuestion.Signature?
    let userAgent: String
    let authorities: CertificateAuthorities
    let limits: HTTPLimits
    /// The maximum size of the decompressed response, in bytes.
    let bodyLimit: Int
    /// For the whole transfer.
    let timeout: Duration

    /// Blocks, at most for the timeout.
    ///
    /// - Throws: `CurlFault` if no complete response came. A response larger than the limit does not throw; it is
    ///   marked as too large.
    func perform() throws(CurlFault) -> HTTPResponse {
        guard CurlLibrary.isReady, let curl = curl_easy_init() else {
            throw CurlFault(code: CURLE_FAILED_INIT, reason: "libcurl does not start")
        }
        defer { curl_easy_cleanup(curl) }
        let list = try headerList()
        defer { curl_slist_free_all(list) }
        let message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
        message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        defer { message.deallocate() }

        let body = CurlBody(limit: bodyLimit)
        let code = withExtendedLifetime(body) {
            var code = adhan_curl_set_write(curl, CurlBody.write, Unmanaged.passUnretained(body).toOpaque())
            for set in options(headers: list, message: message) where code == CURLE_OK { code = set(curl) }
            return code == CURLE_OK ? curl_easy_perform(curl) : code
        }
        // Its announced length is too large, or the body reached its limit.
        let isTooLarge = code == CURLE_FILESIZE_EXCEEDED || body.isTooLarge
        guard code == CURLE_OK || isTooLarge else {
            let own = String(cString: message)
            throw CurlFault(code: code, reason: own.isEmpty ? String(cString: curl_easy_strerror(code)) : own)
        }
        return Self.response(curl, body.bytes, isTooLarge: isTooLarge)
    }

    private typealias Option = (UnsafeMutableRawPointer) -> CURLcode

    private func options(headers: UnsafeMutablePointer<curl_slist>?, message: UnsafeMutablePointer<CChar>) -> [Option] {
        let milliseconds = Int(max(1, min(timeout.wholeMilliseconds, 3_600_000)))
        var options: [Option] = [
            { adhan_curl_set_pointer($0, CURLOPT_ERRORBUFFER, message) },
            { adhan_curl_set_string($0, CURLOPT_URL, address.whole) },
            { adhan_curl_set_string($0, CURLOPT_PROTOCOLS_STR, address.isEncrypted ? "https" : "http") },
            // The path exactly as written, because it was signed that way.
            { adhan_curl_set_long($0, CURLOPT_PATH_AS_IS, 1) },
            { adhan_curl_set_pointer($0, CURLOPT_HTTPHEADER, headers) },
            { adhan_curl_set_string($0, CURLOPT_USERAGENT, userAgent) },
            // Every encoding that this libcurl can decompress.
            { adhan_curl_set_string($0, CURLOPT_ACCEPT_ENCODING, "") },
            { adhan_curl_set_offset($0, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(bodyLimit)) },
            { adhan_curl_set_long($0, CURLOPT_TIMEOUT_MS, milliseconds) },
            {
                adhan_curl_set_long(
                    $0,
                    CURLOPT_CONNECTTIMEOUT_MS,
                    min(milliseconds, Int(limits.connect.wholeMilliseconds))
                )
            },
            { adhan_curl_set_long($0, CURLOPT_LOW_SPEED_LIMIT, limits.slowest) },
            { adhan_curl_set_long($0, CURLOPT_LOW_SPEED_TIME, Int(limits.quiet.components.seconds)) },
            // Signals belong to the process, which ignores SIGPIPE: OpenSSL writes to connections that may be closed.
            { adhan_curl_set_long($0, CURLOPT_NOSIGNAL, 1) },
            // The thread that resolves a name may take half a minute longer than the timeout; it is not waited for.
            { adhan_curl_set_long($0, CURLOPT_QUICK_EXIT, 1) },
        ]
        // No proxy for this machine itself.
        if address.isLoopback { options.append { adhan_curl_set_string($0, CURLOPT_PROXY, "") } }
        if let file = authorities.file { options.append { adhan_curl_set_string($0, CURLOPT_CAINFO, file) } }
        if let directory = authorities.directory {
            options.append { adhan_curl_set_string($0, CURLOPT_CAPATH, directory) }
        }
        if let signature {
            options += [
                { adhan_curl_set_string($0, CURLOPT_AWS_SIGV4, "aws:amz:\(signature.region):s3") },
                { adhan_curl_set_string($0, CURLOPT_USERNAME, signature.keys.accessKeyID) },
                { adhan_curl_set_string($0, CURLOPT_PASSWORD, signature.keys.secretAccessKey) },
            ]
        }
        return options
    }

    private func headerList() throws(CurlFault) -> UnsafeMutablePointer<curl_slist>? {
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

extension CurlTransfer {
    private static func response(
        _ curl: UnsafeMutableRawPointer,
        _ body: [UInt8],
        isTooLarge: Bool
    ) -> HTTPResponse {
        var (status, wait) = (0, curl_off_t(0))
        var target: UnsafePointer<CChar>?
        // These fail only for an invalid handle, and then leave the value that means none.
        _ = adhan_curl_get_long(curl, CURLINFO_RESPONSE_CODE, &status)
        _ = adhan_curl_get_offset(curl, CURLINFO_RETRY_AFTER, &wait)
        _ = adhan_curl_get_string(curl, CURLINFO_REDIRECT_URL, &target)
        return HTTPResponse(
            status: status,
            body: body,
            isTooLarge: isTooLarge,
            etag: header("ETag", of: curl),
            lastModified: header("Last-Modified", of: curl),
            contentType: header("Content-Type", of: curl),
            bucketRegion: header("x-amz-bucket-region", of: curl),
            target: target.map { String(cString: $0) },
            retryAfter: wait > 0 ? .seconds(min(wait, 86_400)) : nil
        )
    }

    private static func header(_ name: String, of curl: UnsafeMutableRawPointer) -> String? {
        var header: UnsafeMutablePointer<curl_header>?
        // From the response's own headers (CURLH_HEADER), last request (-1).
        let found = curl_easy_header(curl, name, 0, 1, -1, &header)
        guard found == CURLHE_OK, let value = header?.pointee.value else { return nil }
        let text = String(cString: value)
        return text.isHeaderValue ? text : nil
    }
}
