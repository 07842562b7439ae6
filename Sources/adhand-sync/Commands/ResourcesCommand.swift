import AdhanSupport
import AdhanCore

/// The list of what is used for each name.
struct ResourcesCommand {
    let options: BoxOptions
    let mirrorOnly: Bool
    let isJSON: Bool

    func run() throws {
        let (configuration, locations) = try options.load()
        for problem in configuration.mirror.mirrors.compactMap(\.folderProblem) { writeError("adhand: \(problem)") }
        let all = try ResourceList(configuration, locations).resources.filter { !mirrorOnly || $0.mirror != nil }
        guard !isJSON else { return print(try JSONText.encode(all)) }
        guard !all.isEmpty else { return say(mirrorOnly ? "no file comes from a mirror" : "there are no files") }
        let rows = all.map {
            [
                $0.name, $0.mirror ?? "original", $0.size.map(String.init) ?? "missing", $0.md5 ?? "", $0.changed ?? "",
                $0.path,
            ]
        }
        for line in columns([["name", "from", "bytes", "MD5", "changed", "file"]] + rows) { say(line) }
    }
}
