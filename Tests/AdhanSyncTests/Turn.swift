import Synchronization

/// Returns the elements in order, then the last one repeatedly.
final class Turn<Element: Sendable>: Sendable {
    private let rest: Mutex<[Element]>

    init(_ elements: [Element]) { rest = Mutex(elements) }

    func next() -> Element? { rest.withLock { $0.count > 1 ? $0.removeFirst() : $0.first } }
}
