import AdhanCore
import AdhanSupport
import CCurl
import Glibc

/// A few transfers at a time through libcurl, on one thread, over connections that are kept and used again.
///
/// Only ready sockets are driven: `curl_multi_perform` would ask the system about each transfer, each time.
final class CurlMulti {
    private let multi: UnsafeMutableRawPointer
    private var running: [UnsafeMutableRawPointer: CurlTransfer] = [:]
    /// The sockets that libcurl waits for, and what it waits for on each.
    private var sockets: [pollfd] = []
    /// When libcurl is to go on whatever the sockets do; nil for never.
    private var due: BootInstant?

    struct Ended {
        let transfer: CurlTransfer
        let code: CURLcode
    }

    init(connections: Int) throws(CurlFault) {
        guard CurlTransfer.isReady, let multi = curl_multi_init() else { throw .noStart }
        self.multi = multi
        // They fail only for an unknown option; the limit also holds by the number of requests that are added.
        _ = adhan_curl_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, connections)
        _ = adhan_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, connections)
        let context = Unmanaged.passUnretained(self).toOpaque()
        let watch: curl_socket_callback = { _, socket, events, context, _ in
            CurlMulti.of(context)?.watch(socket, events)
            return 0
        }
        let wake: curl_multi_timer_callback = { _, milliseconds, context in
            CurlMulti.of(context)?.due = milliseconds < 0 ? nil : BootClock.now() + .milliseconds(milliseconds)
            return 0
        }
        guard adhan_curl_multi_set_callbacks(multi, watch, wake, context) == CURLM_OK else {
            throw CurlFault(code: CURLE_FAILED_INIT, reason: "libcurl takes no callbacks")
        }
    }

    deinit {
        // No callback may come while this is taken down.
        _ = adhan_curl_multi_set_callbacks(multi, nil, nil, nil)
        for curl in running.keys { curl_multi_remove_handle(multi, curl) }
        running = [:]
        curl_multi_cleanup(multi)
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> CurlMulti? {
        context.map { Unmanaged<CurlMulti>.fromOpaque($0).takeUnretainedValue() }
    }

    func add(_ transfer: CurlTransfer) throws(CurlFault) {
        guard curl_multi_add_handle(multi, transfer.curl) == CURLM_OK else {
            throw CurlFault(code: CURLE_OUT_OF_MEMORY, reason: "libcurl takes no more transfers")
        }
        running[transfer.curl] = transfer
    }

    /// Drives the transfers until some have ended, for at most `limit`. Each has a time limit of its own.
    func wait(atMost limit: Duration) throws(CurlFault) -> [Ended] {
        let end = BootClock.now() + limit
        while true {
            let now = BootClock.now()
            if let moment = due, moment <= now {
                due = nil
                try drive(CURL_SOCKET_TIMEOUT, 0)
            }
            let ended = endedTransfers()
            if !ended.isEmpty || running.isEmpty || now >= end { return ended }
            // Rounded up: a wait that ends too soon would be one more.
            let left = (min(end, due ?? end) - now + .microseconds(999)).wholeMilliseconds
            let ready = poll(&sockets, nfds_t(sockets.count), Int32(clamping: max(0, min(left, 1000))))
            guard ready >= 0 || errno == EINTR else {
                throw CurlFault(code: CURLE_FAILED_INIT, reason: "poll: \(String(cString: strerror(errno)))")
            }
            guard ready > 0 else { continue }
            for socket in sockets where socket.revents != 0 { try drive(socket.fd, Self.events(socket.revents)) }
        }
    }

    private func drive(_ socket: curl_socket_t, _ events: Int32) throws(CurlFault) {
        var active: Int32 = 0
        let code = curl_multi_socket_action(multi, socket, events, &active)
        guard code == CURLM_OK else {
            throw CurlFault(code: CURLE_FAILED_INIT, reason: String(cString: curl_multi_strerror(code)))
        }
    }

    /// Whether libcurl may read or write; both for a broken connection, whose error it then gets.
    private static func events(_ found: Int16) -> Int32 {
        let isBroken = Int32(found) & (POLLERR | POLLHUP | POLLNVAL) != 0
        let canRead = isBroken || Int32(found) & POLLIN != 0
        let canWrite = isBroken || Int32(found) & POLLOUT != 0
        return (canRead ? CURL_CSELECT_IN : 0) | (canWrite ? CURL_CSELECT_OUT : 0)
    }

    /// - Parameter events: libcurl's `CURL_POLL_` bits; none to forget the socket.
    private func watch(_ socket: curl_socket_t, _ events: Int32) {
        sockets.removeAll { $0.fd == socket }
        let wanted = (events & CURL_POLL_IN != 0 ? POLLIN : 0) | (events & CURL_POLL_OUT != 0 ? POLLOUT : 0)
        if wanted != 0 { sockets.append(pollfd(fd: socket, events: Int16(wanted), revents: 0)) }
    }

    private func endedTransfers() -> [Ended] {
        var ended: [Ended] = []
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let curl = message.pointee.easy_handle else { continue }
            let code = adhan_curl_result(message)
            curl_multi_remove_handle(multi, curl)
            if let transfer = running.removeValue(forKey: curl) { ended.append(Ended(transfer: transfer, code: code)) }
        }
        return ended
    }
}
