import CCrypto

/// MD5, piece by piece. S3 names the content of most objects by it; it protects against accidents, not against people.
package final class MD5 {
    private let context: OpaquePointer

    /// - Throws: `MD5Fault` if OpenSSL refuses, which its FIPS settings can cause.
    package init() throws(MD5Fault) {
        guard let context = EVP_MD_CTX_new() else { throw MD5Fault() }
        guard EVP_DigestInit_ex(context, EVP_md5(), nil) == 1 else {
            EVP_MD_CTX_free(context)
            throw MD5Fault()
        }
        self.context = context
    }

    deinit { EVP_MD_CTX_free(context) }

    package func add(_ bytes: UnsafeRawBufferPointer) throws(MD5Fault) {
        guard EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1 else { throw MD5Fault() }
    }

    /// The digest of all that was added: 32 digits of lower-case hex. Call it once, at the end.
    package func finish() throws(MD5Fault) -> String {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        guard EVP_DigestFinal_ex(context, &digest, &count) == 1 else { throw MD5Fault() }
        return Hex.text(digest.prefix(Int(count)))
    }

    package static func hex(of bytes: [UInt8]) throws(MD5Fault) -> String {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        guard EVP_Digest(bytes, bytes.count, &digest, &count, EVP_md5(), nil) == 1 else { throw MD5Fault() }
        return Hex.text(digest.prefix(Int(count)))
    }
}

/// OpenSSL could not compute a digest. The input is not the cause.
package struct MD5Fault: Error, Hashable, Sendable, CustomStringConvertible {
    package var description: String { "OpenSSL has no MD5; its FIPS settings may forbid it" }
}

enum Hex {
    private static let digits = Array("0123456789abcdef".utf8)

    /// In lower case.
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
