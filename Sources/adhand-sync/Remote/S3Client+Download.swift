import AdhanCore
import AdhanSupport
import CCurl
import Glibc

/// An object to fetch, and the file into which it goes.
struct S3Download: Sendable {
    let object: BucketObject
    /// It must belong to this version of the object alone: its content counts as the object's beginning.
    let part: String
    /// The file's, whatever the process' umask.
    var mode: mode_t = 0o600
    /// What stays free on the disk, in bytes.
    var reserve = 0
}

/// What became of a fetched object.
enum S3Outcome: Sendable {
    /// It is whole in its file, which is not yet on the disk for certain; with the MD5 of its bytes.
    case whole(md5: String)
    /// The object is another by now, or gone: list again.
    case changed
    case failed(FetchFault)
}

extension S3Client {
    /// How many fetches may wait for another try before no more are begun: each holds a file open, and the server asks
    /// for patience.
    private static let mostWaiting = 32

    private final class Job {
        let index: Int
        let part: PartFile
        var request: HTTPRequest
        var tries = 0
        var dueAt = BootInstant.start

        init(_ index: Int, _ part: PartFile, _ request: HTTPRequest) {
            (self.index, self.part, self.request) = (index, part, request)
        }
    }

    /// Fetches the objects, a few at a time, each into its file; a partial one is completed. The transfers wait for the
    /// closures, which say whether to go on.
    ///
    /// - Parameters:
    ///   - meanwhile: called at least once a second.
    ///   - ended: gets what became of each, by its index.
    func download(
        _ wanted: [S3Download],
        until end: BootInstant,
        meanwhile: () -> Bool = { true },
        ended: (Int, S3Outcome) -> Bool
    ) {
        var next = 0
        var waiting: [Job] = []
        var running: [UnsafeMutableRawPointer: Job] = [:]
        while shouldContinue(), meanwhile() {
            while running.count < settings.connections {
                let job: Job
                if let due = waiting.firstIndex(where: { $0.dueAt <= BootClock.now() }) {
                    job = waiting.remove(at: due)
                } else if next < wanted.count, waiting.count < Self.mostWaiting {
                    next += 1
                    do throws(FetchFault) {
                        let wanted = wanted[next - 1]
                        job = Job(next - 1, try PartFile(wanted), try request(for: wanted.object))
                    } catch {
                        guard ended(next - 1, .failed(error)) else { return }
                        continue
                    }
                } else {
                    break
                }
                if let outcome = start(job, &running, until: end) {
                    guard ended(job.index, outcome) else { return }
                }
            }
            let soonest = waiting.map(\.dueAt).min().map { max(.milliseconds(1), $0 - BootClock.now()) }
            if running.isEmpty {
                guard let soonest else { return }
                http.pause(min(Self.checkInterval, soonest))
                continue
            }
            let found: [CurlMulti.Ended]
            do throws(CurlFault) {
                found = try multi.wait(atMost: min(soonest ?? Self.checkInterval, Self.checkInterval))
            } catch {
                for job in running.values {
                    guard ended(job.index, .failed(FetchFault(.here, "s3: \(error.reason)"))) else { return }
                }
                return
            }
            for one in found {
                guard let job = running.removeValue(forKey: one.transfer.curl) else { continue }
                if let outcome = outcome(of: one, job, until: end) {
                    guard ended(job.index, outcome) else { return }
                } else {
                    waiting.append(job)
                }
            }
        }
    }

    private func request(for object: BucketObject) throws(FetchFault) -> HTTPRequest {
        let limit = max(PartFile.longestError, object.size)
        return try request(limit: limit) { bucket throws(AddressFault) in try bucket.address(key: object.key) }
    }

    /// - Returns: what became of it, if there is nothing to wait for.
    private func start(
        _ job: Job,
        _ running: inout [UnsafeMutableRawPointer: Job],
        until end: BootInstant
    ) -> S3Outcome? {
        do throws(FetchFault) {
            if job.part.isWhole, job.part.isResumed, let outcome = try finish(job) { return outcome }
            if job.tries > 0 { job.request = try request(for: job.part.object) }
            job.tries += 1
            job.part.begin()
            job.request.moreHeaders = ["If-Match: \(job.part.object.etag.quoted)", job.part.range].compactMap(\.self)
            job.request.isDecompressed = false
            do throws(CurlFault) {
                let transfer = try CurlTransfer(job.request, by: http, timeout: timeout(end), into: job.part)
                try multi.add(transfer)
                running[transfer.curl] = job
                return nil
            } catch {
                throw HTTPFault(job.request, error).fault
            }
        } catch {
            return .failed(error)
        }
    }

    private func outcome(of ended: CurlMulti.Ended, _ job: Job, until end: BootInstant) -> S3Outcome? {
        do throws(FetchFault) {
            switch job.part.refusal {
            case .changed: return .changed
            case .disk(let fault): throw fault
            case .wrongRange: return try restart(job, Self.wrongRange)
            case nil: break
            }
            let fault: HTTPFault
            let (code, curl) = (ended.code, ended.transfer.curl)
            // Its size was stated, so not a byte was accepted. That of an error says nothing of the object.
            let isTooLarge = code == CURLE_FILESIZE_EXCEEDED
            if isTooLarge, [200, 206].contains(HTTPResponse.status(of: curl)) { return .changed }
            if code != CURLE_OK, !isTooLarge, !job.part.isErrorCut {
                fault = HTTPFault(job.request, ended.transfer.fault(code))
            } else {
                let response = HTTPResponse(of: curl, job.part.errorBody)
                switch response.status {
                case 200, 206: return job.part.isWhole ? try finish(job) : .changed
                case 404, 410, 412: return .changed
                // The partial file is no beginning of this object.
                case 416: return try restart(job, Self.wrongRange)
                default: fault = HTTPFault(job.request, response)
                }
            }
            guard let wait = try wait(after: job.tries, fault, until: end) else { throw fault.fault }
            job.dueAt = BootClock.now() + wait
            return nil
        } catch {
            return .failed(error)
        }
    }

    private func finish(_ job: Job) throws(FetchFault) -> S3Outcome? {
        let md5 = try job.part.finish()
        // In a completed file another MD5 may mean that its beginning is damaged. In any file it may mean that the ETag
        // is no MD5 and only looks like one.
        if job.part.isResumed, !job.part.isEncrypted, let expected = job.part.object.etag.md5, expected != md5 {
            return try restart(job, "in pieces, which together have another MD5 than its ETag")
        }
        return .whole(md5: md5)
    }

    private static let wrongRange = "in ranges that do not fit"

    /// Empties the file, and requests the whole object again.
    private func restart(_ job: Job, _ how: String) throws(FetchFault) -> S3Outcome? {
        guard job.tries < settings.tries else {
            throw FetchFault(.server, "s3: \(job.request.address.quoted) comes \(how)")
        }
        try job.part.empty()
        job.dueAt = BootClock.now()
        return nil
    }
}
