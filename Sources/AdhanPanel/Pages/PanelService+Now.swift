import AdhanCore
import AdhanSupport
import AdhanWeb
import Logging

/// The facts of the daemon that the page shows, and the orders for it.
extension PanelService {
    static let nowRoutes: [String: Route] = [
        "GET /api/now": Route(roles: everybody) { service, _ in try service.nowAnswer() },
        "POST /api/stop": Route(roles: everybody, lane: .orders) { try $0.order(ControlRequest(.stop), $1) },
        "POST /api/mute": Route(roles: everybody, lane: .orders) { try $0.mute($1) },
        "POST /api/unmute": Route(roles: everybody, lane: .orders) { try $0.order(ControlRequest(.unmute), $1) },
        "POST /api/test": Route(roles: office, lane: .orders) { try $0.order(ControlRequest(.selfTest), $1) },
    ]

    /// The facts of the page *Now*. Times are ISO 8601 with the offset of the mosque's zone.
    fileprivate struct Now: Encodable {
        struct Call: Encodable {
            let occasion, at: String
            /// Nil where the sound has not been tested yet.
            let willSound: Bool?
            /// The recording's name.
            let file: String
            let isPlaceholder: Bool
            let volume: Double
            let device, who: String?
            var reason: String?
        }
        struct Named: Encodable { let occasion, at: String }
        struct Row: Encodable {
            let prayer, at: String
            let begins, state, withheld: String?
        }

        var mosque: String?
        var now: String?
        var next: Call?
        var today: [Row] = []
        var sounding, starting, mutedUntil, mutedBy: String?
        /// The adhans that are muted.
        var muted: [Call] = []
        /// The next adhan that sounds.
        var first: Named?
        var problems: [StatusReport.Problem] = []
        /// The outcome of the last test of the sound, in words.
        var selfTest: String?
        /// Why the daemon does not answer.
        var away: String?
    }

    func nowAnswer() throws -> WebAnswer {
        switch status() {
        case .success(let status):
            var now = Now(status)
            let isKnown = status.problems.contains { $0.id == FaultKind.config.rawValue }
            if !isKnown { now.problems += configProblems }
            return try json(now)
        case .failure(let fault):
            var now = Now()
            now.away = "\(fault)"
            now.problems = configProblems
            return try json(now)
        }
    }

    /// Asks once for all who wait.
    func status() -> Result<StatusReport, ControlFault> {
        sharedStatus.ask { () throws(ControlFault) in
            try control.ask(ControlRequest(.status), for: StatusReport.self)
        }
    }

    /// Expires the daemon's earlier answers: a change or an order has made them old.
    func expireAnswers() {
        sharedStatus.expire()
        sharedTimes.expire()
    }

    /// Why the box's config cannot be used. The daemon learns of it at its next start or reload only.
    private var configProblems: [StatusReport.Problem] {
        do {
            _ = try settings.draft()
            return []
        } catch let refusal as PanelRefusal {
            return [
                StatusReport.Problem(
                    .config,
                    what: ([refusal.words] + refusal.lines.prefix(5)).joined(separator: "; "),
                    advice: "sudo adhand check-config"
                )
            ]
        } catch {
            let words = "the config of the box cannot be read: \(error)"
            return [StatusReport.Problem(.config, what: words, advice: "sudo adhand check-config")]
        }
    }

    private struct Mute: Decodable { let what: String }

    func mute(_ call: PanelCall) throws -> WebAnswer {
        let given: Mute = try call.body()
        guard given.what.utf8.count <= 40 else { throw PanelRefusal.badBody }
        return try order(ControlRequest(.mute, value: given.what), call)
    }

    private struct Words: Encodable { let words: String }

    /// Gives the daemon an order in the person's name, and the page its words.
    func order(_ request: ControlRequest, _ call: PanelCall) throws -> WebAnswer {
        let account = try call.member.account
        try checkRate(request.command, of: account)
        let name = account.name
        var request = request
        request.person = name
        defer { expireAnswers() }
        do {
            let words = try control.ask(request, for: Done.self).words
            // Only what was done: a stop of nothing may be repeated as fast as a person likes.
            log.notice("\(name) orders: \(request.command.rawValue)")
            return try json(Words(words: words))
        } catch let fault as ControlFault {
            if case .refused = fault {
                let isQuiet = request.command == .stop && nothingSounds()
                throw PanelRefusal(409, isQuiet ? "nothing-sounds" : "refused", "\(fault)")
            }
            throw PanelRefusal(503, "away", "\(fault)")
        }
    }

    /// Whether the daemon says so: one with too many requests refuses to stop a sound, too.
    private func nothingSounds() -> Bool {
        do {
            return try control.ask(ControlRequest(.status), for: StatusReport.self).sounding == nil
        } catch {
            return false
        }
    }
}

extension PanelService.Now {
    fileprivate init(_ status: StatusReport) {
        (mosque, now) = (status.place.name, status.now)
        let calls = (status.adhans ?? []).filter { !$0.isReplaced }
        (next, muted) = (calls.first.map(Call.init), calls.filter(\.isMuted).map(Call.init))
        first =
            calls.first { $0.willSound != false }.map { Named(occasion: $0.occasion, at: $0.at) }
            ?? status.nextSounding.map { Named(occasion: $0.prayer, at: $0.at) }
        today = status.today.map {
            let state = $0.state ?? ($0.isBeforeFirstStart == true ? "before" : nil)
            return Row(prayer: $0.prayer, at: $0.at, begins: $0.begins, state: state, withheld: $0.withheld)
        }
        (sounding, starting) = (status.sounding, status.starting)
        (mutedUntil, mutedBy) = (status.mutedUntil, status.mutedBy)
        selfTest = status.selfTest.words
        // A mute has a line of its own. Any other silence by choice is no fault, but the page is red by it.
        let chosen = StatusReport.Adhan.silences(status.adhans ?? [], now: status.now) {
            !$0.isFault && !$0.isMuted
        }
        problems = status.problems + chosen.map(\.problem)
        // The problem has it.
        if let call = calls.first, problems.contains(where: { $0.silences(call) }) { next?.reason = nil }
    }
}

extension PanelService.Now.Call {
    fileprivate init(_ adhan: StatusReport.Adhan) {
        (occasion, at, willSound) = (adhan.occasion, adhan.at, adhan.willSound)
        (file, isPlaceholder) = (adhan.recording ?? PathName.name(of: adhan.file), adhan.isPlaceholder == true)
        (volume, device, reason, who) = (adhan.volume, adhan.device, adhan.reason, adhan.who)
    }
}
