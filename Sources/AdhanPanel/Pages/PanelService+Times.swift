import AdhanCore
import AdhanSupport
import AdhanTimetables
import AdhanWeb
import Logging
import Synchronization

/// The page *Times*: the timetable in use, and uploads until they are confirmed or dropped.
extension PanelService {
    static let timesRoutes: [String: Route] = [
        "GET /api/times": Route(roles: office) { service, _ in try service.timesAnswer() },
        "POST /api/times/upload": Route(
            roles: office,
            limit: TimetableFile.sizeLimit,
            type: "application/octet-stream"
        ) { try $0.uploadTimes($1) },
        "POST /api/times/read": Route(roles: office) { try $0.readTimes($1) },
        "POST /api/times/confirm": Route(roles: office) { try $0.confirmTimes($1) },
        "POST /api/times/drop": Route(roles: office) { try $0.dropTimes($1) },
    ]

    /// So many days before its end the page asks for the next timetable.
    private static let soon = 45
    private static let mostFaults = 20

    private struct Times: Encodable {
        /// The name of the file in use; nil where there is none.
        var file: String?
        /// Why the file in use cannot be read.
        var unreadable: String?
        /// The sources of the times where there is no file.
        var source: String?
        /// The day up to which it has all days from today on.
        var last: String?
        var endsSoon = false
        var years: [TimesFinding.Year] = []
        var faults = TimesFinding.List<TimesFinding.Fault>([], most: 0)
        /// Whether `[panel] fixed` of the config has the timetable.
        let isFixed: Bool
        let uploads: [UploadFolder.Upload]
    }

    private func timesAnswer() throws -> WebAnswer {
        let draft = try settings.draft()
        let configured = draft.configuration.timetable
        let rules = try timesRules(draft)
        var answer = Times(isFixed: draft.fixed.contains("timetable"), uploads: times.uploads.all())
        guard let path = configured.file else {
            answer.source = (configured.sources.map(\.rawValue) + ["calculation"]).joined(separator: ", ")
            return try json(answer)
        }
        answer.file = PathName.name(of: path)
        let inUse = times.inUse(rules, control)
        if case .unknown(let reason) = inUse.source { answer.unreadable = reason }
        (answer.last, answer.years) = (inUse.last?.description, TimesFinding.years(inUse.written.map(\.day.date)))
        answer.endsSoon = inUse.last.map { rules.today.distance(to: $0) < Self.soon } ?? false
        answer.faults = .init(inUse.faults.map { .init($0) }, most: Self.mostFaults)
        return try json(answer)
    }

    private func timesRules(_ draft: PanelDraft) throws -> TimesRules {
        try TimesRules(draft.configuration, times.reader, now: clock.wall())
    }

    private func uploadTimes(_ call: PanelCall) throws -> WebAnswer {
        let member = try call.member.account.name
        let draft = try settings.draft()
        let rules = try timesRules(draft)
        let name = UploadFolder.name(call.web.argument("name") ?? "")
        let unkept = UploadFolder.Upload(id: "", name: name, by: member, at: now)
        let read = try examine(call.web.body, unkept, rules, for: member)
        // Only a file that may become a timetable is kept.
        let upload = try times.uploads.keep(call.web.body, name: name, by: member, now: now)
        log.notice("\(member) has uploaded the timetable \(name)")
        return try json(finding(upload, read, rules, draft))
    }

    private struct Reading: Decodable {
        let id: String
        var year: Int?
        var columns: [String: String]?
    }

    private func readTimes(_ call: PanelCall) throws -> WebAnswer {
        let draft = try settings.draft()
        let rules = try timesRules(draft)
        let (upload, bytes) = try upload(try call.body())
        let read = try examine(bytes, upload, rules, for: try call.member.account.name)
        try times.uploads.note(upload)
        return try json(finding(upload, read, rules, draft))
    }

    /// The upload, with the year and the columns that this person names.
    private func upload(_ given: Reading) throws -> (UploadFolder.Upload, [UInt8]) {
        guard let found = try times.uploads.load(given.id) else { throw PanelRefusal.noUpload }
        let columns = given.columns ?? [:]
        let areColumns = columns.allSatisfy { DayField($0) != nil && (1...240).contains($1.utf8.count) }
        guard columns.count <= 40, areColumns, given.year.map((1900...2200).contains) ?? true else {
            throw PanelRefusal.badBody
        }
        var upload = found.upload
        (upload.year, upload.columns) = (given.year, columns)
        return (upload, found.bytes)
    }

