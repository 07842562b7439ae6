import Glibc

extension SystemZones {
    /// The zone that the system's clock shows, by `/etc/localtime`; nil where that is no place's.
    package static var own: String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        guard readlink("/etc/localtime", &buffer, Int(PATH_MAX)) > 0 else { return nil }
        let target = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard let range = target.firstRange(of: "zoneinfo/") else { return nil }
        let name = String(target[range.upperBound...])
        return isPlausible(name) && isPlace(name) ? name : nil
    }
}
