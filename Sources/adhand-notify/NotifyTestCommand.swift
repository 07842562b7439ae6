import AdhanCore
import AdhanSupport
import Glibc

/// Sends the receivers of `[[notify]]` a message of each kind that they want, and says what they answer.
struct NotifyTestCommand {
    /// How long a broker may take.
    private static let patience: Duration = .seconds(30)

    let options: BoxOptions
    /// The receiver that gets them; nil for all.
    let name: String?

    /// - Throws: `Ending` with what to do where the config has no such receiver, or a message was not accepted.
    func run() throws {
        let (configuration, locations) = try options.load()
        let receivers = try chosen(configuration.notify.receivers)
        // A secret or program that only root may use would pass here, and fail for the service.
        try Account.becomeService()
        let zone = try configuration.place.zone.get().rules
        let mosque = configuration.place.place.name
        let now = LinuxClock().wall()
        var isAccepted = true
        for settings in receivers {
            if let broker = settings.broker(name: mosque) {
                isAccepted = test(broker, settings.name) && isAccepted
            } else if let receiver = settings.receiver(zone, mosque: mosque, locations) {
                let messages = settings.testMessages(MQTTSettings.id(of: mosque), zone, at: now)
                isAccepted = test(receiver, messages, settings.name) && isAccepted
            }
        }
        if !isAccepted { throw Ending(EX_UNAVAILABLE) }
    }

    private func chosen(_ receivers: [NotifyConfiguration.Receiver]) throws -> [NotifyConfiguration.Receiver] {
        guard !receivers.isEmpty else {
            throw Ending(EX_CONFIG, "the config has no [[notify]]; add one, as in config.example.toml")
        }
        guard let name else { return receivers }
        let found = receivers.filter { $0.name == name }
        guard found.isEmpty else { return found }
        let names = receivers.map(\.name)
        let hint = Spelling.nearest(to: name, among: names).map { "; did you mean '\($0)'?" } ?? ""
        throw Ending(EX_USAGE, "there is no receiver '\(name)', only \(names.joined(separator: ", "))\(hint)")
    }

    /// Sends the messages until one is not accepted.
    private func test(_ receiver: any Receiver, _ messages: [Message], _ name: String) -> Bool {
        var accepted: [String] = []
        var fault: String?
        for message in messages where fault == nil {
            let kind = message.kind.rawValue
            switch receiver.deliver(message) {
            case .done: accepted.append(kind)
            case .partly(let why): fault = "accepted \(kind), but not for all: \(why)"
            case .refused(let why): fault = "refuses \(kind): \(why)"
            case .again(_, let why): fault = "did not accept \(kind): \(why)"
            }
        }
        if !accepted.isEmpty { say("\(name) accepted \(accepted.joined(separator: ", "))", .good) }
        if let fault { say("\(name) \(fault)", .bad) }
        fflush(nil)
        return fault == nil
    }

    /// A broker is told values, not messages.
    private func test(_ broker: MQTTSettings, _ name: String) -> Bool {
        let fault =
            TimeLimit.run(Self.patience, on: broker.host) { MQTTClient.fault(of: broker) }
            ?? "it did not answer within \(Self.patience.components.seconds) s"
        if let fault { say("\(name): \(fault)", .bad) } else { say("\(name) accepts the connection", .good) }
        fflush(nil)
        return fault == nil
    }
}

extension NotifyConfiguration.Receiver {
    /// A message of each kind that the receiver wants, in the order of the kinds; none is about anything.
    fileprivate func testMessages(_ id: String, _ zone: ZoneRules, at now: Instant) -> [Message] {
        let prayer = Prayer.called.first(where: prayers.contains) ?? .fajr
        return NotifyConfiguration.Event.allCases.compactMap { kind in
            let isFault = kind == .fault
            let occasion = kind.sampleOccasion(of: prayer)
            let message = Message(
                key: "\(id)/test/\(now.seconds)/\(kind.rawValue)",
                kind: kind,
                severity: isFault ? max(.warning, severity) : .info,
                at: now.seconds,
                occasion: occasion?.name,
                prayer: occasion?.prayer,
                date: isFault ? nil : "\(zone.wall(at: now).date)",
                due: isFault ? nil : now.seconds,
                fault: isFault ? .init(id: "test", phase: .began, since: now.seconds) : nil,
                words: "This is a test of adhand. \(isFault ? "Nothing is wrong." : "Nothing is due.")",
                isTest: true
            )
            return wants(message) ? message : nil
        }
    }
}

extension NotifyConfiguration.Event {
    /// An occasion that the kind is about; nil for a fault.
    fileprivate func sampleOccasion(of prayer: Prayer) -> Occasion? {
        switch self {
        case .adhanBefore, .adhan, .adhanAfter: .adhan(prayer)
        case .iqama: .iqama(prayer)
        case .khutbah: .jumuah(1)
        case .imsak: .imsak
        case .iftar: .iftar
        case .eid: .eid(1)
        case .reminder: .reminder(.adhan(prayer), 600)
        case .fault: nil
        }
    }
}

extension MQTTClient {
    /// Connects, and writes nothing that stays. It may block for some minutes.
    ///
    /// - Returns: why the broker does not accept that; nil where it does.
    fileprivate static func fault(of settings: MQTTSettings) -> String? {
        var settings = settings
        // The service's connection, of the same name, would be ended.
        settings.id += "_test"
        let topic = MQTTTopics(settings).link
        do throws(MQTTFault) {
            let client = try MQTTClient(settings, will: topic, keepalive: 30)
            let limit = MQTTLink.Waits().answer
            let end = BootClock.now() + limit
            while !client.isAccepted {
                guard BootClock.now() < end else { throw .noAnswer(limit) }
                try client.step(waker: -1, within: .milliseconds(100))
            }
            // Without content, so that the broker keeps nothing.
            try client.publish([], to: topic)
            client.disconnect(within: .seconds(2))
            return nil
        } catch {
            return "\(error)"
        }
    }
}
