import AdhanCore

/// A timetable to be had by one GET.
struct HTTPQuestion: Sendable {
    /// How it is signed, for S3.
    struct Signature: Sendable {
        let region: String
        let keys: S3Credentials
    }

    let source: SourceName
    let address: WebAddress
    /// Whether plain http may be spoken with others than this machine itself.
    var allowHTTP = false
    var signature: Signature?
    /// What is there already of this very timetable; the answer may be that it is still the same.
    var known: Provenance?
    /// How many bytes the answer may have, unpacked.
    var limit = 2 << 20
    /// What to do about a fault, where the source knows; the answer is there where one came.
    var advice: @Sendable (FetchFault.Kind, HTTPResponse?) -> String? = { _, _ in nil }

    /// What goes with the request besides what libcurl adds.
    var headers: [String] {
        var headers: [String] = []
        if let signature {
            // Of an empty body. libcurl 7.88 does not send it by itself, and S3 wants it.
            headers.append(
                "x-amz-content-sha256: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
            )
            if let token = signature.keys.sessionToken { headers.append("x-amz-security-token: \(token)") }
        }
        return headers + conditions
    }

    /// Under which the answer is to be sent at all.
    var conditions: [String] {
        let known = [("If-None-Match", known?.etag), ("If-Modified-Since", known?.lastModified)]
        return known.compactMap { name, value in
            value.flatMap { $0.isHeaderValue ? "\(name): \($0)" : nil }
        }
    }

    /// What is in none of the words.
    var secrets: [String] { address.secrets + (signature?.keys.secrets ?? []) }
}

extension String {
    /// Whether it is short and of one line, so that it can be sent and kept.
    var isHeaderValue: Bool { !isEmpty && utf8.count <= 1024 && utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
}

extension Provenance {
    /// Whether it is of that very period from that very address, so that a server may be asked whether it has changed.
    func isOf(_ period: TimetablePeriod, at address: String) -> Bool {
        self.period == period.name && self.address == address
    }
}
