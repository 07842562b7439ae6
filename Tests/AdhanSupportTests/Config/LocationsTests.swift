import Foundation
import Glibc
import Testing

@testable import AdhanSupport

@Suite struct LocationsTests {
    private func locations(daemon: Bool = true, _ environment: [String: String]) -> Locations {
        Locations(resources: "/resources", daemon: daemon, environment: environment)
    }

    @Test func `the folders are systemd's if it sets them`() {
        let given = [
            "HOME": "/home/box", "STATE_DIRECTORY": "/a", "CACHE_DIRECTORY": "/b:/c", "RUNTIME_DIRECTORY": "/d",
            "XDG_STATE_HOME": "/e", "XDG_CACHE_HOME": "/e", "XDG_RUNTIME_DIR": "/e",
        ]
        for daemon in [true, false] {
            let locations = locations(daemon: daemon, given)
            #expect(locations.state == "/a")
            #expect(locations.cache == "/b", "the first of several")
            #expect(locations.runtime == "/d" && locations.timetables == "/b/timetables")
        }
    }

    @Test func `otherwise they are XDG's, or in the home folder`() {
        let xdg = locations(["HOME": "/h", "XDG_STATE_HOME": "/s", "XDG_CACHE_HOME": "/c", "XDG_RUNTIME_DIR": "/r"])
        #expect([xdg.state, xdg.cache, xdg.runtime] == ["/s/adhand", "/c/adhand", "/r/adhand"])
        let home = locations(["HOME": "/h"])
        #expect([home.state, home.cache] == ["/h/.local/state/adhand", "/h/.cache/adhand"])
        #expect(home.runtime == "/h/.local/state/adhand/run/adhand")
    }

    @Test func `a command typed by hand uses the daemon's folder if it exists or will exist`() {
        let typed = locations(daemon: false, ["HOME": "/h"])
        let willBe = getpwnam("adhand") != nil
        for (folder, system, own) in [
            (typed.state, "/var/lib/adhand", "/h/.local/state/adhand"),
            (typed.cache, "/var/cache/adhand", "/h/.cache/adhand"),
        ] { #expect(folder == (willBe || FileManager.default.fileExists(atPath: system) ? system : own)) }
    }
}
