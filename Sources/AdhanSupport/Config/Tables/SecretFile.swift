import AdhanCore
import Glibc

/// A password, token or key in a file of one line, or in a systemd credential. It is read at each use, so that a new
/// one works at once. It is never quoted.
package struct SecretFile: Equatable, Sendable {
    /// In bytes; no token is longer.
    private static let sizeLimit = 4096

    /// The file's path, or the credential's name.
    package let name: String
    private let environment: [String: String]

    /// - Parameter name: a path, or a name without a slash: `LoadCredential=NAME:/etc/adhand/…` of the unit.
    package init(_ name: String, environment: [String: String] = Environment.variables) {
        self.name = name
        self.environment = environment.filter { $0.key == "CREDENTIALS_DIRECTORY" }
    }

    /// Whether a text may be the name of a credential. Those of secrets are rarely so plain.
    static func isCredential(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && !text.hasPrefix(".")
            && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || "-_.".utf8.contains($0) }
    }

    /// The file; nil where it is a credential and the process has none.
    package var file: String? {
        if name.contains("/") { return name }
        return environment["CREDENTIALS_DIRECTORY"].map { "\($0)/\(name)" }
    }

    /// Reads it. It may block.
    ///
    /// - Throws: `SecretFault`, with what to do.
    package func read() throws(SecretFault) -> String {
        guard let file else {
            let unit = "LoadCredential=\(name):/etc/adhand/\(name)"
            let words = "there is no credential '\(name)': add \(unit) below [Service]"
            throw SecretFault("\(words): sudo systemctl edit adhand-notify")
        }
        let bytes: [UInt8]
        do {
            bytes = try BoundedFile.read(file, limit: Self.sizeLimit)
        } catch {
            throw SecretFault("the secret cannot be read: \(error)", isDenied: error.isDenied)
        }
        var status = stat()
        guard stat(file, &status) == 0, status.st_mode & (S_IROTH | S_IWOTH) == 0 else {
            throw SecretFault("\(file) is readable for everybody; make a new secret, and run: chmod o-rw \(file)")
        }
        let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        guard !line.isEmpty, bytes.dropFirst(line.count).allSatisfy({ $0 == 0x0A || $0 == 0x0D }) else {
            throw SecretFault("\(file) has to be one line, the secret alone")
        }
        guard let text = String(validating: line, as: UTF8.self), !line.contains(where: { $0 < 0x20 || $0 == 0x7F })
        else { throw SecretFault("\(file) has signs that no secret has; write it as plain text") }
        return text
    }

    /// Reads it on another thread, as its disk may hang.
    package func read(within limit: Duration) throws(SecretFault) -> String {
        let subject = file ?? name
        let found = TimeLimit.run(limit, on: subject) { Result { () throws(SecretFault) in try read() } }
        guard let found else { throw SecretFault("the secret cannot be read: the disk of \(subject) does not answer") }
        return try found.get()
    }

    /// Its fault, for a person. Nil for a credential that another process has, and where this user may not
    /// read it, since the service's user may.
    package func problem(within limit: Duration) -> String? {
        guard file != nil else { return nil }
        do throws(SecretFault) {
            _ = try read(within: limit)
            return nil
        } catch {
            return error.isDenied ? nil : error.description
        }
    }
}

/// Why a secret cannot be used. It does not contain the secret.
package struct SecretFault: Error, Equatable, CustomStringConvertible {
    package let description: String
    /// Whether this user may not read it.
    let isDenied: Bool

    init(_ description: String, isDenied: Bool = false) { (self.description, self.isDenied) = (description, isDenied) }
}
