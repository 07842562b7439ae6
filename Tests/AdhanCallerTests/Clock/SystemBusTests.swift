import AdhanCore
import AdhanTestSupport
import Glibc
import Testing

@testable import AdhanCaller
@testable import AdhanSupport

/// The bus as it fails. What a bus answers is tried where there is one.
@Suite struct SystemBusTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    private func fault(_ address: String) -> String {
        let error = #expect(throws: SystemBus.Fault.self) {
            try SystemBus(address: address, patience: .milliseconds(300)).isSynchronised()
        }
        return error?.description ?? ""
    }

    @Test func `without a bus the answer is quick`() throws {
        let start = BootClock.now()
        #expect(fault("unix:path=" + directory.file("nowhere")).contains("No such file or directory"))
        #expect(BootClock.now() - start < .seconds(1))
        #expect(fault("nonsense").contains("failed"))
        #expect(fault("").contains("failed"))
    }

    @Test func `a bus that accepts and stays silent is given up in time`() throws {
        let path = directory.file("bus")
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0 && listen(listener, 4) == 0)
        let start = BootClock.now()
        #expect(fault("unix:path=" + path).contains("no greeting within 300ms"))
        let time = BootClock.now() - start
        #expect(time >= .milliseconds(300) && time < .seconds(2), "\(time)")
    }

    @Test func `the machine's own bus answers or fails within its time`() {
        let start = BootClock.now()
        do {
            _ = try SystemBus().isSynchronised()
        } catch {
            #expect(error.description.hasPrefix("the system bus: "))
        }
        #expect(BootClock.now() - start < .seconds(4))
    }
}
