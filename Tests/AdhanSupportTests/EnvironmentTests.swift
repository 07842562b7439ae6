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
