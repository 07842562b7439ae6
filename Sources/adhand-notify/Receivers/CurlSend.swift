import AdhanCore
import AdhanSupport
import CCurl

/// One transfer of libcurl, which sends something and reads a short answer. Redirects are not followed, and every wait
/// and size is bounded. Not to be shared between threads.
final class CurlSend {
    /// How a transfer ended. Nothing of it is the server's text, which may have a secret.
    struct Answer {
        /// The server's last status, of HTTP or SMTP; 0 without an answer.
        let status: Int
        /// Whether what is to be sent was sent, at least in part.
        let isSent: Bool
        /// How long the server asks to wait, at most a day; zero where it does not.
        let retryAfter: Duration
        /// Why the transfer is incomplete; nil for a complete one.
        let problem: String?
    }

    /// An address that the mail server refuses.
    struct Refusal {
        let address: String
        /// Of SMTP: 400 to 599.
        let status: Int
        /// Whether it may accept it later.
        var isForNow: Bool { status < 500 }
    }

    /// libcurl, initialised once per process.
    private static let isReady = curl_global_init(3) == CURLE_OK  // CURL_GLOBAL_ALL, a macro that Swift does not see.
    /// The least bytes a second.
    private static let slowest = 10

    let curl: UnsafeMutableRawPointer
    private let message: UnsafeMutablePointer<CChar>
    private var lists: [UnsafeMutablePointer<curl_slist>] = []
    private var mime: OpaquePointer?
    private var code = CURLE_OK
    /// How many bytes of the answer have come.
    private var read = 0
    /// The address that the mail server is asked about.
    private var recipient: String?
    /// The addresses that the mail server has refused; at most `mostRefusals`.
    private(set) var refusals: [Refusal] = []
    private static let mostRefusals = 10
    /// In bytes, of a command or an answer of SMTP: RFC 5321, section 4.5.3.1.
    private static let longestLine = 512

    init(_ address: String, schemes: String, _ network: NetworkSettings) throws(CurlFault) {
        guard Self.isReady, let curl = curl_easy_init() else { throw CurlFault(reason: "libcurl does not start") }
        message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
        message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        self.curl = curl
        code = adhan_curl_set_write(curl, Self.write, Unmanaged.passUnretained(self).toOpaque())
        set(CURLOPT_ERRORBUFFER, at: message)
        set(CURLOPT_URL, address)
        set(CURLOPT_PROTOCOLS_STR, schemes)
        set(CURLOPT_USERAGENT, "adhand")
        set(CURLOPT_TIMEOUT_MS, Int(network.limits.whole.wholeMilliseconds))
        set(CURLOPT_CONNECTTIMEOUT_MS, Int(network.limits.connect.wholeMilliseconds))
        set(CURLOPT_LOW_SPEED_LIMIT, Self.slowest)
        set(CURLOPT_LOW_SPEED_TIME, Int(network.limits.quiet.components.seconds))
        // Signals belong to the process, which ignores SIGPIPE.
        set(CURLOPT_NOSIGNAL, 1)
        // The thread that resolves a name may take longer than the timeout; it is not waited for.
        set(CURLOPT_QUICK_EXIT, 1)
        if let file = network.authorities.file { set(CURLOPT_CAINFO, file) }
        if let directory = network.authorities.directory { set(CURLOPT_CAPATH, directory) }
    }

    deinit {
        curl_easy_cleanup(curl)
        curl_mime_free(mime)
        for list in lists { curl_slist_free_all(list) }
        message.deallocate()
    }

    func set(_ option: CURLoption, _ text: String) {
        if code == CURLE_OK { code = adhan_curl_set_string(curl, option, text) }
    }

    func set(_ option: CURLoption, _ number: Int) {
        if code == CURLE_OK { code = adhan_curl_set_long(curl, option, number) }
    }

    private func set(_ option: CURLoption, at pointer: UnsafeMutableRawPointer?) {
        if code == CURLE_OK { code = adhan_curl_set_pointer(curl, option, pointer) }
    }

    /// Sets a list of texts, as the headers.
    func set(_ option: CURLoption, _ texts: [String]) {
        var list: UnsafeMutablePointer<curl_slist>?
        for text in texts {
            guard let longer = curl_slist_append(list, text) else {
                code = CURLE_OUT_OF_MEMORY
                break
            }
            list = longer
        }
        if let list { lists.append(list) }
        set(option, at: list)
    }

