/// Why a value from outside is refused, as a sentence for a person.
package struct InvalidValue: Error, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
