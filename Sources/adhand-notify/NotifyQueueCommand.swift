import AdhanCore
import AdhanSupport
import Glibc

/// Lists the messages that wait for a receiver, and why.
struct NotifyQueueCommand {
    let options: BoxOptions
    let isJSON: Bool

    /// - Throws: `Ending` where this user may not read the queue; what is wrong with its file.
    func run() throws {
        let (configuration, locations) = try options.load()
        let folder = locations.state + "/notify"
        let path = folder + "/queue.sqlite"
        // SQLite writes beside a file that it reads.
        if access(folder, R_OK | W_OK | X_OK) != 0, errno == EACCES {
            throw Ending(
                EX_NOPERM,
                "\(folder) is the daemon's own, and not for you to look into; as root: sudo adhand notify queue"
            )
        }
        let memoryProblem = memoryProblem()
        var contents = QueueContents()
        if access(path, F_OK) == 0 {
            do {
                contents = try QueueFile(reading: path).contents()
            } catch {
                throw Ending(EX_UNAVAILABLE, memoryProblem ?? "\(path): \(error)")
            }
        }
        let table = QueueTable(
            waiting: contents.messages.flatMap(\.waiting),
            dropped: contents.dropped,
            receivers: configuration.notify.receivers,
            zone: try configuration.place.zone.get().rules,
            now: LinuxClock().wall()
        )
        if let memoryProblem { writeError("adhand: not all is in this list: \(memoryProblem)") }
        if isJSON { print(try table.json) } else { say(lines: table.text) }
    }

    /// Why messages wait in memory alone, by the daemon's status; nil where none does, or it does not answer.
    private func memoryProblem() -> String? {
        let id = "\(FaultKind.receiver.rawValue):\(FailingReceiver.queue)"
        // reason: without a daemon the file alone is shown
        let report = try? options.control().ask(ControlRequest(.status), for: StatusReport.self)
        return report?.problems.first { $0.id == id }?.what
    }
}

/// The waiting messages as text.
struct QueueTable {
    let waiting: [WaitingMessage]
    /// How many were dropped since the file was made.
    let dropped: Int
    let receivers: [NotifyConfiguration.Receiver]
    let zone: ZoneRules
    let now: Instant

    /// A row per message, oldest first, each with the reason below it.
    var text: String {
        let rows = [["since", "receiver", "kind", "attempts"]] + waiting.map(row)
        let lines = zip(columns(rows), [nil] + waiting.map(reason)).map { line, reason in
            line + "\n" + (reason.map { "    \(OneLine.of($0))\n" } ?? "")
        }
        return (waiting.isEmpty ? "no message waits\n" : lines.joined()) + droppedText
    }

    private var droppedText: String {
        guard dropped > 0 else { return "" }
        let messages = dropped == 1 ? "1 message was" : "\(dropped) messages were"
        return "\(messages) dropped so far: too many waited, or for too long\n"
    }

    private func row(_ waiting: WaitingMessage) -> [String] {
        let message = waiting.message
        let of = message.occasion ?? message.fault?.id
        return [
            zone.formatted(Instant(seconds: message.at)), waiting.receiver,
            message.kind.rawValue + (of.map { " (\($0))" } ?? ""), "\(waiting.attempts)",
        ]
    }

    private func reason(_ waiting: WaitingMessage) -> String {
        if let reason = waiting.reason { return reason }
        guard let receiver = receivers.first(where: { $0.name == waiting.receiver }) else {
            return "the config has no such receiver; is adhand-notify running? systemctl status adhand-notify"
        }
        if let quiet = receiver.quiet, waiting.message.severity < receiver.least(at: zone.wall(at: now).secondOfDay) {
            return "it waits for the end of the quiet hours, \(ClockText.format(quiet.to))"
        }
        return "it was not tried yet"
    }

    var json: String {
        get throws {
            let messages = waiting.map { waiting -> JSONObject in
                [
                    "receiver": waiting.receiver, "attempts": waiting.attempts, "reason": reason(waiting),
                    "message": waiting.message,
                ]
            }
            return try JSONText.encode(["waiting": messages, "dropped": dropped] as JSONObject)
        }
    }
}
