/// Quotes a word for a shell, if necessary.
package func shellWord(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0.isLetterOrDigit || "/._-:,=+@".utf8.contains($0) }
    return isPlain && !text.isEmpty ? text : "'" + text.replacing("'", with: "'\\''") + "'"
}
