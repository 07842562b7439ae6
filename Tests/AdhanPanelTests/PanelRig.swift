import AdhanCore
import AdhanTestSupport
import AdhanWeb
import Foundation
import Synchronization
import Testing

@testable import AdhanPanel
@testable import AdhanSupport

/// The whole panel on a virtual clock, beside a control server that plays the daemon. Hashing is quick.
final class PanelRig {
    let directory: TestDirectory
    let clock = VirtualHostClock()
    let log = RecordedLog()
    let daemon: ControlServer
    let asked = Asked()
    private(set) var service: PanelService
    private(set) var address: ListenAddress

    /// The requests that the daemon got.
    final class Asked: Sendable {
        private let state = Mutex<[ControlRequest]>([])

        var requests: [ControlRequest] { state.withLock(\.self) }

        func add(_ request: ControlRequest) { state.withLock { $0.append(request) } }
    }

    /// An answer of the panel as JSON.
    struct Answer {
        let status: Int
        let headers: [String: String]
        let text: String
        let json: [String: Any]
        /// The cookies that the answer sets, with their rules.
        let cookies: [String]

        var error: String? { json["error"] as? String }
        var token: String { json["token"] as? String ?? "" }
        /// The cookie by which the browser is known that has logged in before, as it sends it back.
        var device: String {
            String(cookies.first { $0.hasPrefix("__Host-adhand-device=") }?.split(separator: ";").first ?? "")
        }
        var seconds: Int { (json["values"] as? [String: String])?["seconds"].flatMap { Int($0) } ?? 0 }
        /// The cookie that it sets, as a browser sends it back.
        var cookie: String { String((headers["set-cookie"] ?? "").split(separator: ";").first ?? "") }
        /// The settings' revision that a change names as its base.
        var revision: String { json["revision"] as? String ?? "" }
    }

    static let password = "correct horse battery"
    static let pin = "402917"

    init() throws {
        directory = try TestDirectory()
        try FileManager.default.createDirectory(atPath: directory.file("panel"), withIntermediateDirectories: true)
        let (asked, news) = (asked, News())
        daemon = try ControlServer(path: directory.file("adhand.sock")) { request, _, replier in
            asked.add(request)
            switch request.command {
            case .status: replier.answer(StatusReport.sample)
            case .stop: replier.refuse(ControlFailure("nothing sounds"))
            case .devices: replier.answer(SoundDevices.sample)
            case .settings: replier.answer(Settings.sample)
            case .history, .times: Self.answer(request, replier)
            case .events: replier.answer(line: ControlReplier.line(Done("events follow")), thenEvents: true)
            case .play where request.prayer == .isha: replier.refuse(ControlFailure("not now: fajr at 05:12 is near"))
            case .play:
                replier.answer(TrialBegun(id: 7, file: request.file ?? "/usr/share/adhand/adhan.mp3"))
                news.tell()
            default: replier.answer(Done("done: \(request.command.rawValue)"))
            }
        }
        news.follow(daemon)
        (service, address) = try Self.start(directory, clock, log)
    }

    /// Its handler and the news know each other, so that nothing else ends it.
    deinit { daemon.stop() }

    private static func start(_ directory: TestDirectory, _ clock: VirtualHostClock, _ log: RecordedLog) throws -> (
        PanelService, ListenAddress
    ) {
        let locations = Locations(
            resources: Binary.root + "/Resources",
            daemon: false,
            environment: ["HOME": directory.path, "RUNTIME_DIRECTORY": directory.path]
        )
        let service = try PanelService(
            try PanelStore(directory.file("accounts.sqlite")),
            try PasswordHashing(operations: 1, memory: 8192),
            socket: directory.file("adhand.sock"),
            PanelFolder(directory.file("panel")),
            config: directory.file("config.toml"),
            locations,
            clock: clock,
            log: log.logger
        )
        let top = ConfigTable("", [try TOMLNode.parse(Array("[panel]\nlisten = \"127.0.0.1:0\"".utf8), file: "F")])
        return (service, try service.listen(PanelConfiguration(top.table("panel")), nil))
    }

    /// Starts the panel anew with the same file, as after a restart.
    func restart() throws { (service, address) = try Self.start(directory, clock, log) }

    /// Adds an account without the panel's page.
    func add(_ name: String, _ role: PanelAccount.Role, _ secret: String? = nil) throws {
        let hash = try service.hashing.hash(secret ?? Self.secret(of: role))
        try service.store.add(PanelAccount(name: name, role: role), hash: hash, now: service.now)
    }

    private static func secret(of role: PanelAccount.Role) -> String { role == .volunteer ? pin : password }

