import AdhanSupport

/// What the display would say of the mosque's own files, for `check-config`.
package enum OwnFilesCheck {
    /// Reads all of them. It may block.
    ///
    /// - Parameters:
    ///   - places: those that the config names and that are not there are left out: they are its own objections.
    ///   - now: seconds since 1970.
    ///   - lookup: finds them in the mirrors.
    /// - Returns: sentences with what to do; bounded.
    package static func problems(_ places: DisplayConfiguration.Files, _ lookup: ResourceLookup, now: Int64) -> [String]
    {
        var places = places
        for missing in places.problems(lookup).map(\.key) {
            switch missing {
            case "display.slides": places.slides = nil
            case "display.adhkar": places.adhkar = nil
            default: places.logo = nil
            }
        }
        var files = OwnFiles()
        // What has just been written counts when it is the same at two looks.
        _ = Material(places, &files, now: now, lookup: lookup)
        return Material(places, &files, now: now, lookup: lookup).problems
    }
}
