import AdhanCore
import AdhanSupport

/// Sends messages as JSON to a web address, docs/notify.md.
struct Webhook: Receiver {
    /// The body. The key, kind and so on are the message's.
    private struct Body: Encodable {
        /// The version of the schema. Keys may be added to it, but none removed.
        var version = 1
        let title, text: String
        let language: String
        let message: Message
    }

    let sender: HTTPSender
    let sentences: Sentences
    let secret: SecretFile?

    init(
        _ address: WebAddress,
        _ sentences: Sentences,
        secret: SecretFile?,
        _ network: NetworkSettings = NetworkSettings()
    ) {
        sender = HTTPSender(address.whole, address, network)
        (self.sentences, self.secret) = (sentences, secret)
    }

    func deliver(_ message: Message) -> Delivery {
        let body = Body(
            title: sentences.title(message),
            text: sentences.text(message),
            language: sentences.language.rawValue,
            message: message
        )
        do {
            let bytes = try JSONText.bytes(of: body)
            var headers = ["Idempotency-Key: \(message.key)"]
            if let secret {
                let key = try secret.read(within: ReceiverLimits.disk)
                headers.append(
                    "X-Adhand-Signature: sha256=\(try Digest.hmac(.sha256, key: Array(key.utf8), of: bytes))"
                )
            }
            return sender.post(bytes, headers)
        } catch {
            return .again(after: .zero, reason: "\(error)")
        }
    }
}
