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

/// `make test` sets this variable, and has everything compiled with `-Onone`, packages of others too: that saves a quarter of the build.
let isTestBuild = Context.environment["ADHAND_TEST_BUILD"] != nil

/// For rooms that compute little: small rather than fast.
let ordinary = isTestBuild ? unoptimised : settings + [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// For rooms that compute much. The last option wins, and those of a frontend come after the command line's `-Onone`.
let computing = isTestBuild ? settings + [.unsafeFlags(["-Xfrontend", "-O"])] : settings

/// For the processes: nobody links with them, so that what they do not call need not be in them.
let closed: [LinkerSetting] =
    isTestBuild
    ? []
    : [
        .unsafeFlags(
            ["-Xlinker", "--version-script=\(Context.packageDirectory)/Sources/process.map"],
            .when(configuration: .release)
        )
    ]

let package = Package(
    name: "adhand",
    products: [
        .executable(name: "adhand", targets: ["adhand"]),
        .executable(name: "adhand-caller", targets: ["adhand-caller"]),
        .executable(name: "adhand-display", targets: ["adhand-display"]),
        .executable(name: "adhand-sync", targets: ["adhand-sync"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    ],
    targets: [
        // The rooms, from the bottom up: each may use those above it in this list. Sources/README.md is their map.
        .target(name: "AdhanCore", dependencies: ["CJSON", "CGcrypt"], swiftSettings: computing),
        .target(
            name: "AdhanSystem",
            dependencies: ["AdhanCore", "CLinux", "CSystemd", .product(name: "Logging", package: "swift-log")],
            swiftSettings: ordinary
        ),
        .target(
            name: "AdhanAudio",
            dependencies: ["AdhanCore", "AdhanSystem", "CALSA", "CALSAMessage", "CMpg123", "CEBUR128"],
            swiftSettings: computing
        ),
        .target(
            name: "AdhanLedger",
            dependencies: ["AdhanCore", "AdhanSystem", "CSQLite"],
            swiftSettings: computing
        ),
        .target(name: "AdhanConfig", dependencies: ["AdhanCore", "AdhanSystem", "CTOML"], swiftSettings: ordinary),
        .target(
            name: "AdhanTimetables",
            dependencies: [
                "AdhanCore", "AdhanSystem", "AdhanConfig", .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: computing
        ),
        .target(
            name: "AdhanImport",
            dependencies: ["AdhanCore", "AdhanSystem", "AdhanConfig", "AdhanTimetables", "CZip", "CExpat"],
            swiftSettings: computing
        ),
        .target(
            name: "AdhanClock",
            dependencies: ["AdhanCore", "AdhanSystem", "AdhanConfig"],
            swiftSettings: ordinary
        ),
        .target(
            name: "AdhanHooks",
            dependencies: ["AdhanCore", "AdhanSystem", "AdhanConfig", "CLinux"],
            swiftSettings: ordinary
        ),
        .target(name: "AdhanControl", dependencies: ["AdhanCore", "AdhanSystem", "CLinux"], swiftSettings: ordinary),
        .target(
            name: "AdhanEngine",
            dependencies: [
                "AdhanCore", "AdhanSystem", "AdhanTimetables",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: computing
        ),
        .target(
            name: "AdhanDaemon",
            dependencies: [
                "AdhanCore", "AdhanSystem", "AdhanAudio", "AdhanLedger", "AdhanConfig",
                "AdhanTimetables", "AdhanClock", "AdhanHooks", "AdhanControl", "AdhanEngine", "CLinux",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: ordinary
        ),
        .target(
            name: "AdhanDoctor",
            dependencies: [
                "AdhanCore", "AdhanSystem", "AdhanAudio", "AdhanLedger", "AdhanConfig", "AdhanTimetables",
                "AdhanImport", "AdhanClock", "AdhanHooks", "AdhanControl",
            ],
            swiftSettings: ordinary
        ),
        .target(
            name: "AdhanDisplay",
            dependencies: [
                "AdhanCore", "AdhanSystem", "AdhanConfig", "AdhanControl", "CMicroHTTPD", "CCMark",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: ordinary
        ),
        .target(
            name: "AdhanCommandLine",
            dependencies: [
                "AdhanCore", "AdhanSystem", "AdhanConfig", "AdhanTimetables", "AdhanControl",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: ordinary
        ),
        .target(
            name: "AdhanCommands",
            dependencies: [
                "AdhanCore", "AdhanSystem", "AdhanAudio", "AdhanLedger", "AdhanConfig", "AdhanTimetables",
                "AdhanImport", "AdhanClock", "AdhanHooks", "AdhanControl", "AdhanEngine", "AdhanDaemon", "AdhanDoctor",
                "AdhanDisplay", "AdhanCommandLine",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: ordinary
        ),

        // The processes. `adhand` runs the others.
        .executableTarget(
            name: "adhand-caller",
            dependencies: [
                "AdhanCore", "AdhanSystem", "AdhanAudio", "AdhanConfig", "AdhanHooks", "AdhanControl", "AdhanEngine",
                "AdhanDaemon", "AdhanCommandLine",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: ordinary,
            linkerSettings: closed
        ),
        .executableTarget(
            name: "adhand-sync",
            dependencies: [
                "AdhanCore", "AdhanSystem", "AdhanAudio", "AdhanConfig", "AdhanTimetables", "AdhanImport",
                "AdhanControl", "AdhanDisplay", "AdhanCommandLine", "CCurl", "CExpat",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: ordinary,
            linkerSettings: closed
        ),
        .executableTarget(
            name: "adhand-display",
            dependencies: [
                "AdhanSystem", "AdhanConfig", "AdhanDisplay", "AdhanCommandLine",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: ordinary,
            linkerSettings: closed
        ),
        .executableTarget(
            name: "adhand",
            dependencies: ["AdhanHooks", "AdhanCommands"],
            swiftSettings: settings,
            linkerSettings: closed
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
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .target(name: "CALSAMessage", dependencies: ["CALSA"]),
        .target(name: "CTOML"),
        .target(name: "CJSON"),

        .executableTarget(
            name: "bench-calculation",
            dependencies: ["AdhanCore"],
            path: "Tests/Benchmarks/Calculation",
            swiftSettings: settings
        ),

        // Replaces one payload of a cache, for the test that watches its system calls.
        .executableTarget(
            name: "cache-writer",
            dependencies: ["AdhanCore", "AdhanTimetables"],
            path: "Tests/CacheWriter",
            swiftSettings: settings
        ),

        // The display beside a daemon, both at a time that the page's tests set.
        .executableTarget(
            name: "display-on-virtual-time",
            dependencies: [
                "AdhanCore", "AdhanSystem", "AdhanConfig", "AdhanControl", "AdhanEngine", "AdhanDaemon", "AdhanDisplay",
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/DisplayOnVirtualTime",
            swiftSettings: unoptimised
        ),

        // The tests, a target a room. A suite that needs the built adhand depends on it.
        .target(
            name: "AdhanTestSupport",
            dependencies: [
                "AdhanCore", "AdhanSystem", "AdhanAudio", "AdhanConfig", "AdhanTimetables", "AdhanControl", "CZip",
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
            name: "AdhanSystemTests",
            dependencies: [
                "AdhanCore", "AdhanSystem", "AdhanTestSupport", "adhand",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: unoptimised
        ),
        .testTarget(
            name: "AdhanAudioTests",
            dependencies: ["AdhanCore", "AdhanSystem", "AdhanAudio", "AdhanTestSupport"],
            swiftSettings: unoptimised
        ),
        .testTarget(
            name: "AdhanLedgerTests",
            dependencies: ["AdhanCore", "AdhanLedger", "AdhanTestSupport"],
            resources: [.copy("Ledgers")],
            swiftSettings: unoptimised
        ),
        .testTarget(
            name: "AdhanConfigTests",
            dependencies: ["AdhanCore", "AdhanSystem", "AdhanConfig", "AdhanTestSupport", "adhand"],
            swiftSettings: unoptimised
        ),
        .testTarget(
            name: "AdhanTimetablesTests",
            dependencies: [
                "AdhanCore", "AdhanSystem", "AdhanConfig", "AdhanTimetables", "AdhanTestSupport", "adhand",
                "cache-writer",
            ],
            swiftSettings: unoptimised
        ),
        .testTarget(
            name: "AdhanImportTests",
            dependencies: [
                "AdhanCore", "AdhanSystem", "AdhanConfig", "AdhanTimetables", "AdhanImport", "AdhanTestSupport",
                "adhand",
            ],
            swiftSettings: unoptimised
        ),
        .testTarget(
            name: "AdhanClockTests",
            dependencies: ["AdhanCore", "AdhanSystem", "AdhanClock", "AdhanTestSupport"],
            swiftSettings: unoptimised
        ),
        .testTarget(
            name: "AdhanHooksTests",
            dependencies: ["AdhanCore", "AdhanSystem", "AdhanHooks", "AdhanTestSupport", "adhand"],
            swiftSettings: unoptimised
        ),
        .testTarget(
            name: "AdhanControlTests",
            dependencies: ["AdhanCore", "AdhanSystem", "AdhanControl", "AdhanTestSupport"],
            swiftSettings: unoptimised
        ),
        .testTarget(
            name: "AdhanEngineTests",
            dependencies: [
                "AdhanCore", "AdhanSystem", "AdhanAudio", "AdhanLedger", "AdhanConfig", "AdhanTimetables",
                "AdhanEngine", "AdhanTestSupport", "adhand", "adhand-caller", "adhand-sync",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: unoptimised
        ),
        .testTarget(
            name: "AdhanDaemonTests",
            dependencies: [
                "AdhanCore", "AdhanSystem", "AdhanAudio", "AdhanLedger", "AdhanConfig", "AdhanTimetables",
                "AdhanHooks", "AdhanControl", "AdhanEngine", "AdhanDaemon", "AdhanDoctor", "AdhanCommandLine",
                "AdhanTestSupport",
                "adhand", "adhand-caller", "adhand-sync", .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: unoptimised
        ),
        .testTarget(
            name: "AdhanDoctorTests",
            dependencies: [
                "AdhanCore", "AdhanSystem", "AdhanAudio", "AdhanLedger", "AdhanConfig", "AdhanTimetables",
                "AdhanClock", "AdhanControl", "AdhanDoctor", "AdhanTestSupport",
            ],
            swiftSettings: unoptimised
        ),
        .testTarget(
            name: "AdhanDisplayTests",
            dependencies: [
                "AdhanCore", "AdhanSystem", "AdhanConfig", "AdhanControl", "AdhanDisplay", "AdhanTestSupport",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: unoptimised
        ),
        .testTarget(
            name: "AdhanSyncTests",
            dependencies: [
                "AdhanCore", "AdhanSystem", "AdhanAudio", "AdhanConfig", "AdhanTimetables", "AdhanControl",
                "AdhanDaemon", "AdhanTestSupport", "adhand", "adhand-sync",
            ],
            swiftSettings: unoptimised
        ),
        .testTarget(
            name: "AdhanCommandsTests",
            dependencies: [
                "AdhanCore", "AdhanSystem", "AdhanAudio", "AdhanLedger", "AdhanConfig", "AdhanTimetables",
                "AdhanControl", "AdhanDoctor", "AdhanCommandLine", "AdhanCommands", "AdhanTestSupport", "adhand",
            ],
            swiftSettings: unoptimised
        ),
        // Whether the rooms keep to this file.
        .testTarget(name: "ManifestTests", dependencies: ["AdhanTestSupport"], swiftSettings: unoptimised),
    ],
    swiftLanguageModes: [.v6]
)
