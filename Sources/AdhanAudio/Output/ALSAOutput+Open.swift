import AdhanCore
import CALSA
import Glibc

extension ALSAOutput {
    /// The PCM, configured and prepared, and its buffer size in frames.
    ///
    /// - Throws: `AudioError.deviceClosed` or `formatRefused`.
    static func open(_ name: String, format: SoundFormat) throws(AudioError) -> (OpaquePointer, Int) {
        ALSALibrary.refresh()
        var opened: OpaquePointer?
        let result = snd_pcm_open(&opened, name, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK))
        guard result >= 0, let pcm = opened else {
            throw .deviceClosed(device: name, doing: "opening", code: -result, message: ALSALibrary.message)
        }
        do throws(AudioError) {
            let frames = try setHardware(pcm, name: name, format: format)
            try setSoftware(pcm, name: name, format: format, bufferFrames: frames)
            return (pcm, frames)
        } catch {
            snd_pcm_close(pcm)
            throw error
        }
    }

    private static func setHardware(
        _ pcm: OpaquePointer,
        name: String,
        format: SoundFormat
    ) throws(AudioError) -> Int {
        var parameters: OpaquePointer?
        guard snd_pcm_hw_params_malloc(&parameters) == 0, let parameters else { throw outOfMemory(name) }
        defer { snd_pcm_hw_params_free(parameters) }

        var buffer = UInt32(clamping: bufferTime.wholeMicroseconds)
        var period = UInt32(clamping: periodTime.wholeMicroseconds)
        let steps: [(String, () -> Int32)] = [
            ("no playback at all", { snd_pcm_hw_params_any(pcm, parameters) }),
            ("soft resampling", { snd_pcm_hw_params_set_rate_resample(pcm, parameters, 1) }),
            (
                "interleaved samples",
                { snd_pcm_hw_params_set_access(pcm, parameters, SND_PCM_ACCESS_RW_INTERLEAVED) }
            ),
            ("16-bit samples", { snd_pcm_hw_params_set_format(pcm, parameters, SND_PCM_FORMAT_S16) }),
            (
                "\(format.channels) channels",
                { snd_pcm_hw_params_set_channels(pcm, parameters, UInt32(clamping: format.channels)) }
            ),
            (
                "\(format.rate) Hz",
                { snd_pcm_hw_params_set_rate(pcm, parameters, UInt32(clamping: format.rate), 0) }
            ),
            ("a buffer", { snd_pcm_hw_params_set_buffer_time_near(pcm, parameters, &buffer, nil) }),
            ("a period", { snd_pcm_hw_params_set_period_time_near(pcm, parameters, &period, nil) }),
            ("all that together", { snd_pcm_hw_params(pcm, parameters) }),
        ]
        for (what, step) in steps {
            let result = step()
            guard result >= 0 else {
                throw .formatRefused(device: name, format: format, reason: "\(what): \(ALSALibrary.reason(result))")
            }
        }
        var frames: snd_pcm_uframes_t = 0
        let result = snd_pcm_hw_params_get_buffer_size(parameters, &frames)
        guard result >= 0, frames > 0 else {
            throw .deviceClosed(device: name, doing: "asking for its buffer", code: -result, message: "")
        }
        return Int(clamping: frames)
    }

    private static func setSoftware(
        _ pcm: OpaquePointer,
        name: String,
        format: SoundFormat,
        bufferFrames: Int
    ) throws(AudioError) {
        var parameters: OpaquePointer?
        guard snd_pcm_sw_params_malloc(&parameters) == 0, let parameters else { throw outOfMemory(name) }
        defer { snd_pcm_sw_params_free(parameters) }
        let start = min(format.frames(in: startTime), bufferFrames / 2)
        let room = min(format.frames(in: periodTime), bufferFrames / 2)
        let steps: [() -> Int32] = [
            { snd_pcm_sw_params_current(pcm, parameters) },
            { snd_pcm_sw_params_set_start_threshold(pcm, parameters, snd_pcm_uframes_t(max(1, start))) },
            { snd_pcm_sw_params_set_avail_min(pcm, parameters, snd_pcm_uframes_t(max(1, room))) },
            { snd_pcm_sw_params(pcm, parameters) },
            { snd_pcm_prepare(pcm) },
        ]
        for step in steps {
            let result = step()
            guard result >= 0 else {
                throw .deviceClosed(
                    device: name,
                    doing: "setting it up",
                    code: -result,
                    message: ALSALibrary.message
                )
            }
        }
    }

    private static func outOfMemory(_ name: String) -> AudioError {
        .deviceClosed(device: name, doing: "setting it up", code: ENOMEM, message: "")
    }
}
