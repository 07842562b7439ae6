import AdhanCore
import AdhanTestSupport
import Foundation
import Logging
import Synchronization
import Testing

@testable import AdhanSupport
@testable import AdhanDisplay

/// The whole display beside a control server that plays the daemon, asked over HTTP.
@Suite struct DisplayServiceTests {
    private let directory: TestDirectory
    private let address: ListenAddress
    private let daemon: ControlServer
    private let service: DisplayService
    private static let place = "[place]\nlatitude = 53.6\nlongitude = -2.1\ntimezone = \"Europe/London\"\n"

    init() throws {
        directory = try TestDirectory()
        let toml = Self.place + "[display]\nlisten = \"127.0.0.1:0\"\n[[display.messages]]\ntext = \"Welcome\"\n"
        let config = try directory.write(Array(toml.utf8), to: "config.toml")
        let locations = Locations(
            resources: Binary.root + "/Resources",
            daemon: false,
            environment: [
                "HOME": directory.path, "RUNTIME_DIRECTORY": directory.path, "STATE_DIRECTORY": directory.path,
            ]
        )
        let today = ZoneRules.utc.wall(at: LinuxClock().wall()).date
        let point = try Coordinates(latitude: 53.6097, longitude: -2.1561)
        let times = TimesReport(
            Place(name: "Central \"Mosque\"", coordinates: point, timezone: "Africa/Abidjan"),
            .fixed(name: "Africa/Abidjan", offset: 0),
            (-1...2).map { .plain(today.adding(days: $0)) },
            before: nil,
            MosqueRules(),
            ExtraTimes.Spans(),
            .ummAlQura,
            showsAll: true
        )
        var status = StatusReport.healthy
        status.date = today.description
        status.counts = .init(Tally(), .utc)
        status.sources = [.init(name: "file", state: "ok", words: "", through: today.adding(days: 9).description)]
        daemon = try ControlServer(path: directory.file("adhand.sock")) { [status] request, _, replier in
            switch request.command {
            case .status: replier.answer(status)
            case .times: replier.answer(times)
            case .events: replier.answer(["words": "events follow"], thenEvents: true)
            default: replier.refuse(ControlFailure("not asked here"))
            }
        }
        service = try DisplayService(
            try Configuration.load(config, locations),
            locations,
            clock: LinuxClock(),
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ) { try Configuration.load(config, locations) }
        address = try service.listen()
        try service.follow(directory.file("adhand.sock"))
        #expect(eventually { (try? ask("/api/times").status) == 200 })
    }

    private func ask(_ path: String, _ headers: [String] = []) throws -> WebClient.Answer {
        try WebClient(address).ask(path, "GET", ["Host: localhost"] + headers)
    }

