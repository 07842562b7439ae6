import AdhanCore
import AdhanSupport
import Glibc

/// The panel's certificate, which openssl makes and signs with its own key.
package struct PanelCertificate {
    private static let program = "/usr/bin/openssl"
    private static let patience: Duration = .seconds(60)
    /// In bytes.
    private static let largest = 1 << 20

    private let folder: PanelFolder

    package init(_ folder: PanelFolder) { self.folder = folder }

    /// Makes a key and a certificate for ten years, where there is none.
    ///
    /// - Throws: `PanelFault` where openssl does not make it; `AtomicFile.Fault`.
    @discardableResult
    package func make(names: [String], addresses: [String]) throws -> Bool {
        guard access(folder.certificate, F_OK) != 0 || access(folder.key, F_OK) != 0 else { return false }
        let known = names.filter { $0.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x2C } }
        let subjects = (known.map { "DNS:\($0)" } + addresses.map { "IP:\($0)" }).joined(separator: ",")
        // Both come on the output, so that the key is in no file that others could read meanwhile.
        let output = try openssl([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc", "-sha256",
            "-days", "3650", "-subj", "/CN=adhand", "-addext", "subjectAltName=\(subjects)",
            // A thief of its key must not be able to vouch for other sites.
            "-addext", "basicConstraints=critical,CA:FALSE", "-addext", "keyUsage=critical,digitalSignature", "-addext",
            "extendedKeyUsage=serverAuth",
            "-keyout", "-", "-out", "-",
        ])
        let text = String(decoding: output, as: UTF8.self)
        guard let key = Self.block("PRIVATE KEY", of: text), let certificate = Self.block("CERTIFICATE", of: text)
        else { throw Self.fault("has made no certificate") }
        try AtomicFile.replace(folder.key, with: Array(key.utf8), mode: 0o600)
        try AtomicFile.replace(folder.certificate, with: Array(certificate.utf8), mode: 0o600)
        return true
    }

    /// The fingerprint that a browser shows: the SHA-256 of the certificate, `AB:CD:…`.
    package func fingerprint() throws -> String {
        let output = String(decoding: try x509(["-fingerprint", "-sha256"]), as: UTF8.self)
        return String(output.split(separator: "=").last ?? "").filter { !$0.isWhitespace }
    }

    /// How long it holds, and for which names and addresses.
    ///
    /// - Parameter wanted: the names and addresses for which it should hold.
    /// - Throws: `PanelFault` where openssl cannot read it.
    package func facts(wanted: [String], now: Instant) throws -> PanelReport.Certificate {
        let words = ["-issuer", "-enddate", "-dateopt", "iso_8601", "-ext", "subjectAltName"]
        let text = String(decoding: try x509(words), as: UTF8.self)
        return try Self.facts(text, wanted: wanted, today: ZoneRules.utc.wall(at: now).date)
    }

    static func facts(_ text: String, wanted: [String], today: CivilDate) throws -> PanelReport.Certificate {
        let lines = text.split(separator: "\n").map { $0.filter { $0 != " " } }
        func value(_ name: String) -> String? {
            lines.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.utf8.count + 1)) }
        }
        // reason: a fault of openssl's output is told below
        guard let end = value("notAfter").flatMap({ try? CivilDate($0.prefix(10)) }) else {
            throw Self.fault("says no end of the certificate")
        }
        let held = Set(
            lines.flatMap { $0.split(separator: ",") }.compactMap { entry in
                ["DNS:", "IPAddress:"].first { entry.hasPrefix($0) }.map { entry.dropFirst($0.utf8.count).lowercased() }
            }
        )
        let isOwn = value("issuer") == "CN=adhand"
        return PanelReport.Certificate(
            end: end.description,
            daysLeft: today.distance(to: end),
            isOwn: isOwn,
            // Another's certificate is for a name: it need not have addresses.
            missing: isOwn ? wanted.filter { !held.contains($0.lowercased()) } : []
        )
    }

    private static func fault(_ words: String) -> PanelFault {
        PanelFault(description: "\(program) \(words); install it again: sudo apt install --reinstall openssl")
    }

    /// Has openssl print something of the certificate. It gets the bytes, since openssl would wait for a pipe.
    private func x509(_ words: [String]) throws -> [UInt8] {
        let bytes: [UInt8]
        do {
            bytes = try BoundedFile.read(folder.certificate, limit: Self.largest)
        } catch {
            throw PanelFault(description: "\(error)")
        }
        return try openssl(["x509", "-noout"] + words, input: bytes)
    }

    private func openssl(_ words: [String], input: [UInt8] = []) throws -> [UInt8] {
        let child: AnsweringChild
        do {
            child = try AnsweringChild(Self.program, words, input: input)
        } catch {
            throw Self.fault("cannot be run")
        }
        let (output, end) = child.finish(within: Self.patience, limit: 1 << 16)
        guard end == .exited(0) else { throw Self.fault("has failed") }
        return output
    }

    private static func block(_ name: String, of text: String) -> String? {
        let (first, last) = ("-----BEGIN \(name)-----", "-----END \(name)-----")
        guard let start = text.ranges(of: first).first, let end = text.ranges(of: last).first,
            start.lowerBound < end.lowerBound
        else { return nil }
        return text[start.lowerBound..<end.upperBound] + "\n"
    }
}
