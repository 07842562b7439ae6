import AdhanCore
import Glibc

/// `[mirror]` and `[mirror.NAME]`: buckets that are mirrored into the box, by a process of its own, `adhand mirror`.
package struct MirrorConfiguration: Sendable {
    /// In the order in which a name is looked for: `[mirror]` first, then the others as they stand in the file.
    package private(set) var mirrors: [Mirror] = []

    package struct Mirror: Sendable, Hashable {
        /// `main` for `[mirror]` itself.
        package var name: String
        package var bucket: S3Bucket
        /// Of the keys. Empty, or with a slash at its end.
        package var prefix = ""
        /// Where the files lie.
        package var directory: String
        package var interval: Duration = .minutes(15)
        package var limits = MirrorLimits()
        /// The file with the keys; nil for systemd's credential, the environment's keys, or none.
        package var credentials: String?

        /// The mirrors before it, by their tables.
        fileprivate var others: [TakenFolder] = []
        /// What must not lie in it.
        fileprivate var needed: [TakenFolder] = []

        /// The name of `[mirror]` itself.
        package static let main = "main"

        /// The key of its table.
        package var key: String { name == Self.main ? "mirror" : "mirror.\(name)" }

        /// Its table as it stands in the config.
        package var table: String { "[\(key)]" }
    }

    /// A folder that something else needs.
    fileprivate struct TakenFolder: Sendable, Hashable {
        let name: String
        let directory: String

        /// Its path without links; nil where it does not answer within five seconds.
        var real: String? { TimeLimit.run(.seconds(5), on: directory) { PathName.withoutLinks(directory) } }
    }

    /// How many mirrors there may be.
    private static let most = 8

    package init(_ table: ConfigTable, _ locations: Locations) {
        let names = table.tables
        // A table that only holds others names no bucket of its own.
        if !Set(table.keys).isSubset(of: names) || names.isEmpty {
            add(table, Mirror.main, locations)
        }
        for (index, name) in names.enumerated() {
            let spot = table.spot(of: name)
            // The fault is below; each mirror is compared with all others.
            guard index <= Self.most else { continue }
            if Self.isName(name) {
                add(table.table(name, isOptional: true), name, locations)
            } else if let spot {
                let advice = "write small letters, digits and -, and neither main nor a key of [mirror]"
                table.fault(spot, "[mirror.\(name)] is no name for a mirror: \(advice)")
            }
        }
        guard let spot = table.spot else { return }
        if mirrors.count > Self.most { table.fault(spot, "there are more than \(Self.most) mirrors") }
        for (index, mirror) in mirrors.enumerated() {
            for other in mirrors[..<index] where Self.overlap(mirror.directory, other.directory) {
                let words = "\(mirror.directory), and \(other.table) \(other.directory); each needs one of its own"
                table.fault(spot, "\(mirror.table) has the directory \(words)")
            }
            for place in mirror.needed where Self.isWithin(place.directory, mirror.directory) {
                let words =
                    "\(mirror.directory), which also holds \(place.name); \(Self.removes): name a folder of its own"
                table.fault(spot, "\(mirror.table) has the directory \(words)")
            }
        }
    }

    fileprivate static let removes = "a mirror removes what its bucket does not have"

    fileprivate static func overlap(_ one: String, _ other: String) -> Bool {
        isWithin(one, other) || isWithin(other, one)
    }

    /// Whether a path is the folder, or below it.
    fileprivate static func isWithin(_ path: String, _ folder: String) -> Bool {
        let (path, folder) = (PathName.absolute(path), PathName.absolute(folder))
        return folder == "/" || path == folder || path.hasPrefix(folder + "/")
    }

    private static func isName(_ name: String) -> Bool {
        name != Mirror.main && !name.isEmpty && name.utf8.count <= 32
            && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }

    private mutating func add(_ table: ConfigTable, _ name: String, _ locations: Locations) {
        let allowHTTP = table.bool("allow_http", default: false)
        let (bucket, region) = (table.bucket(rest: "prefix"), table.string("region"))
        let endpoint = table.address("endpoint", allowHTTP)
        var mirror = Mirror(
            name: name,
            bucket: S3Bucket(bucket?.value ?? "", endpoint: endpoint?.value, allowHTTP: allowHTTP),
            directory: table.string("directory")?.path ?? "\(locations.cache)/mirrors/\(name)"
        )
        table.noteDefault("prefix", .text(mirror.prefix))
        table.noteDefault("directory", .text("\(locations.cache)/mirrors/\(name)"))
        table.noteDefault("total_megabytes", .integer(mirror.limits.total >> 20))
        table.noteDefault("file_megabytes", .integer(mirror.limits.file >> 20))
        mirror.bucket.region = region?.value ?? mirror.bucket.region
        let prefix = table.text("prefix") { text in
            if !text.hasPrefix("/"), text.utf8.count <= 512 {
                return text.isEmpty || text.hasSuffix("/") ? text : text + "/"
            }
            throw ValueFault(sentence: "prefix = \"\(text)\": write it without a leading slash, as in \"box/\"")
        }
        mirror.prefix = prefix?.value ?? mirror.prefix
        mirror.interval = table.duration("interval", in: .minutes(1)...(.hours(24)), default: mirror.interval)
        mirror.credentials = table.string("credentials")?.path
        mirror.limits.total =
            table.integer("total_megabytes", in: 1...1_000_000).map { $0.value << 20 } ?? mirror.limits.total
        mirror.limits.file =
            table.integer("file_megabytes", in: 1...1024).map { $0.value << 20 } ?? mirror.limits.file
        mirror.limits.count = table.integer("files", in: 1...50_000, default: mirror.limits.count)
        guard let spot = table.spot, table.faults.isEmpty else { return }
        guard let bucket else { return table.fault(spot, "\(mirror.table) needs a bucket") }
        if region == nil, endpoint == nil {
            table.fault(spot, "\(mirror.table) has a bucket without its region, for example region = \"eu-west-2\"")
        }
        do throws(AddressFault) {
            _ = try mirror.bucket.address(listing: mirror.prefix)
        } catch {
            table.fault(bucket.spot, "the address of \(mirror.table) \(error)")
        }
        mirror.others = mirrors.map { TakenFolder(name: $0.table, directory: $0.directory) }
        mirror.needed = [
            TakenFolder(name: "the config", directory: PathName.folder(of: spot.file)),
            TakenFolder(name: "the ledger", directory: locations.state),
            TakenFolder(name: "the control socket", directory: locations.runtime),
            TakenFolder(name: "the cache", directory: locations.cache),
            TakenFolder(name: "adhand's own recordings", directory: locations.resources),
        ]
        mirrors.append(mirror)
    }

    /// What is wrong with the key files and folders that the config names. It may block for ten seconds for each.
    package var problems: [(key: String, words: String)] {
        mirrors.flatMap { mirror -> [(key: String, words: String)] in
            let keys = mirror.credentials.flatMap { S3KeyFile($0).problem(within: .seconds(5)) }
            return [("\(mirror.key).credentials", keys), ("\(mirror.key).directory", mirror.folderProblem)].compactMap {
                key,
                words in
                words.map { (key, $0) }
            }
        }
    }
}

