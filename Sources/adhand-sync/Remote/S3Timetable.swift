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

    package var origin: RemoteOrigin { settings.remoteOrigin }

    package func fetch(
        _ period: TimetablePeriod,
        known: Provenance?,
        patience: FetchPatience
    ) throws(FetchFault) -> FetchAnswer {
        let address: WebAddress
        do throws(AddressFault) {
            address = try settings.address(year: period.dates.lowerBound.year)
        } catch {
            throw FetchFault(.here, "s3: the address \(error); see [timetable.s3]")
        }
        let keys = try credentials()
        var question = HTTPQuestion(source: .s3, address: keys == nil ? address : address.signable)
        question.known = known.flatMap { $0.isOf(period, at: origin.address(of: period)) ? $0 : nil }
        question.allowHTTP = settings.allowHTTP
        if let keys { question.signature = try keys.signature(region: settings.region) }
        question.advice =
            S3Advice(
                table: "[timetable.s3]",
                region: settings.region,
                isSigned: keys != nil,
                absent: "put the year's file there, or correct the key in [timetable.s3]"
            ).callAsFunction
        return try client.fetch(question, patience: patience)
    }
}