    /// - Returns: the table; or why it is undecided, where a person can help.
    /// - Throws: `PanelRefusal` where nobody can.
    private func examine(
        _ bytes: [UInt8],
        _ upload: UploadFolder.Upload,
        _ rules: TimesRules,
        for member: String
    ) throws -> Result<ExaminedTable, TimetableRefusal> {
        do {
            return .success(try times.reader.examine(bytes, rules.facts(upload), for: member))
        } catch {
            guard error != TableTurn.busy else { throw PanelRefusal.reading }
            // A wrong word of a person must not cost the file.
            let isHelped = error.isUndecided || upload.year != nil || !upload.columns.isEmpty
            guard isHelped, !error.isOfReader else { throw PanelRefusal.badTable("\(error)") }
            return .failure(error)
        }
    }

    private func finding(
        _ upload: UploadFolder.Upload,
        _ read: Result<ExaminedTable, TimetableRefusal>,
        _ rules: TimesRules,
        _ draft: PanelDraft
    ) -> TimesFinding {
        switch read {
        case .failure(let refusal): return TimesFinding(upload, undecided: "\(refusal)", base: draft.revision)
        case .success(let table):
            let proposal = TimesProposal(table.written, rules.validator)
            let inUse = times.inUse(rules, control)
            return TimesFinding(upload, table, proposal, inUse, rules, base: draft.revision)
        }
    }

    private struct Confirmation: Decodable {
        let id: String
        /// The revision of the settings that the person has seen.
        let base: String
        var year: Int?
        var columns: [String: String]?
        /// The days that are used as they are written.
        let keep: [String]
        /// Whether the days of the timetable in use that this one lacks are kept.
        let others: Bool
    }

    private func confirmTimes(_ call: PanelCall) throws -> WebAnswer {
        let given: Confirmation = try call.body()
        guard given.keep.count <= WrittenTimetable.mostDays else { throw PanelRefusal.badBody }
        let dates = given.keep.compactMap { try? CivilDate($0) }  // reason: another text is no day of the file
        var draft = try settings.draft()
        guard !draft.fixed.contains("timetable") else { throw PanelRefusal.fixedTimetable }
        let rules = try timesRules(draft)
        let named = Reading(id: given.id, year: given.year, columns: given.columns)
        let (upload, bytes) = try upload(named)
        let table: ExaminedTable
        switch try examine(bytes, upload, rules, for: try call.member.account.name) {
        case .success(let read): table = read
        case .failure(let refusal): throw PanelRefusal.badTable("\(refusal)")
        }
        let proposal = TimesProposal(table.written, rules.validator)
        let kept = proposal.keepable(Set(dates))
        let days = proposal.days(keeping: kept)
        guard let last = days.last?.day.date else { throw PanelRefusal.noDay }
        guard last >= rules.today else { throw PanelRefusal.over(last) }
        var others: [FileDay] = []
        if given.others, draft.configuration.timetable.file != nil {
            let inUse = times.inUse(rules, control)
            // Its other days would be lost.
            if case .unknown(let reason) = inUse.source { throw PanelRefusal.unreadInUse(reason) }
            others = inUse.others(besides: Set(days.map(\.day.date)), from: rules.today)
        }
        guard let confirmed = ConfirmedTimetable(days, with: others, keeping: kept, rules) else {
            throw PanelRefusal.noDay
        }
        let change = try times.saving.withLock { _ in
            let file = try settings.files.keep(Array(confirmed.csv.utf8), .timetable, ending: ".csv")
            confirmed.enter(file, into: &draft.tables, rules.configuration.timetable)
            let saved = try keep(draft, base: given.base, call, what: confirmed.words(upload.name))
            times.uploads.drop(upload.id)
            try settings.files.removeUnused(.timetable)
            return saved
        }
        return try tell(change)
    }

    private struct Drop: Decodable { let id: String }

    private func dropTimes(_ call: PanelCall) throws -> WebAnswer {
        let given: Drop = try call.body()
        times.uploads.drop(given.id)
        return try timesAnswer()
    }
}

extension PanelRefusal {
    static let noUpload = PanelRefusal(404, "no-upload", "this upload is not there any more; upload the file again")
    static let reading = PanelRefusal(503, "reading", "\(TableTurn.busy)")
    static let noDay = PanelRefusal(422, "no-day", "no day of this file can be used")
    static let fixedTimetable = PanelRefusal(409, "fixed-timetable", "[panel] fixed of the config has the timetable")

    static func over(_ last: CivilDate) -> PanelRefusal {
        let words = "its days are over; the last one is \(last). Is there a newer timetable?"
        return PanelRefusal(422, "over", words, values: ["last": "\(last)"])
    }

    static func badTable(_ reason: String) -> PanelRefusal {
        PanelRefusal(422, "bad-table", "this file cannot be used: \(reason)", lines: [reason])
    }

    static func unreadInUse(_ reason: String) -> PanelRefusal {
        let words = "the timetable in use cannot be read, so its other days cannot be kept: \(reason)"
        return PanelRefusal(409, "unread-in-use", words, lines: [reason])
    }
}
