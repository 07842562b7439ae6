import AdhanCore
import AdhanSupport

/// Publishes messages to a topic of ntfy, as JSON: https://docs.ntfy.sh/publish/#publish-as-json
struct Ntfy: Receiver {
    private struct Body: Encodable {
        let topic, title, message: String
        /// 1 to 5; 5 also wakes a phone that is silent.
        let priority: Int
        /// Names of emojis, which are shown before the title.
        let tags: [String]
        /// The address that a tap opens; nil for the app.
        let click: String?
    }

    /// In bytes: ntfy turns longer texts into attachments.
    private static let longest = 3900

    private let sender: HTTPSender
    private let topic: String
    private let sentences: Sentences
    private let secret: SecretFile?
    private let click: WebAddress?

    /// - Parameter address: `https://HOST/TOPIC`.
    init(
        _ address: WebAddress,
        _ sentences: Sentences,
        secret: SecretFile?,
        click: WebAddress? = nil,
        _ network: NetworkSettings = NetworkSettings()
    ) {
        topic = String(address.path.dropFirst())
        // JSON is sent to the server, not to the topic.
        sender = HTTPSender(String(address.whole.dropLast(topic.count)), address, network)
        (self.sentences, self.secret, self.click) = (sentences, secret, click)
    }

    func deliver(_ message: Message) -> Delivery {
        let (priority, tag) =
            switch message.severity {
            case .info: (3, "mosque")
            case .warning: (4, "warning")
            case .critical: (5, "rotating_light")
            }
        let isOver = message.fault?.phase == .ended
        let body = Body(
            topic: topic,
            title: sentences.title(message),
            message: sentences.text(message).cut(to: Self.longest),
            priority: isOver ? 3 : priority,
            tags: [isOver ? "white_check_mark" : tag],
            click: click?.whole
        )
        do {
            let bytes = try JSONText.bytes(of: body)
            let token = try secret?.read(within: ReceiverLimits.disk)
            let headers = ["Idempotency-Key: \(message.key)"] + (token.map { ["Authorization: Bearer \($0)"] } ?? [])
            // ntfy does not know the key: a message that is sent twice is shown twice.
            return sender.post(bytes, headers)
        } catch {
            return .again(after: .zero, reason: "\(error)")
        }
    }
}

extension String {
    /// The text, or its beginning with "…" at the end, where it has more bytes than the limit.
    func cut(to limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var (text, mark) = ("", "…")
        for character in self {
            guard text.utf8.count + character.utf8.count + mark.utf8.count <= limit else { break }
            text.append(character)
        }
        mark = text + mark
        return mark
    }
}
