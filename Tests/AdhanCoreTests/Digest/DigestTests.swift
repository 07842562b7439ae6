import AdhanCore
import Testing

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
