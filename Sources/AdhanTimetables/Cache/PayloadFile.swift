import AdhanCore

struct CacheName {
    enum State: String, CaseIterable {
        case kept = ".payload"
        case broken = ".payload.broken"
        case rejected = ".payload.rejected"
    }

    let source: SourceName
    let period: TimetablePeriod
    let state: State

    var file: String { "\(source.rawValue)-\(period.name)\(state.rawValue)" }
}

extension CacheName {
    init?(_ file: String) {
        guard let state = State.allCases.last(where: { file.hasSuffix($0.rawValue) }),
            let dash = file.firstIndex(of: "-"), let source = SourceName(rawValue: String(file[..<dash])),
            let period = TimetablePeriod.named(String(file[dash...].dropFirst().dropLast(state.rawValue.count)))
        else { return nil }
        self.init(source: source, period: period, state: state)
    }
}

/// A payload in a file: one line of JSON with its origin, size and digest, then its bytes.
struct PayloadFile {
    let payload: Payload
    /// Why it was rejected; nil if it was accepted.
    let rejected: String?

    /// The maximum size of such a file, in bytes, including the first line. A year in any format has a tenth of it.
    static let sizeLimit = 8 << 20

    struct Flaw: Error {
        let reason: String
        /// Whether the file is damaged; otherwise the box is to blame.
        var isBroken = true
    }

    private struct Head: Codable {
        let provenance: Provenance
        let length: Int
        let sha256: String
        let rejected: String?
    }

    func encoded() throws(Flaw) -> [UInt8] {
        let line: [UInt8]
        let digest = try Self.digest(payload.bytes)
        let head = Head(provenance: payload.provenance, length: payload.bytes.count, sha256: digest, rejected: rejected)
        do { line = try JSONText.bytes(of: head) } catch { throw Flaw(reason: "\(error)", isBroken: false) }
        let bytes = line + [0x0A] + payload.bytes
        guard bytes.count <= Self.sizeLimit else {
            let reason = "it would have \(bytes.count) bytes, more than the limit of \(Self.sizeLimit)"
            throw Flaw(reason: reason, isBroken: false)
        }
        return bytes
    }

    private static func digest(_ bytes: [UInt8]) throws(Flaw) -> String {
        do { return try Digest.hex(.sha256, of: bytes) } catch { throw Flaw(reason: "\(error)", isBroken: false) }
    }
}

extension PayloadFile {
    init(_ bytes: [UInt8], of name: CacheName) throws(Flaw) {
        guard bytes.count <= Self.sizeLimit else {
            throw Flaw(reason: "it has more than \(Self.sizeLimit) bytes, which no timetable needs")
        }
        guard let end = bytes.firstIndex(of: 0x0A) else { throw Flaw(reason: "its first line has no end") }
        let head: Head
        do {
            head = try JSONText.decode(from: Array(bytes[..<end]))
        } catch {
            throw Flaw(reason: "its first line does not say where the rest is from")
        }
        let body = Array(bytes[(end + 1)...])
        let (source, period) = (head.provenance.source, head.provenance.period)
        guard source == name.source, period == name.period.name else {
            throw Flaw(reason: "it contains \(source.rawValue) \(period), which is not its name")
        }
        guard body.count == head.length else { throw Flaw(reason: "\(body.count) of \(head.length) bytes are left") }
        guard try Self.digest(body) == head.sha256 else { throw Flaw(reason: "its SHA-256 does not match its bytes") }
        self.init(payload: Payload(provenance: head.provenance, bytes: body), rejected: head.rejected)
    }
}
