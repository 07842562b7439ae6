import AdhanCore
import AdhanDisplay
import AdhanSupport
import AdhanWeb
import Logging

/// The view *Screen*: announcements, pictures and the look of the display's page, with a preview.
extension PanelService {
    static let screenRoutes: [String: Route] = [
        "GET /api/screen": Route(roles: everybody) { service, _ in try service.screenAnswer() },
        "POST /api/screen/announcements": Route(roles: everybody) { service, call in
            try service.saveScreen(call, "the announcements") { ScreenChange(announcements: $0.announcements) }
        },
        "POST /api/screen/pictures": Route(roles: office) { service, call in
            try service.saveScreen(call, "the screen's pictures") { ScreenChange(pictures: $0.pictures) }
        },
        "POST /api/screen/look": Route(roles: [.caretaker]) { service, call in
            try service.saveScreen(call, "the screen's look") { ScreenChange(look: $0.look) }
        },
        "POST /api/screen/preview": Route(roles: everybody) { try $0.previewScreen($1) },
        "GET /api/screen/picture": Route(roles: everybody) { try $0.pictureAnswer($1) },
        "POST /api/screen/upload": Route(roles: office, limit: largestPicture, type: "application/octet-stream") {
            try $0.uploadPicture($1)
        },
    ]

    /// The largest picture that the display shows, in bytes.
    private static let largestPicture = 8 << 20
    /// Uploaded pictures that were never saved are kept for so long, in seconds.
    private static let unsavedFor = 24 * 3600

    private struct Screen: Encodable {
        let revision: String
        let screen: ScreenChange
        /// The languages that the page has, and the states.
        let languages, states: [String]
        /// Whether `[panel] fixed` has the display.
        let isFixed: Bool
        /// Pictures of the box's own config. A list that is saved takes their place.
        let others: [String]
    }

    private func screenAnswer() throws -> WebAnswer {
        let draft = try settings.draft()
        let display = draft.configuration.display
        let folder = settings.folder.path
        let others = (display.files.pictures.map(\.path) + [display.files.background].compactMap(\.self))
            .filter { PathName.folder(of: $0) != folder }
        return try json(
            Screen(
                revision: draft.revision,
                screen: ScreenChange(display, folder: folder),
                languages: DisplayConfiguration.Language.allCases.map(\.rawValue),
                states: DisplayConfiguration.State.allCases.map(\.rawValue),
                isFixed: draft.fixed.contains("display"),
                others: others.map(PathName.name)
            )
        )
    }

    private struct ScreenSave: Decodable {
        let base: String
        let screen: ScreenChange
    }

    /// - Parameter part: of what the page sends, the part that this route may change.
    private func saveScreen(_ call: PanelCall, _ what: String, _ part: (ScreenChange) -> ScreenChange) throws
        -> WebAnswer
    {
        let given: ScreenSave = try call.body()
        let change = part(given.screen)
        guard change != ScreenChange() else { throw PanelRefusal.badBody }
        try checkFiles(change)
        var draft = try settings.draft()
        change.apply(to: &draft.tables)
        return try save(draft, base: given.base, call, what: what)
    }

    /// - Throws: `PanelRefusal` where it names a picture that is not there.
    private func checkFiles(_ change: ScreenChange) throws(PanelRefusal) {
        let names = Set(settings.files.names(.picture))
        guard change.files.allSatisfy(names.contains) else { throw PanelRefusal.noPicture }
    }

    // MARK: Preview

    private struct ScreenTrial: Decodable { let screen: ScreenChange }

    /// Answers with the plan that the display's page would get, saved or not.
    private func previewScreen(_ call: PanelCall) throws -> WebAnswer {
        let given: ScreenTrial = try call.body()
        try checkFiles(given.screen)
        var draft = try settings.draft()
        given.screen.apply(to: &draft.tables)
        let candidate: Configuration
        do {
            candidate = try settings.candidate(draft)
        } catch let error as ConfigError {
            throw PanelRefusal.wrongConfig(error.faults.map(\.message))
        }
        do {
            let (plan, problems) = try plan(candidate)
            let words = try JSONText.encode(problems, isPretty: false)
            return .json(200, "{\"plan\":\(plan),\"problems\":\(words)}")
        } catch let fault as ControlFault {
            throw PanelRefusal(503, "away", "\(fault)")
        }
    }

    private func plan(_ configuration: Configuration) throws -> (json: String, problems: [String]) {
        let now = clock.wall()
        // The mosque's date is this one, that before or that after.
        let first = ZoneRules.utc.wall(at: now).date.adding(days: -2)
        let request = ControlRequest(.times, from: first.description, to: first.adding(days: 13).description)
        let times = try sharedTimes.ask { () throws(ControlFault) in
            try control.ask(request, for: TimesReport.self)
        }.get()
        let status = try status().get()
        let zone = try ZoneStore(settings.locations).find(times.place.timezone).rules
        let lookup = configuration.lookup(settings.locations)
        return try preview.plan(configuration, times, status, zone, lookup: lookup, now: now)
    }

    // MARK: Pictures

    private struct Uploaded: Encodable {
        let file: String
        /// In pixels.
        let width, height: Int
    }

    private func uploadPicture(_ call: PanelCall) throws -> WebAnswer {
        let member = try call.member.account
        try checkRate(.set, of: member)
        let size: PictureSize
        do throws(PictureSize.Fault) {
            size = try PictureSize(call.web.body)
        } catch {
            throw error == .tooLarge ? PanelRefusal.largePicture : PanelRefusal.noPicture
        }
        let files = settings.files
        // A person may have uploaded others that are not saved yet.
        for name in files.names(.picture) where isOld("\(files.folder.path)/\(name)") {
            _ = try files.remove(name, .picture)
        }
        let name = try files.keep(call.web.body, .picture, ending: ".\(size.kind.rawValue)")
        log.notice("\(member.name) has uploaded \(name)")
        return try json(Uploaded(file: name, width: size.width, height: size.height))
    }

    private func isOld(_ path: String) -> Bool {
        FileStamp(path).map { !$0.isWritten(within: Self.unsavedFor, of: LinuxClock().wall().seconds) } ?? false
    }

    private func pictureAnswer(_ call: PanelCall) throws -> WebAnswer {
        guard let name = call.web.argument("file"), let path = settings.files.path(name, .picture) else {
            throw PanelRefusal.noPicture
        }
        // Its kind is the ending of its name, which has its digest: it never changes.
        let type = "image/" + (name.split(separator: ".").last ?? "")
        return try .file(path, type, range: nil, [("Cache-Control", "public, max-age=31536000, immutable")])
    }
}

extension PanelRefusal {
    fileprivate static let noPicture = PanelRefusal(
        422,
        "no-picture",
        "this is no PNG or JPEG picture; save it as one of these"
    )
    fileprivate static let largePicture = PanelRefusal(
        422,
        "large-picture",
        "this picture has too many pixels; save it smaller"
    )
}
