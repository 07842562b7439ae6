/// Tells by its name whether an argument of an address is a secret.
package enum SecretName {
    /// A name that contains one of them is a secret: `usertoken`, `api_key1`, `X-Amz-Signature`.
    private static let parts = [
        "accesskey", "apikey", "appkey", "authkey", "authorization", "bearer", "credential", "hmac", "passcode",
        "passphrase", "passwd", "password", "passwort", "privatekey", "secret", "session", "signature", "token",
        "userpass",
    ]
    /// Secrets as a whole word only, because ordinary words contain them: `author`, `monkey`, `compass`.
    private static let words: Set<String> = [
        "auth", "cred", "creds", "jwt", "key", "otp", "pass", "pin", "private", "pw", "pwd", "sid", "sig",
    ]

    /// - Parameter name: as written in the address, percent-encoded.
    package static func isSecret(_ name: Substring) -> Bool {
        // Servers decode a name before they read it, some of them twice.
        let name = name.fullyPercentDecoded
        let letters = name.filter { $0.isLetter || $0.isNumber }.lowercased()
        return parts.contains(where: letters.contains) || !words.isDisjoint(with: self.words(of: name))
    }

    /// The words of a name, in lower case: `access` and `key` of `accessKey2`.
    private static func words(of name: String) -> [String] {
        var (words, wasLower) = ([""], false)
        for character in name {
            if !character.isLetter || wasLower && character.isUppercase { words.append("") }
            if character.isLetter { words[words.count - 1].append(character.lowercased()) }
            wasLower = character.isLowercase
        }
        return words
    }
}
