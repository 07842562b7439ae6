/// The fault of a value, as the rest of a sentence that begins with the key and the value.
struct ValueFault: Error {
    let words: String
    /// Whether the words are the whole sentence.
    let isSentence: Bool

    init(_ words: String) { (self.words, isSentence) = (words, false) }
    init(sentence: String) { (words, isSentence) = (sentence, true) }

    /// - Parameter text: of a bound.
    static func check<Value: Comparable>(
        _ value: Value,
        in range: ClosedRange<Value>,
        _ text: (Value) -> String
    ) throws(ValueFault) -> Value {
        guard range.contains(value) else {
            throw ValueFault("is not between \(text(range.lowerBound)) and \(text(range.upperBound))")
        }
        return value
    }
}
