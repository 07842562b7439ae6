import AdhanCore
import AdhanSupport
import CCurl
import Glibc

/// Lists a bucket of S3, and fetches its objects, a few at a time over connections that are kept. Every wait, size and
/// number of tries is bounded. It blocks the calling thread, and is for one thread at a time.
final class S3Client {
    struct Settings: Sendable {
        var bucket: S3Bucket
        /// Where the bucket is set, as it stands in the config: `[mirror]`.
        var table: String
        /// How many objects are fetched at once.
        var connections = 6
        /// The maximum number of tries for one page or object.
        var tries = 4
        /// How long one response may take.
        var patience: Duration = .seconds(1800)

        init(_ bucket: S3Bucket, table: String) { (self.bucket, self.table) = (bucket, table) }
    }

    let settings: Settings
    let http: HTTPClient
    let shouldContinue: () -> Bool
    let multi: CurlMulti
    private let credentials: () throws(FetchFault) -> S3Credentials?
    private var keys: (value: S3Credentials?, readAt: BootInstant)?
    /// How long keys are used before they are read again: temporary ones expire, and a person may replace them.
    private static let keysStayFresh: Duration = .seconds(5)
    /// The most objects that a listing may have. More than ten times what a mirror holds at most.
    static let mostObjects = 200_000
    /// The longest that their keys may be together, in bytes.
    private static let longestKeys = 32 << 20
    /// The longest time between two calls of `shouldContinue`.
    static let checkInterval: Duration = .seconds(1)

    /// - Parameters:
    ///   - chance: a random number, 0..<1.
    ///   - shouldContinue: whether what is being fetched is still wanted; called every second.
    ///   - credentials: returns the current keys; nil if the bucket is public.
    /// - Throws: `FetchFault.here` if libcurl does not start.
    init(
        _ settings: Settings,
        version: String,
        pause: @escaping @Sendable (Duration) -> Void = { usleep(UInt32(clamping: $0.wholeMicroseconds)) },
        chance: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
        shouldContinue: @escaping () -> Bool = { true },
        credentials: @escaping () throws(FetchFault) -> S3Credentials?
    ) throws(FetchFault) {
        (self.settings, self.credentials, self.shouldContinue) = (settings, credentials, shouldContinue)
        http = HTTPClient(version: version, pause: pause, chance: chance)
        do throws(CurlFault) {
            multi = try CurlMulti(connections: settings.connections)
        } catch {
            throw FetchFault(.here, "s3: \(error.reason)")
        }
    }

    /// The current keys, and whether they differ from the last ones.
    ///
    /// - Parameter isRefused: whether the server has just refused the last ones; they are then read again at once.
    private func currentKeys(isRefused: Bool = false) throws(FetchFault) -> (keys: S3Credentials?, areOthers: Bool) {
        let now = BootClock.now()
        if !isRefused, let keys, now - keys.readAt < Self.keysStayFresh { return (keys.value, false) }
        let found = try credentials()
        let areOthers = keys.map { $0.value != found } ?? true
        keys = (found, now)
        return (found, areOthers)
    }

    /// A request with the current keys.
    func request(
        limit: Int,
        use: String = "read it",
        _ address: (S3Bucket) throws(AddressFault) -> WebAddress
    ) throws(FetchFault) -> HTTPRequest {
        let (bucket, table) = (settings.bucket, settings.table)
        var request = try HTTPRequest(.s3, table: table, allowHTTP: bucket.allowHTTP) { () throws(AddressFault) in
            try address(bucket)
        }
        request.limit = limit
        let absent = "check bucket, region and prefix in \(table)"
        try request.sign(currentKeys().keys, region: bucket.region, table: table, absent: absent, use: use)
        return request
    }

    func timeout(_ end: BootInstant) -> Duration { min(settings.patience, end - BootClock.now()) }

    /// When to try again after a failed try; nil to give up.
    func wait(after tries: Int, _ fault: HTTPFault, until end: BootInstant) throws(FetchFault) -> Duration? {
        guard fault.fault.kind == .denied else { return http.wait(after: tries, of: settings.tries, fault, until: end) }
        // Temporary keys may have expired meanwhile, and others been put there.
        let areOthers = try currentKeys(isRefused: true).areOthers
        return areOthers && tries < settings.tries ? .zero : nil
    }

