import AdhanCore
import AdhanSystem

/// How long this box waits before it asks, so that the boxes of a fleet, which refresh at the same minute, do not ask at once.
package enum BoxDelay {
    /// The machine's own number, made at random at its first start (machine-id(5)).
    package static let machineFile = "/etc/machine-id"

    /// The same on this machine whenever it is asked for, evenly spread over a fleet.
    ///
    /// - Parameter spread: the longest delay.
    package static func within(_ spread: Duration, machineFile: String = machineFile) -> Duration {
        // Where the machine has no number, any moment will do.
        let share = share(machineFile) ?? UInt32.random(in: 0...(.max))
        return .milliseconds((spread.wholeMilliseconds * Int64(share >> 16)) >> 16)
    }

    private static func share(_ file: String) -> UInt32? {
        guard let bytes = try? BoundedFile.read(file, limit: 4096) else { return nil }  // reason: see above
        return UInt32(String(decoding: bytes.prefix(8), as: UTF8.self), radix: 16)
    }
}
