import AdhanCore
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanSupport

/// The stored rules of the zone that the daemon last ran with.
@Suite struct ZoneStoreTests {
    private let directory: TestDirectory
    private let store: ZoneStore

    init() throws {
        let rig = try ConfigRig()
        (directory, store) = (rig.directory, ZoneStore(rig.locations))
        mkdir(directory.file("state"), 0o755)
    }

    private var inode: UInt64? {
        var status = stat()
        return stat(store.file, &status) == 0 ? UInt64(status.st_ino) : nil
    }

    @Test(arguments: ["Africa/Nairobi", "Europe/London", "Asia/Calcutta"])
    func `the stored zone equals tzdata's, and is written only if it has changed`(zone: String) throws {
        #expect(try store.load() == nil)
        try store.keep(zone)
        let stored = try #require(try store.load())
        #expect(try stored.rules == SystemZones.find(zone) && stored.point == SystemZones.point(of: zone))
        let first = inode
        try store.keep(zone)
        #expect(inode == first)
    }

    @Test func `a zone that tzdata does not have is found in the store, and the fault says so`() throws {
        let rules = TestDirectory.bytes(of: SystemZones.file(of: "Africa/Nairobi"))
        let row = ["name": "Africa/Zanzibar_City", "tzif": Data(rules).base64EncodedString()]
        try directory.write(Array(try JSONEncoder().encode(row)), to: "state/zone.json")
        let found = try store.find("Africa/Zanzibar_City")
        #expect(found.rules.offset(at: Instant(seconds: 1_800_000_000)) == 3 * 3600)
        #expect(found.problem?.words.contains("it no longer has the zone Africa/Zanzibar_City") == true)
        // What tzdata has counts, and another name is as wrong as ever.
        #expect(try store.find("Africa/Nairobi").problem == nil)
        #expect(throws: UnknownZone.self) { try store.find("Africa/Zanzibar_Town") }
        #expect(throws: UnknownZone.self) { try store.find("Africa/Zanzibar_City", withPoint: true) }
        // The zone of the store is not replaced by what tzdata does not have.
        try store.keep("Africa/Zanzibar_City")
        #expect(try store.load()?.rules.name == "Africa/Zanzibar_City")
    }

    @Test(arguments: [
        "", "{", "{}", "{\"name\": \"Africa/Nairobi\"}", "{\"name\": \"Africa/Nairobi\", \"tzif\": \"VFppZg==\"}",
        "{\"name\": 1, \"tzif\": []}",
    ])
    func `a damaged store is a fault, does not keep a zone from being found, and is replaced`(text: String) throws {
        try directory.write(Array(text.utf8), to: "state/zone.json")
        #expect(throws: FileFault.self) { try store.load() }
        #expect(try store.find("Africa/Nairobi").problem == nil)
        #expect(throws: UnknownZone.self) { try store.find("Africa/Nairoby") }
        try store.keep("Africa/Nairobi")
        #expect(try store.load()?.rules.name == "Africa/Nairobi")
    }
}
