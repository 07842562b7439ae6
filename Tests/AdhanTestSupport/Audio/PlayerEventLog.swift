import AdhanCore
import Synchronization

/// Records a player's events, for a test to wait for.
package final class PlayerEventLog: Sendable {
    private let state = Mutex<[PlayerEvent]>([])

    package init() {}

    /// The handler for the player.
    package func append(_ event: PlayerEvent) { state.withLock { $0.append(event) } }

    package var events: [PlayerEvent] { state.withLock { $0 } }

    package var report: SoundReport? {
        events.lazy.compactMap { if case .ended(_, let report) = $0 { report } else { nil } }.first
    }

    package var failure: String? {
        events.lazy.compactMap { if case .failed(_, let fault) = $0 { fault.sentence } else { nil } }.first
    }

    package var notes: [String] {
        events.compactMap { event in
            switch event {
            case .noted(_, let text), .found(_, _, let text): text
            case .lost(_, let fault): fault.sentence
            default: nil
            }
        }
    }

    package var armed: (device: String, problem: String?)? {
        events.lazy.compactMap {
            if case .armed(_, let device, let problem) = $0 { (device, problem?.sentence) } else { nil }
        }
        .first
    }

    package var began: Instant? {
        events.lazy.compactMap { if case .began(_, let at, _) = $0 { at } else { nil } }.first
    }
}
