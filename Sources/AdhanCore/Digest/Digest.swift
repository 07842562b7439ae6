import CGcrypt

/// A digest of bytes that come piece by piece.
package final class Digest {
    package enum Algorithm: String, Sendable {
        /// S3 names the content of most objects by it. It protects against accidents, not against people.
        case md5 = "MD5"
        /// The ledger identifies a recording by it, and the cache checks that a payload is complete.
        case sha256 = "SHA-256"

        fileprivate var number: Int32 { Int32(self == .md5 ? GCRY_MD_MD5.rawValue : GCRY_MD_SHA256.rawValue) }
    }

    private let algorithm: Algorithm
    private let handle: gcry_md_hd_t

    /// Whether the library can be used. It is initialised once.
    private static let isReady = adhand_gcrypt_begin() != 0

    /// - Throws: `DigestFault` if libgcrypt refuses, which its FIPS mode can cause.
    package init(_ algorithm: Algorithm) throws(DigestFault) {
        var handle: gcry_md_hd_t?
        guard Self.isReady, gcry_md_open(&handle, algorithm.number, 0) == 0, let handle else {
            throw DigestFault(algorithm: algorithm)
        }
        (self.algorithm, self.handle) = (algorithm, handle)
    }

    deinit { gcry_md_close(handle) }

    package func add(_ bytes: UnsafeRawBufferPointer) {
        if let start = bytes.baseAddress { gcry_md_write(handle, start, bytes.count) }
    }

    /// The digest of all that was added, in lower-case hex. Call it once, at the end.
    package func finish() throws(DigestFault) -> String {
        guard let digest = gcry_md_read(handle, algorithm.number) else { throw DigestFault(algorithm: algorithm) }
        let count = Int(gcry_md_get_algo_dlen(algorithm.number))
        return Self.text(UnsafeBufferPointer(start: digest, count: count))
    }

    /// The digest of bytes that are all there, in lower-case hex.
    package static func hex(_ algorithm: Algorithm, of bytes: [UInt8]) throws(DigestFault) -> String {
        let digest = try Digest(algorithm)
        bytes.withUnsafeBytes(digest.add)
        return try digest.finish()
    }

    /// The keyed digest of bytes that are all there (HMAC, RFC 2104), in lower-case hex.
    package static func hmac(_ algorithm: Algorithm, key: [UInt8], of bytes: [UInt8]) throws(DigestFault) -> String {
        var handle: gcry_md_hd_t?
        guard isReady, gcry_md_open(&handle, algorithm.number, UInt32(GCRY_MD_FLAG_HMAC.rawValue)) == 0, let handle
        else {
            throw DigestFault(algorithm: algorithm)
        }
        defer { gcry_md_close(handle) }
        guard gcry_md_setkey(handle, key, key.count) == 0 else { throw DigestFault(algorithm: algorithm) }
        gcry_md_write(handle, bytes, bytes.count)
        guard let digest = gcry_md_read(handle, algorithm.number) else { throw DigestFault(algorithm: algorithm) }
        return text(UnsafeBufferPointer(start: digest, count: Int(gcry_md_get_algo_dlen(algorithm.number))))
    }

    private static let digits = Array("0123456789abcdef".utf8)

    private static func text(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

/// libgcrypt could not compute a digest. The input is not the cause.
package struct DigestFault: Error, Hashable, Sendable, CustomStringConvertible {
    package let algorithm: Digest.Algorithm

    package var description: String { "libgcrypt has no \(algorithm.rawValue); its FIPS mode may forbid it" }
}
