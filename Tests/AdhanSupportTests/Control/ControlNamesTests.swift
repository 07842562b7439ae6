import AdhanCore
import Dispatch
import Glibc
import Synchronization
import Testing

@testable import AdhanSupport

@Suite struct ControlNamesTests {
    @Test func `a user database that hangs costs half a second once, and the user is called by the uid`() {
        let never = DispatchSemaphore(value: 0)
        defer { never.signal() }
        var names = ControlNames { user in
            if user == 7 { never.wait() }
            return "yusuf"
        }
        let start = BootClock.now()
        for second in 0..<100 {
            #expect(names.caller(7, .start + .seconds(second)) == ControlCaller(uid: 7, name: "uid 7"))
        }
        #expect(names.caller(8, .start).name == "yusuf")
        let time = BootClock.now() - start
        #expect(time >= ControlNames.patience && time < .seconds(10), "\(time)")
    }

    @Test func `a name is looked up again after a while`() {
        let count = Mutex(0)
        var book = ControlNames { _ in
            count.withLock { count in
                count += 1
                return "name \(count)"
            }
        }
        // Not the user of the other test: what hangs is not asked again by the same process.
        #expect(book.caller(9, .start).name == "name 1" && book.caller(9, .start + .minutes(9)).name == "name 1")
        #expect(book.caller(9, .start + .minutes(10)).name == "name 2")
    }
}
