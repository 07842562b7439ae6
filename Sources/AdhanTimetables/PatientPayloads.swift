import AdhanCore
import AdhanSupport

/// A payload store with a time limit, for a disk that may hang. While a call hangs, no further calls are made.
package struct PatientPayloads: PayloadStore {
    package let store: any PayloadStore
    /// The disk's name for people: a folder.
    package let subject: String
    package var patience: Duration = .seconds(10)

    package init(store: any PayloadStore, subject: String, patience: Duration = .seconds(10)) {
        (self.store, self.subject, self.patience) = (store, subject, patience)
    }

    package func load(_ source: SourceName, _ period: TimetablePeriod) throws(StoreFault) -> Payload? {
        try answer { [store] () throws(StoreFault) in try store.load(source, period) }
    }

    package func keep(_ payload: Payload) throws(StoreFault) {
        try answer { [store] () throws(StoreFault) in try store.keep(payload) }
    }

    package func setAside(_ payload: Payload, because reason: String) throws(StoreFault) {
        try answer { [store] () throws(StoreFault) in try store.setAside(payload, because: reason) }
    }

    private func answer<Value: Sendable>(
        _ work: @escaping @Sendable () throws(StoreFault) -> Value
    ) throws(StoreFault) -> Value {
        let found = TimeLimit.run(patience, on: subject) { () -> Result<Value, StoreFault> in
            do throws(StoreFault) {
                return .success(try work())
            } catch {
                return .failure(error)
            }
        }
        guard let found else {
            throw StoreFault(
                "\(subject): its disk does not answer; fetched timetables are used, but a restart may have to fetch "
                    + "them again"
            )
        }
        return try found.get()
    }
}
