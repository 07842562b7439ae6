import AdhanCore
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanSupport

/// `[[notify]]`: whom adhand tells.
struct NotifyConfigurationTests {
    private let rig: ConfigRig
    private var directory: TestDirectory { rig.directory }

    init() throws { rig = try ConfigRig() }

    private func load(_ text: String) throws -> NotifyConfiguration { try rig.load(text).notify }

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
        let names = try load(line + line + line).receivers.map(\.name)
        #expect(names == ["webhook-example.org", "webhook-example.org-2", "webhook-example.org-3"])
    }

    /// `&` is for arguments, since any of them may be a secret.
    @Test(arguments: [
        "https://me:hunter2@example.org/", "https://hunter2@example.org/", "https://example.org/?token=hunter2",
        "https://example.org/?t%6Fken=hunter2", "https://example.org/?t%256Fken=hunter2",
        "https://example.org/?jwt=hunter2", "https://example.org/?pw=hunter2", "https://example.org/?Key=hunter2",
        "https://example.org/?sig=hunter2", "https://example.org/?auth=hunter2", "https://example.org/?pass=hunter2",
        "https://example.org/a;secret=hunter2/b", "https://example.org/?n=https:%2F%2Fa%3Fpwd=hunter2",
        "https://example.org/?a=hunter2hunter2hunter2", "https://example.org/?hunter2hunter2hunter2",
        "https://example.org/?x=hunter2-0b9d-4d1c-9a43", "https://me:hunter2/x@example.org/", "&?k=hunter2",
        "&?sifre=a",
        "&?hunter2", "&#token=hunter2", "&/a;b=hunter2", "&?",
    ])
    func `a secret in an address is refused and not quoted, by any name, and so are all arguments`(
        _ address: String
    ) throws {
        let whole = address.replacing("&", with: "https://example.org/a")
        for kind in ["webhook", "ntfy"] {
            let words = try rig.faults("[[notify]]\nto = \"\(kind):\(whole)\"\n").joined()
            let start = whole == address ? ":2: to" : ":2: to: the address has arguments"
            #expect(words.contains(start) && !words.contains("hunter2"), "\(words)")
        }
    }

    @Test(arguments: [
        ("127.0.0.1 10.1.2.3 192.168.1.2 172.16.0.1 [::1] [fd00::1] [fe80::1] broker home.local localhost", true),
        (
            "172.32.0.1 8.8.8.8 [2001:db8::1] 10.1.2.3.example.org 11.0.0.1 134744072 0x08080808 010.8.8.8 [fd::1] [fc::8]",
            false
        ),
    ])
    func `within the house a secret may go unencrypted, outside of it not`(hosts: String, mayGo: Bool) throws {
        for host in hosts.split(separator: " ") {
            let faults = try rig.faults("[[notify]]\nto = \"webhook:http://\(host)/\"\nsecret = \"/a\"\n")
            #expect(faults.isEmpty == mayGo, "\(host)")
            guard mayGo else { continue }
            #expect(try receiver("to = \"webhook:http://\(host)/\"\nsecret = \"/a\"").secret?.file == "/a")
        }
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
        let words = ":2: [[notify]] command-tell: the program cannot be run: '\(file)': No such"
        #expect(problems.first?.description.contains(words) == true)
    }
}
