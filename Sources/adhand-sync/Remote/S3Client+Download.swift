import AdhanCore
import AdhanSupport
import CCurl
import Glibc

/// An object to fetch, and the file into which it goes.
package struct S3Download: Sendable {
    package let object: BucketObject
    /// It must belong to this version of the object alone: what is in it is taken for the object's beginning.
    package let part: String
    /// The file's, whatever the process' umask.
    let mode: mode_t
    /// What stays free on the disk, in bytes.
    let reserve: Int

    package init(_ object: BucketObject, part: String, mode: mode_t = 0o600, reserve: Int = 0) {
        (self.object, self.part, self.mode, self.reserve) = (object, part, mode, reserve)
    }
}

/// What became of a fetched object.
package enum S3Outcome: Sendable {
    /// It is whole in its file, which is not yet on the disk for certain; with the MD5 of its bytes.
    case whole(md5: String)
    /// The object is another by now, or gone: list again.
    case changed
    case failed(FetchFault)
}

extension S3Client {
    /// How often `meanwhile` is called and the config's changes are looked at.
    static let look: Duration = .seconds(1)

    /// How many fetches may wait for another try before no more are begun: each holds a file open, and the server asks
    /// for patience.
    private static let mostWaiting = 32

    /// A fetch in progress.
    private final class Job {
        let index: Int
        let part: PartFile
        var question: HTTPQuestion
        var tries = 0
        var dueAt = BootInstant.start
        var fault: FetchFault?

        init(_ index: Int, _ part: PartFile, _ question: HTTPQuestion) {
            (self.index, self.part, self.question) = (index, part, question)
        }
    }

