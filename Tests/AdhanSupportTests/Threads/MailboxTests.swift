import Glibc
import Testing

@testable import AdhanSupport

/// What threads leave for the one that sleeps on the mailbox.
@Suite struct MailboxTests {
    private let mailbox: Mailbox<Int>

    init() throws { mailbox = try Mailbox() }

    /// - Parameter limit: milliseconds.
    private func isReadable(within limit: Int32 = 0) -> Bool {
        var polled = pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, limit) == 1
    }

    @Test func `a thread that is refused says which limits may be in the way`() {
        let words = "\(SystemFault("pthread_create", EAGAIN))"
        #expect(words.contains("failed: Resource temporarily unavailable; a limit on threads or on memory is in"))
        #expect(words.contains("TasksMax=") && words.contains("ulimit -u and ulimit -v"))
        #expect(!"\(SystemFault("eventfd", EAGAIN))".contains("TasksMax="))
    }

    @Test func `it is readable while there is something to collect, and no longer`() {
        #expect(!isReadable() && mailbox.collect().isEmpty)
        mailbox.post(1)
        mailbox.post(2)
        #expect(isReadable() && isReadable() && mailbox.collect() == [1, 2])
        #expect(!isReadable() && mailbox.collect().isEmpty)
        mailbox.post(3)
        #expect(isReadable() && mailbox.collect() == [3])
    }

    @Test func `one message is taken at a time, and it is readable until the last of them is`() throws {
        #expect(mailbox.take() == nil)
        for number in 1...3 { mailbox.post(number) }
        #expect(mailbox.wait() == 1 && isReadable() && mailbox.take() == 2 && isReadable())
        #expect(mailbox.collect() == [3] && !isReadable())
        mailbox.post(4)
        #expect(mailbox.take() == 4 && !isReadable() && mailbox.take() == nil)
        let thread = try SystemThread { [mailbox] in mailbox.post(5) }
        #expect(mailbox.wait() == 5)
        thread.join()
    }

    @Test func `whoever sleeps on it misses nothing of several threads, and each thread's order stays`() throws {
        let count = 20_000
        let threads = try (0..<2).map { thread in
            try SystemThread { [mailbox] in
                for number in 0..<count { mailbox.post(thread * count + number) }
            }
        }
        var found: [Int] = []
        while found.count < 2 * count, isReadable(within: 20_000) { found += mailbox.collect() }
        for thread in threads { thread.join() }
        #expect(found.filter { $0 < count } == Array(0..<count))
        #expect(found.filter { $0 >= count } == Array(count..<2 * count))
        #expect(!isReadable())
    }
}
