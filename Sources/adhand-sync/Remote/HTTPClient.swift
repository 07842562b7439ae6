import AdhanCore
import AdhanSupport
import Glibc

/// Fetches timetables over HTTPS. Every wait, size and number of tries is bounded. It blocks the calling thread.
///
/// A proxy is taken from libcurl's variables `https_proxy`, `http_proxy`, `all_proxy` and `no_proxy`.
package struct HTTPClient: Sendable {
    /// The maximum length, in bytes, of a redirect's address: twice the length of a signed one, and short enough for a
    /// message.
    private static let longestAddress = 2048

    private let userAgent: String
    private let authorities: CertificateAuthorities
    private let limits: HTTPLimits
    private let pause: @Sendable (Duration) -> Void
    private let chance: @Sendable () -> Double

    /// - Parameters:
    ///   - version: of this program, for the User-Agent.
    ///   - authorities: the trusted certificate authorities; by default from the environment.
    ///   - pause: waits between tries.
    ///   - chance: a random number, 0..<1.
    package init(
        version: String,
        authorities: CertificateAuthorities = CertificateAuthorities(),
        limits: HTTPLimits = HTTPLimits(),
        pause: @escaping @Sendable (Duration) -> Void = { usleep(UInt32(clamping: $0.wholeMicroseconds)) },
        chance: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        userAgent = "adhand/\(version)"
        (self.authorities, self.limits, self.pause, self.chance) = (authorities, limits, pause, chance)
    }

    /// Sends the request, and again if another try may help.
    ///
    /// - Throws: the last try's `FetchFault`.
    func fetch(_ question: HTTPQuestion, patience: FetchPatience) throws(FetchFault) -> FetchAnswer {
        let plan = RetryPlan(patience)
        let end = BootClock.now() + patience.total
        var tries = 1
        while true {
            do throws(HTTPFault) {
                return try attempt(question, until: end)
            } catch {
                let left = end - BootClock.now()
                guard error.mayPass,
                    let wait = plan.wait(after: tries, asked: error.fault.retryAfter, left: left, chance: chance())
                else { throw error.fault.after(tries) }
                pause(wait)
                tries += 1
            }
        }
    }

    /// One try, including its redirects.
    private func attempt(
        _ question: HTTPQuestion,
        until end: BootInstant
    ) throws(HTTPFault) -> FetchAnswer {
        var (question, address) = (question, question.address)
        guard address.isEncrypted || address.isLoopback || question.allowHTTP else {
            throw HTTPFault(
                question,
                .here,
                "\(address.quoted) is not requested, since it is not https",
                advice: "if there is no other way, as with a server in the building, set allow_http = true"
            )
        }
        for _ in 0...max(0, limits.redirects) {
            let response = try ask(address, question, until: end)
            guard [301, 302, 303, 307, 308].contains(response.status), let target = response.target else {
                return try judged(response, at: address, question)
            }
            address = try followed(response, to: target, from: address, question)
            question.redirects.append(address)
        }
        throw HTTPFault(
            question,
            .server,
            "\(question.address.quoted) redirects too often: \(limits.redirects) redirects were followed, the next is "
                + "to "
                + address.quoted
        )
    }

    private func ask(
        _ address: WebAddress,
        _ question: HTTPQuestion,
        until end: BootInstant
    ) throws(HTTPFault) -> HTTPResponse {
        let transfer = CurlTransfer(
            address: address,
            headers: question.headers,
            signature: question.signature,
            userAgent: userAgent,
            authorities: authorities,
            limits: limits,
            bodyLimit: question.limit,
            timeout: end - BootClock.now()
        )
        do throws(CurlFault) {
            return try transfer.perform()
        } catch {
            throw HTTPFault(question, at: address, error)
        }
    }

    /// The target of a redirect that may be followed: only to https, and never for a signed request, whose signature is
    /// for one host.
    private func followed(
        _ response: HTTPResponse,
        to target: String,
        from address: WebAddress,
        _ question: HTTPQuestion
    ) throws(HTTPFault) -> WebAddress {
        let reason: String
        if target.utf8.count > Self.longestAddress {
            reason = "an address that has \(target.utf8.count) bytes, more than \(Self.longestAddress)"
        } else {
            do throws(AddressFault) {
                let next = try WebAddress(target)
                if next.isEncrypted && question.signature == nil { return next }
                reason =
                    next.quoted + (next.isEncrypted ? ", where its signature is not valid" : ", which is not https")
            } catch {
                reason = "an address that \(error)"
            }
        }
        throw HTTPFault(
            question,
            .server,
            "\(address.quoted) answered \(response.status) and redirects to \(reason): not followed",
            response
        )
    }

    private func judged(
        _ response: HTTPResponse,
        at address: WebAddress,
        _ question: HTTPQuestion
    ) throws(HTTPFault) -> FetchAnswer {
        if response.status == 304, !question.conditions.isEmpty { return .unchanged }
        guard response.status == 200 else { throw HTTPFault(question, at: address, response) }
        guard !response.isTooLarge else {
            let words = "\(address.quoted) sends more than \(question.limit >> 20) MB, and no timetable is that large"
            throw HTTPFault(question, .tooLarge, words, response)
        }
        guard !response.isPage else {
            let words = ErrorBody.words(of: response.body, hiding: question.secrets).map { " (\($0))" } ?? ""
            throw HTTPFault(
                question,
                .server,
                "\(address.quoted) answered 200 with a web page\(words), not with a timetable",
                advice: "perhaps the network requires a login, or this is the address of a page"
            )
        }
        guard !response.body.isEmpty else {
            throw HTTPFault(question, .server, "\(address.quoted) answered 200 with nothing")
        }
        return .fetched(Fetched(bytes: response.body, etag: response.etag, lastModified: response.lastModified))
    }
}

extension FetchFault {
    /// Adds the number of tries if there was more than one.
    fileprivate func after(_ tries: Int) -> FetchFault {
        tries > 1 ? FetchFault(kind, "\(words) (tried \(tries) times)", retryAfter: retryAfter) : self
    }
}
