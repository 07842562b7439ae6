import AdhanSupport
import AdhanCore
import AdhanTimetables

extension Configuration {
    /// The timetables on the network, in the config's order.
    var remoteTimetables: [any RemoteTimetable] {
        let client = HTTPClient(version: Release.version)
        return timetable.sources.compactMap { name in
            guard name == .s3 else { return AlAdhanTimetable(settings: AlAdhanSettings(self), client: client) }
            return timetable.s3.map { s3 in
                let keys = S3KeyFile(s3.credentials)
                return S3Timetable(settings: s3.settings, client: client) { () throws(FetchFault) in
                    try keys.read(within: .seconds(5))
                }
            }
        }
    }
}

extension Array where Element == any RemoteTimetable {
    /// Answers by the timetable that the question is about; nil if none has its address: the asker has another config.
    /// Blocks, for the question's patience.
    func answer(_ question: FetchQuestion) -> Result<FetchAnswer, FetchFault>? {
        guard let period = TimetablePeriod.named(question.period),
            let timetable = first(where: {
                $0.origin.source == question.source && $0.origin.address(of: period) == question.address
            })
        else { return nil }
        do throws(FetchFault) {
            return .success(try timetable.fetch(period, known: question.known, patience: question.patience))
        } catch {
            return .failure(error)
        }
    }
}
