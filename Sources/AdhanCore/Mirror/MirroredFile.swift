/// What is remembered of a mirrored file: from which version of an object it is, and how it lies on the disk.
package struct MirroredFile: Hashable, Sendable {
    package var etag: ETag
    /// In bytes.
    package var size: Int
    /// Of its content, in lower-case hex.
    package var md5: String
    /// When this content came, in seconds since 1970.
    package var changedAt: Int64
    /// How it lay on the disk when it was last known to be whole.
    package var stamp: MirrorStamp

    package init(etag: ETag, size: Int, md5: String, changedAt: Int64, stamp: MirrorStamp) {
        (self.etag, self.size, self.md5, self.changedAt, self.stamp) = (etag, size, md5, changedAt, stamp)
    }
}

/// A file's size, and when it was last written, as the disk says. Another stamp means that somebody has changed the
/// file.
package struct MirrorStamp: Hashable, Sendable {
    /// In bytes.
    package let size: Int
    /// In nanoseconds since 1970.
    package let written: Int64

    package init(size: Int, written: Int64) { (self.size, self.written) = (size, written) }
}
