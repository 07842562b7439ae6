import AdhanCore

/// A request for a timetable: one GET.
struct HTTPQuestion: Sendable {
    /// The signature's parameters, for S3.
    struct Signature: Sendable {
        let region: String
        let keys: S3Credentials
    }

    let source: SourceName
    let address: WebAddress
    /// Whether plain http is allowed to other hosts than this machine.
    var allowHTTP = false
    var signature: Signature?
    /// The SHA-256 of the request's body, which is signed; by default that of none.
    var bodyDigest = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    /// What is cached of this very timetable. The answer may then be that it is unchanged.
    var known: Provenance?
    /// The maximum size of the decompressed response, in bytes.
    var limit = 2 << 20
    /// What to do about a fault, if the source knows; gets the response if one came.
    var advice: @Sendable (FetchFault.Kind, HTTPResponse?) -> String? = { _, _ in nil }

    /// The request's headers apart from those of libcurl.
    var headers: [String] {
        var headers: [String] = []
        if let signature {
            // libcurl 7.88 does not send it by itself, and S3 requires it.
            headers.append("x-amz-content-sha256: \(bodyDigest)")
            if let token = signature.keys.sessionToken { headers.append("x-amz-security-token: \(token)") }
        }
        return headers + conditions
    }

    /// The headers that make the request conditional.
    var conditions: [String] {
        let known = [("If-None-Match", known?.etag), ("If-Modified-Since", known?.lastModified)]
        return known.compactMap { name, value in
            value.flatMap { $0.isHeaderValue ? "\(name): \($0)" : nil }
        }
    }

    /// Where the answers so far have redirected to.
    var redirects: [WebAddress] = []

    /// The texts that no message may contain.
    var secrets: [String] { ([address] + redirects).flatMap(\.secrets) + (signature?.keys.secrets ?? []) }
}

extension String {
    /// Whether it is short and on one line, so it can be sent and stored.
    var isHeaderValue: Bool { !isEmpty && utf8.count <= 1024 && utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
}

extension Provenance {
    /// Whether it is for that period and from that address, so the server can be asked whether it has changed.
    func isOf(_ period: TimetablePeriod, at address: RemoteAddress) -> Bool {
        self.period == period.name && self.address == address
    }
}
