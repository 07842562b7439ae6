import AdhanCore
import AdhanTestSupport
import Foundation
import Testing

/// libcurl reads the environment of its process. It must not be changed here, because other tests read it meanwhile:
/// this executable is started again and sends the request from there.
struct ProxyTests {
    private static let result = "ADHAND_PROXY_RESULT"
    private static let address = "ADHAND_PROXY_ADDRESS"
    private static let environment = ProcessInfo.processInfo.environment

    @Test(.enabled(if: environment[result] != nil)) static func `requests through the proxy of its environment`() throws
    {
        let file = try #require(environment[result])
        let text: String
        do throws(FetchFault) {
            text = "\(try Asking().ask(environment[address] ?? "", allowHTTP: true))"
        } catch {
            text = error.words
        }
        try text.write(toFile: file, atomically: true, encoding: .utf8)
    }

    /// The result of a request to an address in a process with this proxy.
    private func asking(_ address: String, through proxy: String) throws -> String {
        let directory = try TestDirectory()
        let executable = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let file = directory.file("result")
        try ChildProcess.run(
            [executable, "--testing-library", "swift-testing", "--filter", "ProxyTests"],
            environment: [Self.result: file, Self.address: address, "http_proxy": proxy, "no_proxy": ""]
        )
        return String(decoding: TestDirectory.bytes(of: file), as: UTF8.self)
    }

    @Test(.enabled(if: environment[result] == nil))
    func `the proxy of libcurl's variables is used, except for this machine itself`() throws {
        let server = try AnswerServer.plain
        let address = "http://mosque.example/times/{year}.json"
        try server.script("http://mosque.example/times", [.init(headers: ["ETag": "\"by the proxy\""], body: "{}")])
        #expect(try asking(address, through: server.base).contains("by the proxy"))
        try server.script("http://mosque.example/times", [.init(status: 407, body: "{}")])
        #expect(
            try asking(address, through: server.base).contains(
                "answered 407 ({}); the proxy needs a user and a password"
            )
        )
        let here = try server.answering(.init(headers: ["ETag": "\"by itself\""], body: "{}"))
        #expect(try asking(here, through: "http://127.0.0.1:1").contains("by itself"))
    }
}
