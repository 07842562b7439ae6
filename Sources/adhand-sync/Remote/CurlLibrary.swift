import CCurl

/// libcurl, initialised once per process.
enum CurlLibrary {
    private static let start = curl_global_init(3)  // CURL_GLOBAL_ALL, a macro that Swift does not see.

    static var isReady: Bool { start == CURLE_OK }
}
