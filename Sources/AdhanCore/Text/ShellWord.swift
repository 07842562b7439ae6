/// Quotes a word for a shell, if necessary.
package func shellWord(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
            || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "/._-:,=+@".utf8.contains(byte)
    }
    return isPlain && !text.isEmpty ? text : "'" + text.replacing("'", with: "'\\''") + "'"
}
