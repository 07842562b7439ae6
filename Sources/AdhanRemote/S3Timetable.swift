import AdhanCore

/// A mosque's own timetable in S3, in a compatible store, or on any web server: one file per year.
package struct S3Timetable: RemoteTimetable {
    private let settings: S3Settings
    private let client: HTTPClient
    private let credentials: @Sendable () throws(FetchFault) -> S3Credentials?

    /// - Parameter credentials: returns the current keys. Called for each fetch, so new keys work at once; nil if the
    ///   file is public.
    package init(
        _ settings: S3Settings,
        client: HTTPClient,
        credentials: @escaping @Sendable () throws(FetchFault) -> S3Credentials?
    ) {
        (self.settings, self.client, self.credentials) = (settings, client, credentials)
    }

    package var source: SourceName { .s3 }

    package func periods(holding dates: ClosedRange<CivilDate>) -> [TimetablePeriod] {
        TimetablePeriod.years(holding: dates)
    }

    package func address(of period: TimetablePeriod) -> String {
        do throws(AddressFault) {
            return try address(period).shown
        } catch {
            return "an address that \(error)"
        }
    }

    package func fetch(
        _ period: TimetablePeriod,
        known: Provenance?,
        patience: FetchPatience
    ) throws(FetchFault) -> FetchAnswer {
        let address: WebAddress
        do throws(AddressFault) {
            address = try self.address(period)
        } catch {
            throw FetchFault(.here, "s3: the address \(error); see [timetable.s3]")
        }
        let keys = try credentials()
        var question = HTTPQuestion(source: source, address: keys == nil ? address : address.signable)
        question.known = known.flatMap { $0.isOf(period, at: address.shown) ? $0 : nil }
        question.allowHTTP = settings.allowHTTP
        if let keys {
            guard keys.canBeSent, settings.region.isHeaderValue, !settings.region.contains(":") else {
                throw FetchFault(
                    .here,
                    "s3: the keys or the region are empty or contain a space, a line break or a letter beyond ASCII; "
                        + "copy them again"
                )
            }
            question.signature = HTTPQuestion.Signature(region: settings.region, keys: keys)
        }
        let (region, isSigned) = (settings.region, keys != nil)
        question.advice = { Self.advice($0, $1, region: region, isSigned: isSigned) }
        return try client.fetch(question, patience: patience)
    }

    private func address(_ period: TimetablePeriod) throws(AddressFault) -> WebAddress {
        try settings.address(year: period.dates.lowerBound.year)
    }

    private static func advice(
        _ kind: FetchFault.Kind,
        _ response: HTTPResponse?,
        region: String,
        isSigned: Bool
    ) -> String? {
        if let actual = response?.bucketRegion, actual != region {
            return "the bucket is in \(actual), not in \(region): set region in [timetable.s3]"
        }
        return switch kind {
        case .denied where isSigned:
            "the keys may not read it, or it is not there and they may not list the bucket; see [timetable.s3], the bucket's "
                + "policy and this box's clock"
        case .denied: "it is not public; configure keys, see [timetable.s3]"
        case .absent: "put the year's file there, or correct the key in [timetable.s3]"
        default: nil
        }
    }
}

extension S3Credentials {
    /// Whether the keys can be put into a header.
    fileprivate var canBeSent: Bool {
        [accessKeyID, secretAccessKey, sessionToken ?? "-"].allSatisfy { key in
            !key.isEmpty && key.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        }
    }
}
