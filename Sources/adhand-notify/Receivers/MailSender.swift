import AdhanCore
import AdhanSupport
import CCurl
import Synchronization

/// Sends messages as mails by a server that takes them, encrypted. Only to this machine it may send them plainly.
final class MailSender: Receiver {
    /// CURLOPT_MAIL_RCPT_ALLOWFAILS, whose older name has a typing error: one wrong address stops no other.
    private static let allowsFaults = CURLoption(rawValue: 290)

    private let mail: NotifyMail
    private let server: MailServer
    private let from: MailAddress
    private let sentences: Sentences
    private let user: String?
    private let secret: SecretFile?
    private let network: NetworkSettings
    private let isPlainAllowed: Bool
    /// The message of which some addresses were refused for now, and the others, which have it.
    private let begun = Mutex<(key: String, done: Set<String>)?>(nil)

    /// - Parameter isPlainAllowed: whether a server without STARTTLS gets the mails; nil for one on this machine.
    /// - Returns: nil without a server and a sender, which the config refuses.
    init?(
        _ mail: NotifyMail,
        _ sentences: Sentences,
        user: String?,
        secret: SecretFile?,
        _ network: NetworkSettings = NetworkSettings(),
        isPlainAllowed: Bool? = nil
    ) {
        guard let server = mail.server, let from = mail.from else { return nil }
        (self.mail, self.server, self.from, self.sentences) = (mail, server, from, sentences)
        (self.user, self.secret, self.network) = (user, secret, network)
        self.isPlainAllowed = isPlainAllowed ?? server.host.isLoopback
    }

    func deliver(_ message: Message) -> Delivery {
        let scheme = server.isEncrypted ? "smtps" : "smtp"
        do {
            let password = try secret?.read(within: ReceiverLimits.disk)
            let headers = try headers(message)
            let address = "\(scheme)://\(server.host.name):\(server.port)/\(from.domain)"
            let transfer = try CurlSend(address, schemes: scheme, network)
            // CURLUSESSL_ALL and CURLUSESSL_NONE.
            transfer.set(CURLOPT_USE_SSL, isPlainAllowed ? 0 : 3)
            if server.host.isLoopback { transfer.set(CURLOPT_PROXY, "") }
            if let user, let password {
                transfer.set(CURLOPT_USERNAME, user)
                transfer.set(CURLOPT_PASSWORD, password)
            }
            transfer.set(CURLOPT_MAIL_FROM, "<\(from.text)>")
            let done = begun.withLock { $0?.key == message.key ? $0?.done ?? [] : [] }
            let to = mail.to.map(\.text).filter { !done.contains($0) }
            transfer.set(CURLOPT_MAIL_RCPT, to.map { "<\($0)>" })
            transfer.set(Self.allowsFaults, 1)
            transfer.noteRefusals()
            transfer.set(CURLOPT_HTTPHEADER, headers)
            transfer.setText(sentences.text(message).replacing("\n", with: "\r\n") + "\r\n")
            let delivery = delivery(transfer.run(), transfer)
            let later = transfer.refusals.filter(\.isForNow).map(\.address)
            // If the server refuses all addresses, its last answer says nothing of the others.
            let areAllRefused = transfer.refusals.count == to.count
            guard !later.isEmpty, delivery.isAccepted || areAllRefused else { return delivery }
            // A server that knows the sender not yet may say so: the others are not told again.
            begun.withLock { $0 = (message.key, done.union(to).subtracting(later)) }
            return .again(after: .zero, reason: words(transfer.refusals))
        } catch let fault as CurlFault {
            return .again(after: .zero, reason: fault.reason)
        } catch {
            return .again(after: .zero, reason: "\(error)")
        }
    }

    private func delivery(_ answer: CurlSend.Answer, _ transfer: CurlSend) -> Delivery {
        guard let problem = answer.problem else {
            return transfer.refusals.isEmpty ? .done : .partly(reason: words(transfer.refusals))
        }
        if transfer.isLoginDenied {
            return .again(after: .zero, reason: "the mail server refuses the user or its password; check the secret")
        }
        // A refusal of the mail itself is final, and so is one of all its addresses: RFC 5321, section 4.2.3. Any other
        // is about the server, the sender, or a mailbox that is full.
        let hasRefusedAll = !transfer.refusals.isEmpty && !answer.isSent
        let isOfAddresses = hasRefusedAll && [550, 551, 553].contains(answer.status)
        let isFinal = (500..<600).contains(answer.status) && (answer.isSent || isOfAddresses)
        let answered = answer.status < 400 ? problem : "the mail server answered \(answer.status)"
        let reason = hasRefusedAll ? words(transfer.refusals) : answered
        return isFinal ? .refused(reason: reason) : .again(after: .zero, reason: reason)
    }

    /// Addresses by their number: a reason also stands on pages without a login.
    private func words(_ refusals: [CurlSend.Refusal]) -> String {
        let found = refusals.map { refusal in
            "address \((mail.to.firstIndex { $0.text == refusal.address } ?? 0) + 1) of `to` (\(refusal.status))"
        }
        return "the mail server refuses " + found.joined(separator: ", ")
    }

    private func headers(_ message: Message) throws -> [String] {
        let digest = try Digest.hex(.sha256, of: Array("\(from.text) \(message.key)".utf8)).prefix(32)
        return [
            "From: adhand <\(from.text)>",
            "To: " + mail.to.map { "<\($0.text)>" }.joined(separator: ",\r\n "),
            "Subject: " + MailText.encodedWords(sentences.title(message)),
            "Date: " + MailText.date(message.at),
            "Message-ID: <adhand-\(digest)@\(from.domain)>",
            "Content-Language: \(sentences.language.rawValue)",
            // No automatic answers, RFC 3834.
            "Auto-Submitted: auto-generated",
        ]
    }
}

extension MailAddress {
    fileprivate var domain: Substring { text.drop { $0 != "@" }.dropFirst() }
}

enum MailText {
    /// Encoded words of RFC 2047 in UTF-8, each on a line of at most 75 bytes.
    static func encodedWords(_ text: String) -> String {
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }), text.utf8.count < 60, !text.contains("=?") {
            return text
        }
        // Each word has whole letters: 42 bytes become 56 letters of base64.
        var words: [[UInt8]] = [[]]
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if words[words.count - 1].count + bytes.count > 42 { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { "=?UTF-8?B?\(base64($0))?=" }.joined(separator: "\r\n ")
    }

    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    private static func base64(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let number = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0...3 {
                text.append(place <= group.count ? letters[number >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// A date of RFC 5322 in UTC.
    ///
    /// - Parameter seconds: since 1970.
    static func date(_ seconds: Int64) -> String {
        let (days, rest) = (seconds / 86_400, max(0, seconds % 86_400))
        let date = CivilDate(dayNumber: Int(clamping: days))
        let (year, month, day) = date.components
        let clock = ClockText.format(Int(rest)) + (rest % 60 == 0 ? ":00" : "")
        return "\(weekdays[date.weekday]), \(day) \(months[month - 1]) \(year) \(clock) +0000"
    }
}
