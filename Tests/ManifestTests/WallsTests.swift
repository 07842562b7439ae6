import Foundation
import Testing

/// The rooms keep to what Package.swift lets them, and Sources/README.md tells of them as they are. It reads the files of the checkout:
/// the compiler alone lets a target import whatever another one has already brought in.
@Suite struct WallsTests {
    private let manifest: Manifest

    init() throws {
        manifest = try Manifest()
        try #require(manifest.rooms.count > 10 && manifest.rooms.last?.name == "adhand")
    }

    private static let ofTheSystem: Set = ["Dispatch", "Foundation", "Glibc", "Synchronization", "Testing"]

    @Test func `a file imports only what its target declares`() throws {
        for target in manifest.targets {
            let strange = try target.imports().filter {
                !Self.ofTheSystem.contains($0.key) && !target.dependencies.contains($0.key.replacing("_", with: "-"))
            }
            #expect(strange.isEmpty, "not in the dependencies of \(target.name)")
        }
    }

    /// Foundation brings ICU's 34 MB into each executable, FoundationEssentials 7 MB.
    @Test func `no room imports Foundation or its parts`() throws {
        for target in manifest.rooms {
            let imports = try target.imports().keys.filter { $0.hasPrefix("Foundation") }
            #expect(imports.isEmpty, "\(target.name)")
        }
    }

    @Test func `no line of the sources is longer than 120 columns, comments included`() throws {
        let files = try Manifest.files("Sources", ".swift")
        try #require(files.count > 100)
        for file in files {
            let lines = try Manifest.text(file).split(separator: "\n", omittingEmptySubsequences: false)
            let long = lines.indices.filter { lines[$0].count > 120 }.map { $0 + 1 }
            #expect(long.isEmpty, "\(file)")
        }
    }

    @Test func `a room declares only what it imports`() throws {
        for room in manifest.rooms {
            let imports = try room.imports()
            let idle = room.dependencies.filter { imports[$0] == nil }
            #expect(idle.isEmpty, "no file of \(room.name) imports them")
        }
    }

    @Test func `a room uses those that stand above it in the manifest, so that there is no circle`() {
        let names = manifest.rooms.map(\.name)
        for (index, room) in manifest.rooms.enumerated() {
            let below = room.dependencies.filter { names[index...].contains($0) }
            #expect(below.isEmpty, "\(room.name) stands above them")
        }
    }

    @Test func `the process that calls the prayers has no network and no parser of foreign tables`() {
        let targets = Dictionary(uniqueKeysWithValues: manifest.targets.map { ($0.name, $0.dependencies) })
        var (reached, next): (Set<String>, [String]) = ([], ["adhand-caller"])
        while let name = next.popLast() {
            if reached.insert(name).inserted { next += targets[name] ?? [] }
        }
        let strange = reached.intersection([
            "AdhanImport", "AdhanWeb", "AdhanDisplay", "CZip", "CExpat", "CCurl", "CMicroHTTPD", "CMosquitto",
            "CMosquittoRead",
            "ArgumentParser",
        ])
        #expect(reached.contains("AdhanCaller") && strange.isEmpty, "\(strange)")
    }

    @Test func `the map says what the manifest says`() throws {
        let text = try Manifest.text("Sources/README.md")
        let rows = text.matches(of: #/(?m)^\| `([\w-]+)/?` \| [^|]+ \| ([^|]*)\|$/#)
        let map = rows.filter { $0.1.lowercased().hasPrefix("adhan") }
            .map { "\($0.1): \($0.2.replacing("`", with: "").trimmingCharacters(in: .whitespaces))" }
        #expect(map == manifest.rooms.map { "\($0.name): \($0.dependencies.joined(separator: " "))" })
    }
}
