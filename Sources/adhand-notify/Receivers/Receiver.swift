import AdhanSupport

protocol Receiver: Sendable {
    /// Sends a message, and waits for the answer, no longer than its limits say. Called by one thread at a time.
    func deliver(_ message: Message) -> Delivery
}

/// The outcome of a message that was sent. A reason fits into one line. It quotes neither the receiver's answer nor its
/// address, but for the host.
enum Delivery: Equatable, Sendable {
    case done
    /// Some of the receiver's addresses have it, and the others will not.
    case partly(reason: String)
    /// To be sent again, not before `after` has passed; zero where the receiver does not say.
    case again(after: Duration, reason: String)
    /// The receiver will never accept it.
    case refused(reason: String)

    /// Whether the receiver has it, at least at some of its addresses.
    var isAccepted: Bool {
        switch self {
        case .done, .partly: true
        case .again, .refused: false
        }
    }
}

/// The bounds of a delivery over the network.
struct ReceiverLimits: Sendable {
    /// How long it may take.
    var whole: Duration = .seconds(30)
    var connect: Duration = .seconds(10)
    /// How long less than ten bytes a second may come.
    var quiet: Duration = .seconds(10)

    /// How long the disk of a secret may take.
    static let disk: Duration = .seconds(10)
    /// The most bytes of an answer; the rest is not read.
    static let answer = 64 << 10
}
