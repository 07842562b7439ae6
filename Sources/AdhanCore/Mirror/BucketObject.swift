/// An object as a bucket's listing names it.
package struct BucketObject: Hashable, Sendable {
    /// The whole key, as the bucket has it.
    package let key: String
    package let etag: ETag
    /// In bytes.
    package let size: Int

    package init(key: String, etag: ETag, size: Int) {
        (self.key, self.etag, self.size) = (key, etag, size)
    }

    /// Whether it only stands for a folder, as S3's console makes them.
    var isFolderMark: Bool { size == 0 && key.utf8.last == UInt8(ascii: "/") }
}

/// An object's version, without its quotes.
package struct ETag: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    /// - Parameter text: with or without quotes.
    package init(_ text: String) {
        let isQuoted = text.utf8.count >= 2 && text.hasPrefix("\"") && text.hasSuffix("\"")
        self.text = isQuoted ? String(text.utf8.dropFirst().dropLast()) ?? text : text
    }

    package var description: String { text }
    /// As a header has it.
    package var quoted: String { "\"\(text)\"" }

    /// The MD5 that it may be, in lower case: 32 digits of hex. An object that came in parts has a `-` and their number
    /// behind it. That of an object encrypted with KMS looks like an MD5, and is none.
    package var md5: String? {
        let isHex =
            text.utf8.count == 32
            && text.utf8.allSatisfy {
                ("0"..."9").contains(Unicode.Scalar($0)) || ("a"..."f").contains(Unicode.Scalar($0 | 0x20))
            }
        return isHex ? text.lowercased() : nil
    }
}
