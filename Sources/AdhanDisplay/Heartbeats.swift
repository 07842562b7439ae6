import AdhanCore
import Synchronization

/// What the open pages say of themselves.
final class Heartbeats: Sendable {
    struct Page: Encodable, Sendable {
        /// When it was last heard of, in seconds since 1970.
        let seen: Int64
        let version: String?
        let scene: String?
        /// The box's time of the last frame that the browser drew; it stands still where the page is frozen.
        let drawn: Double?
    }

    /// A page beats every 10 s.
    private static let patience: Duration = .seconds(60)
    private static let most = 64

    private let pages = Mutex<[String: Page]>([:])

    /// A beat. Its texts are what a browser says, and are kept short.
    func beat(_ request: WebRequest, _ now: Instant) {
        func text(_ name: String) -> String? { request.argument(name).map { OneLine.of($0, limit: 64) } }
        guard let name = text("page"), !name.isEmpty else { return }
        let drawn = request.argument("drawn").flatMap(Double.init)
        let page = Page(
            seen: now.seconds,
            version: text("version"),
            scene: text("scene"),
            drawn: drawn?.isFinite == true ? drawn : nil
        )
        pages.withLock { pages in
            pages = pages.filter { $0.value.seen > (now - Self.patience).seconds }
            guard pages.count < Self.most || pages[name] != nil else { return }
            pages[name] = page
        }
    }

    /// The pages that were heard of in the last minute, by their random names.
    func all(_ now: Instant) -> [String: Page] {
        pages.withLock { $0.filter { $0.value.seen > (now - Self.patience).seconds } }
    }
}
