import AdhanCore
import Glibc

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
                let opened = try desk.openKnob(name, next.control)
                let reached = try opened.turn(to: volume)
                knob = opened
                rest = Volume(decibels: volume.decibels - reached.decibels)
            } catch {
                note("\(error.description); the samples are turned down instead")
            }
        }
        level = Level(
            gain: rest.gain * pow(10, loudnessGain / 20),
            fadeFrames: next.format.frames(in: sounding.choice.fadeIn)
        )
    }

    /// Turns the knob back to where it was found.
    func turnBack() {
        guard let turned = knob else { return }
        knob = nil
        do throws(AudioError) {
            try turned.restore()
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
