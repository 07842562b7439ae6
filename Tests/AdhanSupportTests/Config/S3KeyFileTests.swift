import AdhanCore
import AdhanTestSupport
import Glibc
import Testing

@testable import AdhanSupport

@Suite struct S3KeyFileTests {
    private let directory: TestDirectory
    private let secret = "wJalrXUtnFEMI"

    init() throws { directory = try TestDirectory() }

    private func write(_ text: String, to name: String = "s3", mode: mode_t = 0o600) throws -> String {
        let file = directory.file(name)
        try directory.write(Array(text.utf8), to: name)
        chmod(file, mode)
        return file
    }

    private var lines: String { "access_key_id = \"AKIA\"\nsecret_access_key = \"\(secret)\"\n" }

    @Test func `keys come from the config's file, else from systemd's credential, else from the environment`() throws {
        let environment = [
            "CREDENTIALS_DIRECTORY": directory.path, "AWS_ACCESS_KEY_ID": "FROM",
            "AWS_SECRET_ACCESS_KEY": "ENVIRONMENT",
        ]
        #expect(try S3KeyFile(nil, environment: environment).read()?.accessKeyID == "FROM")
        _ = try write("access_key_id = \"CREDENTIAL\"\nsecret_access_key = \"x\"\nsession_token = \"t\"\n")
        #expect(try S3KeyFile(nil, environment: environment).read()?.accessKeyID == "CREDENTIAL")
        #expect(try S3KeyFile(nil, environment: environment).read()?.sessionToken == "t")
        let file = try write(lines, to: "named")
        #expect(try S3KeyFile(file, environment: environment).read()?.secretAccessKey == secret)
    }

    @Test func `without keys requests are unsigned, and with only one key there is no request`() throws {
        #expect(try S3KeyFile(nil, environment: [:]).read() == nil)
        #expect(throws: FetchFault.self) { try S3KeyFile(nil, environment: ["AWS_ACCESS_KEY_ID": "A"]).read() }
    }

    @Test func `changed keys are read again`() throws {
        let file = try write(lines)
        let keys = S3KeyFile(file, environment: [:])
        #expect(try keys.read()?.accessKeyID == "AKIA")
        _ = try write("access_key_id = \"NEW\"\nsecret_access_key = \"x\"\n")
        #expect(try keys.read()?.accessKeyID == "NEW")
    }

    @Test(arguments: [
        ("access_key_id = \"AKIA\"\n", "needs two lines"),
        ("access_key_id = \"AKIA\"\nsecret_access_key = wJalrXUtnFEMI\n", ":2: this is not TOML"),
        (
            "access_key_id = \"AKIA\"\nsecret_access_key = [\"wJalrXUtnFEMI\"]\n",
            ":2: only access_key_id, secret_access_key"
        ),
        ("aws_secret_access_key = \"wJalrXUtnFEMI\"\n", ":1: only access_key_id, secret_access_key"),
        ("wJalrXUtnFEMI", ":1: this is not TOML"),
    ])
    func `a fault in a key file is reported without the keys`(text: String, sentence: String) throws {
        let file = try write(text)
        let fault = #expect(throws: FetchFault.self) { try S3KeyFile(file, environment: [:]).read() }
        #expect(fault?.kind == .here)
        #expect(fault?.words.contains(sentence) == true, "\(fault?.words ?? "")")
        #expect(fault?.words.contains(secret) == false)
    }

    @Test func `a key file that is missing, or readable for everybody, is refused`() throws {
        let (none, open) = (directory.file("none"), try write(lines, mode: 0o644))
        for (file, words) in [(none, none), (open, "is readable for everybody")] {
            let fault = #expect(throws: FetchFault.self) { try S3KeyFile(file, environment: [:]).read() }
            #expect(fault?.words.contains(words) == true)
        }
    }
}
