/// Tells which frame of the file is heard now, from the frames written and the device's delay.
struct FrameCount {
    /// Frames written to the present device, including silence.
    private(set) var written = 0
    /// Where in `written` the file's frames begin, and with which frame; nil while only silence was written.
    private(set) var anchor: (written: Int, frame: Int)?

    mutating func wrote(_ frames: Int) {
        written += frames
    }

    /// Says that the next frame written is this frame of the file.
    mutating func begin(at frame: Int) {
        anchor = (written, frame)
    }

    /// How many frames of the file have been heard, on this device and earlier ones; nil while only silence was
    /// written.
    func heard(delay: Int) -> Int? {
        anchor.map { $0.frame + max(0, written - delay - $0.written) }
    }
}
