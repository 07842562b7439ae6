import AdhanCore
import AdhanSupport
import Glibc

/// The files that an export takes, and those that it leaves out, with the reasons.
struct ExportPlan {
    private(set) var items: [ArchiveWriter.Item] = []
    /// Sentences for the caretaker.
    private(set) var leftOut: [String] = []
    private let outside: OutsideFolders
    /// Files that are fetched or installed again: mirrors, and those that came with adhand.
    private let again: [String]
    /// The files of the ledger, of which an export has its own copy.
    private let ledger: Set<String>
    private var known: Set<String> = []
    /// In bytes, of all files.
    private var size = 0

    /// Looks at the disk; may block.
    ///
    /// - Parameter today: says for which years a file with `{year}` in its name is taken.
    init(
        _ configuration: Configuration,
        _ locations: Locations,
        _ outside: OutsideFolders,
        today: CivilDate
    ) throws(FileFault) {
        self.outside = outside
        again = configuration.mirror.mirrors.map(\.directory) + [locations.resources, locations.cache]
        let file = PathName.absolute(configuration.ledger.file)
        ledger = Set(([""] + ImportRun.journals + [".lock"]).map { file + $0 })
        let folder = configuration.file.map { PathName.folder(of: $0) } ?? "/etc/adhand"
        try add(folder: folder, depth: 1) { .config($0) }
        for name in MosqueArchive.stateFiles where access("\(locations.state)/\(name)", F_OK) == 0 {
            add(.state(name), "\(locations.state)/\(name)")
        }
        try addPanel(locations.panel)
        let ownFolders = [folder + "/", PathName.absolute(locations.panel) + "/"]
        let display = configuration.display.files
        let timetables = [configuration.timetable.file, configuration.timetable.bundle].compactMap(\.self)
        let years = (today.year - 1)...(today.year + 2)
        let ofYears = timetables.flatMap { file in
            guard file.contains(TimetablePeriod.yearMark) else { return [file] }
            return years.map { file.replacing(TimetablePeriod.yearMark, with: "\($0)") }
                .filter { access($0, F_OK) == 0 }
        }
        let named = configuration.audio.files + ofYears + configuration.keyFiles + display.namedFiles
        for path in Set(named.map(PathName.absolute)).sorted() where !ownFolders.contains(where: path.hasPrefix) {
            addOutside(path)
        }
        for path in display.namedFolders.map(PathName.absolute).sorted()
        where !ownFolders.contains(where: (path + "/").hasPrefix) && !isAgain(path) {
            guard isAllowed(path) else { continue }
            guard Folder.exists(path) else {
                leftOut.append("\(path) is not in it: there is no such folder")
                continue
            }
            try add(folder: path, depth: 1) { .file("\(path)/\($0)") }
        }
        let hooks = [configuration.hooks.before, configuration.hooks.after, configuration.hooks.at]
        let told = configuration.notify.receivers.compactMap { receiver -> (String, String)? in
            if case .command(let path) = receiver.destination { (path, "[[notify]]") } else { nil }
        }
        for (program, table) in hooks.compactMap(\.first).map({ ($0, "[hooks]") }) + told
        where program.contains("/") && !program.hasPrefix(folder + "/") {
            leftOut.append("\(program), a program of \(table), is not in it; install it on the new box")
        }
        // The manifest and the ledger come in addition.
        guard items.count + 2 <= MosqueArchive.mostEntries, size <= MosqueArchive.largest - MosqueArchive.largestFile
        else {
            let most = (MosqueArchive.largest - MosqueArchive.largestFile) >> 30
            let words = "with what the config names it has \(items.count) files and \(size >> 20) MB"
            let limits = "an archive has at most \(MosqueArchive.mostEntries - 2) and \(most) GB"
            throw FileFault(path: folder, reason: "\(words); \(limits): move away what is not the mosque's")
        }
    }

    /// The panel's settings with the files that they name. Its accounts need a copy, which the plan does not make.
    private mutating func addPanel(_ panel: String) throws(FileFault) {
        guard access(panel, F_OK) == 0 else { return }
        if let words = ForeignLink.fault(panel) { return leftOut.append("\(panel) is not in it: \(words)") }
        for name in try Folder.allNames(in: panel, limit: MosqueArchive.mostEntries) where !OwnFolder.isOne(name) {
            let path = "\(panel)/\(name)"
            var status = stat()
            guard lstat(path, &status) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFREG: add(.panel(name), path)
            // Its secrets, and the uploads that nobody has confirmed.
            case S_IFDIR where name != "config.toml": continue
            // Its owner could have put a link there.
            default: leftOut.append("\(path) is not in it: it is no ordinary file")
            }
        }
    }

    /// All files of a folder and of those in it.
    private mutating func add(
        folder: String,
        below: String = "",
        depth: Int,
        _ part: (String) -> MosqueArchive.Part
    ) throws(FileFault) {
        let here = below.isEmpty ? folder : "\(folder)/\(below)"
        for name in try Folder.allNames(in: here, limit: MosqueArchive.mostEntries) where !OwnFolder.isOne(name) {
            let (path, inside) = ("\(here)/\(name)", below.isEmpty ? name : "\(below)/\(name)")
            var status = stat()
            guard lstat(path, &status) == 0 else {
                leftOut.append("\(path) is not in it: \(String(cString: strerror(errno)))")
                continue
            }
            if status.st_mode & S_IFMT == S_IFDIR {
                if isAgain(path) { continue }
                guard depth < 12 else { throw FileFault(path: path, reason: "it has too many folders in one another") }
                try add(folder: folder, below: inside, depth: depth + 1, part)
            } else {
                add(part(inside), path)
            }
        }
    }

    private mutating func addOutside(_ path: String) {
        if !isAgain(path), isAllowed(path) { add(.file(path), path) }
    }

    /// Whether an import may put files there; else it is left out.
    private mutating func isAllowed(_ path: String) -> Bool {
        if outside.have(path) { return true }
        let folders = outside.folders.prefix(2).joined(separator: " or ")
        leftOut.append("\(path) is not in it: an import puts files only into folders such as \(folders)")
        return false
    }

    /// Adds a file, also by a link to it.
    private mutating func add(_ part: MosqueArchive.Part, _ path: String) {
        if ledger.contains(PathName.absolute(path)) { return }
        var status = stat()
        guard stat(path, &status) == 0 else {
            return leftOut.append("\(path) is not in it: \(String(cString: strerror(errno)))")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            return leftOut.append("\(path) is not in it: it is a link to a folder, or no file")
        }
        guard status.st_size <= MosqueArchive.largestFile else {
            return leftOut.append("\(path) is not in it: it has more than \(MosqueArchive.largestFile >> 20) MB")
        }
        guard MosqueArchive.Part(part.name, outside) == part else {
            return leftOut.append("\(path) is not in it: its name is too long, or has characters that no name needs")
        }
        guard known.insert(part.name).inserted else { return }
        size += Int(status.st_size)
        let (isExecutable, isPrivate) = (status.st_mode & 0o100 != 0, status.st_mode & 0o004 == 0)
        items.append(.init(part: part, path: path, isExecutable: isExecutable, isPrivate: isPrivate))
    }

    private func isAgain(_ path: String) -> Bool {
        again.contains { path == $0 || path.hasPrefix($0 + "/") }
    }
}
