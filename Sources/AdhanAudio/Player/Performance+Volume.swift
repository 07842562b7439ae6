import AdhanCore
import Glibc
import Synchronization

extension Performance {
    /// Sets the volume for the device that sounds from now on: with the knob of its card where one is named, with the samples
    /// where none is or as far as it does not reach.
    func turnKnob(of next: any AudioOutput) {
        turnBack()
        let volume = sounding.choice.volume
        var rest = volume
        // Silence needs no knob, and nobody hears the silent output.
        if let name = configuration.mixer, next.isAudible, volume > .silent {
            do throws(AudioError) {
                rest = try turnKnob(name, of: next.control, to: volume)
            } catch {
                turnBack()
                note("\(error.description); the samples are turned down instead")
            }
        }
        level = Level(
            gain: rest.gain * pow(10, loudnessGain / 20),
            fadeFrames: next.format.frames(in: sounding.choice.fadeIn)
        )
    }

    /// - Returns: what is missing, for the samples to do.
    private func turnKnob(_ name: String, of control: String, to volume: Volume) throws(AudioError) -> Volume {
        let opened = try desk.openKnob(name, control)
        guard mayTurn else { return volume }
        let (stands, aim) = (try opened.places(), try opened.aim(at: volume))
        // Where a sound that was cut off left it is not where the mosque had it.
        let left = desk.knobNotes?.all.first { $0.isOf(name, control) && $0.turned == stands }
        let note = KnobNote(name: name, control: control, found: left?.found ?? stands, turned: aim.places)
        knob = (opened, note)
        // On the disk before it is turned: the power may go at any moment.
        desk.knobNotes?.add(note)
        try opened.turn(to: aim.places)
        return Volume(decibels: volume.decibels - aim.volume.decibels)
    }

    /// A thread that was given up may come back in the midst of another sound, whose knob it is by then.
    private var mayTurn: Bool { thread.progress.withLock { !$0.isAbandoned } }

    /// Turns the knob back to where it was found.
    func turnBack() {
        guard let turned = knob, mayTurn else { return }
        knob = nil
        do throws(AudioError) {
            try turned.opened.turn(to: turned.note.found)
            desk.knobNotes?.remove(turned.note)
        } catch {
            note("\(error.description); it is not turned back")
        }
    }

    /// - Returns: decibels for the file; 0 where no loudness is asked for, or the file's is not known.
    func normalised(_ file: SoundFile) -> Double {
        guard let loudness = configuration.loudness else { return 0 }
        if let gain = loudness.gain(ofFile: file.sha256) { return gain }
        note("the loudness of \(file.path) has not been measured; it sounds as it is")
        return 0
    }
}
