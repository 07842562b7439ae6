import AdhanSystem
import Synchronization

extension PlayerDesk {
    /// Turns back the knobs that a process before this one left turned. On a player's thread, before its first sound.
    func turnBackKnobs(on thread: PlayerThread) {
        guard let notes = knobNotes else { return }
        for note in notes.all {
            let now = clock.monotonic()
            thread.progress.withLock { $0.seen = now }
            let knob = "\(note.control): the knob '\(note.name)', left turned by a sound that was cut off,"
            do throws(AudioError) {
                let opened = try openKnob(note.name, note.control)
                let places = try opened.places()
                // Where the call stayed away for too long, the knob may be a sound's by now.
                if thread.progress.withLock(\.isAbandoned) { return }
                if places == note.turned {
                    try opened.turn(to: note.found)
                    notes.tell("\(knob) is turned back to where it stood before it")
                } else if places != note.found {
                    notes.tell("\(knob) stands elsewhere by now, and is left there")
                }
                notes.remove(note)
            } catch {
                // Its card may be plugged in later, or its driver come up.
                notes.tell("\(knob) is not turned back yet, which is tried again at each start: \(error)")
            }
        }
    }
}
