import Testing

@testable import AdhanCore

struct S3BucketTests {
    @Test func `an object and a page of the listing have their addresses, at AWS and elsewhere`() throws {
        let here = S3Bucket("mosque", endpoint: "http://127.0.0.1:9000/")
        #expect(try here.address(key: "slides/ü +.md").whole == "http://127.0.0.1:9000/mosque/slides/%C3%BC%20%2B.md")
        #expect(
            try here.address(listing: "a/b&c", after: "x=/+").whole
                == "http://127.0.0.1:9000/mosque/?continuation-token=x%3D%2F%2B&encoding-type=url&list-type=2&prefix=a%2Fb%26c"
        )
        let aws = S3Bucket("mosque", region: "eu-west-2")
        #expect(
            try aws.address(listing: "").whole
                == "https://mosque.s3.eu-west-2.amazonaws.com/?encoding-type=url&list-type=2&prefix="
        )
        #expect(throws: AddressFault.self) { try S3Bucket("my bucket").address(key: "x") }
    }

    @Test func `a listed address is in the form that is signed`() throws {
        let address = try S3Bucket("mosque").address(listing: "ü/", after: "a+b==")
        #expect(address.signable == address)
    }

    @Test func `a listed key is decoded, with a plus for a space, and must be UTF-8`() {
        #expect(S3Bucket.key(listed: "a%2Bb+c%20d/%C3%BC") == "a+b c d/ü")
        #expect(S3Bucket.key(listed: "a%FFb") == nil)
        #expect(S3Bucket.key(listed: "100%") == "100%")
    }
}
