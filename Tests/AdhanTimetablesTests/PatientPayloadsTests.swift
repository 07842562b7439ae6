import AdhanCore
import AdhanTestSupport
import Dispatch
import Synchronization
import Testing

@testable import AdhanTimetables

/// A cache on a disk that hangs.
@Suite struct PatientPayloadsTests {
    private final class HungStore: PayloadStore {
        let back = DispatchSemaphore(value: 0)
        let asked = Atomic(0)

        func load(_ source: SourceName, _ period: TimetablePeriod) throws(StoreFault) -> Payload? {
            asked.add(1, ordering: .relaxed)
            back.wait()
            back.signal()
            return nil
        }

        func keep(_ payload: Payload) throws(StoreFault) {
            asked.add(1, ordering: .relaxed)
            back.wait()
            back.signal()
        }

        func setAside(_ payload: Payload, because reason: String) throws(StoreFault) { try keep(payload) }
    }

    @Test(.timeLimit(.minutes(1))) func `a round continues without a hung store, and uses it again later`() throws {
        let (rig, disk) = (try RemoteRig(), HungStore())
        rig.network.answer = { [rig] period, _ throws(FetchFault) in
            guard period.name == "2026" else { throw RemoteRig.absent(period) }
            return rig.answer(period) { $0.moving(.dhuhr, by: .minutes(4)) }
        }
        let store = PatientPayloads(store: disk, subject: "/the/hung/cache", patience: .milliseconds(100))
        let remote = RemoteSource(rig.network, store: store, validator: TimetableValidator(calculator: rig.calculator))
        let report = try rig.round(remote, on: "2026-06-01")
        #expect(report.faults.isEmpty, "\(report.faults)")
        #expect(report.warnings.contains { $0.contains("/the/hung/cache: its disk does not answer") })
        #expect(try rig.found("2026-06-01", remote)?.hasPrefix("s3 ") == true)
        // One load and one store were due; the second is not tried while the first hangs.
        #expect(disk.asked.load(ordering: .relaxed) == 1)
        disk.back.signal()
        #expect(eventually { (try? rig.round(remote, on: "2026-06-02"))?.warnings.isEmpty == true })
    }
}
