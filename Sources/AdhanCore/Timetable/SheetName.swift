/// A sheet of a workbook, where several of them are read.
package struct SheetName: Sendable, Hashable {
    /// Its place among those that are read.
    let number: Int
    let name: String
}
