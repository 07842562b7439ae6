import AdhanCore

/// One GET, or one PUT.
struct HTTPRequest: Sendable {
    let source: SourceName
    private(set) var address: WebAddress
    /// The targets of the redirects that were followed, in order.
    var redirects: [WebAddress] = []
    private(set) var signature: Signature?
    /// The body of a PUT and its SHA-256; nil for a GET.
    var upload: (bytes: [UInt8], sha256: String)?
    /// The version of this timetable that is cached. The answer may then be that it is unchanged.
    var known: Provenance?
    /// The maximum size of the response, decompressed if it is to be, in bytes.
    var limit = 2 << 20
    var isDecompressed = true
    var moreHeaders: [String] = []
    /// Makes the advice for a fault; gets the response if one came.
    var advice: @Sendable (FetchFault.Kind, HTTPResponse?) -> String? = { _, _ in nil }

    struct Signature: Sendable {
        let region: String
        let keys: S3Credentials
    }

    /// - Parameter table: the config's table that sets the address: `[timetable.s3]`.
    /// - Throws: `FetchFault.here` if the address is invalid, or neither encrypted nor allowed.
    init(
        _ source: SourceName,
        table: String,
        allowHTTP: Bool,
        _ address: () throws(AddressFault) -> WebAddress
    ) throws(FetchFault) {
        self.source = source
        do throws(AddressFault) {
            self.address = try address()
        } catch {
            throw FetchFault(.here, "\(source): the address \(error); see \(table)")
        }
        guard self.address.isEncrypted || self.address.isLoopback || allowHTTP else {
            let words = "\(source): \(self.address.quoted) is not requested, since it is not https"
            throw FetchFault(.here, "\(words); for a server in the building, set allow_http = true in \(table)")
        }
    }

    /// Where the request goes now.
    var target: WebAddress { redirects.last ?? address }

    /// The request's headers apart from those of libcurl.
    var headers: [String] {
        var headers: [String] = []
        if let signature {
            // libcurl 7.88 does not send it by itself, and S3 requires it.
            headers.append("x-amz-content-sha256: \(upload?.sha256 ?? Self.sha256OfNothing)")
            if let token = signature.keys.sessionToken { headers.append("x-amz-security-token: \(token)") }
        }
        return headers + conditions + moreHeaders
    }

    private static let sha256OfNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    /// The headers that make the request conditional.
    var conditions: [String] {
        [("If-None-Match", known?.etag), ("If-Modified-Since", known?.lastModified)].compactMap { name, value in
            value.flatMap { $0.isHeaderValue ? "\(name): \($0)" : nil }
        }
    }

    /// The texts that no message may contain.
    var secrets: [String] { ([address] + redirects).flatMap(\.secrets) + (signature?.keys.secrets ?? []) }
}

extension HTTPRequest {
    /// Makes it a request to S3, signed if there are keys.
    ///
    /// - Parameters:
    ///   - absent: what to do if the object is not there.
    /// - Throws: `FetchFault.here` if the keys cannot be put into a header.
    mutating func sign(
        _ keys: S3Credentials?,
        region: String,
        table: String,
        absent: String,
        use: String = "read it"
    ) throws(FetchFault) {
        if let keys {
            let canBeSent = [keys.accessKeyID, keys.secretAccessKey, keys.sessionToken ?? "-"].allSatisfy { key in
                !key.isEmpty && key.utf8.allSatisfy { (0x21...0x7E).contains($0) }
            }
            guard canBeSent, region.isHeaderValue, !region.contains(":") else {
                let words = "are empty or contain a space, a line break or a letter beyond ASCII; copy them again"
                throw FetchFault(.here, "s3: the keys or the region \(words)")
            }
            address = address.signable
            signature = Signature(region: region, keys: keys)
        }
        advice = { kind, response in
            if let actual = response?.bucketRegion, actual != region {
                return "the bucket is in \(actual), not in \(region): set region in \(table)"
            }
            if response?.haveKeysExpired == true { return "put new keys where \(table) takes them from" }
            return switch kind {
            case .denied where keys != nil:
                "the keys may not \(use), or it is not there and they may not list the bucket; see \(table), the "
                    + "bucket's policy and this box's clock"
            case .denied: "it is not public; put credentials = \"FILE\" into \(table)"
            case .absent: absent
            default: nil
            }
        }
    }
}

extension String {
    /// Whether it is short and on one line, so it can be sent and stored.
    var isHeaderValue: Bool { !isEmpty && utf8.count <= 1024 && utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
}

extension Provenance {
    /// Itself if it is for that period and from that address: only then can the server say whether it has changed.
    func matching(_ period: TimetablePeriod, of origin: RemoteOrigin) -> Provenance? {
        self.period == period.name && address == origin.address(of: period) ? self : nil
    }
}
