import AdhanCore
import CALSA
import CALSAMessage

/// The parts of libasound that concern no single device: messages and configuration.
enum ALSALibrary {
    /// Installs the message handler, once for the process.
    private static let keepsMessages: Void = adhan_alsa_keep_messages()

    /// Drops ALSA's cached configuration and card list, so that a card plugged in since is found by its name.
    static func refresh() {
        _ = keepsMessages
        snd_config_update_free_global()
        forgetMessage()
    }

    static func forgetMessage() { adhan_alsa_forget_message() }

    /// ALSA's last message on this thread, as `Unknown PCM kitchen`; empty where there is none.
    static var message: String {
        // Some plugins end messages with a newline.
        OneLine.of(String(cString: adhan_alsa_message()))
    }

    /// The reason for a negative result, as `No such device (19)`.
    static func reason(_ result: Int32) -> String {
        let code = result < 0 ? 0 &- result : result
        return code < 500_000 ? AudioError.reason(code) : "\(String(cString: snd_strerror(result))) (\(code))"
    }
}
