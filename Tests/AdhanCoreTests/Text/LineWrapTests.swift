import AdhanCore
import Testing

@Suite struct LineWrapTests {
    @Test func `a wide line is broken between words, beneath where its words begin`() {
        let line = "!!  clock        untrusted: the clock is not known to be synchronised, and nothing vouches for it"
        #expect(
            LineWrap.lines(line, width: 60) == [
                "!!  clock        untrusted: the clock is not known to be",
                "                 synchronised, and nothing vouches for it",
            ]
        )
        let sentence = String(repeating: "word ", count: 12) + "end"
        #expect(
            LineWrap.lines(sentence, width: 40) == [
                "word word word word word word word word", "    word word word word end",
            ]
        )
    }

    @Test func `no line is wider than the terminal unless a word is`() {
        let path = "/srv/" + String(repeating: "long", count: 20)
        let line = "ledger     ok: " + path + " has a name " + String(repeating: "and more ", count: 30)
        let lines = LineWrap.lines(line, width: 60)
        #expect(lines.allSatisfy { $0.count <= 60 || $0.contains(path) }, "\(lines)")
        let words = lines.joined(separator: " ").split(separator: " ")
        #expect(words == line.split(separator: " "))
    }

    @Test func `a command within a sentence stays whole`() {
        let sentence =
            "no adhand answers on '/run/adhand/adhand.sock'; start it: sudo systemctl start adhand; then look again"
        #expect(
            LineWrap.lines(sentence, width: 60) == [
                "no adhand answers on '/run/adhand/adhand.sock'; start it:",
                "    sudo systemctl start adhand; then look again",
            ]
        )
        let list = "see what it has, before anything else is done to it: adhand times --days 3"
        #expect(LineWrap.lines(list, width: 60).last == "    adhand times --days 3")
    }

    @Test func `advice is broken beneath its words, and its command stays whole`() {
        let advice =
            "           → put latitude, longitude and timezone into [place] of /etc/adhand/config.toml, then: adhand reload"
        #expect(
            LineWrap.lines(advice, width: 80) == [
                "           → put latitude, longitude and timezone into [place] of",
                "             /etc/adhand/config.toml, then: adhand reload",
            ]
        )
    }

    @Test func `what fits, a command to be copied, and what a narrow terminal shows stay as they are`() {
        let advice = "    → sudo apt install systemd-timesyncd && sudo systemctl enable --now systemd-timesyncd"
        #expect(LineWrap.lines(advice, width: 60) == [advice])
        let command = "    → adhand timetable import /srv/times.xlsx --map fajr_iqama=3 --map isha_iqama=11"
        #expect(LineWrap.lines(command, width: 60) == [command])
        #expect(LineWrap.lines("now        2026", width: 80) == ["now        2026"])
        let line = String(repeating: "word ", count: 12)
        #expect(LineWrap.lines(line, width: 20) == [line])
    }
}

@Suite struct DigestTests {
    /// The empty text, and the first and last examples of FIPS 180-2.
    @Test(arguments: [
        ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ])
    func `SHA-256 equals the published one`(text: String, times: Int, hex: String) throws {
        #expect(try Digest.hex(.sha256, of: Array(String(repeating: text, count: times).utf8)) == hex)
    }

    @Test func `MD5 is computed piece by piece`() throws {
        #expect(try Digest.hex(.md5, of: []) == "d41d8cd98f00b204e9800998ecf8427e")
        let digest = try Digest(.md5)
        Array("ab".utf8).withUnsafeBytes { digest.add($0) }
        Array("c".utf8).withUnsafeBytes { digest.add($0) }
        #expect(try digest.finish() == "900150983cd24fb0d6963f7d28e17f72")
    }
}
