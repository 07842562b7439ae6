import AdhanCore
import Glibc

/// A recording in progress of what a `PulseServer` plays.
package final class PulseRecording {
    private let path: String
    private let process: ChildProcess
    /// Recording time minus wall time, in seconds; the largest value observed.
    private var offset = -Double.infinity

    init(path: String, process: ChildProcess) { (self.path, self.process) = (path, process) }

    private static let frameBytes = 2 * PulseServer.channels

    /// Relates the recording to the wall clock. Call it often around the moment of interest: the sink's clock drifts,
    /// and of many observations the one furthest into the recording is the most accurate.
    package func look() {
        let frames = Double(TestDirectory.size(of: path) / Self.frameBytes)
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        offset = max(offset, frames / Double(PulseServer.rate) - (Double(now.tv_sec) + Double(now.tv_nsec) / 1e9))
    }

    /// Ends the recording.
    ///
    /// - Returns: the first channel, one value per frame.
    package func finish() -> [Float] {
        process.signal(SIGTERM)
        process.wait()
        return samples()
    }

    /// The recording so far: the first channel.
    package func samples() -> [Float] {
        let bytes = TestDirectory.bytes(of: path)
        return bytes.withUnsafeBytes { raw in
            (0..<raw.count / Self.frameBytes).map {
                Float(raw.loadUnaligned(fromByteOffset: $0 * Self.frameBytes, as: Int16.self))
            }
        }
    }

    /// When that frame of the recording was played.
    package func instant(ofFrame frame: Int) -> Instant {
        Instant(microseconds: Int64((Double(frame) / Double(PulseServer.rate) - offset) * 1e6))
    }
}
