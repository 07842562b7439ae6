import AdhanCore
import AdhanSupport
import CCurl

/// Sends JSON by POST, and says what the answer means.
///
/// No reason quotes the server: it may answer with its own address, whose path is a secret of many services. Reasons
/// stand in the log, in `status` and on pages without a login.
struct HTTPSender: Sendable {
    let address: String
    let isLoopback: Bool
    let isEncrypted: Bool
    let network: NetworkSettings

    /// - Parameters:
    ///   - address: where to; it may differ from the config's in its path.
    init(_ address: String, _ config: WebAddress, _ network: NetworkSettings) {
        (self.address, isLoopback, isEncrypted) = (address, config.isLoopback, config.isEncrypted)
        self.network = network
    }

    func post(_ body: [UInt8], _ headers: [String]) -> Delivery {
        do throws(CurlFault) {
            let transfer = try CurlSend(address, schemes: isEncrypted ? "https" : "http", network)
            // Without "Expect", the body is sent at once.
            transfer.set(CURLOPT_HTTPHEADER, ["Content-Type: application/json", "Expect:"] + headers)
            transfer.setPost(body)
            // No proxy for this machine itself.
            if isLoopback { transfer.set(CURLOPT_PROXY, "") }
            return Self.delivery(transfer.run())
        } catch {
            return .again(after: .zero, reason: error.reason)
        }
    }

    /// The status decides, even where the rest of the answer is too long or does not come.
    private static func delivery(_ answer: CurlSend.Answer) -> Delivery {
        let words = "it answered \(answer.status)"
        func again(_ advice: String = "") -> Delivery { .again(after: answer.retryAfter, reason: words + advice) }
        switch answer.status {
        case 200..<300: return .done
        case ..<200: return .again(after: answer.retryAfter, reason: answer.problem ?? "it did not answer")
        case 300..<400: return again(", a redirect, which is not followed: write the final address as `to`")
        case 401, 403, 407: return again(": check the secret")
        case 404: return again(": check the address in `to`")
        // Only these are about the message itself.
        case 400, 413, 415, 422: return .refused(reason: words)
        default: return again()
        }
    }
}
