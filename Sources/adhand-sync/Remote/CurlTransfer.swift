import AdhanCore
import AdhanSupport
import CCurl

/// One transfer of libcurl, without redirects: its handle, with all that has to live as long as it.
final class CurlTransfer {
    let curl: UnsafeMutableRawPointer
    private let headers: UnsafeMutablePointer<curl_slist>?
    private let message: UnsafeMutablePointer<CChar>
    private let sink: CurlSink

    /// libcurl, initialised once per process.
    static let isReady = curl_global_init(3) == CURLE_OK  // CURL_GLOBAL_ALL, a macro that Swift does not see.

    /// - Throws: `CurlFault` if libcurl does not take the transfer.
    init(
        _ request: HTTPRequest,
        by client: HTTPClient,
        timeout: Duration,
        into sink: CurlSink
    ) throws(CurlFault) {
        guard Self.isReady, let curl = curl_easy_init() else { throw .noStart }
        let headers: UnsafeMutablePointer<curl_slist>?
        do throws(CurlFault) {
            headers = try Self.list(request.headers)
        } catch {
            curl_easy_cleanup(curl)
            throw error
        }
        let message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
        message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        (self.curl, self.headers, self.message, self.sink) = (curl, headers, message, sink)
        sink.curl = curl

        var code = adhan_curl_set_write(curl, CurlSink.write, Unmanaged.passUnretained(sink).toOpaque())
        func set(_ option: CURLoption, _ text: String) {
            if code == CURLE_OK { code = adhan_curl_set_string(curl, option, text) }
        }
        func set(_ option: CURLoption, _ number: Int) {
            if code == CURLE_OK { code = adhan_curl_set_long(curl, option, number) }
        }
        func set(_ option: CURLoption, bytes: Int) {
            if code == CURLE_OK { code = adhan_curl_set_offset(curl, option, curl_off_t(bytes)) }
        }
        func set(_ option: CURLoption, at pointer: UnsafeMutableRawPointer?) {
            if code == CURLE_OK { code = adhan_curl_set_pointer(curl, option, pointer) }
        }
        let address = request.target
        let milliseconds = Int(max(1, min(timeout.wholeMilliseconds, 3_600_000)))
        set(CURLOPT_ERRORBUFFER, at: message)
        set(CURLOPT_URL, address.whole)
        set(CURLOPT_PROTOCOLS_STR, address.isEncrypted ? "https" : "http")
        // The path exactly as written, because it was signed that way.
        set(CURLOPT_PATH_AS_IS, 1)
        set(CURLOPT_HTTPHEADER, at: headers)
        set(CURLOPT_USERAGENT, client.userAgent)
        set(CURLOPT_MAXFILESIZE_LARGE, bytes: request.limit)
        // A quarter of the calls that libcurl's own 16 kB take.
        set(CURLOPT_BUFFERSIZE, max(16 << 10, min(request.limit, 64 << 10)))
        set(CURLOPT_TIMEOUT_MS, milliseconds)
        set(CURLOPT_CONNECTTIMEOUT_MS, min(milliseconds, Int(client.limits.connect.wholeMilliseconds)))
        set(CURLOPT_LOW_SPEED_LIMIT, client.limits.slowest)
        set(CURLOPT_LOW_SPEED_TIME, Int(client.limits.quiet.components.seconds))
        // Signals belong to the process, which ignores SIGPIPE: OpenSSL writes to connections that may be closed.
        set(CURLOPT_NOSIGNAL, 1)
        // The thread that resolves a name may take half a minute longer than the timeout; it is not waited for.
        set(CURLOPT_QUICK_EXIT, 1)
        // Every encoding that this libcurl can decompress.
        if request.isDecompressed { set(CURLOPT_ACCEPT_ENCODING, "") }
        // No proxy for this machine itself.
        if address.isLoopback { set(CURLOPT_PROXY, "") }
        if let file = client.authorities.file { set(CURLOPT_CAINFO, file) }
        if let directory = client.authorities.directory { set(CURLOPT_CAPATH, directory) }
        if let signature = request.signature {
            set(CURLOPT_AWS_SIGV4, "aws:amz:\(signature.region):s3")
            set(CURLOPT_USERNAME, signature.keys.accessKeyID)
            set(CURLOPT_PASSWORD, signature.keys.secretAccessKey)
        }
        if let upload = request.upload?.bytes {
            set(CURLOPT_CUSTOMREQUEST, "PUT")
            set(CURLOPT_POSTFIELDSIZE_LARGE, bytes: upload.count)
            // libcurl's own copy.
            let copied = upload.withUnsafeBytes { adhan_curl_set_data(curl, CURLOPT_COPYPOSTFIELDS, $0.baseAddress) }
            if code == CURLE_OK { code = copied }
        }
        // `deinit` frees all of it: it also runs for an initialiser that throws after all properties are set.
        guard code == CURLE_OK else { throw fault(code) }
    }

