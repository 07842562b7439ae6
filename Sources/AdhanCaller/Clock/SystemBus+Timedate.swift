import AdhanSupport

extension SystemBus {
    /// Whether the clock is synchronised. systemd-timedated asks the kernel, so this covers timesyncd, chrony and ntpd.
    /// The unit's sandbox keeps the daemon from asking the kernel itself.
    func isSynchronised() throws(Fault) -> Bool {
        let timedate = "org.freedesktop.timedate1"
        return try bool(
            Property(
                service: timedate,
                object: "/org/freedesktop/timedate1",
                interface: timedate,
                name: "NTPSynchronized"
            )
        )
    }
}
