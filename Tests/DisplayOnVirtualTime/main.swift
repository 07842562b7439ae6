import AdhanSupport
import AdhanCore
import AdhanCaller
import AdhanDisplay
import Glibc

// display-on-virtual-time CONFIG RESOURCES SECONDS: the real daemon and the real display on virtual time, which begins so many seconds
// after 1970. It prints the display's address, then "done" after each line of its input:
//
//     run SECONDS     lets the time pass until then; prayers are called meanwhile
//     set SECONDS     sets the clock
//     daemon stop     stops the daemon
//     daemon start    starts it again
//
// With each line the pages are told the time. It ends with its input.

let arguments = CommandLine.arguments
guard arguments.count == 4, let seconds = Double(arguments[3]) else {
    print("usage: display-on-virtual-time CONFIG RESOURCES SECONDS")
    exit(EX_USAGE)
}

/// A moment of the input; nil where it is none.
func moment(_ seconds: Double) -> Instant? {
    Int64(exactly: (seconds * 1_000_000).rounded()).map { Instant(microseconds: $0) }
}

/// Writes the line at once: its reader waits for it.
func say(_ words: String) {
    print(words)
    fflush(nil)
}

func run(_ start: Instant) throws {
    let log = try LogQueue.daemon().logger
    let locations = Locations(resources: arguments[2], daemon: true)
    let read: @Sendable () throws -> Configuration = { try Configuration.load(CommandLine.arguments[1], locations) }
    let configuration = try read()
    let clock = SetClock(start)
    func makeDaemon() throws -> VirtualDaemon {
        let desk = FetchDesk(runtime: locations.runtime)
        let parts = try DaemonParts(configuration, locations, desk.network)
        parts.makeFolders()
        return try VirtualDaemon(parts, desk, log: log, now: clock.wall())
    }
    var daemon: VirtualDaemon? = try makeDaemon()
    let display = try DisplayService(configuration, locations, clock: clock, log: log, reload: read)
    try display.watchFiles()
    // It sleeps once it has looked at all files: the first page has them.
    while clock.naps == 0 { usleep(1000) }
    say("http://\(try display.listen())/")
    try display.follow(locations.runtime + "/adhand.sock")

    /// Obeys a line of the input.
    func obey(_ line: String) throws {
        let words = line.split(separator: " ")
        guard words.count == 2 else { throw Fault("'\(line)' is no command") }
        switch (words[0], words[1]) {
        case ("daemon", "stop"):
            daemon?.stop()
            daemon = nil
        case ("daemon", "start"): daemon = try makeDaemon()
        case ("run", let text), ("set", let text):
            guard let moment = Double(text).flatMap(moment) else { throw Fault("'\(text)' is no moment") }
            clock.set(moment)
            if words[0] == "run" { daemon?.run(until: moment) } else { daemon?.step(to: moment) }
        default: throw Fault("'\(line)' is no command")
        }
    }

    /// Waits for a line of the input, and answers whoever asks the daemon meanwhile. True at the end of the input.
    func wait() -> Bool {
        var polled = [pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)]
        if let daemon { polled.append(pollfd(fd: daemon.descriptor, events: Int16(POLLIN), revents: 0)) }
        poll(&polled, nfds_t(polled.count), 1000)
        daemon?.answer()
        guard polled[0].revents != 0 else { return false }
        guard let line = readLine() else { return true }
        do {
            try obey(line)
            say("done")
        } catch {
            say("failed: \(error)")
        }
        return false
    }

    display.run(until: wait)
    daemon?.stop()
}

struct Fault: Error, CustomStringConvertible {
    let description: String
    init(_ words: String) { description = words }
}

do {
    guard let start = moment(seconds) else { throw Fault("'\(arguments[3])' is no moment") }
    try run(start)
} catch {
    print("failed: \(error)")
    exit(1)
}
