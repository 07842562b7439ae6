import Glibc

/// Reads and writes an open file to its end. Both may block, and return 0 or the errno.
package enum OpenFile {
    package static func read(_ descriptor: Int32, _ use: (UnsafeRawBufferPointer) -> Void) -> Int32 {
        var block = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = Glibc.read(descriptor, &block, block.count)
            if count == 0 { return 0 }
            if count > 0 {
                block.withUnsafeBytes { use(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
            } else if errno != EINTR {
                return errno
            }
        }
    }

    package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { return ENOSPC }
            if count < 0, errno != EINTR { return errno }
            rest = rest.dropFirst(max(0, count))
        }
        return 0
    }
}
