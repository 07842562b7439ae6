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

    /// A file of the checkout.
    static func text(_ path: String) throws -> String {
        try String(contentsOfFile: Binary.root + "/" + path, encoding: .utf8)
    }

    /// The files of a folder of the checkout, as paths from its root.
    static func files(_ folder: String, _ endings: String...) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: Binary.root + "/" + folder).sorted()
            .filter { endings.contains(where: $0.hasSuffix) }.map { folder + "/" + $0 }
    }

    init() throws {
        let text = try Self.text("Package.swift")
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
    var rooms: [Target] { targets.filter { $0.folder.hasPrefix("Sources/Adhan") || $0.name.hasPrefix("adhand") } }
}

extension Manifest.Target {
    /// What its files import, each with one of the files that do.
    func imports() throws -> [String: String] {
        var found: [String: String] = [:]
        for file in try Manifest.files(folder, ".swift") {
            let text = try Manifest.text(file)
            for line in text.matches(of: #/(?m)^(?:@\w+ )*(?:\w+ )?import (?:(?:struct|class|enum|func|var) )?(\w+)/#) {
                found[String(line.1)] = file
            }
        }
        return found
    }
}
