/// Tells by its name whether an argument of an address is a secret.
package enum SecretName {
    /// Each of them is a secret as a word of a name, too: `client_secret`, `x-amz-security-token`, `accessToken`.
    private static let words: Set<String> = [
        "auth", "authorization", "bearer", "cred", "credential", "credentials", "creds", "jwt", "key", "pass",
        "passcode",
        "passphrase", "passwd", "password", "passwort", "pin", "private", "pw", "pwd", "secret", "session", "sid",
        "sig",
        "signature", "token",
    ]
    /// Names that are written as one word.
    private static let names: Set<String> = [
        "accesskey", "accesskeyid", "accesstoken", "apikey", "apitoken", "appkey", "authkey", "authtoken",
        "awsaccesskeyid",
        "clientsecret", "privatekey", "secretkey", "sessionid", "sessionkey", "sharedaccesssignature", "userpass",
    ]

    /// - Parameter name: as written in the address, percent-encoded.
    package static func isSecret(_ name: Substring) -> Bool {
        // Servers decode a name before they read it.
        let name = String(decoding: name.percentDecoded, as: UTF8.self)
        let parts = name.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        return (parts + parts.flatMap(camelWords) + [parts.joined()]).contains {
            let word = $0.lowercased()
            return words.contains(word) || names.contains(word)
        }
    }

    /// `access` and `Token` of `accessToken`.
    private static func camelWords(_ name: String) -> [String] {
        var words: [String] = []
        for character in name {
            if character.isUppercase || words.isEmpty { words.append("") }
            words[words.count - 1].append(character)
        }
        return words
    }
}
