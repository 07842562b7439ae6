import AdhanCore
import Synchronization

/// A network timetable without a network: it gives the test's answers and records the requests.
package final class ScriptedTimetable: RemoteTimetable {
    package typealias Answer = @Sendable (TimetablePeriod, Provenance?) throws(FetchFault) -> FetchAnswer

    package enum Span: Sendable { case year, month }

    /// A request.
    package struct Question: Sendable, Hashable {
        package let period: TimetablePeriod
        package let known: Provenance?
    }

    package let origin: RemoteOrigin
    private let script: Mutex<Answer>
    private let requests = Mutex<[Question]>([])

    package init(_ source: SourceName, by span: Span = .year, _ answer: @escaping Answer) {
        origin = RemoteOrigin(source, isMonthly: span == .month) { Self.address(of: $0, source) }
        script = Mutex(answer)
    }

    /// A timetable with those periods, by name, that answers like a server with ETags.
    package convenience init(_ source: SourceName, by span: Span = .year, serving bodies: [String: [UInt8]]) {
        self.init(source, by: span) { period, known throws(FetchFault) in
            let address = Self.address(of: period, source)
            guard let bytes = bodies[period.name] else {
                throw FetchFault(.absent, "\(source): \(address) answered 404")
            }
            let etag = "\"\(bytes.hashValue)\""
            if known?.period == period.name, known?.address == address, known?.etag == etag { return .unchanged }
            return .fetched(Fetched(bytes: bytes, etag: etag))
        }
    }

    /// The answer from now on.
    package var answer: Answer {
        get { script.withLock { $0 } }
        set { script.withLock { $0 = newValue } }
    }

    /// The requests, in order.
    package var asked: [Question] { requests.withLock { $0 } }

    private static func address(of period: TimetablePeriod, _ source: SourceName) -> RemoteAddress {
        RemoteAddress(rawValue: "https://\(source).example/\(period.name)")
    }

    package func fetch(
        _ period: TimetablePeriod,
        known: Provenance?,
        patience: FetchPatience
    ) throws(FetchFault) -> FetchAnswer {
        requests.withLock { $0.append(Question(period: period, known: known)) }
        return try answer(period, known)
    }
}
