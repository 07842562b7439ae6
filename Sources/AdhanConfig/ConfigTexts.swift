import AdhanSystem
import Foundation

/// A config as it lies on the disk: its main file and `conf.d/*.toml` beside it, read once.
package struct ConfigTexts: Sendable, Equatable {
    /// A file of `conf.d`.
    package struct Addition: Sendable, Equatable {
        /// Without the folder.
        package let name: String
        package let bytes: [UInt8]
    }

    /// The main file, as it was named.
    package let file: String
    package let main: [UInt8]
    /// By name.
    package let additions: [Addition]

    /// The most bytes a config file may have.
    private static let fileLimit = 1 << 20
    /// The most bytes all of them may have.
    package static let sizeLimit = 4 << 20
    /// The most files in `conf.d`.
    private static let countLimit = 100

    package init(file: String, main: [UInt8], additions: [Addition]) {
        (self.file, self.main, self.additions) = (file, main, additions)
    }

    /// Reads the files; it may block.
    ///
    /// - Parameter file: the main file.
    /// - Throws: `FileFault` where one cannot be read, or has more bytes than it may have.
    package init(reading file: String) throws(FileFault) {
        let main = try BoundedFile.read(file, limit: Self.fileLimit)
        let folder = Self.additionsFolder(file)
        var (additions, size): ([Addition], Int) = ([], main.count)
        for name in try Self.additionNames(folder) {
            let bytes = try BoundedFile.read("\(folder)/\(name)", limit: Self.fileLimit)
            size += bytes.count
            guard size <= Self.sizeLimit else {
                throw FileFault(
                    path: folder,
                    reason: "the config and the files in it have more than \(Self.sizeLimit) bytes together"
                )
            }
            additions.append(Addition(name: name, bytes: bytes))
        }
        self.init(file: file, main: main, additions: additions)
    }

    /// Each file with its bytes, the main one first. What a package or a second hand adds comes after it.
    package var parts: [(file: String, bytes: [UInt8])] {
        let folder = Self.additionsFolder(file)
        return [(file, main)] + additions.map { ("\(folder)/\($0.name)", $0.bytes) }
    }

    /// The same config under another name of its main file: relative paths in it count from that file's folder.
    package func named(_ file: String) -> ConfigTexts { ConfigTexts(file: file, main: main, additions: additions) }

    /// The main file and those of `conf.d` beside it, without reading them; it may block.
    package static func files(_ file: String) throws(FileFault) -> [String] {
        let folder = additionsFolder(file)
        return [file] + (try additionNames(folder)).map { "\(folder)/\($0)" }
    }

    private static func additionsFolder(_ file: String) -> String {
        URL(filePath: file).deletingLastPathComponent().appending(path: "conf.d").path
    }

    private static func additionNames(_ folder: String) throws(FileFault) -> [String] {
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw FileFault(path: folder, reason: error.localizedDescription)
        }
        let files = names.filter { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }.sorted()
        guard files.count <= countLimit else {
            throw FileFault(path: folder, reason: "it has more than \(countLimit) files")
        }
        return files
    }
}
