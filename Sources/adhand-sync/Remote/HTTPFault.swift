import AdhanCore

/// A failed try, and whether another may succeed.
struct HTTPFault: Error {
    let fault: FetchFault
    let mayPass: Bool

    /// No response came.
    init(_ request: HTTPRequest, _ curl: CurlFault) {
        let (what, advice): (String, String?) =
            switch curl.kind {
            case .untrusted:
                (
                    "is not trusted",
                    "if you run its authority yourself, set SSL_CERT_FILE to that certificate; "
                        + "if this box's clock is wrong, every certificate fails"
                )
            case .here: ("cannot be asked", nil)
            default: ("gave no complete answer", nil)
            }
        let reason = curl.isNoName ? Fault(.noNames, detail: curl.reason).sentence : curl.reason
        let words = "\(request.target.quoted) \(what): \(reason)"
        self.init(request, curl.kind, words, advice: advice, mayPass: curl.kind == .unreachable)
    }

    /// A response came that is not what was requested.
    init(_ request: HTTPRequest, _ response: HTTPResponse) {
        let isBusy = response.status == 503 && response.retryAfter != nil
        let kind = isBusy ? .busy : response.haveKeysExpired ? .denied : FetchFault.Kind(status: response.status)
        let words = ErrorBody.words(of: response.body, hiding: request.secrets).map { " (\($0))" } ?? ""
        let wait = response.retryAfter.map { ", and asks to wait for \($0.components.seconds) s" } ?? ""
        self.init(
            request,
            kind,
            "\(request.target.quoted) answered \(response.status)\(words)\(wait)",
            advice: response.status == 407 ? "the proxy needs a user and a password in its address" : nil,
            response,
            // A busy server is asked again if it says when, otherwise in the next round.
            mayPass: kind == .busy ? response.retryAfter != nil : response.status >= 500
        )
    }

    /// - Parameters:
    ///   - words: the message without the source.
    ///   - advice: what to do, in place of the request's own advice.
    init(
        _ request: HTTPRequest,
        _ kind: FetchFault.Kind,
        _ words: String,
        advice: String? = nil,
        _ response: HTTPResponse? = nil,
        mayPass: Bool = false
    ) {
        let advice = (advice ?? request.advice(kind, response)).map { "; \($0)" } ?? ""
        let text = "\(request.source): \(words)\(advice)".hiding(request.secrets)
        fault = FetchFault(kind, text, retryAfter: kind == .busy ? response?.retryAfter : nil)
        self.mayPass = mayPass
    }
}

extension WebAddress {
    /// The address fit to be shown in a sentence, shortened: a server may redirect to an address of many kilobytes.
    var quoted: String { OneLine.of(shown, limit: 300) }
}

extension FetchFault.Kind {
    /// The meaning of an unexpected status.
    init(status: Int) {
        switch status {
        case 401, 403, 407: self = .denied
        case 404, 410: self = .absent
        case 429: self = .busy
        case 400..<500: self = .refused
        default: self = .server
        }
    }
}
