import AdhanTestSupport
import Foundation
import Testing

/// debian/ names what `make install` installs, and needs what `make build` needs.
@Suite struct PackageTests {
    private static func lines(of file: String) throws -> [String] {
        try Manifest.text(file).split(separator: "\n").map(String.init)
    }

    /// The words of a variable of the Makefile.
    private static func words(of variable: String) throws -> Set<String> {
        let line = try #require(try lines(of: "Makefile").first { $0.hasPrefix("\(variable) := ") })
        return Set(line.split(separator: " ").dropFirst(2).map(String.init))
    }

    /// What the install files of debian/ name.
    private static func installed() throws -> [String] {
        try (lines(of: "debian/adhand.install") + lines(of: "debian/adhand-display.install"))
            .map { String($0.prefix { $0 != " " }) }
    }

    @Test func `the packages have each unit and each process of make install, once`() throws {
        let names = try Self.installed()
        let units = names.filter { $0.hasSuffix(".service") }.map { $0.replacing("${env:UNITS}/", with: "") }
        #expect(units.sorted() == (try Self.words(of: "services")).sorted())
        #expect(names.contains("usr/bin/adhand"))
        let processes = names.filter { $0.contains("libexec/") }
            .map { URL(filePath: $0).lastPathComponent }
        #expect(processes.sorted() == (try Self.words(of: "executables")).sorted())
    }

    @Test func `each service finds the daemon's folder in /run before the daemon has made it`() throws {
        for unit in try Self.words(of: "services") where !["adhand.service", "adhand-kiosk.service"].contains(unit) {
            let lines = try Self.lines(of: "systemd/\(unit)")
            #expect(
                lines.contains("RuntimeDirectory=adhand") || lines.contains("Environment=XDG_RUNTIME_DIR=%t"),
                "\(unit)"
            )
        }
    }

    @Test func `the packages have each resource, and name none that does not exist`() throws {
        let folder = "usr/share/adhand/"
        let named = Set(try Self.installed().filter { $0.hasPrefix(folder) }.map { String($0.dropFirst(folder.count)) })
        let resources = try FileManager.default.contentsOfDirectory(atPath: Binary.root + "/Resources")
        #expect(named == Set(resources.filter { !$0.hasPrefix("make-") }))
        for file in try Self.installed() where file.hasPrefix("debian/") {
            #expect(FileManager.default.fileExists(atPath: Binary.root + "/" + file), "\(file)")
        }
    }

    @Test func `a package is built with what make build installs`() throws {
        let control = try Self.lines(of: "debian/control").drop { !$0.hasPrefix("Build-Depends") }.dropFirst()
        // Of alternatives, Debian 12's is the last.
        let needed = Set(
            control.prefix { $0.hasPrefix(" ") }.map { Self.word($0.replacing(#/.*\| |[:(,].*/#, with: "")) }
        )
        // Every build of Debian has a compiler.
        let built = try Self.words(of: "build_packages").subtracting(["g++"])
        #expect(needed.isSuperset(of: built))
        // debhelper provides both.
        let others = needed.subtracting(built).subtracting(["debhelper-compat", "dh-sequence-installsysusers"])
        #expect(try Self.words(of: "deb_packages").isSuperset(of: others))
    }

    @Test func `the package's version is the program's`() throws {
        let release = try Manifest.text("Sources/AdhanCore/Time/Release.swift")
        let version = try #require(release.firstMatch(of: #/version = "([^"]+)"/#)?.1)
        #expect(try Self.lines(of: "debian/changelog").first?.hasPrefix("adhand (\(version)") == true)
    }

    @Test func `the copyright file names each package that SwiftPM links`() throws {
        let linked = try Manifest.text("Package.swift").matches(of: #/package\(url: "[^"]*\/([^"\/]+)"/#).map {
            "Files: linked/\($0.1)"
        }
        #expect(!linked.isEmpty)
        #expect(Set(try Self.lines(of: "debian/copyright")).isSuperset(of: linked))
    }

    @Test func `the packaged config has only keys of the example`() throws {
        let example = Set(try Self.lines(of: "config.example.toml").map(Self.key))
        let lines = try Self.lines(of: "debian/config.toml")
        #expect(lines.count < 18)
        for line in lines where line.contains(" = ") || line.hasPrefix("[") {
            #expect(example.contains(Self.key(line)), "\(line)")
        }
    }

    /// The key or the table of a line, commented or not.
    private static func key(_ line: String) -> String { word(line.replacing(#/ = .*/#, with: "")) }

    private static func word(_ text: String) -> String { text.trimmingCharacters(in: CharacterSet(charactersIn: "# ")) }
}
