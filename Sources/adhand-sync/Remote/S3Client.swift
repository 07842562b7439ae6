import AdhanCore
import AdhanSupport
import Glibc

/// Lists a bucket of S3, and fetches its objects, a few at a time over connections that are kept. Every wait, size and
/// number of tries is bounded. It blocks the calling thread, and is for one thread at a time.
package final class S3Client {
    package struct Settings: Sendable {
        package var bucket: S3Bucket
        /// Where the bucket is set, as it stands in the config: `[mirror]`.
        package var table: String
        package var authorities = CertificateAuthorities()
        package var limits = HTTPLimits()
        /// How many objects are fetched at once.
        package var connections = 6
        /// The maximum number of tries for one page or object.
        package var tries = 4
        /// How long one response may take.
        package var patience: Duration = .seconds(1800)

        package init(_ bucket: S3Bucket, table: String) { (self.bucket, self.table) = (bucket, table) }
    }

    let settings: Settings
    private let userAgent: String
    private let credentials: () throws(FetchFault) -> S3Credentials?
    let pause: (Duration) -> Void
    let chance: () -> Double
    let goesOn: () -> Bool
    let multi: CurlMulti
    private var keys: (value: S3Credentials?, readAt: BootInstant)?
    /// How long keys are used before they are read again: temporary ones expire, and a person may replace them.
    private static let keysStayFresh: Duration = .seconds(5)

    /// - Parameters:
    ///   - credentials: returns the current keys; nil if the bucket is public.
    ///   - pause: waits between tries.
    ///   - chance: a random number, 0..<1.
    ///   - goesOn: whether what is being fetched is still wanted; asked every second.
    /// - Throws: `FetchFault.here` if libcurl does not start.
    package init(
        _ settings: Settings,
        version: String,
        pause: @escaping (Duration) -> Void = { usleep(UInt32(clamping: $0.wholeMicroseconds)) },
        chance: @escaping () -> Double = { Double.random(in: 0..<1) },
        goesOn: @escaping () -> Bool = { true },
        credentials: @escaping () throws(FetchFault) -> S3Credentials?
    ) throws(FetchFault) {
        (self.settings, userAgent, self.credentials) = (settings, "adhand/\(version)", credentials)
        (self.pause, self.chance, self.goesOn) = (pause, chance, goesOn)
        do throws(CurlFault) {
            multi = try CurlMulti(connections: settings.connections)
        } catch {
            throw FetchFault(.here, "s3: \(error.reason)")
        }
    }

    /// The keys of now. After a refusal they are read again at once.
    ///
    /// - Parameter isRefused: whether the server has just refused the last ones.
    /// - Returns: and whether they are others than the last ones.
    func keys(isRefused: Bool = false) throws(FetchFault) -> (keys: S3Credentials?, areOthers: Bool) {
        let now = BootClock.now()
        if !isRefused, let keys, now - keys.readAt < Self.keysStayFresh { return (keys.value, false) }
        let found = try credentials()
        let areOthers = keys.map { $0.value != found } ?? true
        keys = (found, now)
        return (found, areOthers)
    }

    /// A request with the keys of now.
    func question(
        _ address: (S3Bucket) throws(AddressFault) -> WebAddress,
        limit: Int,
        use: String
    ) throws(FetchFault) -> HTTPQuestion {
        let place: WebAddress
        do throws(AddressFault) {
            place = try address(settings.bucket)
        } catch {
            throw FetchFault(.here, "s3: the address \(error); see \(settings.table)")
        }
        guard place.isEncrypted || place.isLoopback || settings.bucket.allowHTTP else {
            let words = "s3: \(place.quoted) is not requested, since it is not https"
            throw FetchFault(
                .here,
                "\(words); for a server in the building, set allow_http = true in \(settings.table)"
            )
        }
        let keys = try keys().keys
        var question = HTTPQuestion(source: .s3, address: place.signable, allowHTTP: settings.bucket.allowHTTP)
        question.limit = limit
        question.signature = try keys?.signature(region: settings.bucket.region)
        question.advice =
            S3Advice(
                table: settings.table,
                region: settings.bucket.region,
                isSigned: keys != nil,
                absent: "check bucket, region and prefix in \(settings.table)",
                use: use
            ).callAsFunction
        return question
    }

    func transfer(_ question: HTTPQuestion, headers: [String] = [], until end: BootInstant) -> CurlTransfer {
        CurlTransfer(
            address: question.address,
            headers: question.headers + headers,
            signature: question.signature,
            userAgent: userAgent,
            authorities: settings.authorities,
            limits: settings.limits,
            bodyLimit: question.limit,
            timeout: min(settings.patience, end - BootClock.now())
        )
    }

    /// When to try again after a failed try; nil to give up.
    func wait(after tries: Int, _ fault: HTTPFault, until end: BootInstant) throws(FetchFault) -> Duration? {
        if fault.fault.kind == .denied {
            // Temporary keys may have expired meanwhile, and others been put there.
            let areOthers = try keys(isRefused: true).areOthers
            return areOthers && tries < settings.tries ? .zero : nil
        }
        let plan = RetryPlan(FetchPatience(tries: settings.tries, total: settings.patience))
        guard fault.mayPass else { return nil }
        return plan.wait(after: tries, asked: fault.fault.retryAfter, left: end - BootClock.now(), chance: chance())
    }
}
