import AdhanCore
import AdhanSystem
import CCurl

/// A few transfers at a time through libcurl, on one thread, over connections that are kept and used again.
final class CurlMulti {
    private let multi: UnsafeMutableRawPointer
    private var running: [UnsafeMutableRawPointer: CurlRequest] = [:]

    /// A transfer that has ended.
    struct Ended {
        let request: CurlRequest
        let code: CURLcode
    }

    /// - Parameter connections: the most at once, which are also kept.
    init(connections: Int) throws(CurlFault) {
        guard CurlLibrary.isReady, let multi = curl_multi_init() else {
            throw CurlFault(code: CURLE_FAILED_INIT, reason: "libcurl does not start")
        }
        self.multi = multi
        // They fail only for an unknown option; the limit also holds by the number of requests that are added.
        _ = adhan_curl_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, connections)
        _ = adhan_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, connections)
    }

    deinit {
        for curl in running.keys { curl_multi_remove_handle(multi, curl) }
        running = [:]
        curl_multi_cleanup(multi)
    }

    var count: Int { running.count }

    func add(_ request: CurlRequest) throws(CurlFault) {
        guard curl_multi_add_handle(multi, request.curl) == CURLM_OK else {
            throw CurlFault(code: CURLE_OUT_OF_MEMORY, reason: "libcurl takes no more transfers")
        }
        running[request.curl] = request
    }

    /// Drives the transfers until one has ended, so long at most. Each has a time limit of its own.
    ///
    /// - Returns: those that have ended.
    func wait(atMost limit: Duration) throws(CurlFault) -> [Ended] {
        let end = BootClock.now() + limit
        while true {
            var active: Int32 = 0
            let code = curl_multi_perform(multi, &active)
            guard code == CURLM_OK else {
                throw CurlFault(code: CURLE_FAILED_INIT, reason: String(cString: curl_multi_strerror(code)))
            }
            let ended = take()
            let left = (end - BootClock.now()).wholeMilliseconds
            if !ended.isEmpty || running.isEmpty || left <= 0 { return ended }
            curl_multi_poll(multi, nil, 0, Int32(clamping: min(left, 1000)), nil)
        }
    }

    private func take() -> [Ended] {
        var ended: [Ended] = []
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let curl = message.pointee.easy_handle else { continue }
            let code = adhan_curl_result(message)
            curl_multi_remove_handle(multi, curl)
            if let request = running.removeValue(forKey: curl) { ended.append(Ended(request: request, code: code)) }
        }
        return ended
    }
}
