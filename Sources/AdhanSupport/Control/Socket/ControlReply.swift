import Glibc

/// `{"ok":…}` or `{"error":{"code":69,"message":"…"}}`.
package enum ControlReply<Answer> {
    case ok(Answer)
    case error(ControlFailure)

    fileprivate enum CodingKeys: String, CodingKey { case ok, error }
}

/// Why the daemon refuses a request.
package struct ControlFailure: Error, Codable, Equatable, CustomStringConvertible {
    /// What was attempted, why not, and what to do.
    package let message: String
    /// The exit code of the command, from sysexits.
    package let code: Int32

    package init(_ message: String, code: Int32 = EX_UNAVAILABLE) {
        (self.message, self.code) = (message, code)
    }

    package init(_ refusal: ControlRefusal) {
        self.init(refusal.description, code: refusal.code)
    }

    package var description: String { message }

    package var line: [UInt8] {
        do {
            return try ControlLine.encode(ControlReply<Never>.error(self))
        } catch {
            return Array("{\"error\":{\"code\":\(code),\"message\":\"\"}}\n".utf8)
        }
    }
}

extension ControlReply: Encodable where Answer: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .ok(let answer): try object.encode(answer, forKey: .ok)
        case .error(let failure): try object.encode(failure, forKey: .error)
        }
    }
}

extension ControlReply: Decodable where Answer: Decodable {
    package init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: CodingKeys.self)
        if let failure = try object.decodeIfPresent(ControlFailure.self, forKey: .error) {
            self = .error(failure)
        } else {
            self = .ok(try object.decode(Answer.self, forKey: .ok))
        }
    }
}
