import CCrypto

/// SHA-256. The ledger identifies a recording by it, and the cache checks that a payload is complete.
package enum SHA256 {
    /// - Returns: 64 digits of lower-case hex.
    /// - Throws: `DigestFault` if OpenSSL refuses, which its FIPS settings can cause.
    package static func hex(of bytes: [UInt8]) throws(DigestFault) -> String {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        guard EVP_Digest(bytes, bytes.count, &digest, &count, EVP_sha256(), nil) == 1 else { throw DigestFault() }
        return Hex.text(digest.prefix(Int(count)))
    }
}

/// OpenSSL could not compute a digest. The input is not the cause.
package struct DigestFault: Error, Hashable, Sendable, CustomStringConvertible {
    package var description: String { "OpenSSL has no SHA-256" }
}
