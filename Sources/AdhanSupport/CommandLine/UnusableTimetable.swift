/// A file in which nothing can be used.
package struct UnusableTimetable: Error, CustomStringConvertible {
    let path: String
    let reason: String
    /// Whether a setting is missing, and the file is in order.
    package var isUsage = false

    package init(path: String, reason: String, isUsage: Bool = false) {
        (self.path, self.reason, self.isUsage) = (path, reason, isUsage)
    }

    package var description: String { "\(path): \(reason)" }
}
