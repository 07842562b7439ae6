import AdhanCore
import AdhanSupport

extension S3Client {
    /// Puts an object into the bucket, in place of another of that key.
    ///
    /// - Parameters:
    ///   - type: its content type.
    ///   - end: when to give up.
    /// - Throws: `FetchFault` if the bucket did not take it.
    package func upload(_ bytes: [UInt8], key: String, type: String, until end: BootInstant) throws(FetchFault) {
        let digest: String
        do { digest = try Digest.hex(.sha256, of: bytes) } catch { throw FetchFault(.here, "s3: \(error)") }
        var tries = 1
        while true {
            var question = try question(
                { bucket throws(AddressFault) in try bucket.address(key: key) },
                limit: 1 << 20,
                use: "put it there"
            )
            question.bodyDigest = digest
            // No "Expect:" to do without the answer 100: libcurl 7.88 signs it, and does not send it.
            var transfer = transfer(question, headers: ["Content-Type: \(type)"], until: end)
            transfer.upload = bytes
            do throws(HTTPFault) {
                let response: HTTPResponse
                do throws(CurlFault) {
                    response = try transfer.perform()
                } catch {
                    throw HTTPFault(question, at: question.address, error)
                }
                guard response.status == 200 else { throw HTTPFault(question, at: question.address, response) }
                return
            } catch {
                guard let wait = try wait(after: tries, error, until: end) else { throw error.fault }
                pause(wait)
                tries += 1
            }
        }
    }
}
