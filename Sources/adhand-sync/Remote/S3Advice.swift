import AdhanCore

/// What a person can do about an answer of S3.
struct S3Advice: Sendable {
    /// Where the bucket is set, as it stands in the config: `[timetable.s3]`.
    let table: String
    let region: String
    let isSigned: Bool
    /// What to do where the object is not there.
    let absent: String
    /// What the keys are needed for.
    var use = "read it"

    func callAsFunction(_ kind: FetchFault.Kind, _ response: HTTPResponse?) -> String? {
        if let actual = response?.bucketRegion, actual != region {
            return "the bucket is in \(actual), not in \(region): set region in \(table)"
        }
        if response?.haveKeysExpired == true { return "put new keys where \(table) takes them from" }
        return switch kind {
        case .denied where isSigned:
            "the keys may not \(use), or it is not there and they may not list the bucket; see \(table), the bucket's "
                + "policy and this box's clock"
        case .denied: "it is not public; put credentials = \"FILE\" into \(table)"
        case .absent: absent
        default: nil
        }
    }
}

extension S3Credentials {
    /// The keys as parts of a request.
    ///
    /// - Throws: `FetchFault` if they cannot be put into a header.
    func signature(region: String) throws(FetchFault) -> HTTPQuestion.Signature {
        let canBeSent = [accessKeyID, secretAccessKey, sessionToken ?? "-"].allSatisfy { key in
            !key.isEmpty && key.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        }
        guard canBeSent, region.isHeaderValue, !region.contains(":") else {
            throw FetchFault(
                .here,
                "s3: the keys or the region are empty or contain a space, a line break or a letter beyond ASCII; "
                    + "copy them again"
            )
        }
        return HTTPQuestion.Signature(region: region, keys: self)
    }
}
