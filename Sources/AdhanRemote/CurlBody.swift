import CCurl

/// Collects the decompressed bytes of a response up to a limit.
final class CurlBody {
    private let limit: Int
    private(set) var bytes: [UInt8] = []
    private(set) var isTooLarge = false

    init(limit: Int) { self.limit = limit }

    /// libcurl's callback; its context is the body.
    static let write: curl_write_callback = { start, size, count, context in
        guard let start, let context else { return 0 }
        let bytes = UnsafeRawBufferPointer(start: start, count: size * count)  // Size is always 1.
        return Unmanaged<CurlBody>.fromOpaque(context).takeUnretainedValue().take(bytes)
    }

    /// - Returns: the bytes taken; fewer than given, which ends the transfer, if the limit is exceeded.
    private func take(_ more: UnsafeRawBufferPointer) -> Int {
        let room = limit - bytes.count
        isTooLarge = more.count > room
        bytes.append(contentsOf: more.prefix(max(0, room)))
        return isTooLarge ? 0 : more.count
    }
}
