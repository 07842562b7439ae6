import AdhanCore
import AdhanWeb
import Synchronization

/// What the open pages say of themselves, and whether the box's own screen still says anything.
final class Heartbeats: Sendable {
    struct Page: Encodable, Sendable {
        /// When it was last heard of, in seconds since 1970.
        let seen: Int64
        let version: String?
        let scene: String?
        /// The box's time of the last frame that the browser drew; it stands still where the page is frozen.
        let drawn: Double?
        /// Whether it is on this box.
        let isLocal: Bool
        /// The path of a picture that its browser cannot decode. It is not told to others as it is, since any client
        /// can say anything.
        var unshown: String?
        /// The path of a text of which the end is cut off, although its letters are as small as they may be.
        var cut: String?
        /// When it was first heard of.
        fileprivate(set) var began: Int64 = 0

        /// When it drew last, in seconds since 1970; where it has not drawn, when it was first heard of.
        fileprivate var lastDrawn: Double { drawn ?? Double(began) }

        private enum CodingKeys: String, CodingKey {
            case seen, version, scene, drawn
            case isLocal = "on_box"
        }
    }

    private struct State {
        var pages: [String: Page] = [:]
        /// When any page on the box was last heard of.
        var boxSeen: Int64?
        /// The last frame that any page on the box drew.
        var boxDrawn: Double?
    }

    /// A page beats every 10 s.
    private static let patience: Duration = .seconds(60)
    /// For how long a screen that is gone is missed.
    private static let missed: Duration = .days(1)
    /// How many pages of one kind are known: those on the box, and the others, which cannot keep it out.
    private static let most = 64

    private let state = Mutex(State())

    /// A beat. Its texts are what a browser says, and are kept short. One that another web site has the browser send
    /// does not count.
    func beat(_ request: WebRequest, _ now: Instant) {
        guard ["same-origin", nil].contains(request.header("Sec-Fetch-Site")) else { return }
        func text(_ name: String) -> String? { request.argument(name).map { OneLine.of($0, limit: 64) } }
        guard let name = text("page"), !name.isEmpty else { return }
        let drawn = request.argument("drawn").flatMap(Double.init)
        beat(
            name,
            Page(
                seen: now.seconds,
                version: text("version"),
                scene: text("scene"),
                drawn: drawn?.isFinite == true ? drawn : nil,
                isLocal: request.isLocal,
                unshown: text("unshown"),
                cut: text("cut")
            )
        )
    }

    func beat(_ name: String, _ page: Page) {
        state.withLock { state in
            if page.isLocal { state.boxSeen = page.seen }
            state.pages = state.pages.filter { Self.isHeard($0.value, page.seen) }
            let began = state.pages[name]?.began
            guard
                state.pages[name] != nil || state.pages.values.count(where: { $0.isLocal == page.isLocal }) < Self.most
            else { return }
            state.pages[name] = page
            state.pages[name]?.began = began ?? page.seen
            if let drawn = state.pages.values.filter(\.isLocal).compactMap(\.drawn).max() { state.boxDrawn = drawn }
        }
    }

    /// The pages that were heard of in the last minute, by their random names.
    func all(_ now: Instant) -> [String: Page] {
        state.withLock { $0.pages.filter { Self.isHeard($0.value, now.seconds) } }
    }

    /// The pages on the box that were heard of in the last minute. What others say is no fault of the box: a visitor's
    /// phone draws nothing in a pocket, and has a browser of its own.
    private func boxPages(_ now: Instant) -> [Page] { all(now).values.filter(\.isLocal) }

    /// The paths of the pictures that the browser on the box cannot show.
    func unshown(_ now: Instant) -> Set<String> { Set(boxPages(now).compactMap(\.unshown)) }

    /// The paths of the texts that are too long for the box's screen.
    func cut(_ now: Instant) -> Set<String> { Set(boxPages(now).compactMap(\.cut)) }

    /// When a page on the box was last heard of; nil where there was none.
    var boxSeen: Int64? { state.withLock(\.boxSeen) }

    /// When the box's own screen last drew, or its page was first heard of, in seconds since 1970; nil where no page on
    /// the box is heard of. A browser may have more than one page open, of which it draws one.
    func boxDrawn(_ now: Instant) -> Double? { boxPages(now).map(\.lastDrawn).max() }

    /// How many pages follow, and when the one on the box's screen last drew, in words.
    func words(_ now: Instant, _ zone: ZoneRules) -> String {
        let count = all(now).count
        let follow = count == 1 ? "1 page follows it" : "\(count) pages follow it"
        guard let drawn = state.withLock(\.boxDrawn) else {
            return count == 0 ? "no screen is connected" : "\(follow), none of which has drawn on this box's screen"
        }
        return "\(follow); this box's screen last drew at \(zone.formatted(Instant(seconds: Self.seconds(drawn))))"
    }

    /// What is wrong with the page on the box's own screen.
    ///
    /// - Returns: a sentence with what to do; nil where it draws, or where there has been none for a day.
    func problem(_ now: Instant, _ zone: ZoneRules) -> String? {
        func words(_ what: String, since: Int64) -> String {
            "the page on this box's screen \(what) since \(zone.formatted(Instant(seconds: since))); "
                + "start its browser again: sudo systemctl restart adhand-kiosk"
        }
        return state.withLock { state in
            guard let seen = state.boxSeen, now.seconds - seen < Self.missed.components.seconds else { return nil }
            let local = state.pages.values.filter { $0.isLocal && Self.isHeard($0, now.seconds) }
            if local.isEmpty { return words("has not been heard of", since: seen) }
            // A browser may have more than one page open, of which it draws one.
            guard let drawn = local.map(\.lastDrawn).max(),
                now.seconds - Self.seconds(drawn) > Self.patience.components.seconds
            else { return nil }
            return words("has drawn nothing", since: Self.seconds(drawn))
        }
    }

    /// A browser may say any number.
    private static func seconds(_ drawn: Double) -> Int64 { Int64(min(max(drawn, 0), 253_402_300_799)) }

    private static func isHeard(_ page: Page, _ now: Int64) -> Bool { page.seen > now - patience.components.seconds }
}
