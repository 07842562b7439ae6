import AdhanCore
import CCurl

/// One GET or PUT through libcurl, without redirects, from the first byte sent to the last received.
struct CurlTransfer {
    let address: WebAddress
    let headers: [String]
    let signature: HTTPQuestion.Signature?
    let userAgent: String
    let authorities: CertificateAuthorities
    let limits: HTTPLimits
    /// The maximum size of the response, in bytes, and whether it is decompressed.
    let bodyLimit: Int
    var isDecompressed = true
    /// For the whole transfer.
    let timeout: Duration
    /// The body of a PUT; nil for a GET.
    var upload: [UInt8]?

    /// Blocks, at most for the timeout.
    ///
    /// - Throws: `CurlFault` if no complete response came. A response larger than the limit does not throw; it is
    ///   marked as too large.
    func perform() throws(CurlFault) -> HTTPResponse {
        let body = CurlBody(limit: bodyLimit)
        let request = try CurlRequest(self, into: body)
        return try withExtendedLifetime(request) { () throws(CurlFault) in
            try Self.response(of: request, curl_easy_perform(request.curl), body)
        }
    }

    /// - Parameter code: with which the transfer ended.
    static func response(of request: CurlRequest, _ code: CURLcode, _ body: CurlBody) throws(CurlFault) -> HTTPResponse
    {
        // Its announced length is too large, or the body reached its limit.
        let isTooLarge = code == CURLE_FILESIZE_EXCEEDED || body.isTooLarge
        guard code == CURLE_OK || isTooLarge else { throw request.fault(code) }
        return request.response(body.bytes, isTooLarge: isTooLarge)
    }

    typealias Option = (UnsafeMutableRawPointer) -> CURLcode

    func options(headers: UnsafeMutablePointer<curl_slist>?, message: UnsafeMutablePointer<CChar>) -> [Option] {
        let milliseconds = Int(max(1, min(timeout.wholeMilliseconds, 3_600_000)))
        var options: [Option] = [
            { adhan_curl_set_pointer($0, CURLOPT_ERRORBUFFER, message) },
            { adhan_curl_set_string($0, CURLOPT_URL, address.whole) },
            { adhan_curl_set_string($0, CURLOPT_PROTOCOLS_STR, address.isEncrypted ? "https" : "http") },
            // The path exactly as written, because it was signed that way.
            { adhan_curl_set_long($0, CURLOPT_PATH_AS_IS, 1) },
            { adhan_curl_set_pointer($0, CURLOPT_HTTPHEADER, headers) },
            { adhan_curl_set_string($0, CURLOPT_USERAGENT, userAgent) },
            { adhan_curl_set_offset($0, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(bodyLimit)) },
            // A quarter of the calls that libcurl's own 16 kB take.
            { adhan_curl_set_long($0, CURLOPT_BUFFERSIZE, max(16 << 10, min(bodyLimit, 64 << 10))) },
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
        // Every encoding that this libcurl can decompress.
        if isDecompressed { options.append { adhan_curl_set_string($0, CURLOPT_ACCEPT_ENCODING, "") } }
        if let upload {
            options += [
                { adhan_curl_set_string($0, CURLOPT_CUSTOMREQUEST, "PUT") },
                { adhan_curl_set_offset($0, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(upload.count)) },
                // libcurl's own copy.
                { curl in upload.withUnsafeBytes { adhan_curl_set_data(curl, CURLOPT_COPYPOSTFIELDS, $0.baseAddress) }
                },
            ]
        }
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
}
