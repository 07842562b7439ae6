/// The known formats of timetables, recognised by their content.
package enum TimetableShape: String, Sendable, Hashable, Codable, CaseIterable {
    /// An object with `year` and `prayerTimes`.
    case mosqueYear = "mosque-year"
    /// AlAdhan's answer: `data` is a list of days (of a month) or an object of such lists (of a year).
    case alAdhan = "aladhan"
    /// LondonPrayerTimes' answer: `times` is an object of days, keyed by date.
    case london
    /// A list of days, as from the WordPress plugin Daily Prayer Time.
    case list
    /// A table whose first line names its columns.
    case csv
    /// Any other table, whose columns are recognised.
    case table
}
