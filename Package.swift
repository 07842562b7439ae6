// swift-tools-version: 6.2
import PackageDescription

/// What every target of ours is compiled with. Warnings are errors: a daemon that runs for years has no room for "probably fine".
let settings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// For tests: optimising them takes longer than it saves. A module's interface is written in the same pass.
let unoptimised = settings + [.unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"])]

/// For the tests that are compiled last, alone: on both processors.
let divided = unoptimised + [.unsafeFlags(["-no-whole-module-optimization", "-enable-batch-mode", "-j2"])]

/// `make test` sets this variable, and has everything compiled with `-Onone`, packages of others too: that saves a quarter of the build.
let isTestBuild = Context.environment["ADHAND_TEST_BUILD"] != nil

/// For rooms that compute little: small rather than fast.
let ordinary = isTestBuild ? unoptimised : settings + [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// For rooms that compute much. The last option wins, and those of a frontend come after the command line's `-Onone`.
let computing = isTestBuild ? settings + [.unsafeFlags(["-Xfrontend", "-Osize"])] : settings

/// Small in the program. In the tests it computes much: the campaign lives through thousands of days.
let caller = isTestBuild ? computing : ordinary

/// For the processes: nobody links with them, so that what they do not call need not be in them. Equal functions are one, and the
/// addresses that change at a start take a tenth of the room: that needs glibc 2.36, as in Debian 12.
///
/// - Parameter map: the names that libraries may see.
func closed(_ map: String) -> [LinkerSetting] {
    if isTestBuild { return [] }
    let names = "--version-script=\(Context.packageDirectory)/Sources/\(map)"
    let flags = ["--icf=safe", "-z", "pack-relative-relocs", names]
    let options = ["-use-ld=lld"] + flags.flatMap { ["-Xlinker", $0] }
    return [.unsafeFlags(options, .when(configuration: .release))]
}

let package = Package(
    name: "adhand",
    products: [
        .executable(name: "adhand", targets: ["adhand"]),
        .executable(name: "adhand-caller", targets: ["adhand-caller"]),
        .executable(name: "adhand-display", targets: ["adhand-display"]),
        .executable(name: "adhand-sync", targets: ["adhand-sync"]),
        .executable(name: "adhand-notify", targets: ["adhand-notify"]),
        .executable(name: "adhand-panel", targets: ["adhand-panel"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    ],
    targets: [
        // The rooms, from the bottom up: each may use those above it in this list. Sources/README.md is their map.
        .target(name: "AdhanCore", dependencies: ["CJSON", "CGcrypt"], swiftSettings: computing),
        .target(
            name: "AdhanSupport",
            dependencies: [
                "AdhanCore", "CLinux", "CSystemd", "CTOML", .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: ordinary
        ),
        .target(
            name: "AdhanSQLite",
            dependencies: ["CSQLite"],
            swiftSettings: computing
        ),
        .target(
            name: "AdhanAudio",
            dependencies: ["AdhanCore", "AdhanSupport", "CALSA", "CALSAMessage", "CMpg123", "CEBUR128"],
            swiftSettings: computing
        ),
        .target(
            name: "AdhanLedger",
            dependencies: ["AdhanCore", "AdhanSupport", "AdhanSQLite", "CSQLite"],
            swiftSettings: computing
        ),
        .target(
            name: "AdhanTimetables",
            dependencies: ["AdhanCore", "AdhanSupport", .product(name: "Logging", package: "swift-log")],
            swiftSettings: computing
        ),
        .target(
            name: "AdhanImport",
            dependencies: ["AdhanCore", "AdhanSupport", "AdhanTimetables", "CZip", "CExpat"],
            swiftSettings: computing
        ),
        .target(
            name: "AdhanCaller",
            dependencies: [
                "AdhanCore", "AdhanSupport", "AdhanAudio", "AdhanLedger", "AdhanTimetables", "CLinux",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: caller
        ),
        .target(
            name: "AdhanSetup",
            dependencies: ["AdhanCore", "AdhanSupport", "AdhanAudio", "AdhanTimetables"],
            swiftSettings: computing
        ),
        .target(
            name: "AdhanWeb",
            dependencies: ["AdhanCore", "AdhanSupport", "CMicroHTTPD"],
            swiftSettings: ordinary
        ),
        .target(
            name: "AdhanDisplay",
            dependencies: [
                "AdhanCore", "AdhanSupport", "AdhanWeb", "CCMark", .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: ordinary
        ),
        .target(
            name: "AdhanPanel",
            dependencies: [
                "AdhanCore", "AdhanSupport", "AdhanSQLite", "AdhanTimetables", "AdhanCaller", "AdhanSetup", "AdhanWeb",
                "AdhanDisplay",
                "CSodium",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: ordinary
        ),

        // The processes. `adhand` runs the others.
        .executableTarget(
            name: "adhand-caller",
            dependencies: [
                "AdhanCore", "AdhanSupport", "AdhanAudio", "AdhanCaller",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: ordinary,
            linkerSettings: closed("process.map")
        ),
        .executableTarget(
            name: "adhand-sync",
            dependencies: [
                "AdhanCore", "AdhanSupport", "AdhanAudio", "AdhanTimetables", "AdhanImport", "AdhanDisplay", "CCurl",
                "CExpat", .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: ordinary,
            linkerSettings: closed("process.map")
        ),
        .executableTarget(
            name: "adhand-notify",
            dependencies: [
                "AdhanCore", "AdhanSupport", "AdhanSQLite", "CCurl", "CMosquitto", "CMosquittoRead",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: ordinary,
            linkerSettings: closed("notify.map")
        ),
        .executableTarget(
            name: "adhand-display",
            dependencies: ["AdhanSupport", "AdhanDisplay", .product(name: "Logging", package: "swift-log")],
            swiftSettings: ordinary,
            linkerSettings: closed("process.map")
        ),
        .executableTarget(
            name: "adhand-panel",
            dependencies: [
                "AdhanCore", "AdhanSupport", "AdhanWeb", "AdhanPanel", "CQREncode",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: ordinary,
            linkerSettings: closed("process.map")
        ),
        .executableTarget(
            name: "adhand",
            dependencies: [
                "AdhanCore", "AdhanSupport", "AdhanSQLite", "AdhanAudio", "AdhanLedger", "AdhanTimetables",
                "AdhanImport", "AdhanCaller", "AdhanSetup", "AdhanDisplay", "CZip",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: ordinary,
            linkerSettings: closed("process.map")
        ),

        // The maps of the C libraries.
        .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
        .systemLibrary(name: "CMpg123", pkgConfig: "libmpg123", providers: [.apt(["libmpg123-dev"])]),
        .systemLibrary(name: "CEBUR128", pkgConfig: "libebur128", providers: [.apt(["libebur128-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CGcrypt", pkgConfig: "libgcrypt", providers: [.apt(["libgcrypt20-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CCMark", pkgConfig: "libcmark", providers: [.apt(["libcmark-dev"])]),
        .systemLibrary(name: "CZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .target(name: "CALSAMessage", dependencies: ["CALSA"]),
        .target(name: "CMosquittoRead", dependencies: ["CMosquitto"]),
        .target(name: "CTOML"),
        .target(name: "CJSON"),

        .executableTarget(
            name: "bench-calculation",
            dependencies: ["AdhanCore"],
            path: "Tests/Benchmarks/Calculation",
            swiftSettings: settings
        ),

        // A process that tests watch or kill.
        .executableTarget(
            name: "test-subject",
            dependencies: [
                "AdhanCore", "AdhanSupport", "AdhanAudio", "AdhanLedger", "AdhanTimetables", "AdhanCaller",
            ],
            path: "Tests/Subjects",
            swiftSettings: unoptimised
        ),

        // The display beside a daemon, both at a time that the page's tests set.
        .executableTarget(
            name: "display-on-virtual-time",
            dependencies: [
                "AdhanCore", "AdhanSupport", "AdhanCaller", "AdhanDisplay",
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/DisplayOnVirtualTime",
            swiftSettings: unoptimised
        ),

        // The tests, a target a room. A suite that needs the built adhand depends on it.
        .target(
            name: "AdhanTestSupport",
            dependencies: [
                "AdhanCore", "AdhanSupport", "AdhanAudio", "AdhanTimetables", "CZip",
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/AdhanTestSupport",
            swiftSettings: unoptimised
        ),
        .testTarget(
            name: "AdhanCoreTests",
            dependencies: ["AdhanCore", "AdhanTestSupport"],
            resources: [.copy("Reference")],
            swiftSettings: unoptimised
        ),
        .testTarget(
            name: "AdhanSupportTests",
            dependencies: [
                "AdhanCore", "AdhanSupport", "AdhanTestSupport", "adhand",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: unoptimised
        ),
        .testTarget(
            name: "AdhanAudioTests",
            dependencies: ["AdhanCore", "AdhanSupport", "AdhanAudio", "AdhanTestSupport"],
            swiftSettings: unoptimised
        ),
        .testTarget(
            name: "AdhanLedgerTests",
            dependencies: ["AdhanCore", "AdhanSQLite", "AdhanLedger", "AdhanTestSupport", "CSQLite"],
            resources: [.copy("Ledgers")],
            swiftSettings: unoptimised
        ),
        .testTarget(
            name: "AdhanTimetablesTests",
            dependencies: [
                "AdhanCore", "AdhanSupport", "AdhanTimetables", "AdhanTestSupport", "adhand", "test-subject",
            ],
            swiftSettings: unoptimised
        ),
        .testTarget(
            name: "AdhanImportTests",
            dependencies: [
                "AdhanCore", "AdhanSupport", "AdhanTimetables", "AdhanImport", "AdhanTestSupport", "adhand",
            ],
            swiftSettings: unoptimised
        ),
        .testTarget(
            name: "AdhanCallerTests",
            dependencies: [
                "AdhanCore", "AdhanSupport", "AdhanSQLite", "AdhanAudio", "AdhanLedger", "AdhanTimetables",
                "AdhanCaller",
                "AdhanTestSupport", "adhand", "adhand-caller", "adhand-sync", "adhand-notify",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: isTestBuild ? divided : unoptimised
        ),
        .testTarget(
            name: "AdhanSetupTests",
            dependencies: [
                "AdhanCore", "AdhanSupport", "AdhanAudio", "AdhanImport", "AdhanSetup", "AdhanTestSupport",
            ],
            swiftSettings: unoptimised
        ),
        .testTarget(
            name: "AdhanWebTests",
            dependencies: ["AdhanCore", "AdhanSupport", "AdhanWeb", "AdhanTestSupport"],
            swiftSettings: unoptimised
        ),
        .testTarget(
            name: "AdhanDisplayTests",
            dependencies: [
                "AdhanCore", "AdhanSupport", "AdhanDisplay", "AdhanTestSupport",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: unoptimised
        ),
        .testTarget(
            name: "AdhanPanelTests",
            dependencies: [
                "AdhanCore", "AdhanSupport", "AdhanTimetables", "AdhanWeb", "AdhanPanel",
                "AdhanTestSupport", "adhand", "adhand-panel",
            ],
            swiftSettings: unoptimised
        ),
        .testTarget(
            name: "AdhanSyncTests",
            dependencies: [
                "AdhanCore", "AdhanSupport", "AdhanAudio", "AdhanTimetables", "AdhanCaller", "AdhanTestSupport",
                "adhand",
                "adhand-sync",
            ],
            swiftSettings: unoptimised
        ),
        .testTarget(
            name: "AdhanNotifyTests",
            dependencies: [
                "AdhanCore", "AdhanSupport", "AdhanSQLite", "AdhanCaller", "AdhanTestSupport", "adhand",
                "adhand-notify",
            ],
            swiftSettings: unoptimised
        ),
        .testTarget(
            name: "AdhandTests",
            dependencies: [
                "AdhanCore", "AdhanSupport", "AdhanAudio", "AdhanLedger", "AdhanTimetables", "AdhanCaller",
                "AdhanTestSupport", "adhand",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: unoptimised
        ),
        // They drive the daemon as a whole, and mostly wait for it.
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "AdhanCore", "AdhanSupport", "AdhanSQLite", "AdhanAudio", "AdhanLedger", "AdhanTimetables",
                "AdhanCaller",
                "AdhanTestSupport", "adhand", "adhand-caller", "adhand-sync", "adhand-notify", "test-subject",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: unoptimised
        ),
        // Whether the rooms keep to this file.
        .testTarget(name: "ManifestTests", dependencies: ["AdhanTestSupport"], swiftSettings: unoptimised),
    ],
    swiftLanguageModes: [.v6]
)
