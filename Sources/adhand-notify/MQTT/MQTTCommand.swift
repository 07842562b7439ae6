import AdhanCore
import AdhanSupport

/// An order that comes from the broker: a button of Home Assistant, or its number for the volume.
enum MQTTCommand: String, CaseIterable, Sendable {
    case play, stop, unmute, volume
    case mute = "mute_next_adhan"
    case selfTest = "self_test"

    /// Why an order is ignored.
    struct Refusal: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    /// As Home Assistant's buttons send it.
    private static let press = "PRESS"

    func request(_ payload: [UInt8]) throws(Refusal) -> ControlRequest {
        let text = String(decoding: payload, as: UTF8.self)
        if self == .volume {
            guard payload.count <= 16, let percent = Double(text), (0...100).contains(percent) else {
                throw Refusal(description: "'\(OneLine.of(text, limit: 40))' is no volume from 0 to 100")
            }
            let value = Volume(percent: percent).text
            return ControlRequest(.set, key: Preferences.Key.volume(nil).name, value: value)
        }
        guard text == Self.press else {
            throw Refusal(description: "'\(OneLine.of(text, limit: 40))' is not \(Self.press)")
        }
        switch self {
        case .play: return ControlRequest(.play)
        case .stop: return ControlRequest(.stop)
        case .unmute: return ControlRequest(.unmute)
        case .selfTest: return ControlRequest(.selfTest)
        // The daemon finds the next one when it acts: what is known here may have passed.
        case .mute, .volume: return ControlRequest(.mute, value: "next")
        }
    }
}

/// Limits how many orders a broker may give. The daemon takes twenty at once from a user, and then one a second; other
/// processes of this user need some of them.
struct MQTTOrderLimit {
    static let (burst, interval) = (10, Duration.seconds(2))

    /// When the orders so far are paid off.
    private var paidAt = BootClock.now()
    /// Whether the last order was one too many.
    private(set) var isExceeded = false

    mutating func admit(_ now: BootInstant) -> Bool {
        let paid = max(paidAt, now) + Self.interval
        isExceeded = paid - now > Self.interval * Self.burst
        if !isExceeded { paidAt = paid }
        return !isExceeded
    }
}
