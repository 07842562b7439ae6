import AdhanCore
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanSupport

/// `[[notify]]`: whom adhand tells.
struct NotifyConfigurationTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    private func load(_ text: String) throws -> NotifyConfiguration {
        let locations = Locations(resources: "/resources", daemon: true, environment: ["HOME": "/home/box"])
        return try Configuration.load(Binary.config(text, in: directory), locations).notify
    }

    private func receiver(_ lines: String) throws -> NotifyConfiguration.Receiver {
        try #require(try load("[[notify]]\n\(lines)\n").receivers.first)
    }

    @Test func `without more than its address a receiver is told everything, in English`() throws {
        let receiver = try receiver("to = \"webhook:https://example.org/adhan\"")
        #expect(receiver.name == "webhook-example.org")
        #expect(receiver.destination == .webhook(try WebAddress("https://example.org/adhan")))
        #expect(receiver.events.count == 10 && receiver.prayers.count == 5)
        #expect(receiver.severity == .info && receiver.language == .english)
        #expect(receiver.secret == nil && receiver.user == nil && receiver.quiet == nil)
        #expect(try load("").receivers.isEmpty)
    }

    @Test func `each kind of receiver is read as written`() throws {
        let mail = try receiver(
            """
            to = "mail:imam@example.org, caretaker@example.org"
            server = "smtps://mail.example.org"
            from = "box@example.org"
            user = "box"
            secret = "credential:mail"
            quiet = ["22:00", "06:00"]
            events = ["fault", "adhan-before"]
            prayers = ["fajr"]
            severity = "warning"
            language = "ur"
            """
        )
        guard case .mail(let settings) = mail.destination else { return #expect(Bool(false), "no mail") }
        #expect(settings.to.map(\.text) == ["imam@example.org", "caretaker@example.org"])
        #expect(settings.server?.port == 465 && settings.server?.isEncrypted == true)
        #expect(settings.from?.text == "box@example.org" && mail.name == "mail-imam@example.org")
        #expect(mail.secret?.credential == "mail")
        #expect(mail.quiet == NotifyConfiguration.Quiet(from: 22 * 3600, to: 6 * 3600))
        #expect(mail.quiet?.contains(0) == true && mail.quiet?.contains(6 * 3600) == false)
        #expect(mail.events == [.fault, .adhanBefore] && mail.prayers == [.fajr] && mail.language == .urdu)
        let phone = try receiver("to = \"ntfy:https://ntfy.sh/our-mosque\"\nclick = \"https://box.example.org/\"")
        #expect(phone.name == "ntfy-ntfy.sh" && phone.click?.whole == "https://box.example.org/")
        #expect(try receiver("to = \"command:/usr/local/bin/tell\"").destination == .command("/usr/local/bin/tell"))
        guard case .mqtt(let broker) = try receiver("to = \"mqtts://broker.local\"").destination else {
            return #expect(Bool(false), "no broker")
        }
        #expect(broker.port == 8883 && broker.isEncrypted && broker.host.name == "broker.local")
    }

    @Test func `receivers of the same address get names of their own`() throws {
        let line = "[[notify]]\nto = \"webhook:https://example.org/\"\n"
        #expect(
            try load(line + line + line).receivers.map(\.name)
                == ["webhook-example.org", "webhook-example.org-2", "webhook-example.org-3"]
        )
    }

    private static let hook = "to = \"webhook:https://example.org/\""
    private static let mail = "to = \"mail:a@example.org\"\nserver = \"smtp://localhost\"\nfrom = \"b@example.org\""

    @Test(arguments: [
        ("name = \"a\"", ":1: [[notify]] needs a receiver, as in to = \"webhook:https://example.org/adhan\""),
        ("to = \"slack:https://example.org\"", ":2: to begins with 'slack:', which is no receiver; known are webhook:"),
        ("to = \"webhok:https://a\"", ":2: to begins with 'webhok:', which is no receiver; write webhook:…"),
        ("to = \"https://example.org\"", "write webhook:https://…, or ntfy:https://…"),
        ("to = \"mailto:a@example.org\"", "write mail:ADDRESS, and server = \"smtp://HOST:587\""),
        ("to = \"/usr/bin/tell\"", "to has no known scheme, which is no receiver; write command:/PATH"),
        ("to = \"command:tell\"", "a command is the whole path of a program"),
        ("to = \"webhook:ftp://a\"", ":2: to: the address begins with \"ftp\", not with https; write it as in"),
        ("to = \"ntfy:https://ntfy.sh/a/b\"", "a topic of ntfy is the address' whole path"),
        ("to = \"mqtt://host/topic\"", "to has something behind the host"),
        ("to = \"mqtt://me:hunter2@host\"", "to contains a user; write it as user"),
        (hook + "\nevents = [\"adhan\"]\nseverity = \"warning\"", ":4: severity = \"warning\" leaves nothing to tell"),
        (hook + "\nclick = \"https://a.org/\"", ":3: click is for ntfy alone; remove it"),
        (
            "to = \"ntfy:https://ntfy.sh/a\"\nclick = \"https://a.org/?pw=hunter2\"",
            ":3: click: the address contains a user or a password"
        ),
        ("to = \"mail:nobody\"", ":2: \"nobody\" is no address of a mailbox"),
        (
            "to = \"mail:a@example.org\"",
            ":2: mail needs a server, for example server = \"smtp://mail.example.org:587\""
        ),
        (
            "\(mail.replacing("smtp://localhost", with: "smtp://localhost:465"))",
            ":3: server: port 465 is that of smtps; write smtps://localhost"
        ),
        ("to = \"mqtts://box.lan:1883\"", ":2: to: port 1883 is that of mqtt; write mqtt://box.lan"),
        ("\(mail)\nuser = \"b\"", ":5: user has no password; put it into a file and name the file"),
        ("\(mail)\nsecret = \"/a\"", ":5: secret is the password of a user, and no user is named"),
        ("\(hook)\nuser = \"b\"", ":3: user is for mail and MQTT alone; remove it"),
        ("\(hook)\nserver = \"smtp://a\"", ":3: server is for to = \"mail:…\" alone; remove it"),
        ("\(hook)\nevents = [\"azan\"]", ":3: events: there is no 'azan', only adhan-before, adhan, "),
        ("\(hook)\nevents = [\"azan\"]", "did you mean 'adhan'?"),
        ("\(hook)\nevents = [\"falt\"]", "did you mean 'fault'?"),
        (
            "\(hook)\nprayers = [\"zuhr\"]",
            ":3: prayers: there is no 'zuhr', only fajr, dhuhr, asr, maghrib, isha; did you"
        ),
        ("\(hook)\nseverity = \"critcal\"", "it is one of info, warning, critical; did you mean 'critical'?"),
        ("\(hook)\nlanguage = \"arabic\"", "; write \"ar\""),
        ("\(hook)\nquiet = [\"22:00\"]", ":3: quiet needs two times of the clock"),
        ("\(hook)\nquiet = [\"22:00\", \"25:00\"]", "is not a time on a clock"),
        ("\(hook)\nquiet = [\"22:00\", \"22:00\"]", "they differ"),
        ("\(hook)\nsecret = \"tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2\"", "secret is neither a path nor credential:NAME"),
        ("\(hook)\nsecret = \"letmein\"", "secret is neither a path nor credential:NAME"),
        ("\(hook)\nsecret = \"credential:\"", "secret is neither a path nor credential:NAME"),
        ("\(hook)\nquiet = \"22:00-06:00\"", "write it in brackets: quiet = [\"22:00\", \"06:00\"]"),
        ("\(hook)\npassword = \"hunter2\"", "put it into a file of mode 0600, and write secret ="),
        ("to = \"mqtt://box.lan\"\nevents = [\"fault\"]", ":3: events is for messages, and an MQTT broker"),
        ("\(hook)\nname = \"our imam\"", ":3: name = \"our imam\" is no name"),
        ("name = \"a\"\n\(hook)\n[[notify]]\nname = \"a\"\n\(hook)", ":5: name = \"a\" is also the name in line 3"),
        ("to = \"webhook:http://example.org/\"\nsecret = \"/a\"", ":2: to: the way to example.org is not encrypted"),
        ("to = \"mqtt://example.org\"\nuser = \"a\"\nsecret = \"/a\"", "write mqtts://, or remove secret"),
        ("\(hook)\nfrm = \"a\"", ":3: unknown key 'frm' in [[notify]]; did you mean 'from'?"),
    ]) func `a fault names its line and the remedy`(_ lines: String, _ words: String) throws {
        let error = #expect(throws: ConfigError.self) { try load("[[notify]]\n\(lines)\n") }
        let found = error.map { "\($0)" } ?? ""
        #expect(found.contains(words), "\(found)")
    }

    @Test(arguments: [
        "https://me:hunter2@example.org/", "https://hunter2@example.org/", "https://example.org/?token=hunter2",
        "https://example.org/?t%6Fken=hunter2", "https://example.org/?t%256Fken=hunter2",
        "https://example.org/?jwt=hunter2", "https://example.org/?pw=hunter2", "https://example.org/?Key=hunter2",
        "https://example.org/?sig=hunter2", "https://example.org/?auth=hunter2", "https://example.org/?pass=hunter2",
        "https://example.org/a;secret=hunter2/b", "https://example.org/?n=https:%2F%2Fa%3Fpwd=hunter2",
        "https://example.org/?a=hunter2hunter2hunter2", "https://example.org/?hunter2hunter2hunter2",
        "https://example.org/?x=hunter2-0b9d-4d1c-9a43", "https://me:hunter2/x@example.org/",
    ]) func `a secret in an address is refused and not quoted, by any name`(_ address: String) throws {
        for kind in ["webhook", "ntfy"] {
            let error = #expect(throws: ConfigError.self) { try load("[[notify]]\nto = \"\(kind):\(address)\"\n") }
            let words = error.map { "\($0)" } ?? ""
            #expect(words.contains(":2: to") && !words.contains("hunter2"), "\(words)")
        }
    }

    @Test(arguments: ["?k=hunter2", "?sifre=a", "?hunter2", "#token=hunter2", "/a;b=hunter2", "?"])
    func `arguments are refused, since any of them may be a secret`(_ arguments: String) throws {
        for kind in ["webhook", "ntfy"] {
            let lines = "[[notify]]\nto = \"\(kind):https://example.org/a\(arguments)\"\n"
            let error = #expect(throws: ConfigError.self) { try load(lines) }
            let words = error.map { "\($0)" } ?? ""
            #expect(words.contains(":2: to: the address has arguments") && !words.contains("hunter2"), "\(words)")
        }
    }

    @Test(arguments: [
        "127.0.0.1", "10.1.2.3", "192.168.1.2", "172.16.0.1", "[::1]", "[fd00::1]", "[fe80::1]", "broker",
        "home.local", "localhost",
    ]) func `within the house a secret may go unencrypted`(_ host: String) throws {
        #expect(try receiver("to = \"webhook:http://\(host)/\"\nsecret = \"/a\"").secret?.file == "/a")
    }

    @Test(arguments: [
        "172.32.0.1", "8.8.8.8", "[2001:db8::1]", "10.1.2.3.example.org", "11.0.0.1", "134744072", "0x08080808",
        "010.8.8.8", "[fd::1]", "[fc::8]",
    ])
    func `outside of it not`(_ host: String) throws {
        let lines = "[[notify]]\nto = \"webhook:http://\(host)/\"\nsecret = \"/a\"\n"
        #expect(throws: ConfigError.self) { try load(lines) }
    }

    @Test func `a secret is one line of a file that not everybody may read`() throws {
        func problem(_ text: String, _ mode: mode_t = 0o600) throws -> String? {
            let file = try directory.write(Array(text.utf8), to: "secret")
            chmod(file, mode)
            return SecretFile(file).problem(within: .seconds(5))
        }
        #expect(try problem("hunter2\n") == nil && problem("hunter2") == nil)
        #expect(try SecretFile(directory.file("secret")).read() == "hunter2")
        for text in ["", "\n", "hunter2\nhunter2\n", "hun\u{7}ter2", "hun\u{0}ter2"] {
            let words = try #require(try problem(text))
            #expect(!words.contains("hunter2"), "\(words)")
        }
        #expect(try problem("hunter2", 0o604)?.hasSuffix("chmod o-rw \(directory.file("secret"))") == true)
        let service = ["CREDENTIALS_DIRECTORY": directory.path]
        let credential = try #require(SecretFile(credential: "credential:ntfy", environment: service))
        _ = try directory.write(Array("tk\n".utf8), to: "ntfy")
        chmod(directory.file("ntfy"), 0o400)
        #expect(try credential.read() == "tk")
        let none = try #require(SecretFile(credential: "credential:none", environment: service))
        let missing = #expect(throws: SecretFault.self) { try none.read() }
        #expect(missing?.description.contains("LoadCredential=none:/etc/adhand/none") == true)
    }

    @Test func `a program that cannot be run is named with its line`() throws {
        let file = directory.file("tell")
        let problems = try load("[[notify]]\nto = \"command:\(file)\"\n").problems
        #expect(
            try #require(problems.first).description.contains(
                ":2: [[notify]] command-tell: the program cannot be run: '\(file)': No such"
            )
        )
    }
}
