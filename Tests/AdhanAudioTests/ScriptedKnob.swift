import AdhanAudio
import AdhanCore
import Synchronization

/// A knob that stands where it is told, and fails when it is told to.
final class ScriptedKnob: VolumeKnob, Sendable {
    /// Its lowest place, in decibels.
    let lowest: Double
    /// Where it stood, one after the other, in decibels: its places are these.
    private let stood: Mutex<[Double]>
    /// Whether it cannot be turned, as when its card is gone.
    let breaks: Mutex<Bool>

    init(lowest: Double = -30, at place: Double = -3, breaks: Bool = false) {
        self.lowest = lowest
        stood = Mutex([place])
        self.breaks = Mutex(breaks)
    }

    var history: [Double] { stood.withLock { $0 } }

    func places() throws(AudioError) -> [Int] { [Int(history.last ?? 0)] }

    /// In steps of 2 dB, never louder.
    func aim(at volume: Volume) throws(AudioError) -> (places: [Int], volume: Volume) {
        let reached = max((volume.decibels / 2).rounded(.down) * 2, lowest)
        return ([Int(reached)], Volume(decibels: reached))
    }

    func turn(to places: [Int]) throws(AudioError) {
        if breaks.withLock({ $0 }) {
            throw .deviceClosed(device: "hw:0", doing: "setting its volume", code: 5, message: "")
        }
        stood.withLock { $0 += places.map(Double.init) }
    }
}

/// Notes in memory, which remember what happened.
final class ScriptedNotes: KnobNotes, Sendable {
    private let state: Mutex<(notes: [KnobNote], kept: [(notes: [KnobNote], stood: Double?)], told: [String])>
    private let knob: ScriptedKnob

    /// - Parameters:
    ///   - notes: those that a process before has left.
    ///   - knob: whose place is written down at every keeping.
    init(_ notes: [KnobNote] = [], beside knob: ScriptedKnob) {
        state = Mutex((notes, [], []))
        self.knob = knob
    }

    var all: [KnobNote] { state.withLock { $0.notes } }
    /// What was kept, one after the other, and where the knob stood then.
    var kept: [(notes: [KnobNote], stood: Double?)] { state.withLock { $0.kept } }
    var told: [String] { state.withLock { $0.told } }

    func keep(_ notes: [KnobNote]) {
        state.withLock { state in
            state.notes = notes
            state.kept.append((notes, knob.history.last))
        }
    }

    func tell(_ sentence: String) { state.withLock { $0.told.append(sentence) } }
}
