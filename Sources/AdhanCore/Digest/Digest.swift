import CCrypto

/// A digest of bytes that come piece by piece.
package final class Digest {
    package enum Algorithm: String, Sendable {
        /// S3 names the content of most objects by it. It protects against accidents, not against people.
        case md5 = "MD5"
        /// The ledger identifies a recording by it, and the cache checks that a payload is complete.
        case sha256 = "SHA-256"

        fileprivate var function: OpaquePointer? { self == .md5 ? EVP_md5() : EVP_sha256() }
    }

    private let algorithm: Algorithm
    private let context: OpaquePointer

    /// - Throws: `DigestFault` if OpenSSL refuses, which its FIPS settings can cause.
    package init(_ algorithm: Algorithm) throws(DigestFault) {
        guard let context = EVP_MD_CTX_new() else { throw DigestFault(algorithm: algorithm) }
        guard EVP_DigestInit_ex(context, algorithm.function, nil) == 1 else {
            EVP_MD_CTX_free(context)
            throw DigestFault(algorithm: algorithm)
        }
        (self.algorithm, self.context) = (algorithm, context)
    }

    deinit { EVP_MD_CTX_free(context) }

    package func add(_ bytes: UnsafeRawBufferPointer) throws(DigestFault) {
        guard EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1 else {
            throw DigestFault(algorithm: algorithm)
        }
    }

    /// The digest of all that was added, in lower-case hex. Call it once, at the end.
    package func finish() throws(DigestFault) -> String {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        guard EVP_DigestFinal_ex(context, &digest, &count) == 1 else { throw DigestFault(algorithm: algorithm) }
        return Self.text(digest.prefix(Int(count)))
    }

    /// The digest of bytes that are all there, in lower-case hex.
    package static func hex(_ algorithm: Algorithm, of bytes: [UInt8]) throws(DigestFault) -> String {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        guard EVP_Digest(bytes, bytes.count, &digest, &count, algorithm.function, nil) == 1 else {
            throw DigestFault(algorithm: algorithm)
        }
        return text(digest.prefix(Int(count)))
    }

    private static let digits = Array("0123456789abcdef".utf8)

    private static func text(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

/// OpenSSL could not compute a digest. The input is not the cause.
package struct DigestFault: Error, Hashable, Sendable, CustomStringConvertible {
    package let algorithm: Digest.Algorithm

    package var description: String { "OpenSSL has no \(algorithm.rawValue); its FIPS settings may forbid it" }
}
