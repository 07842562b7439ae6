/// A sheet of a workbook, where several of them are read.
package struct SheetName: Sendable, Hashable, Codable {
    /// Its place among those that are read.
    let number: Int
    let name: String

    package init(number: Int, name: String) { (self.number, self.name) = (number, name) }
}
