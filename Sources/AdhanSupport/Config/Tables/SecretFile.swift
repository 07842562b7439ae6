import AdhanCore
import Glibc

/// A password, token or key in a file of one line, or in a systemd credential. It is read at each use, so that a new
/// one works at once. It is never quoted.
package struct SecretFile: Equatable, Sendable {
    /// In bytes; no token is longer.
    private static let sizeLimit = 4096

    /// Before a credential's name in the config.
    private static let scheme = "credential:"

    /// The file; for a credential, where the service has it.
    package let file: String
    /// The credential's name: `LoadCredential=NAME:/etc/adhand/…` of the unit. Nil for a file.
    package let credential: String?

    package init(_ file: String) { (self.file, credential) = (file, nil) }

    /// - Parameter text: `credential:NAME`. Nil for any other text.
    package init?(credential text: String, environment: [String: String] = Environment.variables) {
        guard text.hasPrefix(Self.scheme) else { return nil }
        let name = text.dropFirst(Self.scheme.count)
        guard (1...64).contains(name.utf8.count), !name.hasPrefix("."), name.allSatisfy(Self.isOfName) else {
            return nil
        }
        credential = String(name)
        // A command of root reads what the service has.
        file = (environment["CREDENTIALS_DIRECTORY"] ?? "/run/credentials/adhand-notify.service") + "/\(name)"
    }

    private static func isOfName(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "-_.".contains(character))
    }

    /// Reads it. It may block.
    ///
    /// - Throws: `SecretFault`, with what to do.
    package func read() throws(SecretFault) -> String {
        let bytes: [UInt8]
        do {
            bytes = try BoundedFile.read(file, limit: Self.sizeLimit)
        } catch {
            if let credential, error.isMissing {
                let unit = "LoadCredential=\(credential):/etc/adhand/\(credential)"
                let words = "adhand-notify runs without the credential '\(credential)'; add \(unit) below [Service]"
                throw SecretFault("\(words): sudo systemctl edit adhand-notify")
            }
            let words = "the secret cannot be read: \(error)"
            throw SecretFault(words + (error.isDenied ? "; sudo adhand doctor says what to do" : ""), error.isDenied)
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
        let found = TimeLimit.run(limit, on: file) { Result { () throws(SecretFault) in try read() } }
        guard let found else { throw SecretFault("the secret cannot be read: the disk of \(file) does not answer") }
        return try found.get()
    }

    /// Its fault, for a person. Nil for a credential, which only the service has, and where this user may not read
    /// it, since the service's user may.
    package func problem(within limit: Duration) -> String? {
        guard credential == nil else { return nil }
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

    init(_ description: String, _ isDenied: Bool = false) {
        (self.description, self.isDenied) = (description, isDenied)
    }
}