    /// Adds an account and logs in.
    func enter(_ name: String, _ role: PanelAccount.Role) throws -> Answer {
        try add(name, role)
        return try logIn(name, Self.secret(of: role))
    }

    func get(_ path: String, as login: Answer? = nil, cookie: String? = nil, _ headers: [String] = []) throws -> Answer
    { try ask(path, "GET", cookie: cookie ?? login?.cookie ?? "", headers, nil) }

    /// Sends a change as the page does.
    func post(
        _ path: String,
        _ body: [String: Any] = [:],
        as login: Answer? = nil,
        cookie: String? = nil,
        token: String? = nil,
        headers: [String]? = nil,
        from own: String? = nil
    ) throws -> Answer {
        let usual = Self.headers("application/json", token ?? login?.token ?? "")
        let bytes = Array(try JSONSerialization.data(withJSONObject: body))
        return try ask(path, "POST", cookie: cookie ?? login?.cookie ?? "", headers ?? usual, bytes, from: own)
    }

    /// Sends a file as the page does.
    func upload(
        _ path: String,
        _ bytes: [UInt8],
        as login: Answer,
        type: String = "application/octet-stream",
        token: String? = nil
    ) throws -> Answer { try ask(path, "POST", cookie: login.cookie, Self.headers(type, token ?? login.token), bytes) }

    private static func headers(_ type: String, _ token: String) -> [String] {
        [
            "Content-Type: \(type)", "Origin: https://localhost", "Sec-Fetch-Site: same-origin",
            "X-Adhand-Token: \(token)",
        ]
    }

    func ask(
        _ path: String,
        _ method: String,
        cookie: String = "",
        _ headers: [String],
        _ body: [UInt8]?,
        from own: String? = nil
    ) throws -> Answer {
        let all = ["Host: localhost"] + headers + (cookie.isEmpty ? [] : ["Cookie: other=1; \(cookie)"])
        let answer = try WebClient(address, from: own).ask(path, method, all, body: body)
        let json = try? JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any]
        return Answer(
            status: answer.status,
            headers: answer.headers,
            text: answer.body,
            json: json ?? [:],
            cookies: answer.cookies
        )
    }

    /// - Parameter device: the cookie of a browser that has logged in before.
    func logIn(
        _ name: String,
        _ secret: String = password,
        from own: String? = nil,
        device: String = ""
    ) throws -> Answer { try post("/api/login", ["name": name, "secret": secret], cookie: device, from: own) }

    func setUp(_ code: String, _ name: String = "Amina", from own: String? = nil) throws -> Answer {
        try post("/api/setup", ["code": code, "name": name, "password": Self.password], from: own)
    }

    func makeSetupCode() throws -> String { try service.store.makeSetupCode(now: service.boot) }

    /// Writes the box's own config.
    func write(_ config: String) throws { try directory.write(Array(config.utf8), to: "config.toml") }

    func wait(_ duration: Duration) { clock.sleep(duration) }
}

extension StatusReport {
    /// Dhuhr will sound. Fajr will not, since the mosque wants it so.
    static let sample: StatusReport = {
        var report = StatusReport(
            health: .healthy,
            version: "1",
            now: "2026-11-21T10:00:00+00:00",
            since: "2026-11-21T09:00:00+00:00",
            place: .init(name: "Central Mosque", latitude: 53, longitude: -2, timezone: "UTC", isSet: true),
            date: "2026-11-21",
            today: [],
            clock: .init(state: "synchronised", words: ""),
            audio: .init(state: "ok", words: ""),
            selfTest: .init(state: "ok", words: ""),
            timetable: .init(state: "calculation", words: ""),
            sources: [],
            ledger: .init(state: "ok", words: ""),
            configuration: .init(state: "ok", words: ""),
            problems: [.init(.silent, what: "The <b>volume</b> is 0", advice: "adhand set volume default")]
        )
        report.today = [.init(prayer: "dhuhr", at: "2026-11-21T12:00:00+00:00")]
        // 2026-11-21 12:00 and 2026-11-22 06:00.
        let off = AdhanSilence(.offInConfig, "off in the config", isChosen: true, undo: "sudo adhand config edit")
        let calls: [(Prayer, Int64, AdhanForecast.Outcome)] = [
            (.dhuhr, 1_795_262_400, .sounds), (.fajr, 1_795_327_200, .silent(off)),
        ]
        report.adhans = calls.map { prayer, seconds, outcome in
            let at = Instant(seconds: seconds)
            let forecast = AdhanForecast(
                key: OccasionKey(ZoneRules.utc.wall(at: at).date, .adhan(prayer)),
                at: at,
                source: .file,
                sound: SoundChoice(file: "/srv/adhan.mp3", volume: Volume(percent: 80)),
                device: "default",
                outcome: outcome
            )
            return StatusReport.Adhan(forecast, .utc)
        }
        return report
    }()
}

