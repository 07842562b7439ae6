import AdhanSupport
import AdhanCore

extension Configuration {
    /// The timetables on the network, in the config's order.
    package var remoteOrigins: [RemoteOrigin] {
        timetable.sources.compactMap { name in
            name == .s3 ? timetable.s3?.settings.remoteOrigin : AlAdhanSettings(self).remoteOrigin
        }
    }
}
