import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanCaller

/// What lies beyond the timetable, for the status. Plain days: Maghrib 18:00 UTC.
@Suite struct OutlookTests {
    @Test func `the next of each kind is known, also where it is months away`() throws {
        // A Saturday. Ramadan begins on 8 February, and the Eid is on 9 March.
        let box = try ScriptedBox(
            "14:00 khutbah 13:00; first-adhan 30m; fitr 08:00; takbir 1h; suhoor 1h; start; 14:01"
        ).box
        let outlook = try #require(box.life?.ask { loop, _ in loop.outlook() })
        func next(_ kind: Occasion.Kind) -> String? {
            outlook.next(kind, after: box.now).map { "\(box.settings.zone.formatted($0.at)) \($0.key.occasion.name)" }
        }
        #expect(next(.jumuah) == "2026-11-27T13:00:00+00:00 jumuah-1")
        #expect(next(.firstAdhan) == "2026-11-27T12:30:00+00:00 jumuah-1-adhan")
        #expect(next(.suhoor) == "2027-02-08T04:00:00+00:00 suhoor-1h")
        #expect(next(.imsak) == "2027-02-08T04:50:00+00:00 imsak")
        #expect(next(.iftar) == "2027-02-08T18:00:00+00:00 iftar")
        #expect(next(.takbir) == "2027-03-09T07:00:00+00:00 takbir-1")
        #expect(next(.eid) == "2027-03-09T08:00:00+00:00 eid-1")
    }

    @Test func `it follows a reload`() throws {
        let scripted = try ScriptedBox("14:00 start; 14:01")
        let box = scripted.box
        #expect(box.life?.ask { loop, _ in loop.outlook()?.next(.jumuah, after: box.now) } == .some(nil))
        try scripted.play("khutbah 13:00; reload; 14:02")
        let next = box.life?.ask { loop, _ in loop.outlook()?.next(.jumuah, after: box.now) } ?? nil
        #expect(next?.at == (try .utc("2026-11-27", 13)))
    }
}
