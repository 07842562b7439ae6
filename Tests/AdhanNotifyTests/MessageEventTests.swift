import AdhanCore
import AdhanSupport
import Testing

@testable import adhand_notify

struct MessageEventTests {
    /// - Parameter now: in seconds after the occasion's second.
    private func message(_ name: String, _ occasion: String?, now: Int64 = -1) -> Message? {
        var event = NoticeEvent(at: "2026-11-21T12:00:00+00:00", event: name, words: "words")
        (event.occasion, event.date, event.due) = (occasion, "2026-11-21", 1_795_000_000)
        return Message(event, at: Instant(seconds: 1_795_000_000 + now))
    }

    @Test(arguments: [
        ("armed", "adhan-fajr", "adhan-before"), ("adhan", "adhan-fajr", "adhan"),
        ("completed", "adhan-fajr", "adhan-after"), ("stopped", "adhan-fajr", "adhan-after"),
        ("interrupted", "jumuah-1", "adhan-after"), ("iqama", "iqama-dhuhr", "iqama"),
        ("jumuah", "jumuah-1", "khutbah"),
        ("imsak", "imsak", "imsak"), ("iftar", "iftar", "iftar"), ("tarhim", "tarhim-fajr", "reminder"),
    ]) func `an event becomes the message of its kind`(event: String, occasion: String, kind: String) throws {
        let made = try #require(self.message(event, occasion), "\(event) \(occasion)")
        #expect(made.kind.rawValue == kind && made.occasion == occasion && made.due == 1_795_000_000)
        #expect(made.key == "\(kind)/2026-11-21/\(occasion)")
    }

    @Test(arguments: [
        ("skipped", "adhan-fajr"), ("missed", "adhan-fajr"), ("completed", "iqama-fajr"), ("armed", "iqama-fajr"),
        ("started", "adhan-fajr"), ("adhan", "iqama-fajr"), ("adhan", "nonsense"), ("refresh", nil), ("adhan", nil),
    ]) func `any other event is no message`(event: String, occasion: String?) {
        #expect(message(event, occasion) == nil)
    }

    @Test func `a sound that has begun is not announced any more`() {
        #expect(message("armed", "adhan-fajr", now: 0) == nil)
        #expect(message("adhan", "adhan-fajr", now: 90) != nil)
    }
}
