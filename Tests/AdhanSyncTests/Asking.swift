import AdhanCore
import AdhanSupport
import Synchronization

@testable import adhand_sync

/// A client whose waits between tries are only recorded.
final class Asking: Sendable {
    private let recorded = Mutex<[Duration]>([])

    static let year = TimetablePeriod.year(of: CivilDate(dayNumber: 20_778))  // 2026-11-21

    /// The recorded waits.
    var waits: [Duration] { recorded.withLock { $0 } }

    /// - Parameters:
    ///   - authority: a file of certificates that are trusted besides the system's.
    ///   - chance: a constant.
    func client(authority: String? = nil, limits: HTTPLimits = HTTPLimits(), chance: Double = 0.5) -> HTTPClient {
        HTTPClient(
            version: "1.2.3",
            authorities: CertificateAuthorities { $0 == "CURL_CA_BUNDLE" ? authority : nil },
            limits: limits,
            pause: { [self] wait in recorded.withLock { $0.append(wait) } },
            chance: { chance }
        )
    }

    /// Requests 2026 from an address, with at most three tries.
    func ask(
        _ address: String,
        keys: S3Credentials? = nil,
        known: Provenance? = nil,
        client: HTTPClient? = nil,
        total: Duration = .seconds(60),
        allowHTTP: Bool = false
    ) throws(FetchFault) -> FetchAnswer {
        var settings = S3Settings(.url(address))
        settings.allowHTTP = allowHTTP
        let timetable = S3Timetable(settings: settings, client: client ?? self.client()) { () throws(FetchFault) in keys
        }
        return try timetable.fetch(Self.year, known: known, patience: FetchPatience(tries: 3, total: total))
    }

    /// The fault with which a request ends; nil if it succeeds.
    func fault(
        _ address: String,
        keys: S3Credentials? = nil,
        client: HTTPClient? = nil,
        total: Duration = .seconds(60)
    ) -> FetchFault? {
        do throws(FetchFault) {
            _ = try ask(address, keys: keys, client: client, total: total)
            return nil
        } catch { return error }
    }
}

/// Returns the elements in order, then the last one repeatedly.
final class Turn<Element: Sendable>: Sendable {
    private let rest: Mutex<[Element]>

    init(_ elements: [Element]) { rest = Mutex(elements) }

    func next() -> Element? { rest.withLock { $0.count > 1 ? $0.removeFirst() : $0.first } }
}
