import AdhanCore
import AdhanSupport

/// The delay before this box asks a server. The boxes of a fleet refresh in the same minute and must not all ask at
/// once.
package enum BoxDelay {
    /// The machine's id, which is made at random at its first start (machine-id(5)).
    package static let machineFile = "/etc/machine-id"

    /// A delay up to `spread` that is always the same on this machine and evenly distributed over a fleet.
    package static func within(_ spread: Duration, machineFile: String = machineFile) -> Duration {
        // Without a machine id, any delay will do.
        let share = share(machineFile) ?? UInt32.random(in: 0...(.max))
        return .milliseconds((spread.wholeMilliseconds * Int64(share >> 16)) >> 16)
    }

    private static func share(_ file: String) -> UInt32? {
        guard let bytes = try? BoundedFile.read(file, limit: 4096) else { return nil }  // reason: see above
        return UInt32(String(decoding: bytes.prefix(8), as: UTF8.self), radix: 16)
    }
}
