import AdhanCore

/// A sheet of a workbook that is not read as a timetable.
struct LeftOutSheet: Sendable {
    let name: String
    let why: String
    /// Whether its days are lost; those of another one may stand for them.
    let isLost: Bool
}
