/// A mirrored file in the index: its object's version, and its stamp on the disk.
package struct MirroredFile: Hashable, Sendable {
    package var etag: ETag
    /// In bytes.
    package var size: Int
    /// The digest of its content, in lower-case hex.
    package var md5: String
    /// When this content came, in seconds since 1970.
    package var changedAt: Int64
    /// The stamp when it was last known to be whole.
    package var stamp: MirrorStamp

    package init(etag: ETag, size: Int, md5: String, changedAt: Int64, stamp: MirrorStamp) {
        (self.etag, self.size, self.md5, self.changedAt, self.stamp) = (etag, size, md5, changedAt, stamp)
    }
}

/// A file's size and modification time. Another stamp means that somebody has changed the file.
package struct MirrorStamp: Hashable, Sendable {
    /// In bytes.
    package let size: Int
    /// In nanoseconds since 1970.
    package let written: Int64

    package init(size: Int, written: Int64) { (self.size, self.written) = (size, written) }
}

/// How much a mirror may hold, so that a bucket cannot fill the box's disk.
package struct MirrorLimits: Hashable, Sendable {
    /// All files together, in bytes.
    package var total = 2 << 30
    /// One file, in bytes. The player takes no larger recording.
    package var file = 64 << 20
    /// How many files.
    package var count = 5000

    package init() {}
}

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
