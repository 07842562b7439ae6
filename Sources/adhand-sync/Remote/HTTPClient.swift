import AdhanCore
import AdhanSupport
import CCurl
import Glibc

/// Sends requests over HTTPS. Every wait, size and number of tries is bounded. It blocks the calling thread.
///
/// A proxy is taken from libcurl's variables `https_proxy`, `http_proxy`, `all_proxy` and `no_proxy`.
struct HTTPClient: Sendable {
    /// The maximum length, in bytes, of a redirect's address: twice the length of a signed one, and short enough for a
    /// message.
    private static let longestAddress = 2048

    let userAgent: String
    let authorities: CertificateAuthorities
    let limits: HTTPLimits
    let pause: @Sendable (Duration) -> Void
    private let chance: @Sendable () -> Double

    /// - Parameters:
    ///   - authorities: the trusted certificate authorities; by default from the environment.
    ///   - chance: a random number, 0..<1.
    init(
        version: String,
        authorities: CertificateAuthorities = CertificateAuthorities(),
        limits: HTTPLimits = HTTPLimits(),
        pause: @escaping @Sendable (Duration) -> Void = { usleep(UInt32(clamping: $0.wholeMicroseconds)) },
        chance: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        userAgent = "adhand/\(version)"
        (self.authorities, self.limits, self.pause, self.chance) = (authorities, limits, pause, chance)
    }

    /// Fetches a timetable, with further tries where they may help.
    ///
    /// - Throws: the last try's `FetchFault`.
    func fetch(_ request: HTTPRequest, patience: FetchPatience) throws(FetchFault) -> FetchAnswer {
        let end = BootClock.now() + patience.total
        var tries = 1
        while true {
            do throws(HTTPFault) {
                return try attempt(request, until: end)
            } catch {
                guard let wait = wait(after: tries, of: patience.tries, error, until: end) else {
                    let fault = error.fault
                    guard tries > 1 else { throw fault }
                    throw FetchFault(fault.kind, "\(fault.words) (tried \(tries) times)", retryAfter: fault.retryAfter)
                }
                pause(wait)
                tries += 1
            }
        }
    }

    /// The wait before the next try; nil to give up.
    func wait(after tries: Int, of most: Int, _ fault: HTTPFault, until end: BootInstant) -> Duration? {
        guard fault.mayPass else { return nil }
        let left = end - BootClock.now()
        return RetryPlan(tries: most).wait(after: tries, asked: fault.fault.retryAfter, left: left, chance: chance())
    }

    /// Sends the request once, without following a redirect. A response larger than the limit is marked as such.
    ///
    /// - Throws: `HTTPFault` if no complete response came.
    func send(_ request: HTTPRequest, timeout: Duration) throws(HTTPFault) -> HTTPResponse {
        let body = CurlBody(limit: request.limit)
        do throws(CurlFault) {
            let transfer = try CurlTransfer(request, by: self, timeout: timeout, into: body)
            return try withExtendedLifetime(transfer) { () throws(CurlFault) in
                try transfer.response(curl_easy_perform(transfer.curl), body)
            }
        } catch {
            throw HTTPFault(request, error)
        }
    }

    /// One try, including its redirects.
    private func attempt(_ request: HTTPRequest, until end: BootInstant) throws(HTTPFault) -> FetchAnswer {
        var request = request
        for _ in 0...max(0, limits.redirects) {
            let response = try send(request, timeout: end - BootClock.now())
            guard [301, 302, 303, 307, 308].contains(response.status), let redirect = response.redirect else {
                return try answer(of: response, to: request)
            }
            request.redirects.append(try allowedTarget(redirect, request, response))
        }
        let words = "\(limits.redirects) redirects were followed, the next is to \(request.target.quoted)"
        throw HTTPFault(request, .server, "\(request.address.quoted) redirects too often: \(words)")
    }

    /// The target of a redirect: only https is allowed, and none for a signed request, whose signature is for one host.
    private func allowedTarget(
        _ redirect: String,
        _ request: HTTPRequest,
        _ response: HTTPResponse
    ) throws(HTTPFault) -> WebAddress {
        let reason: String
        if redirect.utf8.count > Self.longestAddress {
            reason = "an address that has \(redirect.utf8.count) bytes, more than \(Self.longestAddress)"
        } else {
            do throws(AddressFault) {
                let next = try WebAddress(redirect)
                if next.isEncrypted && request.signature == nil { return next }
                reason =
                    next.quoted + (next.isEncrypted ? ", where its signature is not valid" : ", which is not https")
            } catch {
                reason = "an address that \(error)"
            }
        }
        let words = "answered \(response.status) and redirects to \(reason): not followed"
        throw HTTPFault(request, .server, "\(request.target.quoted) \(words)", response)
    }

    private func answer(of response: HTTPResponse, to request: HTTPRequest) throws(HTTPFault) -> FetchAnswer {
        if response.status == 304, !request.conditions.isEmpty { return .unchanged }
        guard response.status == 200 else { throw HTTPFault(request, response) }
        let address = request.target.quoted
        guard !response.isTooLarge else {
            let words = "\(address) sends more than \(request.limit >> 20) MB, and no timetable is that large"
            throw HTTPFault(request, .tooLarge, words, response)
        }
        guard !response.isPage else {
            let words = ErrorBody.words(of: response.body, hiding: request.secrets).map { " (\($0))" } ?? ""
            throw HTTPFault(
                request,
                .server,
                "\(address) answered 200 with a web page\(words), not with a timetable",
                advice: "perhaps the network requires a login, or this is the address of a page"
            )
        }
        guard !response.body.isEmpty else { throw HTTPFault(request, .server, "\(address) answered 200 with nothing") }
        return .fetched(Fetched(bytes: response.body, etag: response.etag, lastModified: response.lastModified))
    }
}

/// The limits of a request in addition to `FetchPatience`.
struct HTTPLimits: Sendable, Hashable {
    /// Until a connection is established, including TLS.
    var connect: Duration = .seconds(10)
    /// How long a response may be slower than `slowest` or stall. Whole seconds.
    var quiet: Duration = .seconds(20)
    /// In bytes per second.
    var slowest = 100
    /// The maximum number of redirects.
    var redirects = 3
}
