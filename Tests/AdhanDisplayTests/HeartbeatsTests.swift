import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Testing

@testable import AdhanDisplay

/// What the pages say of themselves, and what is said of the one on the box's screen.
@Suite struct HeartbeatsTests {
    private let beats = Heartbeats()
    private let start = Instant(seconds: 1_795_000_000)

    private func beat(_ name: String, after seconds: Int64, drawn: Int64? = nil, isLocal: Bool = true) {
        let now = start.seconds + seconds
        let page = Heartbeats.Page(
            seen: now,
            version: nil,
            scene: nil,
            drawn: Double(start.seconds + (drawn ?? seconds)),
            isLocal: isLocal
        )
        beats.beat(name, page)
    }

    private func problem(after seconds: Int64) -> String? { beats.problem(start + .seconds(seconds), .utc) }

    @Test func `a page on the box that is heard of and draws is well`() {
        #expect(problem(after: 0) == nil)
        for seconds in stride(from: 0, through: 600, by: 10) { beat("a", after: Int64(seconds)) }
        #expect(problem(after: 620) == nil)
        #expect(beats.boxSeen == start.seconds + 600)
    }

    @Test func `one that draws nothing for a minute is said to be frozen, until it draws again`() {
        for seconds in stride(from: 0, through: 300, by: 10) {
            beat("a", after: Int64(seconds), drawn: min(Int64(seconds), 100))
        }
        #expect(problem(after: 300)?.contains("has drawn nothing since") == true)
        #expect(problem(after: 300)?.hasSuffix("sudo systemctl restart adhand-kiosk") == true)
        beat("a", after: 310)
        #expect(problem(after: 311) == nil)
    }

    @Test func `one that has never drawn is said to be frozen after a minute`() {
        func beat(_ seconds: Int64) {
            let now = start.seconds + seconds
            beats.beat("a", .init(seen: now, version: nil, scene: nil, drawn: nil, isLocal: true))
        }
        for seconds in stride(from: 0, through: 60, by: 10) { beat(Int64(seconds)) }
        #expect(problem(after: 60) == nil)
        beat(70)
        #expect(problem(after: 70)?.contains("has drawn nothing since") == true)
        #expect(beats.boxDrawn(start + .seconds(70)) == Double(start.seconds))
    }

    @Test func `one that is gone is missed for a day, and another on the box takes its place`() {
        beat("a", after: 0)
        #expect(problem(after: 59) == nil)
        #expect(problem(after: 61)?.contains("has not been heard of since") == true)
        #expect(problem(after: 86_401) == nil)
        beat("b", after: 120)
        #expect(problem(after: 121) == nil)
    }

    @Test func `a picture that a page cannot show is known for as long as it says so`() {
        func beat(_ unshown: String?) {
            beats.beat(
                "a",
                .init(seen: start.seconds, version: nil, scene: nil, drawn: nil, isLocal: true, unshown: unshown)
            )
        }
        beat("/slides/a.png")
        #expect(beats.unshown(start) == ["/slides/a.png"])
        beat(nil)
        #expect(beats.unshown(start).isEmpty)
    }

    @Test func `pages elsewhere are not missed, and keep none of the box's out`() {
        for number in 0..<200 { beat("\(number)", after: 0, isLocal: false) }
        beat("own", after: 0)
        #expect(beats.all(start).count == 65 && beats.all(start)["own"] != nil)
        #expect(Heartbeats().problem(start, .utc) == nil)
    }

    @Test func `what a page elsewhere says is told of no file, and hides no screen that stands still`() {
        beat("own", after: 0)
        for seconds in stride(from: 10, through: 120, by: 10) {
            beat("own", after: Int64(seconds), drawn: 0)
            var phone = Heartbeats.Page(
                seen: start.seconds + Int64(seconds),
                version: nil,
                scene: nil,
                drawn: Double(start.seconds + Int64(seconds)),
                isLocal: false
            )
            (phone.unshown, phone.cut) = ("/slides/a.png", "/slides/b.html")
            beats.beat("phone", phone)
        }
        let now = start + .seconds(120)
        #expect(beats.boxDrawn(now) == Double(start.seconds))
        #expect(problem(after: 120)?.contains("has drawn nothing since") == true)
        #expect(beats.unshown(now).isEmpty && beats.cut(now).isEmpty && beats.all(now).count == 2)
    }

    @Test func `it says how many pages follow, and when the box's screen last drew`() {
        #expect(beats.words(start, .utc) == "no screen is connected")
        beat("phone", after: 0, isLocal: false)
        #expect(beats.words(start, .utc) == "1 page follows it, none of which has drawn on this box's screen")
        beat("own", after: 10, drawn: 9)
        let drawn = ZoneRules.utc.formatted(start + .seconds(9))
        #expect(beats.words(start + .seconds(12), .utc) == "2 pages follow it; this box's screen last drew at \(drawn)")
        #expect(
            beats.words(start + .seconds(900), .utc) == "0 pages follow it; this box's screen last drew at \(drawn)"
        )
        #expect(beats.boxDrawn(start + .seconds(900)) == nil)
    }

    @Test func `any number that a browser sends is taken`() {
        for drawn in [-1e300, 0, 1e300] {
            beats.beat("a", .init(seen: start.seconds, version: nil, scene: nil, drawn: drawn, isLocal: true))
            _ = problem(after: 0)
        }
        #expect(beats.all(start).count == 1)
    }
}

/// The Hijri date of this moment, as the daemon's status has it.
@Suite struct APITests {
    private let days: [PrayerDay]

    init() throws { days = try ["2026-11-21", "2026-11-22"].map { PrayerDay.plain(try CivilDate($0)) } }

    private func hijri(_ now: Instant, turn: HijriCalendar.Turn, days count: Int = 2) throws -> String? {
        var calendar = HijriCalendar.ummAlQura
        calendar.turn = turn
        let point = try Coordinates(latitude: 53.6097, longitude: -2.1561)
        var view = DaemonView(since: now)
        view.times = TimesReport(
            Place(name: "Central Mosque", coordinates: point, timezone: "Europe/London"),
            .utc,
            Array(days.prefix(count)),
            before: nil,
            MosqueRules(),
            ExtraTimes.Spans(),
            calendar,
            showsAll: true
        )
        let api = API(view: view, problems: [], calendar: calendar, pages: Heartbeats(), streams: 0, now: now)
        return api.hijriNow(try CivilDate("2026-11-21"))?.description
    }

    @Test func `it turns at Maghrib where the mosque's does`() throws {
        let today = HijriCalendar.ummAlQura.date(try CivilDate("2026-11-21"))?.description
        let tomorrow = HijriCalendar.ummAlQura.date(try CivilDate("2026-11-22"))?.description
        #expect(today != nil && tomorrow != nil && today != tomorrow)
        let (before, after) = (try Instant.utc("2026-11-21", 17, 59), try Instant.utc("2026-11-21", 18))
        #expect(try hijri(before, turn: .maghrib) == today && hijri(after, turn: .maghrib) == tomorrow)
        #expect(try hijri(after, turn: .maghrib, days: 1) == tomorrow)
        #expect(try hijri(after, turn: .midnight) == today)
    }
}
