import AdhanCore
import AdhanSupport

/// The name of a file in the cache.
struct CacheName: Hashable {
    enum State: String, CaseIterable {
        case kept = ".payload"
        case broken = ".payload.broken"
        case rejected = ".payload.rejected"
    }

    let source: SourceName
    let period: TimetablePeriod
    let state: State

    init(_ source: SourceName, _ period: TimetablePeriod, _ state: State) {
        (self.source, self.period, self.state) = (source, period, state)
    }

    /// - Returns: nil if the name is not one of the cache's.
    init?(_ file: String) {
        guard let state = State.allCases.last(where: { file.hasSuffix($0.rawValue) }),
            let dash = file.firstIndex(of: "-"), let source = SourceName(rawValue: String(file[..<dash])),
            let period = TimetablePeriod.named(String(file[dash...].dropFirst().dropLast(state.rawValue.count)))
        else { return nil }
        self.init(source, period, state)
    }

    var file: String { "\(source.rawValue)-\(period.name)\(state.rawValue)" }

    /// The file that is locked while the folder is changed. It stays when the folder is cleared.
    static let lock = "lock"

    /// Whether the file is the cache's, including unfinished ones left by a power cut.
    static func isOurs(_ file: String) -> Bool { CacheName(AtomicFile.target(of: file)) != nil }
}
