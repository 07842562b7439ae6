import AdhanCore
import Glibc
import Testing

@testable import AdhanSupport

@Suite struct EnvironmentTests {
    @Test func `a variable has its name up to the first equals sign`() {
        let entries = ["A=b=c", "EMPTY=", "MARK=\u{301}", "no variable", "TWICE=1", "TWICE=2"]
        #expect(Environment.byName(entries) == ["A": "b=c", "EMPTY": "", "MARK": "\u{301}", "TWICE": "1"])
    }

    @Test func `it has the variables of this process`() throws {
        let path = try #require(getenv("PATH"))
        #expect(Environment.variables["PATH"] == String(cString: path))
    }
}

@Suite struct ExecutablesTests {
    @Test(arguments: [
        ("/usr/libexec/adhand", "sudo apt install --reinstall adhand"),
        ("/usr/local/libexec/adhand", "sudo make install"),
        (nil, "sudo make install"),
    ])
    func `it is installed again as it was installed`(folder: String?, command: String) {
        #expect(Executables.installCommand(folder) == command)
    }
}

struct ClockInstantTests {
    @Test func `a length of time leads from one moment to another and back`() {
        let noon = BootInstant.start + .hours(12)
        #expect(noon > .start && noon - .start == .hours(12) && noon - .hours(12) == .start)
        #expect(.start - noon == .hours(-12))
    }

    @Test func `what the kernel gives it takes back to the nanosecond`() {
        let time = timespec(tv_sec: 7, tv_nsec: 999_999_999)
        let back = MonotonicInstant(time).timespec
        #expect(back.tv_sec == 7 && back.tv_nsec == 999_999_999)
        #expect(MonotonicInstant(time).sinceStart.wholeMicroseconds == 7_999_999)
    }

    @Test func `the clock of the boot has the machine's sleep in it`() {
        // Read first: it stands still while the machine sleeps.
        let monotonic = LinuxClock().monotonic()
        let boot = BootClock.now()
        #expect(boot.sinceStart >= monotonic.sinceStart && boot <= BootClock.now())
    }

    @Test func `sleeping takes as long as it says`() {
        let begun = LinuxClock().monotonic()
        LinuxClock().sleep(.milliseconds(1010))
        #expect(LinuxClock().monotonic() - begun >= .milliseconds(1010))
        LinuxClock().sleep(.seconds(-1))
    }
}
