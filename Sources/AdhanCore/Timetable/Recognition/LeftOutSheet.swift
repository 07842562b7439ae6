/// A sheet of a workbook that is not read as a timetable.
package struct LeftOutSheet: Sendable {
    let name: String
    let why: String
    /// Whether its days are lost; those of another one may stand for them.
    let isLost: Bool

    package init(name: String, why: String, isLost: Bool) { (self.name, self.why, self.isLost) = (name, why, isLost) }
}
