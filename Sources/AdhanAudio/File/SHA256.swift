import CCrypto

/// The digest by which the ledger names a file.
enum SHA256 {
    /// - Returns: 64 digits of lower-case hex.
    /// - Throws: `AudioError.decoderFailed` where OpenSSL refuses, which its FIPS settings can bring about.
    static func hex(of bytes: [UInt8]) throws(AudioError) -> String {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        guard EVP_Digest(bytes, bytes.count, &digest, &count, EVP_sha256(), nil) == 1 else {
            throw .decoderFailed(reason: "OpenSSL has no SHA-256")
        }
        let digits = Array("0123456789abcdef")
        return String(digest.prefix(Int(count)).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