    deinit {
        curl_easy_cleanup(curl)
        curl_slist_free_all(headers)
        message.deallocate()
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

    func fault(_ code: CURLcode) -> CurlFault {
        let text = String(cString: message)
        return CurlFault(code: code, reason: text.isEmpty ? String(cString: curl_easy_strerror(code)) : text)
    }

    /// - Throws: `CurlFault` if no complete response came. One that is too large is a response.
    func response(_ code: CURLcode, _ body: CurlBody) throws(CurlFault) -> HTTPResponse {
        // Its announced length is too large, or the body reached its limit.
        let isTooLarge = code == CURLE_FILESIZE_EXCEEDED || body.isTooLarge
        guard code == CURLE_OK || isTooLarge else { throw fault(code) }
        return HTTPResponse(of: curl, body.bytes, isTooLarge: isTooLarge)
    }
}

/// Collects the bytes of a response. Each kind of response has its own.
class CurlSink {
    /// The handle of its transfer, by which the response's status and headers are read; valid while a transfer runs.
    var curl: UnsafeMutableRawPointer?

    /// libcurl's callback; its context is the sink.
    static let write: curl_write_callback = { start, size, count, context in
        guard let start, let context else { return 0 }
        let bytes = UnsafeRawBufferPointer(start: start, count: size * count)  // Size is always 1.
        return Unmanaged<CurlSink>.fromOpaque(context).takeUnretainedValue().append(bytes)
    }

    /// - Returns: how many bytes were accepted; fewer than given end the transfer.
    func append(_ more: UnsafeRawBufferPointer) -> Int { 0 }
}

/// Collects the decompressed bytes of a response up to a limit.
final class CurlBody: CurlSink {
    private let limit: Int
    private(set) var bytes: [UInt8] = []
    private(set) var isTooLarge = false

    init(limit: Int) { self.limit = limit }

    override func append(_ more: UnsafeRawBufferPointer) -> Int {
        if bytes.isEmpty, let curl { bytes.reserveCapacity(min(limit, HTTPResponse.length(of: curl) ?? 0)) }
        let room = limit - bytes.count
        isTooLarge = more.count > room
        bytes.append(contentsOf: more.prefix(max(0, room)))
        return isTooLarge ? 0 : more.count
    }
}

/// Why a transfer had no response at all.
struct CurlFault: Error {
    let code: CURLcode
    /// libcurl's message.
    let reason: String

    static let noStart = CurlFault(code: CURLE_FAILED_INIT, reason: "libcurl does not start")

    var isNoName: Bool { [CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY].contains(code) }

    var kind: FetchFault.Kind {
        switch code {
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS: .untrusted
        case CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_NOTFOUND,
            CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL, CURLE_FAILED_INIT, CURLE_OUT_OF_MEMORY,
            CURLE_BAD_FUNCTION_ARGUMENT, CURLE_UNKNOWN_OPTION, CURLE_NOT_BUILT_IN:
            .here
        default: .unreachable
        }
    }
}
