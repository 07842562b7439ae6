import AdhanCore

/// A mosque's own timetable in S3, in a compatible store, or on any web server: one file per year.
struct S3Timetable: RemoteTimetable {
    let settings: S3Settings
    let client: HTTPClient
    /// Returns the current keys; nil if the file is public. Called for each fetch, so new keys work at once.
    let credentials: @Sendable () throws(FetchFault) -> S3Credentials?

    var origin: RemoteOrigin { settings.remoteOrigin }

    func fetch(
        _ period: TimetablePeriod,
        known: Provenance?,
        patience: FetchPatience
    ) throws(FetchFault) -> FetchAnswer {
        let table = "[timetable.s3]"
        var request = try HTTPRequest(.s3, table: table, allowHTTP: settings.allowHTTP) { () throws(AddressFault) in
            try settings.address(year: period.dates.lowerBound.year)
        }
        request.known = known?.matching(period, of: origin)
        let absent = "put the year's file there, or correct the key in \(table)"
        try request.sign(credentials(), region: settings.region, table: table, absent: absent)
        return try client.fetch(request, patience: patience)
    }
}
