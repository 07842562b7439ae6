/// What reaches the drive from other threads.
enum DriveEvent: Sendable {
    case loop(LoopEvent)
    case caretaker(CaretakerEvent)
}

/// What reaches the caretaker's end of the daemon.
enum CaretakerEvent: Sendable {
    case order(ControlRequest, ControlCaller, ControlReplier)
    /// The config has been read, because somebody asked.
    case read(Result<Assembly, ReloadFault>, asked: ControlReplier?)
    /// The sound files have been decoded; those that will not play.
    case looked([SoundFault])
    /// What came of opening the first of these devices that does.
    case opened([String], device: String?, problem: String?)
    /// The mosque's file has been looked at, because somebody asked.
    case timetableRead(isUrgent: Bool, asked: ControlReplier)
    /// The mute could not be kept for the next start; nil where it was.
    case muteKept(problem: String?)
}

/// A sound file that will not play.
struct SoundFault: Sendable {
    let words: String
}

/// Why a config was not taken up.
struct ReloadFault: Error {
    let words: String
}