    /// A client that follows events.
    private func follow(_ path: String = "/api/display/events", from own: String? = nil) throws -> WebClient {
        let client = try WebClient(address, from: own)
        client.say("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return client
    }

    private static let whole = "\"state\":\"here\"}\n\n"

    private var problems: [String]? { get throws { try json("/api/status")["problems"] as? [String] } }

    private func json(_ path: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(ask(path).body.utf8)) as? [String: Any])
    }

    @Test func `the page, its files, the calendar and the metrics are served`() throws {
        let page = try ask("/")
        #expect(page.status == 200 && page.headers["content-type"] == "text/html; charset=utf-8")
        let tag = try #require(page.headers["etag"])
        let again = try ask("/", ["If-None-Match: \(tag)"])
        #expect(again.status == 304 && again.body.isEmpty)
        // All that the page names is there.
        let names = page.body.matches(of: /(?:href|src)="([^"]+)"/).map { String($0.1) }
        #expect(names.count >= 4)
        for name in names { #expect(try ask("/" + name).status == 200, "\(name)") }
        #expect(try ask("/texts/ar.json").headers["content-type"] == "application/json")
        #expect(try ask("/fonts/amiri-regular.woff2").headers["content-type"] == "font/woff2")
        for path in ["/fonts/OFL.txt", "/../config.toml", "/%2e%2e/config.toml", "/parts", "/index.html/x"] {
            #expect(try ask(path).status == 404, "\(path)")
        }
        // As Prometheus reads them.
        let calendar = try ask("/calendar.ics")
        #expect(calendar.headers["content-type"] == "text/calendar; charset=utf-8")
        #expect(calendar.body.hasPrefix("BEGIN:VCALENDAR\r\n") && calendar.body.hasSuffix("END:VCALENDAR\r\n"))
        #expect(calendar.body.split(separator: "BEGIN:VEVENT").count == 21)
        let metrics = try ask("/metrics")
        #expect(metrics.headers["content-type"]?.hasPrefix("text/plain; version=0.0.4") == true)
        for line in [
            "adhand_up 1\n", "adhand_source_end_timestamp_seconds{source=\"file\"} ",
            "adhand_played_total{prayer=\"fajr\"} 0\n",
        ] { #expect(metrics.body.contains(line), "\(line)") }
    }

    @Test
    func `the status is the daemon's with what the pages say, and times are today's, or those that are asked for`()
        throws
    {
        #expect(try ask("/api/display/heartbeat?page=abc&scene=day&drawn=1.5&version=1").status == 204)
        #expect(try ask("/api/display/heartbeat?page=def&drawn=nan").status == 204)
        #expect(try ask("/api/display/heartbeat").status == 204)
        let answer = try json("/api/status")
        #expect((answer["daemon"] as? [String: Any])?["state"] as? String == "here")
        #expect((answer["status"] as? [String: Any])?["health"] as? String == "healthy")
        let pages = try #require(answer["pages"] as? [String: [String: Any]])
        #expect(pages.count == 2 && pages["abc"]?["drawn"] as? Double == 1.5 && pages["def"]?["drawn"] == nil)
        let today = ZoneRules.utc.wall(at: LinuxClock().wall()).date
        func dates(_ path: String) throws -> [String?] {
            (try json(path)["days"] as? [[String: Any]] ?? []).map { $0["date"] as? String }
        }
        #expect(try dates("/api/times") == [today.description])
        #expect(try dates("/api/times?date=\(today.adding(days: 1))&days=2").count == 2)
        for (path, status) in [
            ("/api/times?date=tomorrow", 400), ("/api/times?days=0", 400), ("/api/times?days=9999999999999999999", 400),
            ("/api/times?date=1999-01-01", 404), ("/api/hijri?date=2026-02-30", 400),
            ("/api/hijri?date=1066-10-14", 404), ("/api/times?dat=2026-01-01", 400),
            ("/api/times?date=\(today)&day=2", 400), ("/api/hijri?days=1", 400), ("/api/status?x", 400),
        ] {
            let answer = try ask(path)
            #expect(answer.status == status && answer.body.hasPrefix("{\"error\":\""), "\(path): \(answer.body)")
        }
        #expect(try json("/api/hijri?date=2027-02-08")["month"] as? String == "Ramadan")
        #expect(
            try json("/api/times?dat=2026-01-01")["error"] as? String
                == "/api/times has no argument 'dat'; did you mean 'date'?"
        )
        #expect(
            try json("/api/status?verbose=1")["error"] as? String
                == "/api/status has no argument 'verbose'; it has none"
        )
        // Readers of calendars and metrics add arguments of their own.
        #expect(try ask("/calendar.ics?v=2").status == 200 && ask("/metrics?v=2").status == 200)
    }

    @Test func `the invitation goes to the box's own screen alone, until it is over or used`() throws {
        let file = directory.path + "-panel/invitation.json"
        let folder = PathName.folder(of: file)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }  // reason: it may never have been made
        func write(until: Int64) throws {
            let invitation = Invitation(
                address: "https://192.0.2.7:8443/",
                code: "ABCDE-FGHJK",
                until: until,
                picture: ["10"]
            )
            try Data(JSONText.encode(invitation, isPretty: false).utf8).write(to: URL(filePath: file))
            service.readInvitation()
        }
        let (path, now) = ("/api/display/heartbeat?page=abc", LinuxClock().wall().seconds)
        #expect(try ask(path).status == 204)
        try write(until: now + 600)
        let told = try ask(path)
        #expect(told.status == 200 && told.headers["cache-control"] == "no-store")
        #expect(try JSONText.decode(Invitation.self, from: Array(told.body.utf8)).code == "ABCDE-FGHJK")
        // Another address, a proxy that says so, and a page of another site.
        let other = try WebClient(address, from: "127.0.0.2").ask(path, "GET", ["Host: localhost"])
        #expect(other.status == 204 && other.body.isEmpty)
        for header in [
            "X-Forwarded-For: 192.0.2.9", "Forwarded: for=192.0.2.9", "Via: 1.1 proxy", "Sec-Fetch-Site: cross-site",
            "X-Real-IP: 192.0.2.9",
        ] { #expect(try ask(path, [header]).status == 204, "\(header)") }
        // No other answer has it.
        for path in ["/api/status", "/metrics"] { #expect(!(try ask(path).body.contains("ABCDE")), "\(path)") }
        try write(until: now)
        #expect(try ask(path).status == 204)
        try write(until: now + 600)
        unlink(file)
        service.readInvitation()
        #expect(try ask(path).status == 204)
    }

    @Test func `each answer is as the OpenAPI document says, which is served`() throws {
        let document = try OpenAPI()
        #expect(try ask("/openapi.json").status == 200)
        #expect(document.paths.count == 6)
        #expect(try ask("/api/display/heartbeat?page=abc&scene=day&drawn=1.5&version=1").status == 204)
        for path in [
            "/api/status", "/api/times?days=4", "/api/times?days=x", "/api/times?date=1999-01-01", "/api/hijri",
            "/api/hijri?date=x", "/api/hijri?date=1066-10-14", "/api/status?x=1",
        ] {
            let answer = try ask(path)
            let found = document.faults(String(path.prefix { $0 != "?" }), answer.status, answer.body)
            #expect(found.isEmpty, "\(path): \(found)")
        }
    }

    @Test func `the mosque's own texts and pictures are served, with what is wrong with the others`() throws {
        let folder = directory.file("slides")
        #expect(mkdir(folder, 0o755) == 0)
        try directory.write(Array("# Ders\n\n<script>alert(1)</script>".utf8), to: "slides/a.md")
        try directory.write([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], to: "slides/b.png")
        var files = MosqueFiles()
        // What has just been written has to be the same at two looks.
        for _ in 1...2 { service.read(&files) }
        let plan = try #require(try follow().read(until: Self.whole)).replacing("\\/", with: "/")
        let html = try #require(plan.firstMatch(of: /"html":"([^"]+)"/).map { String($0.1) })
        let image = try #require(plan.firstMatch(of: /"image":"([^"]+)"/).map { String($0.1) })
        let text = try ask(html)
        #expect(text.status == 200 && text.body == "<h1 dir=\"ltr\">Ders</h1>")
        #expect(text.headers["content-type"] == "text/html; charset=utf-8")
        // Opened by itself it can run and fetch nothing.
        #expect(text.headers["content-security-policy"]?.contains("sandbox") == true)
        #expect(text.headers["cache-control"] == "public, max-age=31536000, immutable")
        #expect(try ask(image).headers["content-type"] == "image/png")
        let wrong = "\(folder)/a.md:3: HTML is not shown; write the text in Markdown"
        #expect(try problems == [wrong])
        #expect(try ask("/slides/../config.toml").status == 404 && ask("/slides/a.md").status == 404)
        // The page knows its own version, which is that of the plan.
        let version = try #require(plan.firstMatch(of: /"version":"([^"]+)"/).map { String($0.1) })
        #expect(version.hasPrefix(Release.version + "-"))
        for path in ["/", "/index.html"] { #expect(try ask(path).body.contains("<html data-version=\"\(version)\" ")) }
        // What the screen cannot show is named by its file, but not by what a page elsewhere says.
        let cut = "/api/display/heartbeat?page=abc&cut=\(html)"
        #expect(try WebClient(address, from: "127.0.0.2").ask(cut, "GET", ["Host: localhost"]).status == 204)
        #expect(try ask("/api/display/heartbeat?page=def&unshown=/slides/other.png").status == 204)
        #expect(try problems == [wrong])
        #expect(try ask("/api/display/heartbeat?page=abc&unshown=\(image)").status == 204)
        let unshown = "\(folder)/b.png cannot be shown by the browser; save it again as PNG or JPEG"
        #expect(try Set(problems ?? []) == [wrong, unshown])
        #expect(try ask(cut).status == 204)
        let words = "is too long for the screen, and its end is cut off; shorten it, or make two files of it"
        #expect(try Set(problems ?? []) == [wrong, "\(folder)/a.md \(words)"])
        // A text that is gone is served no more.
        unlink(directory.file("slides/a.md"))
        service.read(&files)
        #expect(try ask(html).status == 404)
    }

    @Test func `no plan has a smaller number than the one before`() throws {
        let page = try follow()
        // The plan at the connection may be newer than one that is still on its way.
        _ = try #require(page.read(until: Self.whole))
        #expect(mkdir(directory.file("slides"), 0o755) == 0)
        var files = MosqueFiles()
        var told = ""
        for number in 1...3 {
            let text = "+++\nlength = \"1\(number)s\"\n+++\nSlide \(number)"
            try directory.write(Array(text.utf8), to: "slides/\(number).md")
            for _ in 1...2 { service.read(&files) }
            // Where two plans wait to be told, only the last is.
            told = try #require(page.read(until: "\"seconds\":1\(number),"))
        }
        let orders = told.matches(of: /"order":([0-9]+),/).compactMap { Int($0.1) }
        // The same plan may be told twice, where another came while the first was being told.
        #expect(Set(orders).count >= 3 && orders == orders.sorted(), "\(orders)")
    }

    @Test func `however much is wrong with the files, the status stays small`() throws {
        let folder = directory.file("slides")
        #expect(mkdir(folder, 0o755) == 0)
        let text = Array(String(repeating: "a <b>b\n\n", count: 1600).utf8)
        for number in 100..<260 { try directory.write(text, to: "slides/\(number).md") }
        var files = MosqueFiles()
        for _ in 1...2 { service.read(&files) }
        let answer = try ask("/api/status")
        #expect(answer.status == 200 && answer.body.utf8.count < 65_536, "\(answer.body.utf8.count) bytes")
        let problems = try #require(try problems)
        #expect(problems.count == 51)
        #expect(
            problems.first?.hasSuffix("100.md:1: HTML is not shown; write the text in Markdown (and 1599 more like it)")
                == true
        )
        #expect(problems.last == "and 111 more problems with the mosque's own files; mend these first")
    }

    @Test func `an address that takes all streams of each kind keeps nobody out`() throws {
        func begin(_ path: String, from own: String) throws -> WebClient {
            let client = try follow(path, from: own)
            #expect(client.read(until: "event: daemon") != nil)
            return client
        }
        for path in ["/api/events", "/api/display/events"] {
            let own = try begin(path, from: "127.0.0.1")
            let clients = try (1...256).map { _ in try begin(path, from: "127.0.0.2") }
            let other = try begin(path, from: "127.0.0.3")
            for ended in clients.prefix(2) { #expect(ended.read(until: "\r\n0\r\n\r\n") != nil) }
            for each in [own, other] { #expect(each.read(until: "event: daemon") != nil) }
        }
    }

    @Test func `a config that has changed is taken up when the daemon refreshes, and a broken one is not`() throws {
        let page = try follow()
        #expect(page.read(until: "\"languages\":[\"en\"]") != nil)
        let refresh = NoticeEvent(at: "2026-11-21T12:00:00+00:00", event: "refresh", words: "refreshed")
        try directory.write(Array("\(Self.place)[display]\nlanguages = [\"xx\"]\n".utf8), to: "config.toml")
        try daemon.publish(refresh)
        try directory.write(Array("\(Self.place)[display]\nlanguages = [\"ar\"]\n".utf8), to: "config.toml")
        try daemon.publish(refresh)
        #expect(page.read(until: "\"languages\":[\"ar\"]") != nil)
    }

    @Test func `a page gets the plan at once, with the time of then, and hears that the daemon has gone`() throws {
        let page = try follow()
        #expect(page.read(until: #""name":"Central \"Mosque\"""#) != nil)
        let text = try #require(page.read(until: Self.whole))
        let now = try #require(text.firstMatch(of: /"now":([0-9.]+)/).flatMap { Double($0.1) })
        #expect(abs(now - Double(LinuxClock().wall().seconds)) < 10)
        #expect(text.contains("\"text\":\"Welcome\""))
        let follower = try follow("/api/events")
        #expect(follower.read(until: "event: daemon") != nil)
        try daemon.publish(
            NoticeEvent(at: "2026-11-21T12:00:00+00:00", event: "adhan", words: "dhuhr", prayer: "dhuhr")
        )
        #expect(follower.read(until: "event: adhan\ndata: {\"at\"") != nil)
        daemon.stop(within: .seconds(5))
        #expect(page.read(until: "\"state\":\"away\"}\n\n") != nil)
        #expect(follower.read(until: "\"state\":\"away\"}\n\n") != nil, "it is told so, too")
        #expect(try ask("/api/times").status == 200, "it goes on with what it knows")
        #expect(try json("/api/status")["daemon"] as? [String: Any] != nil)
    }
}
