import Testing

@testable import AdhanCore

struct WebAddressTests {
    @Test(arguments: [
        ("https://example.org", "https://example.org/"), ("HTTPS://Example.ORG:443/A/b", "https://example.org:443/A/b"),
        ("https://example.org?city=2026#top", "https://example.org/?city=2026"),
        ("https://example.org/a b/ü%C3%BC/100%.json", "https://example.org/a%20b/%C3%BC%C3%BC/100%25.json"),
        ("https://[::1]:8443/x?city=b c", "https://[::1]:8443/x?city=b%20c"),
        ("http://127.0.0.1:9000/k", "http://127.0.0.1:9000/k"),
        ("https://a@b@example.org/x@y", "https://example.org/x@y"),
        ("https://example.org\\@evil.example/", "https://evil.example/"),
    ])
    func `an address is parsed correctly, and shown without its user`(_ text: String, _ shown: String) throws {
        #expect(try WebAddress(text).shown == shown)
    }

    @Test(arguments: [
        ("", "does not begin with https://"), ("api.aladhan.com", "does not begin with https://"),
        ("ftp://example.org/", "begins with \"ftp\", not with https"),
        ("file:///etc/shadow", "begins with \"file\", not with https"), ("https:///x", "has an invalid host: \"\""),
        ("https://my mosque/", "has an invalid host: \"my mosque\""),
        ("https://[::1/", "has an invalid host: \"[::1\""),
        ("https://example.org:0/", "has an invalid port"),
        ("https://example.org:65536/", "has an invalid port"),
        ("https://example.org:+80/", "has an invalid port"),
        // A password must not contain a slash: the text before it is taken for an invalid port, which must not be
        // quoted.
        ("https://me:pass/word@example.org/", "has an invalid port"),
    ])
    func `an invalid address gives a reason that quotes no password`(_ text: String, _ reason: String) throws {
        #expect(refusal { try WebAddress(text) } == reason)
    }

    @Test func `an endless address is rejected, and quoted only in part`() throws {
        let fault = #expect(throws: AddressFault.self) {
            try WebAddress("https://example.org/" + String(repeating: "x", count: 90_000))
        }
        #expect(fault?.description == "has more than 8192 bytes")
        for text in ["https://\(String(repeating: "!", count: 8000))/", "\(String(repeating: "x", count: 8000))://y"] {
            let fault = try #require(#expect(throws: AddressFault.self) { try WebAddress(text) })
            #expect(fault.description.utf8.count < 200)
        }
    }

    @Test func `only loopback addresses count as this machine`() throws {
        for host in ["localhost", "127.0.0.1", "127.255.3.4:80", "[::1]:443", "me:x@127.0.0.1"] {
            #expect(try WebAddress("http://\(host)/").isLoopback, "\(host)")
        }
        for host in [
            "127.0.0.1.example.org", "localhost.example.org", "127.0.0.1@example.org", "128.0.0.1", "127.1",
            "127.0.0.256",
            "[::2]", "127..0.1",
        ] { #expect(try !WebAddress("http://\(host)/").isLoopback, "\(host)") }
    }

    @Test func `secrets in an address are not shown, and are listed`() throws {
        let query = "X-Amz-Signature=abc%2F1&city=london&TOKEN=t&year=2026&hall=blue%20room"
        let address = try WebAddress("https://me:p%40ss@example.org/x?\(query)")
        #expect(address.shown == "https://example.org/x?X-Amz-Signature=***&city=london&TOKEN=***&year=***&hall=***")
        // A short value, such as a year, may be a part of any message.
        #expect(Set(address.secrets) == ["me", "p%40ss", "p@ss", "abc%2F1", "abc/1", "t", "blue%20room", "blue room"])
        #expect(address.whole == "https://me:p%40ss@example.org/x?\(query)")
    }

    @Test(arguments: [
        ("/x?usertoken=hunter2", "/x?usertoken=***"), ("/x?otp=hunter2&code=hunter2", "/x?otp=***&code=***"),
        ("/x?t%256Fken=hunter2", "/x?t%256Fken=***"), ("/x?hunter2", "/x?***"), ("/x?hunter2=", "/x?***"),
        ("/x?a=1?token=hunter2", "/x?a=***"), ("/x?city=a?token=hunter2", "/x?city=***"),
        ("/x?city=a%253Ftoken%253Dhunter2", "/x?city=***"), ("/x?city=a;hunter2&&", "/x?city=a;***&&"),
        ("/x?next=https://a:hunter2@b", "/x?next=***"), ("/x?prefix=https://hunter2@b", "/x?prefix=***"),
        ("/x;token=hunter2/y;hunter2", "/x;***/y;***"), ("/x;a;hunter2?CITY=hunter2", "/x;***?CITY=***"),
    ])
    func `only the arguments of this program are shown`(text: String, shown: String) throws {
        #expect(try WebAddress("https://example.org" + text).shown == "https://example.org" + shown)
    }

    @Test func `the addresses that this program makes are shown in full`() throws {
        var times = AlAdhanSettings(.city("Leeds", country: "GB"), method: .custom(CustomMethod()))
        (times.latitudeAdjustment, times.tune, times.shafaq) = (.angle, [.fajr: 2], .ahmar)
        times.timezone = "Europe/London"
        let month = try TimetablePeriod.month(of: CivilDate("2026-11-21"))
        for address in [
            try times.address(of: month),
            try AlAdhanSettings(.coordinates(latitude: 1, longitude: -2), method: .number(3)).address(of: month),
            try S3Bucket("mosque").address(listing: "prayer times/2026/"),
        ] { #expect(address.shown == address.whole) }
    }

    @Test(arguments: [
        "pw", "PWD", "pass", "passwd", "passphrase", "jwt", "t%6Fken", "%74%6F%6B%65%6E", "access-token",
        "client_secret",
        "api.key", "accessKey", "session", "sessionid", "credentials", "sig", "x-amz-signature",
        "SharedAccessSignature", "usertoken", "mypassword", "token2", "api_key1", "otp", "hmac", "t%256Fken", "myPIN",
    ])
    func `a password is known by its name, however that is written`(name: String) throws {
        for place in [
            "/x?city=a&\(name)=b", "/x?a=1?\(name)=b", "/x?a;\(name)=b", "/x;\(name)=b/y",
            "/x?n=https:%2F%2Fy%3F\(name)=b",
        ] { #expect(try WebAddress("https://example.org" + place).hasPassword, "\(place)") }
        #expect(try WebAddress("https://example.org/x?\(name)=b").secrets == ["b", "b"])
    }

    @Test func `an ordinary name is no password`() throws {
        let query = "monkey=c;author=e&compass=f&postcode=LS1&hall=g&token&pin="
        let address = try WebAddress("https://example.org/key=x/?\(query)")
        #expect(try !address.hasPassword && WebAddress("https://me@example.org/").hasPassword)
    }

    @Test func `the signed form of an address is unique`() throws {
        let address = try WebAddress("https://me@example.org/a+b/(c)%7e~%2f%c3%bc?b=2&a&a=%2f/&B=x+y")
        #expect(address.signable.whole == "https://example.org/a%2Bb/%28c%29~~/%C3%BC?B=x%2By&a=&a=%2F%2F&b=2")
        #expect(try WebAddress("https://example.org").signable.whole == "https://example.org/")
    }
}
