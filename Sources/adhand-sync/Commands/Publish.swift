import AdhanSupport
import AdhanCore
import AdhanDisplay
import AdhanImport
import AdhanTimetables
import Glibc

/// Uploads files after the box's own checks.
struct Publish {
    let options: BoxOptions
    let publication: ProcessCommand.Publication

    func run() throws {
        let (files, mirror, dryRun) = (publication.files, publication.mirror, publication.isTrial)
        let (configuration, locations) = try options.load()
        guard let chosen = configuration.mirror.mirrors.first(where: { $0.name == mirror }) else {
            let words =
                "the config names no mirror '\(mirror)'; its table would be "
                + "\(mirror == "main" ? "[mirror]" : "[mirror.\(mirror)]")"
            throw ConfigError(faults: [ConfigFault(configuration.spot(of: "mirror"), words)])
        }
        do {
            let publisher = Publisher(
                chosen,
                try ContentCheck(configuration),
                try MirrorSync.client(of: chosen),
                keyFiles: configuration.keyFiles
            )
            let items = try files.map {
                try publisher.item($0, folder: publication.folder, isTimetable: publication.isTimetable)
            }
            let used = UsedNames(configuration, configuration.lookup(locations), chosen)
            for item in items where !used.contains(item.path) {
                writeError(
                    "adhand: nothing in this config asks for \(item.path), so a box with this config does not use it; "
                        + "it asks for \(used.words)"
                )
            }
            // A faulty slide is reported and published all the same: the page reports it, too, and the files that it
            // shows may be in the bucket already.
            let slides = items.filter { used.isSlide($0.path) }.map { (name: String($0.path.name), bytes: $0.bytes) }
            for problem in slides.isEmpty ? [] : try SlideCheck.problems(of: slides) {
                writeError("adhand: \(problem)")
            }
            let end = BootClock.now() + .minutes(30)
            for (file, item) in zip(files, items) {
                let difference = try publisher.difference(item, until: end)
                if !dryRun, difference != .same { try publisher.upload(item, until: end) }
                say("\(item.key): \(dryRun ? difference.description : difference.done)")
                if dryRun, item.isTimetable, case .changed = difference {
                    try compare(item, file, publisher, configuration, until: end)
                }
            }
        } catch let fault as PublishFault {
            throw Ending(EX_DATAERR, "\(fault)")
        } catch let fault as FetchFault {
            throw Ending(EX_UNAVAILABLE, "\(fault)")
        }
    }

    /// Says which days of a timetable differ from those of the one that is there.
    private func compare(
        _ item: Publisher.Item,
        _ file: String,
        _ publisher: Publisher,
        _ configuration: Configuration,
        until end: BootInstant
    ) throws {
        // Where no file can be made, the times are not compared.
        guard let folder = try? TemporaryFolder() else { return }  // reason: see above
        defer { folder.remove() }
        let there = "\(folder.path)/\(item.path.name)"
        do {
            try publisher.fetch(item, into: there, until: end)
            let reader = try TimetableReader(configuration)
            let (old, new) = (try reader.days(there, named: "the bucket's \(item.key)"), try reader.days(file))
            let diff = TimetableDiff(
                old.days.filter(\.missing.isEmpty),
                new.days.filter(\.missing.isEmpty),
                refused: (old.refused, new.refused),
                names: ("the bucket's", file)
            )
            for line in diff.lines { say("  \(line)") }
            if diff.lines.isEmpty { say("  its times are the same") }
        } catch let fault {
            let words = "\(fault)".replacing(there, with: "the bucket's \(item.key)")
            writeError("adhand: \(item.key) cannot be compared with \(file): \(words)")
        }
    }
}
