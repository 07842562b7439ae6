import AdhanSupport

extension ServicePresence {
    /// Nil for the service itself.
    package init?(_ locations: Locations) {
        guard let socket = locations.serviceSocket else { return nil }
        self.init(socket: socket, runtime: locations.runtime)
    }
}
