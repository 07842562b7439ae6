import AdhanCore
import AdhanSupport
import AdhanWeb
import Synchronization

/// The page with a config that is not saved yet: the page's own files, and the plan that it would be sent.
package final class DisplayPreview: Sendable {
    private let page: PageFiles
    /// Held while files are read.
    private let files = Mutex(MosqueFiles())
    /// The pictures and texts of the last plan, by their paths.
    private let answers = Mutex<[String: WebAnswer]>([:])

    /// - Throws: where the page's files cannot be read.
    package init(_ locations: Locations) throws {
        page = try PageFiles(
            locations.resource("display"),
            beside: FaultTexts.files(locations),
            policy: WebAnswer.policy(isFramed: true)
        )
    }

    package func file(_ path: String) -> PageFiles.File? { page[path] }

    /// A picture or a text of the last plan, by its path in it.
    package func material(_ path: String) -> WebAnswer? { answers.withLock { $0[path] } }

    /// The plan as JSON. It may block.
    ///
    /// - Parameters:
    ///   - configuration: not saved yet.
    ///   - times: those from yesterday on are used.
    /// - Returns: also what is wrong with the mosque's own files.
    /// - Throws: where the daemon is of another version.
    package func plan(
        _ configuration: Configuration,
        _ times: TimesReport,
        _ status: StatusReport?,
        _ zone: ZoneRules,
        lookup: ResourceLookup,
        now: Instant
    ) throws -> (json: String, problems: [String]) {
        let settings = DisplayPlan.Settings(configuration)
        // A file that was just uploaded counts at once: the panel writes none in parts.
        let later = now.seconds + 3600
        let material = files.withLock {
            Material(configuration.display.files, &$0, now: later, lookup: lookup)
        }
        answers.withLock { $0 = material.answers }
        let near = times.without(settings.withheld).near(zone.wall(at: now).date)
        let plan = try DisplayPlan(near, status, zone, settings, material, version: page.version, now: now)
        return (try JSONText.encode(plan, isPretty: false), material.problems)
    }
}