    /// Makes and sends a request, again where another try may help.
    private func retrying<Answer>(
        until end: BootInstant,
        _ make: () throws(FetchFault) -> HTTPRequest,
        _ send: (HTTPRequest) throws(HTTPFault) -> Answer
    ) throws(FetchFault) -> Answer {
        var tries = 1
        while true {
            let request = try make()
            do throws(HTTPFault) {
                return try send(request)
            } catch {
                guard shouldContinue(), var wait = try wait(after: tries, error, until: end) else { throw error.fault }
                while wait > .zero, shouldContinue() {
                    http.pause(min(wait, Self.checkInterval))
                    wait -= Self.checkInterval
                }
                tries += 1
            }
        }
    }

    /// Puts an object into the bucket, in place of another of that key.
    func upload(_ bytes: [UInt8], key: String, type: String, until end: BootInstant) throws(FetchFault) {
        let digest: String
        do { digest = try Digest.hex(.sha256, of: bytes) } catch { throw FetchFault(.here, "s3: \(error)") }
        try retrying(until: end) { () throws(FetchFault) in
            var request = try request(limit: 1 << 20, use: "put it there") { bucket throws(AddressFault) in
                try bucket.address(key: key)
            }
            // No "Expect:" to do without the answer 100: libcurl 7.88 signs it, and does not send it.
            (request.upload, request.moreHeaders) = ((bytes, digest), ["Content-Type: \(type)"])
            return request
        } _: { request throws(HTTPFault) in
            let response = try http.send(request, timeout: timeout(end))
            guard response.status == 200 else { throw HTTPFault(request, response) }
        }
    }

    /// All objects with that prefix, in the order of the server.
    func list(prefix: String, until end: BootInstant) throws(FetchFault) -> [BucketObject] {
        var objects: [BucketObject] = []
        var token: String?
        var length = 0
        let listing = "s3: the listing of \(settings.bucket.name) has"
        while true {
            let page = try retrying(until: end) { () throws(FetchFault) in
                try request(limit: BucketListing.sizeLimit, use: "list it") { bucket throws(AddressFault) in
                    try bucket.address(listing: prefix, after: token)
                }
            } _: { request throws(HTTPFault) in
                try self.page(request, until: end)
            }
            objects += page.objects
            length += page.objects.reduce(0) { $0 + $1.key.utf8.count }
            guard objects.count <= Self.mostObjects, length <= Self.longestKeys else {
                let much =
                    length > Self.longestKeys ? "\(Self.longestKeys >> 20) MB of keys" : "\(Self.mostObjects) objects"
                throw FetchFault(.server, "\(listing) more than \(much); set a prefix in \(settings.table)")
            }
            guard let next = page.next else { return objects }
            guard next != token, !page.objects.isEmpty else {
                throw FetchFault(.server, "\(listing) pages without an end")
            }
            token = next
        }
    }

    private func page(_ request: HTTPRequest, until end: BootInstant) throws(HTTPFault) -> BucketListing {
        let response: HTTPResponse
        do throws(CurlFault) {
            let body = CurlBody(limit: request.limit)
            let transfer = try CurlTransfer(request, by: http, timeout: timeout(end), into: body)
            try multi.add(transfer)
            var ended: [CurlMulti.Ended] = []
            // The transfer's own time limit ends it.
            while ended.isEmpty {
                ended = try multi.wait(atMost: Self.checkInterval)
                guard shouldContinue() else {
                    throw CurlFault(code: CURLE_ABORTED_BY_CALLBACK, reason: "it is no longer wanted")
                }
            }
            response = try transfer.response(ended.first?.code ?? CURLE_RECV_ERROR, body)
        } catch {
            throw HTTPFault(request, error)
        }
        guard response.status == 200 else { throw HTTPFault(request, response) }
        let address = request.address.quoted
        guard !response.isTooLarge else {
            let words = "\(address) sends more than \(request.limit >> 20) MB for a page of its listing"
            throw HTTPFault(request, .tooLarge, words, response)
        }
        do throws(BucketListing.Flaw) {
            return try BucketListing(response.body)
        } catch {
            let words = "\(address) answered 200, but its answer \(error.reason)"
            throw HTTPFault(request, .server, words, response, mayPass: true)
        }
    }
}
