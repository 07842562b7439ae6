import CCurl

/// Takes the bytes of a response. Each kind of response has its own.
class CurlSink {
    /// The handle of its transfer, by which the response's status and headers are read; valid while a transfer runs.
    var curl: UnsafeMutableRawPointer?

    /// libcurl's callback; its context is the sink.
    static let write: curl_write_callback = { start, size, count, context in
        guard let start, let context else { return 0 }
        let bytes = UnsafeRawBufferPointer(start: start, count: size * count)  // Size is always 1.
        return Unmanaged<CurlSink>.fromOpaque(context).takeUnretainedValue().take(bytes)
    }

    /// - Returns: the bytes taken; fewer than given end the transfer.
    func take(_ more: UnsafeRawBufferPointer) -> Int { 0 }
}

/// Collects the decompressed bytes of a response up to a limit.
final class CurlBody: CurlSink {
    private let limit: Int
    private(set) var bytes: [UInt8] = []
    private(set) var isTooLarge = false

    init(limit: Int) { self.limit = limit }

    override func take(_ more: UnsafeRawBufferPointer) -> Int {
        if bytes.isEmpty, let curl { bytes.reserveCapacity(min(limit, CurlRequest.length(of: curl) ?? 0)) }
        let room = limit - bytes.count
        isTooLarge = more.count > room
        bytes.append(contentsOf: more.prefix(max(0, room)))
        return isTooLarge ? 0 : more.count
    }
}
