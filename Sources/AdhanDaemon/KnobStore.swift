import AdhanAudio
import AdhanCore
import AdhanSystem
import Foundation
import Glibc
import Logging
import Synchronization

/// Keeps on the disk where the card's knobs stood before they were turned, so that a crash or a power cut in mid-adhan does not
/// leave the card at the adhan's volume.
package final class KnobStore: KnobNotes {
    private let file: String
    private let log: Logger
    private let state = Mutex(State())
    private let disk: Worker

    private struct State {
        /// Nil until they were read, or written first.
        var notes: [KnobNote]?
        /// It was said that the disk refuses.
        var isRefusalSaid = false
    }

    private static let sizeLimit = 1 << 16
    /// How long the disk is waited for. An SD card takes a tenth of a second; a sound that changes its device waits, too.
    private static let patience: Duration = .milliseconds(500)

    /// - Parameter disk: one that hangs holds nobody else up.
    package init(file: String, log: Logger, disk: Worker) { (self.file, self.log, self.disk) = (file, log, disk) }

    /// Reads what a process before this one has left; it may block. What was kept meanwhile stands: it is newer.
    package func load() {
        do {
            let bytes = try BoundedFile.read(file, limit: Self.sizeLimit)
            let notes = try JSONDecoder().decode([KnobNote].self, from: Data(bytes))
            state.withLock { $0.notes = $0.notes ?? notes }
        } catch let fault as FileFault {
            if !fault.isMissing { log.error("\(fault); a knob that was left turned is not turned back") }
        } catch {
            // It would never say more than it does now.
            unlink(file)
            log.error("\(file): it does not say where a knob stood, and is removed; see to the card's volume")
        }
    }

    package var all: [KnobNote] { state.withLock(\.notes) ?? [] }

    package func keep(_ notes: [KnobNote]) {
        state.withLock { $0.notes = notes }
        disk.perform { self.write() }
        disk.finish(within: Self.patience)
    }

    package func tell(_ sentence: String) { log.warning("\(sentence)") }

    private func write() {
        let notes = all
        do {
            if notes.isEmpty {
                // Should a power cut bring it back, the knob stands where it was found, and there is nothing to do.
                guard unlink(file) == 0 || errno == ENOENT else { throw FileFault(path: file, errno: errno) }
            } else {
                try AtomicFile.replace(file, with: [UInt8](try JSONEncoder().encode(notes)))
                state.withLock { $0.isRefusalSaid = false }
            }
        } catch {
            let isSaid = state.withLock { state in
                defer { state.isRefusalSaid = true }
                return state.isRefusalSaid
            }
            if !isSaid { log.error("\(error); a crash in mid-sound would leave the card's knob turned") }
        }
    }
}
