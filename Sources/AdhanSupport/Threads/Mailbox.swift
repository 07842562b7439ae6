import CLinux
import Glibc
import Synchronization

/// A queue from any thread to one reader, who waits in `wait` or polls `descriptor` beside other things.
package final class Mailbox<Message: Sendable>: Sendable {
    /// Readable while there is something to collect.
    package let descriptor: Int32
    private let messages = Mutex<[Message]>([])

    package init() throws(SystemFault) {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else { throw SystemFault("eventfd", errno) }
    }

    deinit { close(descriptor) }

    package func post(_ message: Message) {
        // Within the lock, so that the descriptor is readable exactly while there is something to collect.
        messages.withLock { messages in
            if messages.isEmpty { eventfd_write(descriptor, 1) }
            messages.append(message)
        }
    }

    /// Takes all messages, oldest first.
    package func collect() -> [Message] {
        messages.withLock { messages in
            guard !messages.isEmpty else { return [] }
            var count: eventfd_t = 0
            eventfd_read(descriptor, &count)
            defer { messages.removeAll() }
            return messages
        }
    }

    package func take() -> Message? {
        messages.withLock { messages in
            guard !messages.isEmpty else { return nil }
            var count: eventfd_t = 0
            if messages.count == 1 { eventfd_read(descriptor, &count) }
            return messages.removeFirst()
        }
    }

    /// Takes the oldest message; blocks until there is one.
    package func wait() -> Message {
        while true {
            if let message = take() { return message }
            var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            poll(&polled, 1, -1)
        }
    }
}

/// A system call that failed unexpectedly.
package struct SystemFault: Error, CustomStringConvertible {
    package let description: String

    package init(_ call: String, _ code: Int32) {
        description = "\(call) failed: \(String(cString: strerror(code)))\(Self.advice(call, code))"
    }

    private static func advice(_ call: String, _ code: Int32) -> String {
        guard call == "pthread_create", code == EAGAIN else { return "" }
        return "; a limit on threads or on memory is in the way: TasksMax= and LimitAS= of the unit "
            + "(systemctl show adhand), ulimit -u and ulimit -v of a shell"
    }
}
