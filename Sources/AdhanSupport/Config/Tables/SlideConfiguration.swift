import AdhanCore

/// What a slide's own file says of it, in the words of `[[display.messages]]`.
package struct SlideConfiguration: Equatable, Sendable {
    /// How long a slide may stay.
    static let lengths: ClosedRange<Duration> = .seconds(3)...(.minutes(10))

    package var days = ShownDays()
    /// How long it stays; nil for the mosque's usual length.
    package var length: Duration?
    /// Of its text; nil where it does not say.
    package var language: DisplayConfiguration.Language?

    package init() {}

    /// Reads what a table of the config says of a picture; the table has the faults.
    init(pictureIn table: ConfigTable) {
        days = ShownDays(table)
        length = table.duration("length", in: Self.lengths)?.value
    }

    /// - Parameters:
    ///   - bytes: TOML.
    ///   - firstLine: the line of the file at which the TOML begins, from 1.
    /// - Throws: `ConfigError` with each fault and its line.
    package init(_ bytes: ArraySlice<UInt8>, file: String, firstLine: Int = 1) throws(ConfigError) {
        let lead = [UInt8](repeating: UInt8(ascii: "\n"), count: firstLine - 1)
        let table: ConfigTable
        do {
            table = ConfigTable("", [try TOMLNode.parse(lead + bytes, file: file)])
        } catch {
            throw ConfigError(faults: [error])
        }
        days = ShownDays(table)
        length = table.duration("length", in: Self.lengths)?.value
        language = table.choice("language")?.value
        let faults = table.finish()
        guard faults.isEmpty else { throw ConfigError(faults: faults) }
    }
}
