import AdhanCore
import AdhanTestSupport
import Testing

@testable import adhand_sync

struct AlAdhanTimetableTests {
    private static let refusal = #"{"code":400,"status":"BAD_REQUEST","data":"Method 2 is not available."}"#
    private static let month = #"{"code":200,"status":"OK","data":[{"timings":{}}]}"#
    private let november: TimetablePeriod
    private let asking = Asking()

    init() throws { november = .month(of: try CivilDate("2026-11-21")) }

    /// - Returns: the timetable and its base address, which is itself never requested.
    private func timetable(
        method: Int = 3,
        _ answers: AnswerServer.Answer...,
        change: (inout AlAdhanSettings) -> Void = { _ in }
    ) throws -> (AlAdhanTimetable, base: String) {
        let server = try AnswerServer.plain
        let base = try server.answering(.init(status: 404))
        try server.script(String(base.dropFirst(server.base.count)), answers)
        var settings = AlAdhanSettings(.coordinates(latitude: 53.6097, longitude: -2.1561), method: .number(method))
        settings.baseURL = base
        change(&settings)
        return (AlAdhanTimetable(settings: settings, client: asking.client()), base)
    }

    private func fault(_ timetable: AlAdhanTimetable) throws -> FetchFault {
        let fault = #expect(throws: FetchFault.self) { try timetable.fetch(november, known: nil, patience: .usual) }
        return try #require(fault)
    }

    @Test func `AlAdhan and its stand-in pass the same contract tests`() throws {
        let server = try AnswerServer.plain
        let (present, absent) = (try CivilDate("2026-11-21"), try CivilDate("2026-12-01"))
        for span in [AlAdhanSettings.Span.month, .year] {
            let base = try server.answering(.init(status: 404))
            let path = String(base.dropFirst(server.base.count))
            try server.script(
                path + (span == .month ? "/v1/calendar/2026/11" : "/v1/calendar/2026"),
                [.init(headers: ["ETag": "W/\"1\""], body: Self.month)]
            )
            var settings = AlAdhanSettings(.coordinates(latitude: 53.6097, longitude: -2.1561), method: .number(3))
            (settings.baseURL, settings.span) = (base, span)
            let timetable = AlAdhanTimetable(settings: settings, client: asking.client())
            let other = span == .month ? absent : try CivilDate("2027-01-01")
            try RemoteTimetableContract(timetable, present: present, absent: other).check()
        }
        let scripted = ScriptedTimetable(.aladhan, by: .month, serving: ["2026-11": Array(Self.month.utf8)])
        try RemoteTimetableContract(scripted, present: present, absent: absent).check()
    }

    @Test func `a request arrives as intended`() throws {
        let (timetable, base) = try timetable(.init(body: Self.month)) { settings in
            settings.place = .city("Köln & Deutz", country: "DE")
            settings.timezone = "Europe/Berlin"
        }
        _ = try timetable.fetch(november, known: nil, patience: .usual)
        let asked = try AnswerServer.plain.asked(at: base).map(\.path)
        let query =
            "city=K%C3%B6ln%20%26%20Deutz&country=DE&method=3&school=0&timezonestring=Europe%2FBerlin&iso8601=true"
        #expect(asked == ["\(base.dropFirst(try AnswerServer.plain.base.count))/v1/calendarByCity/2026/11?\(query)"])
    }

    @Test func `a year of four megabytes is accepted, a larger one is not`() throws {
        let days = String(repeating: " ", count: 4 << 20)
        let (large, _) = try timetable(.init(body: String(days.dropLast(2)) + "[]"))
        #expect(throws: Never.self) { try large.fetch(november, known: nil, patience: .usual) }
        for manner in [AnswerServer.Answer.Manner.whole, .gzipped] {
            let (tooLarge, _) = try timetable(.init(body: days + "[]", manner: manner))
            #expect(try fault(tooLarge).kind == .tooLarge)
        }
    }

    @Test func `if ISNA is refused, the Muslim World League is tried once, with a warning`() throws {
        for refusal in [AnswerServer.Answer(status: 400, body: Self.refusal), .init(status: 200, body: Self.refusal)] {
            let (timetable, base) = try timetable(
                method: 2,
                refusal,
                .init(headers: ["ETag": "\"m\""], body: Self.month)
            )
            guard case .fetched(let fetched) = try timetable.fetch(november, known: nil, patience: .usual) else {
                Issue.record("nothing was fetched")
                return
            }
            #expect(fetched.bytes == Array(Self.month.utf8))
            #expect(fetched.warning?.contains("Muslim World League") == true)
            #expect(fetched.warning?.contains("(Method 2 is not available.)") == true)
            let asked = try AnswerServer.plain.asked(at: base).map(\.path)
            #expect(asked.map { $0.contains("method=2&") } == [true, false])
            #expect(asked.map { $0.contains("method=3&") } == [false, true])
            #expect(timetable.origin.address(of: november).rawValue.contains("method=2&"))
        }
    }

    @Test func `the replacement for ISNA is not sent again if unchanged`() throws {
        let (timetable, base) = try timetable(
            method: 2,
            .init(status: 400, body: Self.refusal),
            .init(headers: ["ETag": "\"m\""], body: Self.month)
        )
        let known = Provenance(
            source: .aladhan,
            period: november.name,
            address: timetable.origin.address(of: november),
            fetchedAt: Instant(seconds: 0),
            etag: "\"m\"",
            lastModified: nil
        )
        #expect(try timetable.fetch(november, known: known, patience: .usual) == .unchanged)
        #expect(try AnswerServer.plain.asked(at: base).count == 2)
    }

    @Test func `no other method is replaced, and a second refusal is final`() throws {
        let (egypt, base) = try timetable(method: 5, .init(status: 400, body: Self.refusal))
        #expect(try fault(egypt).kind == .refused)
        #expect(try AnswerServer.plain.asked(at: base).count == 1)
        let (isna, other) = try timetable(method: 2, .init(status: 400, body: Self.refusal))
        #expect(try fault(isna).words.contains("answered 400 (Method 2 is not available.); see [timetable.aladhan]"))
        #expect(try AnswerServer.plain.asked(at: other).count == 2)
        let (busy, third) = try timetable(method: 2, .init(status: 429))
        #expect(try fault(busy).kind == .busy)
        #expect(try AnswerServer.plain.asked(at: third).count == 1)
    }

    @Test(arguments: [
        (400, FetchFault.Kind.refused), (404, .absent), (429, .busy), (500, .server),
        (-9_223_372_036_854_775_808, .server),
    ])
    func `an error code in a response with status 200 is a refusal`(_ code: Int, _ kind: FetchFault.Kind) throws {
        let (timetable, _) = try timetable(.init(body: #"{"code":\#(code),"status":"NO","data":"Not \u001b[2Jtoday"}"#))
        let fault = try fault(timetable)
        #expect(fault.kind == kind)
        #expect(fault.words.contains("answered 200, but within it \(code) (Not [2Jtoday)"))
    }

    @Test func `an invalid base address is a fault of the config`() throws {
        let (timetable, _) = try timetable { $0.baseURL = "api.aladhan.com" }
        let fault = try fault(timetable)
        #expect(fault.kind == .here)
        #expect(fault.words == "aladhan: the address does not begin with https://; see [timetable.aladhan]")
    }
}
