import AdhanCore
import AdhanSupport
import CCurl

extension S3Client {
    /// The most objects that a listing may have. More than ten times what a mirror holds at most.
    package static let mostObjects = 200_000

    /// The longest that their keys may be together, in bytes.
    private static let longestKeys = 32 << 20

    /// All objects with that prefix, in the order of the server.
    ///
    /// - Parameter end: when to give up.
    /// - Throws: `FetchFault` if the listing is not complete.
    package func list(prefix: String, until end: BootInstant) throws(FetchFault) -> [BucketObject] {
        var objects: [BucketObject] = []
        var token: String?
        var length = 0
        while true {
            let page = try page(prefix, token, until: end)
            objects += page.objects
            length += page.objects.reduce(0) { $0 + $1.key.utf8.count }
            guard objects.count <= Self.mostObjects, length <= Self.longestKeys else {
                let much =
                    length > Self.longestKeys ? "\(Self.longestKeys >> 20) MB of keys" : "\(Self.mostObjects) objects"
                let words = "has more than \(much); set a prefix in \(settings.table)"
                throw FetchFault(.server, "s3: the listing of \(settings.bucket.name) \(words)")
            }
            guard let next = page.next else { return objects }
            guard next != token, !page.objects.isEmpty else {
                throw FetchFault(.server, "s3: the listing of \(settings.bucket.name) has pages without an end")
            }
            token = next
        }
    }

    private func page(_ prefix: String, _ token: String?, until end: BootInstant) throws(FetchFault) -> BucketListing {
        var tries = 1
        while true {
            let question = try question(
                { bucket throws(AddressFault) in try bucket.address(listing: prefix, after: token) },
                limit: BucketListing.sizeLimit,
                use: "list it"
            )
            do throws(HTTPFault) {
                return try attempt(question, until: end)
            } catch {
                guard goesOn(), var wait = try wait(after: tries, error, until: end) else { throw error.fault }
                while wait > .zero, goesOn() {
                    pause(min(wait, Self.look))
                    wait -= Self.look
                }
                tries += 1
            }
        }
    }

    private func attempt(_ question: HTTPQuestion, until end: BootInstant) throws(HTTPFault) -> BucketListing {
        let response: HTTPResponse
        do throws(CurlFault) {
            let body = CurlBody(limit: question.limit)
            let request = try CurlRequest(transfer(question, until: end), into: body)
            try multi.add(request)
            var ended: [CurlMulti.Ended] = []
            // The transfer's own time limit ends it.
            while ended.isEmpty {
                ended = try multi.wait(atMost: Self.look)
                guard goesOn() else {
                    throw CurlFault(code: CURLE_ABORTED_BY_CALLBACK, reason: "it is no longer wanted")
                }
            }
            response = try CurlTransfer.response(of: request, ended.first?.code ?? CurlFault.unknown, body)
        } catch {
            throw HTTPFault(question, at: question.address, error)
        }
        guard response.status == 200 else { throw HTTPFault(question, at: question.address, response) }
        guard !response.isTooLarge else {
            let words =
                "\(question.address.quoted) sends more than \(question.limit >> 20) MB for a page of its listing"
            throw HTTPFault(question, .tooLarge, words, response)
        }
        do throws(BucketListing.Flaw) {
            return try BucketListing(response.body)
        } catch {
            let words = "\(question.address.quoted) answered 200, but its answer \(error.reason)"
            throw HTTPFault(question, .server, words, response, mayPass: true)
        }
    }
}
