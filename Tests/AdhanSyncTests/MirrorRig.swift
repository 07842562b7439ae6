import AdhanSupport
import AdhanCore
import AdhanTestSupport
import Foundation
import Synchronization

@testable import adhand_sync

/// A mirror of a bucket of the test's own.
struct MirrorRig {
    let bucket: S3TestBucket
    let directory: TestDirectory
    let events = Events()
    let clock = Seconds()
    var mirror: MirrorConfiguration.Mirror

    final class Events: Sendable {
        private let list = Mutex<[MirrorEvent]>([])

        private let action = Mutex<(@Sendable () -> Void)?>(nil)

        func add(_ event: MirrorEvent) {
            list.withLock { $0.append(event) }
            let action = action.withLock { action in
                defer { action = nil }
                return action
            }
            action?()
        }

        /// Does it once, in the middle of the pass.
        func atNext(_ action: @escaping @Sendable () -> Void) { self.action.withLock { $0 = action } }

        /// Those since the last call.
        func take() -> [MirrorEvent] {
            list.withLock { list in
                defer { list = [] }
                return list
            }
        }
    }

    /// Seconds since 1970, which a test sets.
    final class Seconds: Sendable {
        private let value = Mutex<Int64>(1_800_000_000)
        var now: Int64 { value.withLock { $0 } }
        func advance(_ seconds: Int64) { value.withLock { $0 += seconds } }
    }

    init() throws {
        (bucket, directory) = (try S3TestBucket(), try TestDirectory())
        let table = try Configuration.parse(
            ConfigSource(
                file: "config.toml",
                main: Array("[mirror]\nbucket = \"\(bucket.name)\"\nendpoint = \"http://127.0.0.1:1\"\n".utf8),
                additions: []
            ),
            Locations(resources: nil, daemon: true, environment: ["CACHE_DIRECTORY": directory.path])
        )
        guard var mirror = table.mirror.mirrors.first else { throw CocoaError(.coderValueNotFound) }
        mirror.bucket = bucket.bucket
        self.mirror = mirror
    }

    var folder: MirrorFolder { MirrorFolder(path: mirror.directory) }

    /// Makes a pass.
    ///
    /// - Parameter keys: which the client has; nil for the right ones.
    @discardableResult
    func run(
        _ check: ContentCheck = ContentCheck(validator: nil),
        keys: S3Credentials? = nil,
        again: Bool = false,
        byHand: Bool = true
    ) throws -> MirrorStatus {
        let keys = try keys ?? S3Server.shared.right
        return sync(mirror, check) { () throws(FetchFault) in keys }.run(again: again, byHand: byHand)
    }

    /// - Parameter keys: returns those of now.
    func sync(
        _ mirror: MirrorConfiguration.Mirror,
        _ check: ContentCheck,
        keys: @escaping @Sendable () throws(FetchFault) -> S3Credentials?
    ) -> MirrorSync {
        MirrorSync(
            mirror,
            check,
            isUsed: { $0.text == "adhan.mp3" },
            client: { mirror, shouldContinue throws(FetchFault) in
                try S3Client(
                    S3Client.Settings(mirror.bucket, table: mirror.table),
                    version: "1",
                    pause: { _ in },
                    chance: { 0 },
                    shouldContinue: shouldContinue,
                    credentials: keys
                )
            },
            now: { [clock] in clock.now },
            tell: { [events] in events.add($0) }
        )
    }

    /// The files of the mirror with their MD5s; none before the first pass made its folder.
    func files() throws -> [String: String] {
        let folder = folder
        guard FileManager.default.fileExists(atPath: mirror.directory) else { return [:] }
        return try Dictionary(
            uniqueKeysWithValues: folder.scan().map { ($0.path, try folder.md5(MirrorPath($0.path))) }
        )
    }

    /// The objects of the bucket with their MD5s.
    func objects() throws -> [String: String] { try bucket.objects().mapValues(\.md5) }

    /// The requests for objects since the last call.
    func gets() throws -> [S3TestBucket.Asked] { try bucket.asked().filter { !$0.path.contains("?") } }
}
