import AdhanSupport
import Testing

@testable import AdhanAudio

struct GapsTests {
    @Test func `a gap lasts from its first cause, and their lengths add up`() throws {
        var gaps = Gaps()
        #expect(gaps.end(at: .start + .seconds(1)) == nil)
        gaps.begin(at: .start + .seconds(2), reason: "unplugged")
        gaps.begin(at: .start + .seconds(4), reason: "busy")
        let ended = gaps.end(at: .start + .seconds(5))
        let first = try #require(ended)
        #expect(first.length == .seconds(3) && first.reason == "unplugged")
        #expect(gaps.open == nil && gaps.total == .seconds(3))
        gaps.begin(at: .start + .seconds(9), reason: "underrun")
        #expect(gaps.total == .seconds(3), "what goes on is not over")
        #expect(gaps.end(at: .start + .seconds(10))?.length == .seconds(1))
        #expect(gaps.total == .seconds(4))
    }

    @Test func `a gap that was over before it was noticed has no length`() {
        var gaps = Gaps()
        gaps.begin(at: .start + .seconds(2), reason: "underrun")
        #expect(gaps.end(at: .start + .milliseconds(1990))?.length == .zero)
        #expect(gaps.total == .zero)
    }
}
