import AdhanCore
import CALSA
import CALSAMessage

/// What concerns the library as a whole rather than one device: its messages and its configuration.
enum ALSALibrary {
    /// Set once, before the first call; ALSA keeps the handler for the process.
    private static let keepsMessages: Void = adhan_alsa_keep_messages()

    /// Reads ALSA's configuration and the list of cards anew, so that a card plugged in since is found by its name.
    static func refresh() {
        _ = keepsMessages
        snd_config_update_free_global()
        forgetMessage()
    }

    static func forgetMessage() { adhan_alsa_forget_message() }

    /// ALSA's last words on this thread, `Unknown PCM kitchen`; empty where it said nothing.
    static var message: String {
        // Some plugins end theirs with a newline.
        OneLine.of(String(cString: adhan_alsa_message()))
    }

    /// The reason for a negative result, `No such device (19)`.
    static func reason(_ result: Int32) -> String {
        let code = result < 0 ? 0 &- result : result
        return code < 500_000 ? AudioError.reason(code) : "\(String(cString: snd_strerror(result))) (\(code))"
    }
}
