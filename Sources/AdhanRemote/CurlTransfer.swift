import AdhanCore
import CCurl

/// One GET through libcurl, without redirects, from the first byte sent to the last one received.
struct CurlTransfer {
    let address: WebAddress
    let headers: [String]
    let signature: HTTPQuestion.Signature?
    let userAgent: String
    let authorities: CertificateAuthorities
    let limits: HTTPLimits
    /// How many bytes the answer may have, unpacked.
    let bodyLimit: Int
    /// For all of it.
    let timeout: Duration

    /// Blocks, within the timeout.
    ///
    /// - Throws: `CurlFault`, where no whole answer came. One that is larger than the limit is an answer, and says so.
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
        // Its length is known to be too large, or the body took no more.
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
            // As it is written: as it was signed.
            { adhan_curl_set_long($0, CURLOPT_PATH_AS_IS, 1) },
            { adhan_curl_set_pointer($0, CURLOPT_HTTPHEADER, headers) },
            { adhan_curl_set_string($0, CURLOPT_USERAGENT, userAgent) },
            // Whatever this libcurl unpacks.
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
            // Signals are the process's, which ignores SIGPIPE: OpenSSL writes to a connection that may be gone.
            { adhan_curl_set_long($0, CURLOPT_NOSIGNAL, 1) },
            // The thread that looks up a name may take half a minute longer than the timeout; it is not waited for.
            { adhan_curl_set_long($0, CURLOPT_QUICK_EXIT, 1) },
        ]
        // No proxy comes nearer to this machine than itself.
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
        // These fail for a wrong handle alone; what they leave as it is says that there is nothing.
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
        // Of the answer, CURLH_HEADER, and of the last one, -1.
        let found = curl_easy_header(curl, name, 0, 1, -1, &header)
        guard found == CURLHE_OK, let value = header?.pointee.value else { return nil }
        let text = String(cString: value)
        return text.isHeaderValue ? text : nil
    }
}