    func setPost(_ bytes: [UInt8]) {
        if code == CURLE_OK { code = adhan_curl_set_offset(curl, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count)) }
        // libcurl's own copy.
        let copied = bytes.withUnsafeBytes { adhan_curl_set_data(curl, CURLOPT_COPYPOSTFIELDS, $0.baseAddress) }
        if code == CURLE_OK { code = copied }
    }

    func setText(_ text: String) {
        guard mime == nil, let mime = curl_mime_init(curl), let part = curl_mime_addpart(mime) else {
            return code = CURLE_OUT_OF_MEMORY
        }
        self.mime = mime
        let bytes = Array(text.utf8)
        let copied = bytes.withUnsafeBytes { bytes in
            curl_mime_data(part, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
        }
        for result in [
            copied, curl_mime_type(part, "text/plain; charset=UTF-8"), curl_mime_encoder(part, "quoted-printable"),
        ] where code == CURLE_OK { code = result }
        set(CURLOPT_MIMEPOST, at: UnsafeMutableRawPointer(mime))
    }

    /// Collects in `refusals` the addresses that a mail server refuses.
    func noteRefusals() {
        if code == CURLE_OK { code = adhan_curl_set_debug(curl, Self.debug, Unmanaged.passUnretained(self).toOpaque()) }
    }

    /// libcurl's callback for each line of the dialogue; its context is the transfer.
    private static let debug: curl_debug_callback = { _, kind, start, size, context in
        guard let start, let context, [CURLINFO_HEADER_IN, CURLINFO_HEADER_OUT].contains(kind) else { return 0 }
        let own = Unmanaged<CurlSend>.fromOpaque(context).takeUnretainedValue()
        let bytes = UnsafeRawBufferPointer(start: start, count: min(size, longestLine))
        let line = String(decoding: bytes, as: UTF8.self)
        if kind == CURLINFO_HEADER_OUT {
            own.recipient =
                line.hasPrefix("RCPT TO:<") ? line.split { "<>".contains($0) }.dropFirst().first.map(String.init) : nil
        } else if let recipient = own.recipient, let status = Int(line.prefix(3)), (400...599).contains(status),
            own.refusals.count < mostRefusals
        {
            own.refusals.append(Refusal(address: recipient, status: status))
            own.recipient = nil
        }
        return 0
    }

    /// Sends it, and waits for the answer. Call it once.
    func run() -> Answer {
        if code == CURLE_OK { code = curl_easy_perform(curl) }
        var (status, wait, sent) = (0, curl_off_t(0), curl_off_t(0))
        // These fail only for an invalid handle, and then leave the value that means none.
        _ = adhan_curl_get_long(curl, CURLINFO_RESPONSE_CODE, &status)
        _ = adhan_curl_get_offset(curl, CURLINFO_RETRY_AFTER, &wait)
        _ = adhan_curl_get_offset(curl, CURLINFO_SIZE_UPLOAD_T, &sent)
        // libcurl's own sentence may quote an answer. Before one has come, it has the details: host, port, certificate.
        let details = status == 0 ? String(cString: message) : ""
        let problem = details.isEmpty ? String(cString: curl_easy_strerror(code)) : details
        return Answer(
            status: status,
            isSent: sent > 0,
            retryAfter: .seconds(min(max(0, wait), 21_600)),
            // Without the time that it took: the log has each reason once, until another comes.
            problem: code == CURLE_OK
                ? nil : OneLine.of(problem.replacing(/\ after \d+ (ms|milliseconds)/, with: ""), limit: 300)
        )
    }

    /// Whether the server refuses the user or the password.
    var isLoginDenied: Bool { code == CURLE_LOGIN_DENIED }

    /// libcurl's callback; its context is the transfer. It accepts no more than the limit.
    private static let write: curl_write_callback = { _, _, count, context in
        guard let context else { return 0 }
        let own = Unmanaged<CurlSend>.fromOpaque(context).takeUnretainedValue()
        own.read += count  // Size is always 1.
        return own.read > ReceiverLimits.answer ? 0 : count
    }
}

/// The settings that all transfers have in common.
struct NetworkSettings: Sendable {
    var authorities = CertificateAuthorities()
    var limits = ReceiverLimits()
}

/// Why a transfer could not begin.
struct CurlFault: Error {
    let reason: String
}
