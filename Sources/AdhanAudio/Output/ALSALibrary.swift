import AdhanCore
import CALSA

/// What concerns the library as a whole rather than one device: its messages and its configuration.
///
/// The only file that calls the wrappers of CALSA's shim; the reason stands there, and is why what calls them is never inlined into
/// another file.
enum ALSALibrary {
    /// Set once, before the first call; ALSA keeps the handler for the process.
    private static let keepsMessages: Void = adhan_alsa_keep_messages()

    /// Reads ALSA's configuration and the list of cards anew, so that a card plugged in since is found by its name.
    static func refresh() {
        _ = keepsMessages
        snd_config_update_free_global()
        forgetMessage()
    }

    @inline(never) static func forgetMessage() {
        adhan_alsa_message_buffer()?.pointee = 0
    }

    /// ALSA's last words on this thread, `Unknown PCM kitchen`; empty where it said nothing.
    @inline(never) static var message: String {
        // Some plugins end theirs with a newline.
        OneLine.of(adhan_alsa_message_buffer().map { String(cString: $0) } ?? "")
    }

    /// The reason for a negative result, `No such device (19)`.
    static func reason(_ result: Int32) -> String {
        let code = result < 0 ? 0 &- result : result
        return code < 500_000 ? AudioError.reason(code) : "\(String(cString: snd_strerror(result))) (\(code))"
    }
}
