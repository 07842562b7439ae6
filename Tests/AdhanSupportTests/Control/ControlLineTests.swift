import Testing

@testable import AdhanSupport

struct ControlLineTests {
    @Test func `bytes that come in any pieces are split into lines`() {
        let text = Array("one\n\ntwo\nthree".utf8)
        for size in 1...text.count {
            var (buffer, lines) = (ControlLine.Buffer(), [String]())
            for start in stride(from: 0, to: text.count, by: size) {
                buffer.append(text[start..<min(start + size, text.count)])
                while let line = buffer.nextLine() { lines.append(String(decoding: line, as: UTF8.self)) }
            }
            #expect(lines == ["one", "", "two"] && buffer.count == 5 && buffer.removeRest() == Array("three".utf8))
            #expect(buffer.count == 0 && buffer.nextLine() == nil)
        }
    }

    /// With a time that grows with the square of their number, it would be half a minute in a debug build.
    @Test func `two million empty lines are split in seconds`() {
        var (buffer, count) = (ControlLine.Buffer(), 0)
        let began = ThreadClock.now()
        buffer.append([UInt8](repeating: 0x0A, count: 2_000_000))
        while buffer.nextLine() != nil { count += 1 }
        #expect(count == 2_000_000 && ThreadClock.now() - began < .seconds(12))
    }
}
