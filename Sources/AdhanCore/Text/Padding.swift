extension String {
    /// The text with blanks behind it, to the width in characters; a longer text as it is.
    package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
