import AdhanSystem

extension SystemBus {
    /// Whether the clock is synchronised. systemd-timedated reads the kernel's own account, so that timesyncd, chrony and ntpd are
    /// all covered; the unit's sandbox lets the daemon itself not even read that.
    package func isSynchronised() throws(Fault) -> Bool {
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
