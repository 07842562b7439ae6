import AdhanCore
import AdhanTestSupport
import Testing

@testable import adhand_sync

struct BucketListingTests {
    private func page(_ text: String) throws -> BucketListing { try BucketListing(Array(text.utf8)) }

    private static let object =
        #"<Contents><Key>a%2Fb+c</Key><ETag>&quot;e-2&quot;</ETag><Size>7</Size><Owner><Key>x</Key></Owner></Contents>"#

    private func listing(_ inner: String) -> String {
        #"<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">\#(inner)</ListBucketResult>"#
    }

    @Test func `a page has its objects and the name of the next one`() throws {
        let page = try page(
            listing(
                "<EncodingType>url</EncodingType><IsTruncated>true</IsTruncated>\(Self.object)<NextContinuationToken>t=</NextContinuationToken>"
            )
        )
        #expect(page.objects == [BucketObject(key: "a/b c", etag: ETag("e-2"), size: 7)])
        #expect(page.next == "t=")
    }

    @Test func `a key is taken as it stands where the server encodes none`() throws {
        #expect(try page(listing("<IsTruncated>false</IsTruncated>\(Self.object)")).objects.first?.key == "a%2Fb+c")
    }

    @Test func `what is cut, is no listing, or does not say that it is whole is refused`() {
        let whole = listing("<IsTruncated>false</IsTruncated>\(Self.object)")
        for text in [
            "", String(whole.dropLast(10)), "<html><body>log in</body></html>", listing(Self.object),
            listing("<IsTruncated>true</IsTruncated>"), "{}", listing("<IsTruncated></IsTruncated>\(Self.object)"),
            listing("<IsTruncated>True</IsTruncated>\(Self.object)"),
            listing("<IsTruncated>1</IsTruncated>\(Self.object)"),
            listing("<IsTruncated>false</IsTruncated><Contents><Key>a</Key><ETag>e</ETag></Contents>"),
            listing("<IsTruncated>false</IsTruncated><Contents><Key>a</Key><ETag>e</ETag><Size>-1</Size></Contents>"),
            listing(
                "<IsTruncated>false</IsTruncated><Contents><Key>a</Key><ETag>e</ETag><Size>99999999999999999999</Size></Contents>"
            ),
            #"<!DOCTYPE a [<!ENTITY b "c">]>"# + whole,
            listing(
                "<IsTruncated>false</IsTruncated><NextContinuationToken>\(String(repeating: "x", count: 9000))</NextContinuationToken>"
            ),
            String(repeating: "<ListBucketResult>", count: 100),
            listing(
                "<EncodingType>url</EncodingType><IsTruncated>false</IsTruncated><Contents><Key>%FF</Key><ETag>e</ETag><Size>1</Size></Contents>"
            ),
        ] {
            #expect(throws: BucketListing.Flaw.self) { try page(text) }
        }
    }

    @Test func `a mutated listing never brings the box down`() throws {
        let whole = Array(listing("<IsTruncated>false</IsTruncated>\(Self.object)\(Self.object)").utf8)
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<3000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            do throws(BucketListing.Flaw) {
                for object in try BucketListing(bytes).objects { #expect(object.size >= 0) }
            } catch {
                #expect(!error.reason.isEmpty)
            }
        }
    }
}
