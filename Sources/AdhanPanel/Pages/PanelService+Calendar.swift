import AdhanCore
import AdhanSupport
import AdhanWeb
import Logging
import Synchronization

/// The page *Calendar*: months of times, a file of them, and an address for the calendars of phones.
extension PanelService {
    static let calendarRoutes: [String: Route] = [
        "GET /api/calendar": Route(roles: everybody) { try $0.calendarAnswer($1) },
        "GET /api/calendar.ics": Route(roles: everybody) { try $0.calendarFile($1) },
        "GET /api/calendar/link": Route(roles: office) { service, _ in try service.linkAnswer() },
        "POST /api/calendar/link": Route(roles: office) { try $0.changeLink($1) },
        // The path goes on with the key.
        "GET \(calendarFolder)": Route(roles: nil) { try $0.subscribedCalendar($1) },
    ]

    /// The folder of the paths that phones ask for.
    static let calendarFolder = "/calendar/"
    private static let ending = ".ics"
    /// A subscriber gets these days before and after today.
    private static let (daysBefore, daysAfter) = (7, 100)
    /// How long an answer for subscribers serves, in seconds.
    private static let freshness: Int64 = 600
    private static let mostMonths = 13

    private struct Months: Encodable {
        let month: String
        /// The mosque's date now.
        let today: String
        let times: TimesReport
    }

    private func calendarAnswer(_ call: PanelCall) throws -> WebAnswer {
        try checkRate(.times, of: call.member.account)
        let (month, end) = try months(call)
        let times = try times(month.first, before: end)
        return try json(Months(month: month.description, today: "\(today)", times: times))
    }

    private func calendarFile(_ call: PanelCall) throws -> WebAnswer {
        try checkRate(.times, of: call.member.account)
        let (month, end) = try months(call)
        let file = "attachment; filename=\"prayer-times-\(month.description)\(Self.ending)\""
        return calendar(try times(month.first, before: end), [("Content-Disposition", file)])
    }

    /// The first of the months that the page asks for, and the day behind the last.
    private func months(_ call: PanelCall) throws -> (ShownMonth, CivilDate) {
        let first = try month(call)
        let count = call.web.argument("months").map { Int($0) ?? 0 } ?? 1
        guard (1...Self.mostMonths).contains(count) else { throw PanelRefusal.badBody }
        var end = first.end
        for _ in 1..<count {
            guard let next = ShownMonth(of: end) else { throw PanelRefusal.badBody }
            end = next.end
        }
        return (first, end)
    }

    private var today: CivilDate { zone.wall(at: Instant(seconds: now)).date }

    /// The times, without what rules decide of past days: those of today may not have been in force.
    private func times(_ first: CivilDate, before end: CivilDate) throws -> TimesReport {
        let request = ControlRequest(.times, from: "\(first)", to: "\(end)")
        var times = try asked { try control.ask(request, for: TimesReport.self) }
        times.removeRules(before: today)
        return times
    }

    private func calendar(_ times: TimesReport, _ headers: [(String, String)]) -> WebAnswer {
        let text = TimesCalendar(times).text(now: Instant(seconds: now))
        return WebAnswer(
            200,
            "text/calendar; charset=utf-8",
            Array(text.utf8),
            [("Cache-Control", "no-store")] + headers
        )
    }

    private struct Link: Encodable {
        /// Nil where the calendar is not given out.
        let path: String?
    }

    private func linkAnswer() throws -> WebAnswer {
        try json(Link(path: try store.calendarKey().map { Self.calendarFolder + $0 + Self.ending }))
    }

    private struct LinkChange: Decodable { let isOn: Bool }

    /// Gives the calendar another address, or none. The earlier address ends.
    private func changeLink(_ call: PanelCall) throws -> WebAnswer {
        let (member, given): (PanelSession, LinkChange) = (try call.member, try call.body())
        try store.setCalendarKey(given.isOn ? Secrets.randomHex(16) : nil)
        log.notice("\(member.account.name) has \(given.isOn ? "made a new address for" : "closed") the calendar")
        return try linkAnswer()
    }

    /// The answer to a phone. An address that fails often has to wait, so that nobody finds the key by trying.
    private func subscribedCalendar(_ call: PanelCall) throws -> WebAnswer {
        let failures = FailureKey(name: "calendar " + call.web.address.network, longestWait: 900)
        let seconds = try store.wait([failures], now: boot)
        guard seconds == 0 else { throw PanelRefusal.wait(seconds) }
        let given = call.web.path.dropFirst(Self.calendarFolder.count)
        let known = try store.calendarKey().map { $0 + Self.ending }
        guard let known, Secrets.areEqual(String(given), known) else {
            try store.noteFailure([failures], now: boot)
            throw PanelRefusal.noRoute
        }
        // One answer for all: the daemon must not be asked as often as somebody likes.
        if let kept = sharedCalendar.withLock({ $0 }), (kept.at..<kept.at + Self.freshness).contains(now) {
            return kept.answer
        }
        let today = today
        let range = (today.adding(days: -Self.daysBefore), today.adding(days: Self.daysAfter))
        let answer = calendar(try times(range.0, before: range.1), [])
        sharedCalendar.withLock { $0 = SharedCalendar(at: now, answer: answer) }
        return answer
    }

    /// The calendar that subscribers get.
    struct SharedCalendar: Sendable {
        /// The time at which it was made, in seconds since 1970 UTC.
        let at: Int64
        let answer: WebAnswer
    }
}
