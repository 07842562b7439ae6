import AdhanCore
import AdhanSupport
import AdhanTestSupport
import AdhanWeb
import Testing

@testable import AdhanPanel

/// The pages *History* and *Calendar* through the real server.
@Suite struct PanelHistoryTests {
    private let rig: PanelRig

    init() throws { rig = try PanelRig() }

    @Test func `a month has its rows, all pages of them, and who changed what, also as CSV`() throws {
        let login = try rig.enter("volunteer", .volunteer)
        let answer = try rig.get("/api/history?month=2026-11", as: login)
        let rows = try #require(answer.json["rows"] as? [[String: Any]])
        #expect(rows.map { $0["occasion"] as? String } == ["adhan-fajr", "adhan-dhuhr"])
        #expect(rows.first?["state"] as? String == "missed")
        #expect(rows.first?["reason"] as? String == "the power was lost, <b>=1+1</b>")
        #expect((answer.json["changes"] as? [[String: Any]])?.first?["who"] as? String == "Amina")
        let asked = rig.asked.requests.filter { $0.command == .history }
        #expect(asked.map(\.from) == ["2026-11-01", "2026-11-21"] && asked.map(\.to) == ["2026-12-01", "2026-12-01"])
        #expect(answer.json["since"] as? String == "2026-11-20", "nothing is known of the days before")
        #expect(answer.json["placeholder"] as? String == RecordingName.placeholder)
        // The CSV has the columns of the command.
        let file = try rig.get("/api/history.csv?month=2026-11", as: login)
        let lines = file.text.split(separator: "\n")
        let names =
            "date,occasion,state,due_at,started_at,ended_at,lateness_ms,heard_ms,gap_ms,source,file,sha256,device"
        #expect(lines.first.map(String.init) == names + ",reason,who,recording" && lines.count == 3)
        #expect(lines[1].contains("\"the power was lost, <b>=1+1</b>\""))
        #expect(file.headers["content-disposition"] == "attachment; filename=\"adhan-2026-11.csv\"")
        #expect(file.headers["content-type"] == "text/csv; charset=utf-8")
        #expect(file.headers["x-content-type-options"] == "nosniff")
    }

    @Test func `a month of times, a year of them as a calendar file, and no month that is none`() throws {
        let login = try rig.enter("volunteer", .volunteer)
        let month = try rig.get("/api/calendar?month=2028-02", as: login)
        let times = try #require(month.json["times"] as? [String: Any])
        #expect((times["days"] as? [[String: Any]])?.count == 29 && month.json["month"] as? String == "2028-02")
        let file = try rig.get("/api/calendar.ics?month=2026-11&months=12", as: login)
        #expect(file.text.hasPrefix("BEGIN:VCALENDAR\r\n") && file.text.contains("UID:2027-10-31_adhan-isha"))
        #expect(!file.text.contains("UID:2027-11-01_adhan-isha"))
        #expect(file.headers["content-disposition"]?.contains("prayer-times-2026-11.ics") == true)
        for months in ["0", "14", "-1", "x", "99999999999999999999"] {
            let path = "/api/calendar?month=2026-11&months=\(months)"
            #expect(try rig.get(path, as: login).error == "bad-request")
        }
        for month in ["", "2026", "2026-13", "2026-00", "2026-11-01", "1999-12", "2201-01", "9999-12", "x", "%00"] {
            for path in ["history", "history.csv", "calendar", "calendar.ics"] {
                // A person may ask so often at most.
                rig.wait(.seconds(3))
                let answer = try rig.get("/api/\(path)?month=\(month)", as: login)
                #expect(answer.status == 400, "\(path) \(month) \(answer.text)")
            }
        }
    }

