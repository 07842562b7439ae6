import Glibc

/// Finds secret keys in a file that is about to be published: those of S3 in any tool's format, and private keys.
package enum SecretKeys {
    /// Each of them, in the letters and digits of a file, stands before a key.
    private static let marks =
        ["secretaccesskey", "awssecretkey", "sessiontoken", "puttyuserkeyfile", "agesecretkey1"]
        + ["", "rsa", "dsa", "ec", "openssh", "encrypted", "pgp", "ssh2encrypted"].map { "begin\($0)privatekey" }

    /// Time and memory are proportional to the file's size.
    package static func areIn(_ bytes: [UInt8]) -> Bool {
        // Only letters and digits, so that spelling, quotes, line breaks and UTF-16 make no difference; a NUL ends it.
        let letters = bytes.compactMap { byte -> CChar? in
            switch byte {
            case 0x30...0x39, 0x61...0x7A: CChar(byte)
            case 0x41...0x5A: CChar(byte + 0x20)
            default: nil
            }
        }
        let text = letters + [0]
        // strstr takes linear time.
        func has(_ word: String) -> Bool { strstr(text, word) != nil }
        return marks.contains(where: has) || has("accesskey") && has("secretkey")
    }
}
