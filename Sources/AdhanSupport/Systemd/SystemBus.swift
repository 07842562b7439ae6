import AdhanCore
import CSystemd
import Glibc

/// Reads properties of system services over D-Bus. A call blocks for `patience` at most.
package struct SystemBus: Sendable {
    /// The address of the bus, in D-Bus syntax.
    package var address = Self.systemAddress
    /// How long a call may take in all.
    package var patience: Duration = .seconds(2)

    package init(address: String = SystemBus.systemAddress, patience: Duration = .seconds(2)) {
        (self.address, self.patience) = (address, patience)
    }

    package struct Fault: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    /// A property's place on the bus.
    package struct Property {
        package let service: String
        package let object: String
        package let interface: String
        package let name: String

        package init(service: String, object: String, interface: String, name: String) {
            (self.service, self.object, self.interface, self.name) = (service, object, interface, name)
        }
    }

    package static var systemAddress: String {
        Environment.variables["DBUS_SYSTEM_BUS_ADDRESS"] ?? "unix:path=/run/dbus/system_bus_socket"
    }

    package func bool(_ property: Property) throws(Fault) -> Bool {
        var answer: Int32 = 0
        try get(property, &answer) { bus, service, object, interface, name, error, answer in
            let type = CChar(bitPattern: UInt8(ascii: "b"))
            return sd_bus_get_property_trivial(bus, service, object, interface, name, error, type, answer)
        }
        return answer != 0
    }

    package func text(_ property: Property) throws(Fault) -> String {
        var answer: UnsafeMutablePointer<CChar>?
        try get(property, &answer, sd_bus_get_property_string)
        defer { free(answer) }
        return answer.map { String(cString: $0) } ?? ""
    }

    package func texts(_ property: Property) throws(Fault) -> [String] {
        var answer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        try get(property, &answer, sd_bus_get_property_strv)
        guard let list = answer else { return [] }
        defer { free(list) }
        var texts: [String] = []
        while let text = list[texts.count] {
            texts.append(String(cString: text))
            free(text)
        }
        return texts
    }

    /// A function of libsystemd that reads a property.
    private typealias Getter<Answer> = (
        OpaquePointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
        UnsafeMutablePointer<sd_bus_error>?, UnsafeMutablePointer<Answer>?
    ) -> Int32

    private func get<Answer>(
        _ property: Property,
        _ answer: inout Answer,
        _ getter: Getter<Answer>
    ) throws(Fault) {
        let deadline = BootClock.now() + patience
        var made: OpaquePointer?
        try check("making a connection", sd_bus_new(&made))
        guard let bus = made else { throw Fault(description: "the system bus: there is no memory for a connection") }
        // Closed without a flush, which could block.
        defer { sd_bus_close_unref(bus) }
        try check("taking the address \(address)", sd_bus_set_address(bus, address))
        try check("becoming a client", sd_bus_set_bus_client(bus, 1))
        try check("connecting", sd_bus_start(bus))
        // A call would wait up to 25 seconds for the Hello reply, which is libsystemd's default.
        while try check("connecting", sd_bus_is_ready(bus)) == 0 {
            let rest = microseconds(until: deadline)
            guard rest > 0 else {
                throw Fault(description: "the system bus: no greeting within \(DurationText.format(patience))")
            }
            if try check("connecting", sd_bus_process(bus, nil)) == 0 {
                try check("connecting", sd_bus_wait(bus, rest))
            }
        }
        // Zero would mean libsystemd's default of 25 seconds.
        try check("setting a timeout", sd_bus_set_method_call_timeout(bus, max(1, microseconds(until: deadline))))
        var error = sd_bus_error()
        defer { sd_bus_error_free(&error) }
        let (service, object, interface) = (property.service, property.object, property.interface)
        let code = getter(bus, service, object, interface, property.name, &error, &answer)
        if code < 0, let message = error.message {
            throw Fault(description: "the system bus: asking \(service) failed: \(String(cString: message))")
        }
        try check("asking \(service)", code)
    }

    private func microseconds(until deadline: BootInstant) -> UInt64 {
        UInt64(max(0, (deadline - BootClock.now()).wholeMicroseconds))
    }

    /// - Returns: the code, where it is no error.
    @discardableResult
    private func check(_ action: String, _ code: Int32) throws(Fault) -> Int32 {
        guard code < 0 else { return code }
        throw Fault(description: "the system bus: \(action) failed: \(String(cString: strerror(0 &- code)))")
    }
}

extension SystemBus.Property {
    /// Whether systemd runs here, as its sd_booted(3) checks it.
    package static var hasSystemd: Bool { access("/run/systemd/system", F_OK) == 0 }
}

extension SystemBus.Property {
    /// A property of a service's unit.
    package static func unit(_ unit: String, _ interface: String, _ name: String) -> Self {
        Self(
            service: "org.freedesktop.systemd1",
            // In the bus' encoding.
            object: "/org/freedesktop/systemd1/unit/\(unit.replacing("-", with: "_2d"))_2eservice",
            interface: "org.freedesktop.systemd1.\(interface)",
            name: name
        )
    }
}
