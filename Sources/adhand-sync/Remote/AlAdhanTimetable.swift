import AdhanCore
import AdhanSupport

/// The times from AlAdhan's web API.
package struct AlAdhanTimetable: RemoteTimetable {
    /// A year has some 2 KB per day.
    private static let limit = 4 << 20
    private static let (isna, mwl) = (2, 3)

    private let settings: AlAdhanSettings
    private let client: HTTPClient

    package init(_ settings: AlAdhanSettings, client: HTTPClient) {
        (self.settings, self.client) = (settings, client)
    }

    package var origin: RemoteOrigin { settings.remoteOrigin }

    /// The API has refused ISNA's method at times; in that case the Muslim World League's is requested, and the result
    /// has a warning. `known` is compared with the address of the configured method.
    package func fetch(
        _ period: TimetablePeriod,
        known: Provenance?,
        patience: FetchPatience
    ) throws(FetchFault) -> FetchAnswer {
        let end = BootClock.now() + patience.total
        let known = known.flatMap { $0.isOf(period, at: origin.address(of: period)) ? $0 : nil }
        let refusal: FetchFault
        do throws(FetchFault) {
            return try ask(settings, period, known, patience)
        } catch {
            guard error.kind == .refused, settings.method == .number(Self.isna) else { throw error }
            refusal = error
        }
        var (other, rest) = (settings, patience)
        other.method = .number(Self.mwl)
        rest.total = end - BootClock.now()
        let answer = try ask(other, period, known, rest)
        guard case .fetched(var fetched) = answer else { return answer }
        fetched.warning = "the times are by the Muslim World League's method, since ISNA's was refused: \(refusal)"
        return .fetched(fetched)
    }

    private func ask(
        _ settings: AlAdhanSettings,
        _ period: TimetablePeriod,
        _ known: Provenance?,
        _ patience: FetchPatience
    ) throws(FetchFault) -> FetchAnswer {
        let address: WebAddress
        do throws(AddressFault) {
            address = try settings.address(of: period)
        } catch {
            throw FetchFault(.here, "aladhan: the address \(error); see base_url in [timetable.aladhan]")
        }
        var question = HTTPQuestion(source: .aladhan, address: address)
        (question.known, question.allowHTTP, question.limit) = (known, settings.allowHTTP, Self.limit)
        question.advice = { kind, _ in kind == .refused ? "see [timetable.aladhan]" : nil }
        let answer = try client.fetch(question, patience: patience)
        guard case .fetched(let fetched) = answer,
            let body = ErrorBody.contradiction(in: fetched.bytes, hiding: question.secrets)
        else { return answer }
        let kind = FetchFault.Kind(status: body.code)
        let words = "\(address.shown) answered 200, but within it \(body.code)" + (body.words.map { " (\($0))" } ?? "")
        throw HTTPFault(question, kind, words).fault
    }
}