    @Test func `the calendar has no iqamas of days before today, on which other rules may have been in force`() throws {
        let login = try rig.enter("volunteer", .volunteer)
        func days(_ month: String) throws -> (all: [[String: Any]], today: String) {
            let answer = try rig.get("/api/calendar?month=\(month)", as: login).json
            let times = try #require(answer["times"] as? [String: Any])
            return (try #require(times["days"] as? [[String: Any]]), try #require(answer["today"] as? String))
        }
        let past = try days("2020-02").all
        #expect(past.count == 29 && past.allSatisfy { $0["iqama"] == nil && $0["fajr"] != nil })
        let today = try days("2020-02").today
        for day in try days(String(today.prefix(7))).all {
            let date = try #require(day["date"] as? String)
            #expect((day["iqama"] != nil) == (date >= today), "\(date)")
        }
    }

    private func link(_ login: PanelRig.Answer, isOn: Bool) throws -> String? {
        let answer = try rig.post("/api/calendar/link", ["isOn": isOn], as: login)
        #expect(answer.status == 200, "\(answer.text)")
        return answer.json["path"] as? String
    }

    @Test func `a phone's calendar needs no login, but the address, which the committee renews`() throws {
        let login = try rig.enter("committee", .committee)
        #expect(try rig.get("/api/calendar/link", as: login).json["path"] as? String == nil)
        let first = try #require(try link(login, isOn: true))
        #expect(first.wholeMatch(of: #/\/calendar\/[0-9a-f]{32}\.ics/#) != nil)
        let answer = try rig.get(first)
        #expect(answer.status == 200 && answer.headers["content-type"] == "text/calendar; charset=utf-8")
        #expect(answer.text.contains("Iqama of Fajr"))
        // The daemon is not asked again at once.
        _ = try rig.get(first)
        #expect(rig.asked.requests.count { $0.command == .times } == 1)
        rig.wait(.minutes(11))
        _ = try rig.get(first)
        #expect(rig.asked.requests.count { $0.command == .times } == 2)
        let second = try #require(try link(login, isOn: true))
        #expect(second != first)
        #expect(try rig.get(first).error == "no-route")
        #expect(try rig.get(second).status == 200)
        #expect(try link(login, isOn: false) == nil)
        #expect(try rig.get(second).error == "no-route")
        #expect(!rig.log.lines.joined().contains(second.dropFirst(10).prefix(32)))
    }

    @Test func `an address that is tried has to wait, and the right one works again afterwards`() throws {
        let path = try #require(try link(try rig.enter("caretaker", .caretaker), isOn: true))
        for word in [
            "", "x", ".ics", String(repeating: "0", count: 32) + ".ics", String(path.dropFirst(10).dropLast(4)),
        ] { #expect(try rig.get("/calendar/" + word).error == "no-route") }
        for one in ["/calendar/y", path] { #expect(try rig.get(one).error == "wait") }
        rig.wait(.minutes(16))
        #expect(try rig.get(path).status == 200)
    }
}

/// The view *Now*.
@Suite struct PanelNowTests {
    private let rig: PanelRig
    private let login: PanelRig.Answer

    init() throws {
        rig = try PanelRig()
        login = try rig.enter("Amina", .caretaker)
    }

    private func problems() throws -> [[String: String]] {
        let problems = try #require(try rig.get("/api/now", as: login).json["problems"] as? [[String: Any]])
        return problems.map { ["what": $0["what"] as? String ?? "", "advice": $0["advice"] as? String ?? ""] }
    }

    @Test func `the view has the next adhan, today and what is wrong, and says when the daemon is away`() throws {
        let facts = try rig.get("/api/now", as: login)
        #expect(facts.json["mosque"] as? String == "Central Mosque" && facts.headers["cache-control"] == "no-store")
        #expect((facts.json["today"] as? [[String: String]])?.first?["prayer"] == "dhuhr")
        let before = try problems()
        #expect(before.first?["advice"] == "adhand set volume default")
        // A call that is silent by choice is told with its reason and the way back.
        #expect(before.last == ["what": "Fajr will NOT sound: off in the config", "advice": "sudo adhand config edit"])
        #expect(try rig.post("/api/stop", as: login).json["words"] as? String == "nothing sounds")
        // A config that became wrong is told before the daemon reads it.
        try rig.write("[iqama]\nfajr = 5\n")
        let after = try problems()
        #expect(after.dropLast() == before[...])
        #expect(after.last?["what"]?.contains("config.toml:2") == true, "\(after)")
        #expect(after.last?["advice"] == "sudo adhand check-config")
        try rig.write("")
        rig.daemon.stop()
        let away = try rig.get("/api/now", as: login)
        #expect(away.status == 200 && (away.json["away"] as? String)?.isEmpty == false)
        #expect(try rig.post("/api/unmute", as: login).error == "away")
    }

    @Test func `where a sound is not stopped, the page does not say that nothing sounds`() throws {
        let server = try rig.replaceDaemon { request, replier in
            var report = StatusReport.sample
            report.sounding = "2026-11-21 adhan-dhuhr"
            request.command == .stop ? replier.refuse(ControlFailure("too many requests")) : replier.answer(report)
        }
        defer { server.stop() }
        #expect(try rig.post("/api/stop", as: login).error == "refused")
    }

    @Test func `the page names the placeholder, what only starts, and what was before the first start`() throws {
        let server = try rig.replaceDaemon { _, replier in
            var report = StatusReport.sample
            report.starting = "amina tries tone.mp3"
            report.today[0].isBeforeFirstStart = true
            report.adhans?[0].recording = RecordingName.placeholder
            report.adhans?[0].isPlaceholder = true
            replier.answer(report)
        }
        defer { server.stop() }
        let now = try rig.get("/api/now", as: login).json
        let next = try #require(now["next"] as? [String: Any])
        #expect(next["isPlaceholder"] as? Bool == true && next["file"] as? String == RecordingName.placeholder)
        #expect(now["sounding"] == nil && now["starting"] as? String == "amina tries tone.mp3")
        #expect((now["today"] as? [[String: Any]])?.first?["state"] as? String == "before")
    }
}