    /// Fetches the objects, a few at a time, each into its file; a rest of an earlier try is completed.
    ///
    /// - Parameters:
    ///   - end: when to give up.
    ///   - meanwhile: is called at least once a second, and says whether to go on. The transfers wait for it.
    ///   - ended: is told what became of each, by its index, and says whether to go on. The transfers wait meanwhile.
    package func download(
        _ wanted: [S3Download],
        until end: BootInstant,
        meanwhile: () -> Bool = { true },
        ended: (Int, S3Outcome) -> Bool
    ) {
        var next = 0
        var waiting: [Job] = []
        var running: [UnsafeMutableRawPointer: Job] = [:]
        while goesOn(), meanwhile() {
            while running.count < settings.connections {
                let job: Job
                if let due = waiting.firstIndex(where: { $0.dueAt <= BootClock.now() }) {
                    job = waiting.remove(at: due)
                } else if next < wanted.count, waiting.count < Self.mostWaiting {
                    next += 1
                    do throws(FetchFault) {
                        job = try self.job(next - 1, wanted[next - 1])
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
            if running.isEmpty {
                guard let due = waiting.map(\.dueAt).min() else { return }
                pause(max(.milliseconds(1), min(Self.look, due - BootClock.now())))
                continue
            }
            let soonest = waiting.map(\.dueAt).min().map { max(.milliseconds(1), $0 - BootClock.now()) }
            let found: [CurlMulti.Ended]
            do throws(CurlFault) {
                found = try multi.wait(atMost: min(soonest ?? Self.look, Self.look))
            } catch {
                for job in running.values {
                    guard ended(job.index, .failed(FetchFault(.here, "s3: \(error.reason)"))) else { return }
                }
                return
            }
            for one in found {
                guard let job = running.removeValue(forKey: one.request.curl) else { continue }
                if let outcome = judge(one, job, until: end) {
                    guard ended(job.index, outcome) else { return }
                } else {
                    waiting.append(job)
                }
            }
        }
    }

    private func job(_ index: Int, _ wanted: S3Download) throws(FetchFault) -> Job {
        Job(index, try PartFile(wanted), try question(of: wanted.object))
    }

    private func question(of object: BucketObject) throws(FetchFault) -> HTTPQuestion {
        try question(
            { bucket throws(AddressFault) in try bucket.address(key: object.key) },
            limit: max(PartFile.longestError, object.size),
            use: "read it"
        )
    }

    /// - Returns: what became of it, if there is nothing to wait for.
    private func start(
        _ job: Job,
        _ running: inout [UnsafeMutableRawPointer: Job],
        until end: BootInstant
    ) -> S3Outcome? {
        do throws(FetchFault) {
            if job.part.isWhole, job.part.isResumed, let outcome = try finish(job) { return outcome }
            if job.tries > 0 { job.question = try question(of: job.part.object) }
            job.tries += 1
            job.part.begin()
            let headers = ["If-Match: \(job.part.object.etag.quoted)", job.part.range].compactMap(\.self)
            var transfer = transfer(job.question, headers: headers, until: end)
            transfer.isDecompressed = false
            do throws(CurlFault) {
                let request = try CurlRequest(transfer, into: job.part)
                try multi.add(request)
                running[request.curl] = job
                return nil
            } catch {
                throw HTTPFault(job.question, at: job.question.address, error).fault
            }
        } catch {
            return .failed(error)
        }
    }

    /// - Returns: nil to try again.
    private func judge(_ ended: CurlMulti.Ended, _ job: Job, until end: BootInstant) -> S3Outcome? {
        switch job.part.refusal {
        case .changed: return .changed
        case .disk(let fault): return .failed(fault)
        case .wrongRange: return again(job, Self.wrongRange)
        case nil: break
        }
        let fault: HTTPFault
        // Its size was stated, so that not a byte was taken. That of an error says nothing of the object.
        let isTooLarge = ended.code == CURLE_FILESIZE_EXCEEDED
        if isTooLarge, [200, 206].contains(CurlRequest.status(of: ended.request.curl)) { return .changed }
        if ended.code != CURLE_OK, !isTooLarge, !job.part.isErrorCut {
            fault = HTTPFault(job.question, at: job.question.address, ended.request.fault(ended.code))
        } else {
            let response = ended.request.response(job.part.errorBody, isTooLarge: false)
            switch response.status {
            case 200, 206: return whole(job)
            case 404, 410, 412: return .changed
            // What is there is no beginning of this object.
            case 416: return again(job, Self.wrongRange)
            default: fault = HTTPFault(job.question, at: job.question.address, response)
            }
        }
        do throws(FetchFault) {
            guard let wait = try wait(after: job.tries, fault, until: end) else { return .failed(fault.fault) }
            job.dueAt = BootClock.now() + wait
            return nil
        } catch {
            return .failed(error)
        }
    }

    private func whole(_ job: Job) -> S3Outcome? {
        do throws(FetchFault) {
            guard job.part.isWhole else { return .changed }
            return try finish(job)
        } catch {
            return .failed(error)
        }
    }

    private func finish(_ job: Job) throws(FetchFault) -> S3Outcome? {
        let md5 = try job.part.finish()
        // Of a file that was completed another MD5 may mean that its beginning is damaged. Of any file it may mean that
        // the ETag is no MD5 and only looks like one.
        if job.part.isResumed, !job.part.isEncrypted, let expected = job.part.object.etag.md5, expected != md5 {
            return again(job, "in pieces, which together have another MD5 than its ETag")
        }
        return .whole(md5: md5)
    }

    private static let wrongRange = "in ranges that do not fit"

    /// Forgets what is there, and asks for all of it.
    ///
    /// - Parameter how: how it came.
    private func again(_ job: Job, _ how: String) -> S3Outcome? {
        do throws(FetchFault) {
            guard job.tries < settings.tries else {
                return .failed(FetchFault(.server, "s3: \(job.question.address.quoted) comes \(how)"))
            }
            try job.part.empty()
            job.dueAt = BootClock.now()
            return nil
        } catch {
            return .failed(error)
        }
    }
}