extension MirrorConfiguration.Mirror {
    /// Why its directory cannot be a mirror: it has files that no mirror has fetched, and the first passes would remove
    /// them; or links lead from it to a folder that others need. Nil for a usable directory, a missing one, and one
    /// that this user cannot read. May block for five seconds for each disk that does not answer; a disk that hangs is
    /// asked again only after it has answered.
    package var folderProblem: String? {
        let look: @Sendable () -> (real: String, problem: String?) = { [self] in
            (PathName.withoutLinks(directory), problemOfFiles)
        }
        guard let (real, problem) = TimeLimit.run(.seconds(5), on: directory, look) else {
            return Self.silence(directory)
        }
        for folder in needed {
            guard let other = folder.real else { return "\(folder.name): \(Self.silence(folder.directory))" }
            if MirrorConfiguration.isWithin(other, real) {
                return "\(directory) leads to \(real), which also holds \(folder.name); "
                    + "\(MirrorConfiguration.removes): name a folder of its own in \(table)"
            }
        }
        // A mirror that does not answer is on another disk than this one, so that the two do not overlap.
        for folder in others {
            if let other = folder.real, MirrorConfiguration.overlap(other, real) {
                return "\(table) leads to \(real), and \(folder.name) to \(other); each needs a directory of its own"
            }
        }
        return problem
    }

    private static func silence(_ folder: String) -> String {
        "\(folder) does not answer; see whether its disk or server is there"
    }

    private var problemOfFiles: String? {
        guard !ResourceLookup.Mirror.isMade(directory) else { return nil }
        var status = stat()
        if stat(directory, &status) == 0, status.st_mode & S_IFMT != S_IFDIR {
            return "\(directory) is a file; name a folder as directory in \(table)"
        }
        // A disk of its own has a folder for what its repair finds.
        let names = Folder.names(in: directory, limit: 8).filter { ![".", "..", "lost+found"].contains($0) }
        guard let first = names.min() else { return nil }
        return
            "\(directory) has files already, as \(first.debugDescription), and is no mirror yet; "
            + "\(MirrorConfiguration.removes): name an empty folder, or one that is not there yet, "
            + "as directory in \(table)"
    }
}
