import AdhanSystem

/// Which frame of the file is at the listener's ear: counted from what was written and the device's account of its delay.
struct FrameCount {
    /// Frames written to the present device, silence and all.
    private(set) var written = 0
    /// Where in `written` the file's frames begin, and with which of them; nil while only silence was written.
    private(set) var anchor: (written: Int, frame: Int)?

    mutating func wrote(_ frames: Int) {
        written += frames
    }

    /// The next frame written is this one of the file.
    mutating func begin(at frame: Int) {
        anchor = (written, frame)
    }

    /// Frames of the file that have been heard, this device and those before it.
    func heard(delay: Int) -> Int? {
        anchor.map { $0.frame + max(0, written - delay - $0.written) }
    }
}
