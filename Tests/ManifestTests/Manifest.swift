import AdhanTestSupport
import Foundation

/// The targets of Package.swift, in their order.
struct Manifest {
    struct Target {
        let kind: String
        let name: String
        /// From the checkout's root.
        let folder: String
        /// Targets and products, in the order in which they are written.
        let dependencies: [String]
    }

    let targets: [Target]

    init() throws {
        let text = try String(contentsOfFile: Binary.root + "/Package.swift", encoding: .utf8)
        let parts = text.split(separator: #/(?m)^ {8}\.(?=\w+\()/#).dropFirst()
        targets = parts.compactMap(Self.target).filter {
            ["target", "executableTarget", "testTarget"].contains($0.kind)
        }
    }

    private static func target(_ text: Substring) -> Target? {
        guard let kind = text.prefixMatch(of: #/\w+/#)?.output, let name = text.firstMatch(of: #/name: "([^"]+)"/#)?.1
        else { return nil }
        let list = text.firstMatch(of: #/dependencies: \[([^\]]*)\]/#)?.1 ?? ""
        // The package of a product is no dependency itself.
        let names = list.replacing(#/, package: "[^"]*"/#, with: "").matches(of: #/"([^"]+)"/#).map { String($0.1) }
        let folder = text.firstMatch(of: #/path: "([^"]+)"/#).map { String($0.1) }
        let usual = (kind == "testTarget" ? "Tests/" : "Sources/") + name
        return Target(kind: String(kind), name: String(name), folder: folder ?? usual, dependencies: names)
    }

    /// The rooms: what adhand is made of, without the C libraries.
    var rooms: [Target] {
        targets.filter { $0.folder.hasPrefix("Sources/Adhan") || $0.name.hasPrefix("adhand") }
    }
}

extension Manifest.Target {
    /// What its files import, each with one of the files that do.
    func imports() throws -> [String: String] {
        let root = Binary.root + "/" + folder
        let files = try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.hasSuffix(".swift") }
        var found: [String: String] = [:]
        for file in files.sorted() {
            let text = try String(contentsOfFile: root + "/" + file, encoding: .utf8)
            for line in text.matches(of: #/(?m)^(?:@\w+ )*(?:\w+ )?import (?:(?:struct|class|enum|func|var) )?(\w+)/#) {
                found[String(line.1)] = folder + "/" + file
            }
        }
        return found
    }
}
