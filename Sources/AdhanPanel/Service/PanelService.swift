import AdhanCore
import AdhanDisplay
import AdhanSupport
import AdhanWeb
import Logging
import Synchronization

/// `adhand panel`: the committee's page. It asks and orders the daemon over the control socket, as any other client.
package final class PanelService: Sendable {
    /// How long the daemon may take for an answer.
    private static let patience: Duration = .seconds(8)

    let store: PanelStore
    let hashing: PasswordHashing
    let clock: any HostClock
    let log: Logger
    /// The log of what strangers do.
    package let warnings: HourlyWarnings
    let control: ControlClient
    let knownSessions: KnownSessions
    let invitation: PanelInvitation
    let settings: PanelSettings
    let recordingCheck = RecordingCheck()
    /// Held while a recording is kept, chosen or removed: none is removed between its upload and its row.
    let recordingTurn = Mutex(())
    let sharedStatus = SharedQuestion<StatusReport>()
    /// The days of the previews, which come with each key that is typed, and count as orders.
    let sharedTimes = SharedQuestion<TimesReport>(freshFor: .seconds(30))
    let sharedCalendar = Mutex<SharedCalendar?>(nil)
    let times: TimesDesk
    /// Held while the daemon is told of changes; the reason why it was not told, as last logged.
    let telling = Mutex<String?>(nil)
    let setup: SetupDesk
    /// The display's page, in a frame of this one.
    let preview: DisplayPreview
    private let files: PageFiles
    /// By the keys of accounts. One person must not use up the orders of all, which come from one user of the box.
    private let orderRate = Mutex(OrderRateLimit<String, MonotonicClock>(burst: 8, interval: .seconds(3)))
    /// The page itself, by the language whose texts it asks for.
    private let pages: [String: PageFiles.File]
    private let logins = Mutex(())

    /// - Parameters:
    ///   - log: must not block.
    /// - Throws: where the page's files or the accounts cannot be read.
    package init(
        _ store: PanelStore,
        _ hashing: PasswordHashing,
        socket: String,
        _ folder: PanelFolder,
        config file: String,
        _ locations: Locations,
        clock: any HostClock,
        log: Logger
    ) throws {
        (self.store, self.hashing, self.clock, self.log) = (store, hashing, clock, log)
        warnings = HourlyWarnings(log, clock)
        knownSessions = KnownSessions(try store.sessionAccounts(), devices: try store.deviceDigests())
        settings = PanelSettings(file, folder, locations, store)
        times = TimesDesk(folder, locations)
        setup = SetupDesk(locations, times.reader)
        invitation = PanelInvitation(locations)
        control = ControlClient(path: socket, patience: Self.patience)
        let fonts = ["inter-regular.woff2", "naskh-regular.woff2"].map { name in
            ("fonts/" + name, locations.resource("display/fonts/" + name))
        }
        // The display's names of months, weekdays and prayers.
        let words = Self.languages.map { language in
            ("words/\(language).json", locations.resource("display/texts/\(language).json"))
        }
        files = try PageFiles(
            locations.resource("panel"),
            beside: fonts + words + FaultTexts.files(locations),
            policy: WebAnswer.policy(hasFrames: true)
        )
        pages = try Self.languages.reduce(into: [:]) { [files] pages, language in
            pages[language] = try files.page {
                $0.replacing("texts/frame/en.json", with: "texts/frame/\(language).json")
            }
        }
        preview = try DisplayPreview(locations)
    }

    /// - Parameter certificate: nil for HTTP, which only tests use.
    /// - Throws: where the address cannot be had, or the certificate cannot be used.
    package func listen(
        _ configuration: PanelConfiguration,
        _ certificate: WebServer.Certificate?
    ) throws -> ListenAddress {
        let names = WebServer.Names(table: "panel", executable: "adhand-panel")
        let hosts = AllowedHosts(more: configuration.hosts)
        let stranger = PanelRefusal.loggedOut.answer
        let tasks = WebTasks(
            routes: Self.rule,
            member: { [self] in member($0, $1) },
            stranger: stranger,
            busy: PanelRefusal.busy.answer,
            party: { [self] in party($0) },
            answer: { [self] in answer($0) }
        )
        return try WebServer(configuration.listen, hosts, names, certificate: certificate, tasks: tasks) {
            [self] request in
            guard let file = page(request) ?? files[request.path] ?? previewFile(request.path) else {
                return preview.material(request.path) ?? Self.missing
            }
            return request.header("If-None-Match") == file.tag ? file.same : file.answer
        }.address
    }

    /// The page itself, which asks for the texts in the browser's language at once.
    private func page(_ request: WebRequest) -> PageFiles.File? {
        guard ["/", "/index.html"].contains(request.path) else { return nil }
        let wanted = (request.header("Accept-Language") ?? "").split(separator: ",").map {
            $0.drop { $0 == " " }.prefix(2).lowercased()
        }
        return pages[wanted.first { pages[$0] != nil } ?? "en"]
    }

    /// A file of the display's page, which lies below `/screen/` here.
    private func previewFile(_ path: String) -> PageFiles.File? {
        path.hasPrefix("/screen/") ? preview.file(String(path.dropFirst("/screen".count))) : nil
    }

    /// The languages of the page.
    private static let languages = ["ar", "bn", "de", "en", "fr", "id", "sv", "tr", "ur"]
    private static let missing = WebAnswer.text(404, "there is nothing by that name")

    /// Ends an invitation on the box's screen whose code is over.
    package func endOldInvitation() {
        // reason: it ends once the database answers again
        if invitation.isShown, (try? store.isSetupOpen(now: boot)) == false { invitation.remove() }
    }

    var now: Int64 { clock.wall().seconds }
    var boot: BootMoment { clock.boot() }

    /// - Throws: `PanelRefusal.tooFast` where the person has given too many orders in a short time.
    func checkRate(_ command: ControlRequest.Command, of account: PanelAccount) throws(PanelRefusal) {
        let now = clock.monotonic()
        do throws(ControlRefusal) {
            try orderRate.withLock { rate throws(ControlRefusal) in try rate.admit(command, of: account.key, now) }
        } catch {
            throw PanelRefusal.tooFast("\(error)")
        }
    }

    /// Runs a login after the one before it: one password is hashed at a time, since each needs 64 MB.
    func inTurn<Value>(_ body: () throws -> Value) rethrows -> Value { try logins.withLock { _ in try body() } }
}
