import AdhanSupport
import Testing

@testable import adhand_sync

/// The meaning of apt's answers.
@Suite struct AptCandidateTests {
    private func newer(_ answer: String) throws -> String? { try AptCandidate.newer(["/bin/sh", "-c", answer]) }

    private func policy(installed: String, candidate: String) -> String {
        """
        cat <<'END'
        adhand:
          Installed: \(installed)
          Candidate: \(candidate)
          Version table:
             0.2.0+deb12 500
                500 https://example.org/apt bookworm/main amd64 Packages
         *** 0.1.0+deb12 500
                100 /var/lib/dpkg/status
             0.0.9+deb12 1001
                500 https://example.org/apt bookworm/main amd64 Packages
        END
        """
    }

    @Test(arguments: [
        ("0.1.0+deb12", "0.2.0+deb12", "0.2.0+deb12"), ("0.1.0+deb12", "0.1.0+deb12", nil),
        ("0.1.0+deb12", "0.0.9+deb12", nil), ("(none)", "0.2.0+deb12", nil), ("0.1.0+deb12", "(none)", nil),
    ])
    func `a newer candidate counts, and no older one`(installed: String, candidate: String, newer: String?) throws {
        #expect(try self.newer(policy(installed: installed, candidate: candidate)) == newer)
    }

    @Test func `a package that apt does not know has no newer version`() throws {
        #expect(try newer("true") == nil)
        #expect(try newer("printf 'Installed:\\nCandidate: 1 2\\n'") == nil)
    }

    @Test(arguments: ["exit 100", "kill -9 $$", "yes", "exec nothing-of-this-name"])
    func `an apt that does not answer is a fault`(answer: String) {
        let fault = #expect(throws: FileFault.self) { try newer(answer) }
        #expect(fault?.reason.contains("gave no answer") == true)
    }

    @Test func `it is Debian's own apt that is asked`() throws { #expect(try AptCandidate.newer() == nil) }
}
