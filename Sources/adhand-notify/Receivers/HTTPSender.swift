import AdhanCore
import AdhanSupport
import CCurl

/// Sends JSON by POST, and says what the answer means.
struct HTTPSender: Sendable {
    let address: String
    let isLoopback: Bool
    let isEncrypted: Bool
    let network: NetworkSettings

    /// - Parameters:
    ///   - address: where to; it may differ from the config's in its path.
    ///   - config: the config's address.
    init(_ address: String, _ config: WebAddress, _ network: NetworkSettings) {
        (self.address, isLoopback, isEncrypted) = (address, config.isLoopback, config.isEncrypted)
        self.network = network
    }

    /// - Parameters:
    ///   - headers: besides that of the content's type.
    ///   - hasSecret: whether one is within the headers. The server may send it back, in whatever spelling: no reason
    ///     quotes the server then.
    func post(_ body: [UInt8], _ headers: [String], hasSecret: Bool = false) -> Delivery {
        let answer: CurlSend.Answer
        do throws(CurlFault) {
            let transfer = try CurlSend(address, schemes: isEncrypted ? "https" : "http", network)
            // Without "Expect", the body is sent at once.
            transfer.set(CURLOPT_HTTPHEADER, ["Content-Type: application/json", "Expect:"] + headers)
            transfer.setPost(body)
            // No proxy for this machine itself.
            if isLoopback { transfer.set(CURLOPT_PROXY, "") }
            answer = transfer.run()
        } catch {
            return .again(after: .zero, reason: error.reason)
        }
        return Self.delivery(answer, isQuoted: !hasSecret)
    }

    /// The status decides, even where the rest of the answer is too long or does not come.
    private static func delivery(_ answer: CurlSend.Answer, isQuoted: Bool) -> Delivery {
        let quote = isQuoted ? quote(answer) : ""
        func again(_ words: String) -> Delivery { .again(after: answer.retryAfter, reason: words) }
        switch answer.status {
        case 200..<300: return .done
        case ..<200: return again(answer.problem ?? "it did not answer")
        case 300..<400:
            let redirect = isQuoted ? answer.redirect : nil
            let target = redirect.flatMap { try? WebAddress($0).shown }  // reason: any other is not shown
            let advice = target.map { "; write the new address as `to`: \(OneLine.of($0, limit: 200))" } ?? ""
            return again("it answered \(answer.status), a redirect, which is not followed\(advice)")
        case 401, 403, 407: return again("it answered \(answer.status): check the secret\(quote)")
        case 404: return again("it answered 404: check the address in `to`\(quote)")
        // Only these are about the message itself.
        case 400, 413, 415, 422: return .refused(reason: "it answered \(answer.status)\(quote)")
        default: return again("it answered \(answer.status)\(quote)")
        }
    }

    /// The beginning of an answer's text, with a colon before it.
    private static func quote(_ answer: CurlSend.Answer) -> String {
        guard let text = String(validating: answer.body, as: UTF8.self) else { return "" }
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.isEmpty ? "" : ": \(OneLine.of(words, limit: ReceiverLimits.quoted))"
    }
}
