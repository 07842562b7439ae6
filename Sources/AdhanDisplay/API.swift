import AdhanCore
import AdhanSupport
import AdhanWeb

/// The facts for machines, as `Resources/display/openapi.json` describes them.
struct API {
    struct Route: Sendable {
        /// The arguments that it knows; nil where a reader may add some of its own, as of a calendar or of metrics.
        let arguments: [String]?
        let answer: @Sendable (API, WebRequest) throws -> WebAnswer
    }

    static let routes = [
        "/api/status": Route(arguments: []) { api, _ in try api.status() },
        "/api/times": Route(arguments: ["date", "days"]) { try $0.times($1) },
        "/api/hijri": Route(arguments: ["date"]) { try $0.hijri($1) },
        "/calendar.ics": Route(arguments: nil) { api, _ in try api.ics() },
        "/metrics": Route(arguments: nil) { api, _ in
            let metrics = Metrics(view: api.view, pages: api.pages, streams: api.streams, now: api.now)
            let type = "text/plain; version=0.0.4; charset=utf-8"
            return WebAnswer(200, type, Array(metrics.text.utf8), [("Cache-Control", "no-store")])
        },
    ]

    let view: DaemonView
    /// What is wrong with the mosque's own files, and with the pages.
    let problems: [String]
    let calendar: HijriCalendar
    let pages: Heartbeats
    let streams: Int
    let now: Instant

    func answer(_ request: WebRequest, _ route: Route) -> WebAnswer {
        do {
            if let known = route.arguments { try checkArguments(request, known) }
            return try route.answer(self, request)
        } catch let refused as Refused {
            return refuse(refused.status, refused.words)
        } catch {
            return refuse(500, "\(error)")
        }
    }

    /// Why a request is not answered.
    private struct Refused: Error {
        let status: UInt32
        let words: String

        static let notYet = Refused(status: 503, words: "the daemon has not told its times yet; ask again")
    }

    private func refuse(_ status: UInt32, _ words: String) -> WebAnswer {
        let object: JSONObject = ["error": words]
        // A text can always be encoded.
        return .json(status, (try? JSONText.encode(object, isPretty: false)) ?? "{}")  // reason: see above
    }

    /// A typing error in an argument's name would be answered as if nothing had been asked.
    private func checkArguments(_ request: WebRequest, _ known: [String]) throws {
        guard let unknown = request.arguments.filter({ !known.contains($0) }).min() else { return }
        let advice =
            Spelling.nearest(to: unknown, among: known).map { "did you mean '\($0)'?" }
            ?? (known.isEmpty ? "it has none" : "it has \(known.joined(separator: " and "))")
        let words = "\(request.path) has no argument '\(OneLine.of(unknown, limit: 40))'; \(advice)"
        throw Refused(status: 400, words: words)
    }

    private func status() throws -> WebAnswer {
        let daemon: JSONObject = ["state": view.isHere ? "here" : "away", "since": view.since.seconds]
        let answer: JSONObject = [
            "daemon": daemon, "status": view.status, "pages": pages.all(now), "problems": problems,
        ]
        return .json(200, try JSONText.encode(answer, isPretty: false))
    }

    private func times(_ request: WebRequest) throws -> WebAnswer {
        guard var times = view.times, let first = times.days.first, let last = times.days.last else {
            throw Refused.notYet
        }
        let from = try date(request) ?? view.zone.wall(at: now).date
        let wanted = request.argument("days") ?? "1"
        guard let count = Int(wanted), (1...DaemonFollower.days).contains(count) else {
            let words = "days is '\(OneLine.of(wanted, limit: 40))'; it is a number from 1 to \(DaemonFollower.days)"
            throw Refused(status: 400, words: words)
        }
        let dates = Set((0..<count).map { from.adding(days: $0) })
        times.days = times.days.filter { dates.contains($0.date) }
        guard !times.days.isEmpty else {
            let words = "there are times from \(first.date) to \(last.date), and none of these days"
            throw Refused(status: 404, words: words)
        }
        return .json(200, try JSONText.encode(times, isPretty: false))
    }

    private func hijri(_ request: WebRequest) throws -> WebAnswer {
        let given = try date(request)
        // Until then its zone is not known either.
        if given == nil, view.times == nil { throw Refused.notYet }
        let date = given ?? view.zone.wall(at: now).date
        guard let hijri = given == nil ? hijriNow(date) : calendar.date(date) else {
            throw Refused(status: 404, words: "\(date) is outside of the Hijri calendar that is known")
        }
        let answer: JSONObject = [
            "date": date.description, "hijri": hijri.description, "month": hijri.month.name,
            "year": hijri.month.year, "month_number": hijri.month.month, "day": hijri.day,
        ]
        return .json(200, try JSONText.encode(answer, isPretty: false))
    }

    /// The Hijri date of this moment, by the timetable and the calendar's turn, as the daemon's status has it.
    func hijriNow(_ today: CivilDate) -> HijriDate? {
        func day(_ date: CivilDate) -> TimesReport.Day? { view.times?.days.first { $0.date == date } }
        let current = day(today)
        let tomorrow = today.adding(days: 1)
        if calendar.turn == .maghrib, let current, now >= current.maghrib.at {
            return day(tomorrow)?.hijri ?? calendar.date(tomorrow)
        }
        return current?.hijri ?? calendar.date(today)
    }

    private func ics() throws -> WebAnswer {
        guard let times = view.times, !times.days.isEmpty else { throw Refused.notYet }
        let text = TimesCalendar(times).text(now: now)
        return WebAnswer(200, "text/calendar; charset=utf-8", Array(text.utf8), [("Cache-Control", "no-cache")])
    }

    private func date(_ request: WebRequest) throws -> CivilDate? {
        guard let text = request.argument("date") else { return nil }
        do {
            return try CivilDate(text)
        } catch {
            let words = "date is '\(OneLine.of(text, limit: 40))'; write it as in 2026-11-21"
            throw Refused(status: 400, words: words)
        }
    }
}
