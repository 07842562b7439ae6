import AdhanCore
import AdhanSupport

/// The times from AlAdhan's web API.
struct AlAdhanTimetable: RemoteTimetable {
    /// A year has some 2 KB per day.
    private static let limit = 4 << 20
    private static let (isna, mwl) = (2, 3)

    let settings: AlAdhanSettings
    let client: HTTPClient

    var origin: RemoteOrigin { settings.remoteOrigin }

    /// The API has refused ISNA's method at times; in that case the Muslim World League's is requested, and the result
    /// has a warning. `known` is compared with the address of the configured method.
    func fetch(
        _ period: TimetablePeriod,
        known: Provenance?,
        patience: FetchPatience
    ) throws(FetchFault) -> FetchAnswer {
        let end = BootClock.now() + patience.total
        let known = known?.matching(period, of: origin)
        let refusal: FetchFault
        do throws(FetchFault) {
            return try fetch(settings, period, known, patience)
        } catch {
            guard error.kind == .refused, settings.method == .number(Self.isna) else { throw error }
            refusal = error
        }
        var (other, rest) = (settings, patience)
        other.method = .number(Self.mwl)
        rest.total = end - BootClock.now()
        let answer = try fetch(other, period, known, rest)
        guard case .fetched(var fetched) = answer else { return answer }
        fetched.warning = "the times are by the Muslim World League's method, since ISNA's was refused: \(refusal)"
        return .fetched(fetched)
    }

    private func fetch(
        _ settings: AlAdhanSettings,
        _ period: TimetablePeriod,
        _ known: Provenance?,
        _ patience: FetchPatience
    ) throws(FetchFault) -> FetchAnswer {
        let table = "[timetable.aladhan]"
        var request = try HTTPRequest(.aladhan, table: table, allowHTTP: settings.allowHTTP) {
            () throws(AddressFault) in try settings.address(of: period)
        }
        (request.known, request.limit) = (known, Self.limit)
        request.advice = { kind, _ in kind == .refused ? "see \(table)" : nil }
        let answer = try client.fetch(request, patience: patience)
        guard case .fetched(let fetched) = answer,
            let body = ErrorBody.contradiction(in: fetched.bytes, hiding: request.secrets)
        else { return answer }
        let words = "answered 200, but within it \(body.code)" + (body.words.map { " (\($0))" } ?? "")
        throw HTTPFault(request, FetchFault.Kind(status: body.code), "\(request.address.shown) \(words)").fault
    }
}
