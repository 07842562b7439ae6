import AdhanTestSupport
import Testing

@testable import AdhanSupport

struct SecretKeysTests {
    @Test(arguments: [
        "access_key_id = \"AKIA\"\nsecret_access_key = \"x\"\n",
        "[default]\naws_access_key_id=AKIA\naws_secret_access_key=x\n",
        "export AWS_SECRET_ACCESS_KEY=x\n", "Access key ID,Secret access key\r\nAKIA,x\r\n",
        "AWSAccessKeyId=AKIA\nAWSSecretKey=x\n", #"{"Credentials":{"AccessKeyId":"AKIA","SecretAccessKey":"x"}}"#,
        "# Welcome\nThe secret access key of the bucket is x.\n",
        "HOME=/root\0AWS_SECRET_ACCESS_KEY=x\0TERM=xterm\0",
        "[default]\naccess_key = AKIA\nsecret_key = x\n", "aws_session_token: x",
        "-----BEGIN PRIVATE KEY-----\nx", "-----BEGIN RSA PRIVATE KEY-----\nx",
        "-----BEGIN OPENSSH PRIVATE KEY-----\nx",
        "-----BEGIN ENCRYPTED PRIVATE KEY-----\nx", "-----BEGIN PGP PRIVATE KEY BLOCK-----\nx",
        "PuTTY-User-Key-File-3: ssh-ed25519\n", #"{"private_key": "-----BEGIN PRIVATE KEY-----\nx"}"#,
    ])
    func `a file with a secret key is recognised`(text: String) {
        #expect(SecretKeys.areIn(Array(text.utf8)))
        #expect(SecretKeys.areIn(text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }))
        #expect(SecretKeys.areIn([UInt8](repeating: 0x20, count: 1 << 20) + Array(text.utf8)))
    }

    @Test(arguments: [
        "", "date,fajr,sunrise,dhuhr,asr,maghrib,isha\n2026-01-01,06:21,08:02,12:17,14:03,16:25,17:59\n",
        "# Lessons\nThey begin at 18:00. The key to the hall is with the secretary.\nAccess by the side door.\n",
        "The secret key to patience is prayer.\n", "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n",
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5 me@mosque\n",
    ])
    func `other texts are not refused`(text: String) { #expect(!SecretKeys.areIn(Array(text.utf8))) }

    @Test func `sound is not refused`() {
        var random = SeededGenerator(seed: 1)
        #expect(!SecretKeys.areIn((0..<(1 << 20)).map { _ in UInt8.random(in: 0...255, using: &random) }))
    }
}
