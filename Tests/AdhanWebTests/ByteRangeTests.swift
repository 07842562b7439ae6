import Testing

@testable import AdhanWeb

@Suite struct ByteRangeTests {
    @Test(arguments: [
        ("bytes=0-", ByteRange.part(0..<100)), ("bytes=0-1", .part(0..<2)), ("bytes=10-19", .part(10..<20)),
        ("bytes=90-1000", .part(90..<100)), ("bytes=99-99", .part(99..<100)), ("Bytes=5-5", .part(5..<6)),
        ("bytes=-10", .part(90..<100)), ("bytes=-1000", .part(0..<100)),
        ("bytes=100-", .outside), ("bytes=200-300", .outside), ("bytes=-0", .outside),
        ("bytes=100-9223372036854775807", .outside),
        ("bytes=0-9223372036854775807", .part(0..<100)), ("bytes=-9223372036854775807", .part(0..<100)),
        // Another unit, several parts, or no range at all: the whole file.
        ("bytes=5-4", .whole), ("bytes=0-1,5-6", .whole), ("bytes=", .whole), ("bytes=-", .whole), ("bytes", .whole),
        ("items=0-1", .whole), ("bytes=a-b", .whole), ("bytes=+1-2", .whole), ("bytes=1--2", .whole),
        ("bytes=99999999999999999999-", .whole), ("bytes=1-99999999999999999999", .whole), ("bytes=٠-٩", .whole),
    ])
    func `the part of a file that a request asks for`(header: String, expected: ByteRange) {
        #expect(ByteRange(header, of: 100) == expected)
    }

    @Test func `without a header, and of a file without bytes`() {
        #expect(ByteRange(nil, of: 100) == .whole)
        for header in ["bytes=0-", "bytes=0-0", "bytes=-1"] { #expect(ByteRange(header, of: 0) == .outside) }
    }
}
