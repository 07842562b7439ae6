import AdhanSupport
import AdhanCore

/// The facts for machines, as `Resources/display/openapi.json` describes them.
struct API {
    private struct Refusal: Encodable { let error: String }

    private struct Daemon: Encodable {
        let state: String
        let since: Int64
    }

    /// What the daemon told last, with what is known of it and of the pages.
    private struct Status: Encodable {
        let daemon: Daemon
        let status: StatusReport?
        let pages: [String: Heartbeats.Page]
        let problems: [String]
    }

    private struct Hijri: Encodable {
        let date, hijri, month: String
        let year, monthNumber, day: Int

        private enum CodingKeys: String, CodingKey {
            case date, hijri, month, year, day
            case monthNumber = "month_number"
        }
    }

    let view: DaemonView
    /// What is wrong with the mosque's own files, and with the pages.
    let problems: [String]
    let calendar: HijriCalendar
    let pages: Heartbeats
    let streams: Int
    let now: Instant

    /// The arguments of those that know each of theirs. A reader of a calendar or of metrics may add some of its own.
    private static let arguments: [String: [String]] = [
        "/api/status": [], "/api/times": ["date", "days"], "/api/hijri": ["date"],
    ]

    func answer(_ request: WebRequest) -> WebAnswer {
        do {
            try checkArguments(request)
            return switch request.path {
            case "/api/status": try status()
            case "/api/times": try times(request)
            case "/api/hijri": try hijri(request)
            case "/calendar.ics": try ics()
            default:
                WebAnswer(200, "text/plain; version=0.0.4; charset=utf-8", metrics, [("Cache-Control", "no-store")])
            }
        } catch let refused as Refused {
            return refused.answer
        } catch {
            return refuse(500, "\(error)")
        }
    }

    private var metrics: [UInt8] { Array(Metrics(view: view, pages: pages, streams: streams, now: now).text.utf8) }

    /// A typing error in an argument's name would be answered as if nothing had been asked.
    private func checkArguments(_ request: WebRequest) throws {
        guard let known = Self.arguments[request.path] else { return }
        guard let unknown = request.arguments.filter({ !known.contains($0) }).min() else { return }
        let advice =
            Spelling.nearest(to: unknown, among: known).map { "did you mean '\($0)'?" }
            ?? (known.isEmpty ? "it has none" : "it has \(known.joined(separator: " and "))")
        let words = "\(request.path) has no argument '\(OneLine.of(unknown, limit: 40))'; \(advice)"
        throw Refused(answer: refuse(400, words))
    }

    private func status() throws -> WebAnswer {
        let daemon = Daemon(state: view.isHere ? "here" : "away", since: view.since.seconds)
        return .json(
            200,
            try JSONText.encode(
                Status(daemon: daemon, status: view.status, pages: pages.all(now), problems: problems),
                isPretty: false
            )
        )
    }

    private func times(_ request: WebRequest) throws -> WebAnswer {
        guard var times = view.times, !times.days.isEmpty else { return notYet }
        let first = try asked(request) ?? view.zone.wall(at: now).date
        let wanted = request.argument("days") ?? "1"
        guard let count = Int(wanted), (1...DaemonFollower.days).contains(count) else {
            return refuse(
                400,
                "days is '\(OneLine.of(wanted, limit: 40))'; it is a number from 1 to \(DaemonFollower.days)"
            )
        }
        let dates = Set((0..<count).map { first.adding(days: $0).description })
        times.days = times.days.filter { dates.contains($0.date) }
        guard !times.days.isEmpty else {
            let known = (view.times?.days.first?.date, view.times?.days.last?.date)
            return refuse(
                404,
                "there are times from \(known.0 ?? "today") to \(known.1 ?? "today"), and none of these days"
            )
        }
        return .json(200, try JSONText.encode(times, isPretty: false))
    }

    private func hijri(_ request: WebRequest) throws -> WebAnswer {
        let given = try asked(request)
        // Until then its zone is not known either.
        if given == nil, view.times == nil { return notYet }
        let date = given ?? view.zone.wall(at: now).date
        guard let hijri = try given == nil ? hijriNow(date) : calendar.date(date) else {
            return refuse(404, "\(date) is outside of the Hijri calendar that is known")
        }
        let answer = Hijri(
            date: date.description,
            hijri: hijri.description,
            month: hijri.month.name,
            year: hijri.month.year,
            monthNumber: hijri.month.month,
            day: hijri.day
        )
        return .json(200, try JSONText.encode(answer, isPretty: false))
    }

    /// The Hijri date of this moment, by the timetable and the calendar's turn, as the daemon's status has it.
    ///
    /// - Parameter today: the mosque date.
    func hijriNow(_ today: CivilDate) throws -> HijriDate? {
        func day(_ date: CivilDate) throws -> ReportedDay? {
            try view.times?.days.first { $0.date == date.description }.map(ReportedDay.init)
        }
        let own = try day(today)
        let tomorrow = today.adding(days: 1)
        if calendar.turn == .maghrib, let maghrib = own?.begins[.maghrib], now >= maghrib {
            return try day(tomorrow)?.hijri ?? calendar.date(tomorrow)
        }
        return own?.hijri ?? calendar.date(today)
    }

    private func ics() throws -> WebAnswer {
        guard let times = view.times, !times.days.isEmpty else { return notYet }
        let text = try TimesCalendar(times).text(now: now)
        return WebAnswer(200, "text/calendar; charset=utf-8", Array(text.utf8), [("Cache-Control", "no-cache")])
    }

    /// Why a request is not answered, as its answer.
    private struct Refused: Error { let answer: WebAnswer }

    /// The date that is asked for; nil where none is.
    private func asked(_ request: WebRequest) throws -> CivilDate? {
        guard let text = request.argument("date") else { return nil }
        do {
            return try CivilDate(text)
        } catch {
            let words = "date is '\(OneLine.of(text, limit: 40))'; write it as in 2026-11-21"
            throw Refused(answer: refuse(400, words))
        }
    }

    private var notYet: WebAnswer { refuse(503, "the daemon has not told its times yet; ask again") }

    private func refuse(_ status: UInt32, _ words: String) -> WebAnswer {
        // A text can always be encoded.
        .json(status, (try? JSONText.encode(Refusal(error: words), isPretty: false)) ?? "{}")  // reason: see above
    }
}