/// The stand-in's answers about sound, history and times.
extension PanelRig {
    static func answer(_ request: ControlRequest, _ replier: ControlReplier) {
        do {
            if request.command == .times {
                replier.answer(try TimesReport.sample(request))
            } else {
                replier.answer(try HistoryPage.sample(request))
            }
        } catch { replier.refuse(ControlFailure("\(error)")) }
    }

    /// Has another server play the daemon; the test stops it.
    func replaceDaemon(_ answer: @escaping @Sendable (ControlRequest, ControlReplier) -> Void) throws -> ControlServer {
        daemon.stop()
        return try ControlServer(path: directory.file("adhand.sock")) { request, _, replier in
            answer(request, replier)
        }
    }

    /// Tells subscribers that a trial plays.
    final class News: Sendable {
        private let server = Mutex<ControlServer?>(nil)

        func follow(_ daemon: ControlServer) { server.withLock { $0 = daemon } }

        /// A moment later: the server's own thread is busy with the request.
        func tell() {
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) { [self] in
                for (words, isSounding) in [("starting on hw:0", Bool?.none), ("playing on hw:0", true)] {
                    var event = NoticeEvent(at: "2026-11-21T10:00:00+00:00", event: "trial", words: words)
                    (event.trial, event.isSounding) = (7, isSounding)
                    // reason: without the event the test fails
                    _ = try? server.withLock { try $0?.publish(event) }
                }
            }
        }
    }
}

extension SoundDevices {
    static let sample = SoundDevices(
        cards: [Card(number: 0, id: "Hall", title: "Hall")],
        names: [
            Name(name: "default", title: "Default"), Name(name: "plughw:CARD=Hall,DEV=0", title: "Hall, USB"),
            Name(name: "tee:hw:0", title: "a device that writes files"),
        ]
    )
}

extension Settings {
    static let sample = Settings(
        settings: [Change(key: "volume.fajr", value: "40", who: "yusuf", at: "2026-11-20T10:00:00+00:00")],
        changes: [Change(key: "panel", value: "iqama of isha", who: "Amina", at: "2026-11-20T10:00:00+00:00")],
        problem: nil
    )
}

extension HistoryPage {
    /// Fajr missed and Dhuhr called on 21 November 2026, a date a page.
    static func sample(_ request: ControlRequest) throws -> HistoryPage {
        func entry(_ prayer: Prayer, _ day: String, _ state: LedgerState, _ reason: String? = nil) throws -> LedgerEntry
        {
            let date = try CivilDate(day)
            let at = Instant(seconds: Int64(date.dayNumber) * 86_400 + 43_200)
            let due = ScheduledOccasion(OccasionKey(date, .adhan(prayer)), at: at, source: .calculation)
            return LedgerEntry(due, state, reason: reason)
        }
        let ledger = InMemoryLedger()
        let range = try CivilDate(request.from ?? "2026-11-01")..<CivilDate(request.to ?? "2026-12-01")
        for (prayer, day, state, reason) in [
            (Prayer.fajr, "2026-11-20", LedgerState.missed, String?.some("the power was lost, <b>=1+1</b>")),
            (.dhuhr, "2026-11-21", .completed, nil),
        ] { try ledger.record(try entry(prayer, day, state, reason)) }
        var page = try HistoryPage(range, of: ledger, timezone: "Europe/London")
        page.since = try CivilDate("2026-11-20")
        // Two pages.
        if page.entries.count == 2 {
            page.next = ControlRequest(.history, from: "2026-11-21", to: "\(range.upperBound)")
            page.entries.removeLast()
        }
        return page
    }
}

extension TimesReport {
    /// Rochdale's times, with an iqama 15 minutes after each adhan.
    static func sample(_ request: ControlRequest) throws -> TimesReport {
        let zone = try SystemZones.find("Europe/London")
        let place = Place(
            name: "Central Mosque </script>",
            coordinates: try Coordinates(latitude: 53.6, longitude: -2.15),
            timezone: zone.name
        )
        let dates = try TimesReport.dates(of: request, today: CivilDate("2026-11-21"))
        let calculator = PrayerCalculator(coordinates: place.coordinates, zone: zone, method: .mwl)
        var days = calculator.days(dates.lowerBound...dates.upperBound.adding(days: 1))
        for index in days.indices {
            for prayer in Prayer.called { days[index].iqama[prayer] = days[index][prayer] + .minutes(15) }
        }
        return TimesReport(
            place,
            zone,
            Array(days.dropLast()),
            before: days.last,
            MosqueRules(),
            ExtraTimes.Spans(),
            .ummAlQura,
            showsAll: true
        )
    }
}
