import CSodium

/// Random values, digests and comparisons, all by libsodium.
enum Secrets {
    /// Whether libsodium is ready. Each use asks for it first.
    private static let isReady = sodium_init() >= 0

    /// - Returns: so many random bytes, as hexadecimal digits.
    static func randomHex(_ count: Int) -> String {
        precondition(isReady, "libsodium cannot be used")
        var bytes = [UInt8](repeating: 0, count: count)
        randombytes_buf(&bytes, count)
        return hex(bytes)
    }

    /// - Returns: so many characters of the set, each by chance.
    static func random(_ count: Int, of set: [Character]) -> String {
        precondition(isReady, "libsodium cannot be used")
        return String((0..<count).map { _ in set[Int(randombytes_uniform(UInt32(set.count)))] })
    }

    /// The SHA-256 of a text, as hexadecimal digits.
    static func digest(_ text: String) -> String { digest(Array(text.utf8)) }

    /// The SHA-256 of bytes, as hexadecimal digits.
    static func digest(_ bytes: [UInt8]) -> String {
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
        return hex(digest)
    }

    /// Whether two texts are equal, in a time that depends on their length alone.
    static func areEqual(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        return left.count == right.count && sodium_memcmp(left, right, left.count) == 0
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        var text = [CChar](repeating: 0, count: bytes.count * 2 + 1)
        sodium_bin2hex(&text, text.count, bytes, bytes.count)
        return String(decoding: text.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// Hashes of passwords and PINs, by argon2id.
package struct PasswordHashing: Sendable {
    /// The passes over the memory, and the memory in bytes.
    private let operations: UInt64
    let memory: Int
    /// The hash of a random password. It is compared where a name is unknown, so that the answer takes as long.
    let decoy: String

    /// 64 MB in two passes, which libsodium calls interactive. A Raspberry Pi 3 has 1 GB for everything.
    package static func usual() throws(PanelFault) -> PasswordHashing {
        try PasswordHashing(operations: 2, memory: 64 << 20)
    }

    /// - Throws: where there is not enough memory.
    package init(operations: UInt64, memory: Int) throws(PanelFault) {
        (self.operations, self.memory) = (operations, memory)
        decoy = try Self.hash(Secrets.randomHex(16), operations, memory)
    }

    func hash(_ password: String) throws(PanelFault) -> String { try Self.hash(password, operations, memory) }

    /// Whether the password has this hash.
    func matches(_ password: String, _ hash: String) -> Bool {
        let bytes = Array(password.utf8CString)
        return crypto_pwhash_str_verify(hash, bytes, UInt64(bytes.count - 1)) == 0
    }

    private static func hash(_ password: String, _ operations: UInt64, _ memory: Int) throws(PanelFault) -> String {
        var text = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
        let bytes = Array(password.utf8CString)
        guard crypto_pwhash_str(&text, bytes, UInt64(bytes.count - 1), operations, memory) == 0 else {
            throw PanelFault(description: "a password cannot be hashed: the box has not enough memory")
        }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// Why the panel cannot do something.
package struct PanelFault: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
}
