import AdhanSupport
import AdhanCore
import Foundation
import Glibc

/// A daemon of this build in its own folders, and its caretaker's commands.
package struct RunningDaemon {
    package let directory: TestDirectory
    package let config: String
    package let running: Binary.Running
    private let environment: [String: String]

    package struct Silence: Error, CustomStringConvertible {
        package let description: String
    }

    /// - Parameters:
    ///   - config: the text of its config; nil to leave the existing one.
    ///   - environment: for the daemon and the commands.
    ///   - prefix: a command that runs the daemon.
    package init(
        _ config: String?,
        in directory: TestDirectory,
        environment: [String: String] = [:],
        prefix: [String] = []
    ) throws {
        let file = directory.file("config.toml")
        try self.init(config, named: file, in: directory, environment: environment, prefix: prefix)
    }

    /// - Parameter name: the value of `--config`; nil to make the daemon search for its config.
    package init(
        _ config: String?,
        named name: String?,
        in directory: TestDirectory,
        environment: [String: String] = [:],
        prefix: [String] = []
    )
        throws
    {
        if let config { _ = try Binary.config(config, in: directory) }
        (self.directory, self.config, self.environment) = (directory, directory.file("config.toml"), environment)
        let options = name.map { ["--config", $0] } ?? []
        running = try Binary.start(["run"] + options, in: directory, environment: environment, prefix: prefix)
        let socket = directory.file("run/adhand.sock")
        guard eventually({ running.process.hasEnded || (try? ControlClient(path: socket).ask(.init(.status))) != nil })
        else { throw Silence(description: "the daemon does not answer: \(running.text)") }
    }

    /// A daemon that finds its config in the directory, as the service does in /etc/adhand, with `conf.d` beside it. So do
    /// its commands.
    package static func box(_ config: String?, in directory: TestDirectory) throws -> RunningDaemon {
        try RunningDaemon(config, named: nil, in: directory, environment: ["CONFIGURATION_DIRECTORY": directory.path])
    }

    /// Runs a command while the daemon runs; its output goes to its own files.
    package func command(_ arguments: String...) throws -> Binary.Outcome {
        try Binary.run(arguments, in: directory, environment: environment, output: "command")
    }

    /// The output of `adhand status`, whatever its exit code.
    package func report() throws -> StatusReport {
        try JSONDecoder().decode(StatusReport.self, from: Data(command("status", "--format", "json").output.utf8))
    }

    /// Starts a command that keeps running.
    package func follow(_ arguments: String...) throws -> Binary.Running {
        try Binary.start(arguments, in: directory, environment: environment, output: "follower")
    }

    package func write(_ config: String) throws { _ = try Binary.config(config, in: directory) }

    package func says(_ sentence: String, within limit: Duration = .seconds(60)) -> Bool {
        eventually(within: limit) { running.text.contains(sentence) }
    }

    @discardableResult
    package func stop() -> Binary.Outcome {
        running.process.signal(SIGTERM)
        return running.finish()
    }
}

extension ControlClient {
    /// Sends a request, whatever the answer.
    package func ask(_ request: ControlRequest) throws { _ = try ask(request, for: Ignored.self) }

    private struct Ignored: Decodable {}
}

/// A mosque where it is between nine and ten in the morning: no adhan sounds or is near, whenever the test runs.
package enum QuietMorning {
    package static let config: String = {
        let hour = ZoneRules.utc.wall(at: Instant(seconds: Int64(Date().timeIntervalSince1970))).secondOfDay / 3600
        // From twelve hours behind UTC to eleven ahead.
        let ahead = (9 - hour + 36) % 24 - 12
        return """
            [place]
            name = "Morning"
            latitude = 0.0
            longitude = \(ahead * 15).0
            timezone = "\(fixedZone(ahead: ahead))"
            [clock]
            trust = "always"

            """
    }()
}

/// A zone near the equator without summer time, this many hours ahead of UTC, -12 to 12; for -12 it is a day later.
package func fixedZone(ahead hours: Int) -> String {
    let zones = [
        "Pacific/Tarawa", "Pacific/Pago_Pago", "Pacific/Tahiti", "Pacific/Gambier", "Pacific/Pitcairn",
        "America/Hermosillo", "America/Costa_Rica", "America/Bogota", "America/Manaus", "America/Cayenne",
        "America/Noronha", "Atlantic/Cape_Verde", "Africa/Abidjan", "Africa/Lagos", "Africa/Maputo", "Africa/Nairobi",
        "Asia/Dubai", "Indian/Maldives", "Asia/Dhaka", "Asia/Bangkok", "Asia/Singapore", "Pacific/Palau",
        "Pacific/Port_Moresby", "Pacific/Guadalcanal", "Pacific/Tarawa",
    ]
    return zones[hours + 12]
}

/// A mosque's file for a day whose Dhuhr is due in that many seconds, in a zone where it is about noon now.
package struct DayAtNoon {
    package let zone: String
    package let date: CivilDate
    private let longitude: Int
    private let second: Int

    package init(dhuhrIn seconds: Int) throws {
        let due = Instant(seconds: Int64(Date().timeIntervalSince1970.rounded(.up)) + Int64(seconds))
        let utc = ZoneRules.utc.wall(at: due)
        let ahead = 12 - utc.secondOfDay / 3600
        (zone, longitude) = (fixedZone(ahead: ahead), ahead * 15)
        (date, second) = (utc.date, utc.secondOfDay + ahead * 3600)
    }

    /// The config of a mosque there, with `timetable.json` beside it as its file.
    package func config(_ more: String = "") -> String {
        """
        [place]
        name = "Noon"
        latitude = 0.0
        longitude = \(longitude).0
        timezone = "\(zone)"
        [clock]
        trust = "always"
        [timetable]
        file = "timetable.json"
        check = "off"
        \(more)
        """
    }

    /// Writes the mosque's file for that day.
    ///
    /// - Parameter later: delays Dhuhr by that many seconds, less than an hour.
    package func write(in directory: TestDirectory, later: Int = 0) throws {
        let second = second + later
        let dhuhr = String(format: "%02d:%02d:%02d", second / 3600, second / 60 % 60, second % 60)
        let text = """
            {"year": \(date.year), "location": {"latitude": 0.0, "longitude": \(longitude).0}, "prayerTimes": [{"date": "\(date)", "fajr": "04:00", "sunrise": "06:00",
            "dhuhr": "\(dhuhr)", "asr": "16:00", "maghrib": "18:00", "isha": "20:00"}]}
            """
        try directory.write(Array(text.utf8), to: "timetable.json")
    }
}
